/** The ends of files, by the languages that are called otherwise. */
const endings: Readonly<Record<string, string>> = {
  c: 'h',
  cpp: 'cc hpp',
  csharp: 'cs',
  html: 'htm',
  javascript: 'cjs js mjs',
  javascriptreact: 'jsx',
  kotlin: 'kt',
  markdown: 'md',
  perl: 'pl',
  plaintext: 'txt',
  powershell: 'ps1',
  python: 'py',
  ruby: 'rb',
  rust: 'rs',
  shellscript: 'bash sh',
  typescript: 'cts mts ts',
  typescriptreact: 'tsx',
  yaml: 'yml',
};
const languages = new Map(
  Object.entries(endings).flatMap(([language, ends]) => ends.split(' ').map((end) => [end, language] as const)),
);

/** VS Code's id of the language of a file that is not open, by the end of its name. */
export function languageOfFile(path: string): string {
  const end = /\.([a-z0-9]+)$/i.exec(path)?.[1]?.toLowerCase();
  return end === undefined ? 'plaintext' : (languages.get(end) ?? end);
}
