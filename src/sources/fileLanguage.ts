/** Names of languages whose files end otherwise than the language is called. */
const languages: Readonly<Record<string, string>> = {
  bash: 'shellscript',
  cjs: 'javascript',
  cc: 'cpp',
  cs: 'csharp',
  cts: 'typescript',
  h: 'c',
  hpp: 'cpp',
  htm: 'html',
  js: 'javascript',
  jsx: 'javascriptreact',
  kt: 'kotlin',
  md: 'markdown',
  mjs: 'javascript',
  mts: 'typescript',
  pl: 'perl',
  ps1: 'powershell',
  py: 'python',
  rb: 'ruby',
  rs: 'rust',
  sh: 'shellscript',
  ts: 'typescript',
  tsx: 'typescriptreact',
  txt: 'plaintext',
  yml: 'yaml',
};

/** VS Code's id of the language of a file that is not open, by the end of its name. */
export function languageOfFile(path: string): string {
  const end = /\.([a-z0-9]+)$/i.exec(path)?.[1]?.toLowerCase();
  return end === undefined ? 'plaintext' : (languages[end] ?? end);
}
