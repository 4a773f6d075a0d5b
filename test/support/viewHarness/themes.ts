/** The theme variables that a webview gets, for the parts the view uses; values of the editor's own default themes. */
export type Theme = 'light' | 'dark' | 'highContrast';

type Colours = Readonly<Record<string, string>>;

const dark: Colours = {
  foreground: '#cccccc',
  descriptionForeground: '#9d9d9d',
  'icon-foreground': '#cccccc',
  focusBorder: '#0078d4',
  'sideBar-background': '#181818',
  'sideBar-foreground': '#cccccc',
  'sideBarSectionHeader-background': '#181818',
  'sideBarSectionHeader-foreground': '#cccccc',
  'sideBarSectionHeader-border': '#2b2b2b',
  'editor-background': '#1f1f1f',
  'editor-foreground': '#cccccc',
  'editorWidget-background': '#202020',
  'editorWidget-foreground': '#cccccc',
  'widget-border': '#313131',
  'button-background': '#0078d4',
  'button-foreground': '#ffffff',
  'button-hoverBackground': '#026ec1',
  'button-border': 'rgba(255, 255, 255, 0.07)',
  'button-secondaryBackground': '#313131',
  'button-secondaryForeground': '#cccccc',
  'button-secondaryHoverBackground': '#3c3c3c',
  'badge-background': '#616161',
  'badge-foreground': '#f8f8f8',
  'dropdown-background': '#313131',
  'dropdown-foreground': '#cccccc',
  'dropdown-border': '#3c3c3c',
  'list-hoverBackground': '#2a2d2e',
  'list-activeSelectionBackground': '#04395e',
  'list-activeSelectionForeground': '#ffffff',
  'list-inactiveSelectionBackground': '#37373d',
  'toolbar-hoverBackground': 'rgba(90, 93, 94, 0.31)',
  'textLink-foreground': '#4daafc',
  'textLink-activeForeground': '#4daafc',
  'progressBar-background': '#0078d4',
  'scrollbarSlider-background': 'rgba(121, 121, 121, 0.4)',
  'scrollbarSlider-hoverBackground': 'rgba(100, 100, 100, 0.7)',
  'inputValidation-warningBackground': '#352a05',
  'inputValidation-warningBorder': '#b89500',
  'inputValidation-errorBackground': '#5a1d1d',
  'inputValidation-errorBorder': '#be1100',
  'diffEditor-insertedTextBackground': 'rgba(156, 204, 44, 0.2)',
  'diffEditor-removedTextBackground': 'rgba(255, 0, 0, 0.2)',
  'diffEditor-insertedLineBackground': 'rgba(155, 185, 85, 0.2)',
  'diffEditor-removedLineBackground': 'rgba(255, 0, 0, 0.2)',
  'chat-linesAddedForeground': '#54b054',
  'chat-linesRemovedForeground': '#fc6a6a',
  'problemsErrorIcon-foreground': '#f14c4c',
  'problemsWarningIcon-foreground': '#cca700',
  'problemsInfoIcon-foreground': '#59a4f9',
  'testing-iconPassed': '#73c991',
};

