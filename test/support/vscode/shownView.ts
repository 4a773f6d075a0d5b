import { type ConsoleMessage, errors, type FrameLocator, type Locator, type Request } from 'playwright-core';
import type { Workbench } from './workbench.ts';

/** What the view may load: its own files, and VS Code's page around them. */
const OWN_RESOURCE =
  /^https:\/\/[\w+-]+\.vscode-resource\.vscode-cdn\.net\/.*\/live-context\.live-context-[\d.]+\/dist\/webview\/(main\.js|main\.css|codicon\.css|codicon\.ttf\?\w+)$/;
const OWN_SCRIPT = /\/dist\/webview\/main\.js/;
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
    await workbench.probe.run((api) => api.commands.executeCommand('liveContext.view.focus'));
    // A view that was hidden comes back as another webview, which no longer says that it is a view's.
    const outer = workbench.page.frameLocator('iframe.webview.ready[src*="extensionId=live-context.live-context"]');
    const view = new ShownView(workbench, outer.frameLocator('#active-frame'));
    await view.frame.locator('main[aria-busy=false]').waitFor();
    return view;
  }

  /** The prompt that the view speaks of, as its editor tab shows it; the document before is in front again. */
  async prompt(): Promise<string> {
    return promptText(this.workbench);
  }

  /** A row of the tree by its key. */
  row(key: string): Locator {
    return this.frame.locator(`[role=treeitem][data-key^=${JSON.stringify(key)}]`).first();
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
    return this.frame.getByRole('grid').getByRole('row');
  }

  /** The ids of the timeline's entries, new to old. */
  async versionIds(): Promise<(string | null)[]> {
    return this.versions.evaluateAll((all) => all.map((row) => row.getAttribute('data-version')));
  }

  /** Resolves once the view is about the file and shows its prompt. */
  async showsFile(name: string): Promise<void> {
    await this.frame.locator('h1 .name').getByText(name, { exact: true }).waitFor();
    await this.frame.locator('main[aria-busy=false] [role=tree]').waitFor();
  }
}

/**
 * Points at a row and clicks one of the buttons that it shows only then. Rows move when others come in above: a row that has gone
 * from under the pointer is pointed at again, as a person does.
 */
export async function clickInRow(row: Locator, button: string): Promise<void> {
  const tries = 20;
  for (let left = tries; ; left -= 1) {
    try {
      await row.locator('> .row').hover({ timeout: 3_000 });
      await row.getByRole('button', { name: button, exact: true }).click({ timeout: 1_000 });
      return;
    } catch (error) {
      if (left === 0 || !(error instanceof errors.TimeoutError)) throw error;
    }
  }
}

/** The text of the prompt's editor tab, opened for a moment. */
export function promptText({ probe }: Workbench): Promise<string> {
  return probe.run(async (api) => {
    const before = api.window.activeTextEditor;
    await api.commands.executeCommand('liveContext.openPrompt');
    const text = api.window.activeTextEditor?.document.getText() ?? '';
    await api.commands.executeCommand('workbench.action.closeActiveEditor');
    if (before !== undefined) await api.window.showTextDocument(before.document);
    return text;
  });
}

/** What the webviews of a workbench have loaded, and what was wrong with them. */
export interface WebviewWatch {
  readonly loaded: readonly string[];
  readonly complaints: readonly string[];
}

/** Watches a workbench's webviews from now on: they may load their own files alone, and log no error. */
export function watchWebviews({ page }: Workbench): WebviewWatch {
  const loaded: string[] = [];
  const complaints: string[] = [];
  page.on('request', (request) => {
    const url = request.url();
    if (!isFromWebview(request) || WEBVIEW_HOST.test(url)) return;
    (OWN_RESOURCE.test(url) ? loaded : complaints).push(url);
  });
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText;
    if (isFromWebview(request) && reason !== 'net::ERR_ABORTED') complaints.push(`${reason} ${request.url()}`);
  });
  page.on('console', (message) => {
    if (message.type() === 'error' && isOfWebview(message)) complaints.push(message.text());
  });
  page.on('pageerror', (error) => {
    if (OWN_SCRIPT.test(error.stack ?? '')) complaints.push(String(error));
  });
  return { loaded, complaints };
}

/** A request of a service worker has no frame. */
function isFromWebview(request: Request): boolean {
  return request.serviceWorker() !== null || WEBVIEW_HOST.test(request.frame().url());
}

/** What the page's policy refuses is told without a place: then the policy's words are the view's. */
function isOfWebview(message: ConsoleMessage): boolean {
  const { url } = message.location();
  if (url !== '') return OWN_SCRIPT.test(url) || WEBVIEW_HOST.test(url);
  return /Content Security Policy.*(vscode-cdn\.net'|default-src 'none')/.test(message.text());
}
