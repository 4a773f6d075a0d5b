import { readFileSync } from 'node:fs';

/** The theme variables that a webview gets, for the parts the view uses; values of the editor's own default themes. */
export type Theme = 'light' | 'dark' | 'highContrast';

type Colours = Readonly<Record<string, string>>;

const colours: Readonly<Record<Theme, Colours>> = JSON.parse(
  readFileSync(new URL('../../fixtures/themes.json', import.meta.url), 'utf8'),
);
const bodyClasses: Readonly<Record<Theme, string>> = {
  light: 'vscode-light',
  dark: 'vscode-dark',
  highContrast: 'vscode-high-contrast',
};

/** The class that the editor puts on a webview's body. */
export function bodyClass(theme: Theme): string {
  return bodyClasses[theme];
}

/** The theme as a stylesheet, with what the editor's own webview stylesheet adds. */
export function themeStyles(theme: Theme): string {
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