const light: Colours = {
  foreground: '#3b3b3b',
  descriptionForeground: '#3b3b3b',
  'icon-foreground': '#3b3b3b',
  focusBorder: '#005fb8',
  'sideBar-background': '#f8f8f8',
  'sideBar-foreground': '#3b3b3b',
  'sideBarSectionHeader-background': '#f8f8f8',
  'sideBarSectionHeader-foreground': '#3b3b3b',
  'sideBarSectionHeader-border': '#e5e5e5',
  'editor-background': '#ffffff',
  'editor-foreground': '#3b3b3b',
  'editorWidget-background': '#f8f8f8',
  'editorWidget-foreground': '#3b3b3b',
  'widget-border': '#e5e5e5',
  'button-background': '#005fb8',
  'button-foreground': '#ffffff',
  'button-hoverBackground': '#0258a8',
  'button-border': 'rgba(0, 0, 0, 0.1)',
  'button-secondaryBackground': '#e5e5e5',
  'button-secondaryForeground': '#3b3b3b',
  'button-secondaryHoverBackground': '#cccccc',
  'badge-background': '#cccccc',
  'badge-foreground': '#3b3b3b',
  'dropdown-background': '#ffffff',
  'dropdown-foreground': '#3b3b3b',
  'dropdown-border': '#cecece',
  'list-hoverBackground': '#f2f2f2',
  'list-activeSelectionBackground': '#e8e8e8',
  'list-activeSelectionForeground': '#000000',
  'list-inactiveSelectionBackground': '#e4e6f1',
  'toolbar-hoverBackground': 'rgba(184, 184, 184, 0.31)',
  'textLink-foreground': '#005fb8',
  'textLink-activeForeground': '#005fb8',
  'progressBar-background': '#005fb8',
  'scrollbarSlider-background': 'rgba(100, 100, 100, 0.4)',
  'scrollbarSlider-hoverBackground': 'rgba(100, 100, 100, 0.7)',
  'inputValidation-warningBackground': '#f6f5d2',
  'inputValidation-warningBorder': '#b89500',
  'inputValidation-errorBackground': '#f2dede',
  'inputValidation-errorBorder': '#be1100',
  'diffEditor-insertedTextBackground': 'rgba(156, 204, 44, 0.25)',
  'diffEditor-removedTextBackground': 'rgba(255, 0, 0, 0.2)',
  'diffEditor-insertedLineBackground': 'rgba(155, 185, 85, 0.2)',
  'diffEditor-removedLineBackground': 'rgba(255, 0, 0, 0.2)',
  'chat-linesAddedForeground': '#107c10',
  'chat-linesRemovedForeground': '#bc2f32',
  'problemsErrorIcon-foreground': '#e51400',
  'problemsWarningIcon-foreground': '#bf8803',
  'problemsInfoIcon-foreground': '#0063d3',
  'testing-iconPassed': '#73c991',
};

const highContrast: Colours = {
  foreground: '#ffffff',
  descriptionForeground: 'rgba(255, 255, 255, 0.7)',
  'icon-foreground': '#ffffff',
  focusBorder: '#f38518',
  contrastBorder: '#6fc3df',
  contrastActiveBorder: '#f38518',
  'sideBar-background': '#000000',
  'sideBar-foreground': '#ffffff',
  'sideBarSectionHeader-border': '#6fc3df',
  'editor-background': '#000000',
  'editor-foreground': '#ffffff',
  'editorWidget-background': '#0c141f',
  'editorWidget-foreground': '#ffffff',
  'button-background': '#000000',
  'button-foreground': '#ffffff',
  'button-border': '#6fc3df',
  'button-secondaryBackground': '#000000',
  'button-secondaryForeground': '#ffffff',
  'badge-background': '#000000',
  'badge-foreground': '#ffffff',
  'dropdown-background': '#000000',
  'dropdown-foreground': '#ffffff',
  'dropdown-border': '#6fc3df',
  'textLink-foreground': '#21a6ff',
  'textLink-activeForeground': '#21a6ff',
  'progressBar-background': '#6fc3df',
  'scrollbarSlider-background': 'rgba(111, 195, 223, 0.6)',
  'scrollbarSlider-hoverBackground': 'rgba(111, 195, 223, 0.8)',
  'inputValidation-warningBackground': '#000000',
  'inputValidation-warningBorder': '#6fc3df',
  'inputValidation-errorBackground': '#000000',
  'inputValidation-errorBorder': '#6fc3df',
  'diffEditor-insertedTextBorder': '#33ff2e',
  'diffEditor-removedTextBorder': '#ff008f',
  'chat-linesAddedForeground': '#89d185',
  'chat-linesRemovedForeground': '#f48771',
  'problemsErrorIcon-foreground': '#f48771',
  'problemsWarningIcon-foreground': '#ffd370',
  'problemsInfoIcon-foreground': '#59a4f9',
  'testing-iconPassed': '#73c991',
};

const colours: Readonly<Record<Theme, Colours>> = { light, dark, highContrast };
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
