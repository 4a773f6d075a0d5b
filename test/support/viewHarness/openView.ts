import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import type { ToView } from '../../../src/protocol/viewMessages.ts';
import { root } from '../running/toolchain.mjs';
import { now } from './fakeData.ts';
import type { FakeHost } from './fakeHost.ts';

const origin = 'https://view.test';
const nonce = 'bm9uY2U';

/** The theme variables that a webview gets, for the parts the view uses; values of the editor's own default themes. */
export type Theme = 'light' | 'dark' | 'highContrast';

type Colours = Readonly<Record<string, string>>;

const colours: Readonly<Record<Theme, Colours>> = JSON.parse(
  readFileSync(new URL('../../fixtures/themes.json', import.meta.url), 'utf8'),
);
/** What the editor puts on a webview's body. */
const bodyClasses: Readonly<Record<Theme, string>> = {
  light: 'vscode-light',
  dark: 'vscode-dark',
  highContrast: 'vscode-high-contrast',
};

/** The theme as a stylesheet, with what the editor's own webview stylesheet adds. */
function themeStyles(theme: Theme): string {
  const variables = Object.entries(colours[theme]).map(([name, value]) => `--vscode-${name}: ${value};`);
  return `
    :root {
      ${variables.join('\n')}
      --vscode-font-family: system-ui, "Ubuntu", "Droid Sans", sans-serif;
      --vscode-font-size: 13px;
      --vscode-font-weight: normal;
      --vscode-editor-font-family: "Droid Sans Mono", monospace;
    }
    html { background: var(--vscode-sideBar-background); color-scheme: ${theme === 'light' ? 'light' : 'dark'}; }
    body { padding: 0 20px; }
    code { color: var(--vscode-textPreformat-foreground); }
  `;
}

export interface OpenView {
  readonly page: Page;
  /** Everything that the page has complained about: errors, and what the content security policy has refused. */
  readonly complaints: string[];
  /** Resolves once the view shows it. */
  send(message: ToView): Promise<void>;
}

/** Opens the view as it is built for the package in a page of its own, under the policy that the extension sets, with the host behind it. */
export async function openView(context: BrowserContext, host: FakeHost, theme: Theme): Promise<OpenView> {
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  await page.clock.setFixedTime(now);
  const tell = (message: ToView): Promise<void> =>
    page.evaluate(async (data) => {
      const told = new Promise((settle) => addEventListener('message', settle, { once: true }));
      window.postMessage(data, '*');
      await told;
      await Reflect.get(document.querySelector('live-context-view') ?? {}, 'updateComplete');
    }, message);
  /** Resolves once the view shows all that the host has answered so far; a page that went away shows nothing. */
  let answered = Promise.resolve();
  await page.exposeFunction('postToHost', (message: unknown) => {
    const [before, answers] = [answered, host.answer(message)];
    const shown = (async () => {
      await before;
      for (const answer of answers) await tell(answer);
    })();
    answered = shown.catch(() => {});
    return shown;
  });
  await page.route(`${origin}/**`, (route) => {
    const name = new URL(route.request().url()).pathname.slice(1);
    if (name === '') return route.fulfill({ contentType: 'text/html', body: html(theme, host.translations) });
    return route.fulfill({ path: join(root, 'dist/webview', name) });
  });
  await page.goto(`${origin}/`);
  await page.locator('live-context-view:has(main[aria-busy=false])').waitFor();
  return { page, complaints, send: (message) => answered.then(() => tell(message)) };
}

function html(theme: Theme, translations: FakeHost['translations']): string {
  const l10n = JSON.stringify(translations).replaceAll('&', '&amp;').replaceAll('"', '&quot;');
  const policy = `default-src 'none'; img-src ${origin}; font-src ${origin}; style-src ${origin} 'nonce-${nonce}'; script-src 'nonce-${nonce}'`;
  return `<!DOCTYPE html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content="${policy}" />
        <meta name="l10n" content="${l10n}" />
        <title>Live Context</title>
        <style nonce="${nonce}">${themeStyles(theme)}</style>
        <link id="vscode-codicon-stylesheet" rel="stylesheet" href="codicon.css" nonce="${nonce}" />
        <link rel="stylesheet" href="main.css" nonce="${nonce}" />
        <script nonce="${nonce}">
          globalThis.acquireVsCodeApi = () => ({
            postMessage: (message) => globalThis.postToHost(message),
            getState: () => JSON.parse(sessionStorage.getItem('state') ?? 'null') ?? undefined,
            setState: (state) => sessionStorage.setItem('state', JSON.stringify(state)),
          });
        </script>
      </head>
      <body class="${bodyClasses[theme]}">
        <live-context-view></live-context-view>
        <script type="module" nonce="${nonce}" src="main.js"></script>
      </body>
    </html>`;
}
