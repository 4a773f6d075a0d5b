/** Longer lines are no code that people write, UTF-16 units. */
export const longLine = 1_000;

const importLine =
  /^\s*(?:(?:import|use|using|#\s*include)\b(?!\s*\()|from\s+\S+\s+import\b|(?:export\b.*|\})\s*from\s*['"]|(?:const|let|var)\b.*=\s*require\()/;

/** True for a line that imports, in the common languages. */
export function isImport(line: string): boolean {
  return importLine.test(line);
}

/** A file's name without its ending; of an index file its folder's. */
function moduleOf(path: string): string {
  const names = path.split('/');
  const name = (names.at(-1) ?? '').replace(/\.[a-z]+$/i, '');
  return /^(index|mod|__init__)$/.test(name) ? (names.at(-2) ?? name) : name;
}

/** A file's name without its ending and without what says that it is a test. */
export function stemOf(path: string): string {
  return moduleOf(path)
    .toLowerCase()
    .replace(/(^|[._-])(tests?|specs?)(?=$|[._-])|tests?$|^test/g, '')
    .replace(/^[._-]+|[._-]+$/g, '');
}

const textEnding =
  /\.(md|mdx|mdc|rst|txt|adoc|json|jsonc|ya?ml|toml|xml|html|css|csv|lock|cfg|ini|properties|props|csproj|sln|log)$|(^|\/)[A-Z]+$/i;

/** True for a file of code; false for texts, data and settings. */
export function isCode(path: string): boolean {
  return !textEnding.test(path);
}
