import AxeBuilder from '@axe-core/playwright';
import type { ConsoleMessage, FrameLocator, Locator, Request } from 'playwright-core';
import { expect } from 'vitest';
import type { Workbench } from './workbench.ts';

/** What the view may load: its own files, and VS Code's page around them. */
const OWN_RESOURCE =
  /^https:\/\/[\w+-]+\.vscode-resource\.vscode-cdn\.net\/.*\/live-context\.live-context-[\d.]+\/dist\/webview\/(main\.js|main\.css|codicon\.css|codicon\.ttf\?\w+)$/;
const WEBVIEW_HOST = /\/vs\/workbench\/contrib\/webview\/browser\/pre\//;

/** Live Context's view in a workbench, as a person sees and uses it. */
export class ShownView {
  readonly workbench: Workbench;
  readonly frame: FrameLocator;

  private constructor(workbench: Workbench, frame: FrameLocator) {
    this.workbench = workbench;
    this.frame = frame;
  }

  /** Shows the view and gives it the keyboard. */
  static async open(workbench: Workbench): Promise<ShownView> {
    return new ShownView(workbench, await workbench.viewFrame());
  }

  /** The text of the prompt preview, as far as it is shown. */
  async prompt(): Promise<string> {
    return (await this.frame.locator('pre.prompt').textContent()) ?? '';
  }

  button(name: string): Locator {
    return this.frame.getByRole('button', { name, exact: true });
  }

  section(title: string): Locator {
    return this.frame.locator('details.section', {
      has: this.frame.getByRole('heading', { name: title, exact: true }),
    });
  }

  /** The timeline's entries, new to old. */
  get versions(): Locator {
    return this.frame.getByRole('listbox').getByRole('option');
  }

  /** The ids of the timeline's entries, new to old. */
  async versionIds(): Promise<(string | null)[]> {
    return this.versions.evaluateAll((rows) => rows.map((row) => row.getAttribute('title')));
  }

  /** The patches that a section shows. */
  async patches(title: string): Promise<string[]> {
    return this.section(title)
      .locator('.patch .lines')
      .evaluateAll((all) => all.map((lines) => [...lines.children].map((line) => `${line.textContent}\n`).join('')));
  }

  /** Gives the view the keyboard at its beginning, then presses keys. */
  async press(...keys: readonly string[]): Promise<void> {
    await this.workbench.probe.run((api) => api.commands.executeCommand('liveContext.view.focus'));
    await this.frame.locator('body').evaluate((body) => {
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
      getSelection()?.setPosition(body, 0);
    });
    await this.workbench.press(...keys);
  }

  /** The role of what has the keyboard. */
  async focused(): Promise<string | null> {
    return this.frame.locator(':focus').getAttribute('role');
  }

  /** Resolves once the view is about the file and its prompt contains the text. */
  async showsFile(name: string, text: string): Promise<void> {
    await this.frame.locator('h1 .name').getByText(name, { exact: true }).waitFor();
    await expect.poll(() => this.prompt()).toContain(text);
  }

  /** Makes the side bar, and so the view, so many CSS pixels wide. */
  async setWidth(width: number): Promise<void> {
    const { page } = this.workbench;
    const inner = () => this.frame.locator('body').evaluate(() => window.innerWidth);
    await expect
      .poll(async () => {
        const box = await page.locator('.part.sidebar').boundingBox();
        if (box === null) return 0;
        const edge = box.x + box.width;
        const by = width - (await inner());
        await page.mouse.move(edge, 700);
        await page.mouse.down();
        await page.mouse.move(edge + by / 2, 700);
        await page.mouse.move(edge + by, 700);
        await page.mouse.up();
        await page.mouse.move(1_300, 700);
        return inner();
      })
      .toBe(width);
  }

  /** What axe finds in the view, with the HTML it found it in. */
  async violations(): Promise<readonly string[]> {
    const axe = new AxeBuilder({ page: this.workbench.page });
    const { violations } = await axe.include(['iframe.webview.ready', '#active-frame', 'body']).analyze();
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join('\n')}`);
  }
}

/** Collects what a webview has loaded beside its own files, and its errors, from now on. */
export function watchWebviews({ page }: Workbench): readonly string[] {
  const complaints: string[] = [];
  page.on('request', (request) => {
    const url = request.url();
    if (isFromWebview(request) && !OWN_RESOURCE.test(url) && !WEBVIEW_HOST.test(url)) complaints.push(`loaded ${url}`);
  });
  page.on('requestfailed', (request) => {
    if (isFromWebview(request)) complaints.push(`failed to load ${request.url()}`);
  });
  page.on('console', (message) => {
    if (message.type() === 'error' && isOfWebview(message)) complaints.push(message.text());
  });
  page.on('pageerror', (error) => {
    if (/dist\/webview\/|webview\/browser\/pre/.test(error.stack ?? '')) complaints.push(String(error));
  });
  return complaints;
}

/** A request of a service worker has no frame. */
function isFromWebview(request: Request): boolean {
  return request.serviceWorker() !== null || WEBVIEW_HOST.test(request.frame().url());
}

function isOfWebview(message: ConsoleMessage): boolean {
  return /vscode-resource|\/webview\/browser\/pre\//.test(message.location().url);
}
