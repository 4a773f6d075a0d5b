import { mkdir } from 'node:fs/promises';
import { basename, isAbsolute, join } from 'node:path';
import type { BrowserContextOptions, FrameLocator, Locator, Page } from 'playwright-core';
import { root } from '../running/toolchain.mjs';
import { sharedBrowser } from './browser.ts';
import { Probe } from './probe.ts';
import type { Server } from './server.ts';

/** For things that take a moment on an idle machine: long enough for a very busy one. */
const PATIENCE_MS = 120_000;

/** For a window to load, and its extension host to start. */
const UP_WITHIN_MS = 240_000;

export interface WorkbenchOptions {
  /** More for Playwright's browser context, such as `storageState` or `viewport`. */
  readonly context?: BrowserContextOptions;
  /** The display language, such as `zh-cn`. */
  readonly language?: string;
  /** Whether to wait for the probe. Default: true. */
  readonly probe?: boolean;
}

/** Opens the server's workspace in a browser and waits until VS Code is usable. */
export async function openWorkbench(server: Server, options: WorkbenchOptions = {}): Promise<Workbench> {
  const browser = await sharedBrowser();
  const context = await browser.newContext({
    viewport: { width: 1400, height: 900 },
    reducedMotion: 'reduce',
    // The 20 MB of VS Code's page need no packing on their way from here to here.
    extraHTTPHeaders: { 'accept-encoding': 'identity' },
    ...options.context,
  });
  try {
    await context.addInitScript(holdStill);
    await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: server.origin });
    if (options.language !== undefined) {
      await context.addInitScript(
        (language) => Object.assign(globalThis, { _VSCODE_NLS_LANGUAGE: language }),
        options.language,
      );
    }
    return await Workbench.open(server, await context.newPage(), options);
  } catch (error) {
    await context.close();
    throw error;
  }
}

/** Runs in VS Code's page: what turns and shimmers there would be painted sixty times a second, without a graphics card. */
function holdStill(): void {
  if (window !== window.top) return;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('*, ::before, ::after { animation: none !important; transition: none !important; }');
  document.adoptedStyleSheets.push(sheet);
}

/** VS Code's window in a browser page, driven as a person would, with a probe into its extension host. */
export class Workbench {
  readonly page: Page;
  readonly server: Server;
  /** What the page's console said as errors, for messages. */
  readonly consoleErrors: string[] = [];
  #probe: Probe | null = null;

  private constructor(server: Server, page: Page) {
    this.server = server;
    this.page = page;
    page.setDefaultTimeout(PATIENCE_MS);
    page.on('console', (message) => {
      if (message.type() === 'error') this.consoleErrors.push(message.text());
    });
    page.on('dialog', (dialog) => dialog.accept());
  }

  static async open(server: Server, page: Page, options: WorkbenchOptions): Promise<Workbench> {
    const workbench = new Workbench(server, page);
    await workbench.#load(options.probe ?? true, () =>
      page.goto(server.url, { waitUntil: 'domcontentloaded', timeout: UP_WITHIN_MS }),
    );
    return workbench;
  }

  /** The probe in this window's extension host. */
  get probe(): Probe {
    if (this.#probe === null) throw new Error('This workbench was opened without its probe');
    return this.#probe;
  }

  /** Reloads the window as "Developer: Reload Window" does; `probe` is another one afterwards. */
  async reload(): Promise<void> {
    await this.#load(this.#probe !== null, async () => {
      const loaded = this.page.waitForEvent('domcontentloaded', { timeout: PATIENCE_MS });
      await this.runCommand('Developer: Reload Window');
      await loaded;
    });
  }

  /** Waits for the extension host that follows one that has ended; `before` are the probes' files until then. */
  async rejoin(before: readonly string[]): Promise<void> {
    this.#probe = await Probe.appear(this.server.probes, before, PATIENCE_MS);
  }

  /** Runs a command by its whole title in the command palette, such as `Live Context: Copy Context`. */
  async runCommand(title: string): Promise<void> {
    await this.#pick('F1', `>${title}`, title, [`${title},`]);
  }

  /** Opens a file of the workspace through Quick Open and waits until its editor has the keyboard, also for extensions. */
  async openFile(path: string): Promise<void> {
    const absolute = isAbsolute(path) ? path : join(this.server.workspace, path);
    await this.#pick('Control+P', absolute, basename(path), [`${basename(path)} `, `${basename(path)},`]);
    await this.activeTab(basename(path)).waitFor();
    await this.focusEditor();
    // The extension host hears of it a little later.
    await this.probe.run(async (api, name) => {
      while (api.window.activeTextEditor?.document.uri.path.endsWith(`/${name}`) !== true)
        await new Promise((settle) => api.window.onDidChangeActiveTextEditor(settle));
    }, basename(path));
  }

  /** Gives the keyboard to the active editor, again when something else has taken it meanwhile. */
  async focusEditor(): Promise<void> {
    const focused = this.page.locator('.editor-group-container.active .monaco-editor.focused').first();
    const deadline = Date.now() + PATIENCE_MS;
    for (;;) {
      await this.probe.run((api) => api.commands.executeCommand('workbench.action.focusActiveEditorGroup'));
      try {
        await focused.waitFor({ timeout: 5_000 });
        return;
      } catch (error) {
        if (Date.now() > deadline) throw new Error(`The editor does not get the keyboard: ${error}`);
      }
    }
  }

  /** The tab of the editor that is in front, if it has this name. */
  activeTab(name: string): Locator {
    return this.page.locator(`.editor-group-container.active .tab.active[data-resource-name=${JSON.stringify(name)}]`);
  }

  /** Types at the cursor, key by key; `\n` is the Enter key. */
  async type(text: string): Promise<void> {
    await this.page.keyboard.type(text);
  }

  /** Presses keys such as `Control+S`, one after the other. */
  async press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) await this.page.keyboard.press(key);
  }

  /** The clipboard's text. */
  async clipboard(): Promise<string> {
    await this.page.bringToFront();
    return this.page.evaluate(() => navigator.clipboard.readText());
  }

  /** The text of the document in the active editor, unsaved changes included; null without one. */
  async editorText(): Promise<string | null> {
    return this.probe.run((api) => api.window.activeTextEditor?.document.getText() ?? null);
  }

  /** Changes a setting of the user; null gives it its default. */
  async configure(name: string, value: unknown): Promise<void> {
    await this.probe.run(
      (api, set) => api.workspace.getConfiguration().update(set.name, set.value ?? undefined, true),
      { name, value },
    );
  }

  /** The text of an open document, unsaved changes included; null where it is not open. */
  async textOf(documentId: string): Promise<string | null> {
    return this.probe.run(
      (api, id) => api.workspace.textDocuments.find((one) => one.uri.toString() === id)?.getText() ?? null,
      documentId,
    );
  }

  /** The texts on both sides of the diff editor in front; null when there is none. */
  async diffSides(): Promise<(string | undefined)[] | null> {
    return this.probe.run((api) => {
      const input = api.window.tabGroups.activeTabGroup.activeTab?.input;
      if (!(input instanceof api.TabInputTextDiff)) return null;
      const text = (uri: string) => api.workspace.textDocuments.find((one) => one.uri.toString() === uri)?.getText();
      return [text(input.original.toString()), text(input.modified.toString())];
    });
  }

  /** Shows Live Context's view and gives the frame with its content. */
  async viewFrame(): Promise<FrameLocator> {
    await this.probe.run((api) => api.commands.executeCommand('liveContext.view.focus'));
    const outer = 'iframe.webview.ready[src*="extensionId=live-context.live-context"][src*="purpose=webviewView"]';
    const frame = this.page.frameLocator(outer).frameLocator('#active-frame');
    await frame.locator('body').waitFor({ state: 'attached' });
    return frame;
  }

  /** Switches to VS Code's own dark theme and waits until it is shown. */
  async goDark(): Promise<void> {
    await this.configure('workbench.colorTheme', 'Dark Modern');
    await this.page.locator('.monaco-workbench.vs-dark').first().waitFor();
  }

  /** Keeps a picture of the window in `test-results` and returns its path. */
  async screenshot(name: string): Promise<string> {
    const folder = join(root, 'test-results', this.server.release.codeServer);
    await mkdir(folder, { recursive: true });
    const path = join(folder, `${name}.png`);
    await this.page.screenshot({ path });
    return path;
  }

  async close(): Promise<void> {
    await this.page.context().close();
  }

  /** Navigates and waits for the workbench and, if asked to, for the probe of the new extension host. */
  async #load(withProbe: boolean, navigate: () => Promise<unknown>): Promise<void> {
    try {
      const before = await Probe.files(this.server.probes);
      await navigate();
      await this.page.locator('.monaco-workbench .part.statusbar').waitFor();
      await this.page.locator('.monaco-workbench .part.editor').waitFor();
      this.#probe = withProbe ? await Probe.appear(this.server.probes, before, UP_WITHIN_MS) : null;
    } catch (error) {
      const picture = await this.screenshot('workbench-did-not-come-up').catch(() => 'none');
      throw new Error(
        `The workbench did not come up: ${error}\nPicture: ${picture}\nConsole: ${this.consoleErrors.slice(-10).join('\n')}\nServer: ${this.server.log}`,
      );
    }
  }

  /**
   * Opens the quick input by a key, enters `text` and picks the row called `label`, which may go on after one of the
   * `openings`. It begins anew when the row does not
   * show up, as just after the start, when VS Code does not know all commands and files yet, or when a late focus change
   * closed the input.
   */
  async #pick(key: string, text: string, label: string, openings: readonly string[]): Promise<void> {
    const widget = this.page.locator('.quick-input-widget');
    const labels = [`=${JSON.stringify(label)}`, ...openings.map((opening) => `^=${JSON.stringify(opening)}`)];
    const row = widget.locator(labels.map((one) => `.monaco-list-row[aria-label${one}]`).join()).first();
    const deadline = Date.now() + PATIENCE_MS;
    for (;;) {
      try {
        await this.page.keyboard.press(key);
        await widget.locator('input[type=text]').fill(text, { timeout: 5_000 });
        await row.click({ timeout: 5_000 });
        return;
      } catch (error) {
        if (Date.now() > deadline) throw new Error(`"${label}" cannot be picked: ${error}`);
        await this.page.keyboard.press('Escape');
      }
    }
  }
}
