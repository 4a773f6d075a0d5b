/** Paths of files as answers write them. */

/** Longer lines, in UTF-16 units, contain no path. */
const maxPathLength = 1_000;
/** Files without an extension. */
const bareNames = /^(?:Makefile|Dockerfile|Gemfile|Rakefile|Procfile|Justfile|LICENSE|README|CODEOWNERS|\.[\w.-]+)$/i;
const pathForm = /^(?:[A-Za-z]:(?=[\\/]))?[\w@.~+()[\]$/\\ -]*[\w@)\]]$/;
const extension = /\.[A-Za-z][\w+-]{0,11}$/;

/** Returns true for a word in the form of a file path. */
function isPath(word: string): boolean {
  if (word.length > 400 || !pathForm.test(word) || /^[\d.]+$/.test(word) || /\s{2}|[/\\]{2}/.test(word)) return false;
  const name = word.split(/[/\\]/).at(-1) as string;
  if (word.includes(' ') && !/[/\\]/.test(word)) return false;
  return bareNames.test(name) || (extension.test(name) && !/^(?:e\.g|i\.e|etc)$/i.test(name));
}

/** Returns the path if the line holds nothing else but decoration, such as a heading or bold. */
export function pathLine(line: string): string | null {
  if (line.length > maxPathLength) return null;
  const bare = line
    .trim()
    .replace(/^(?:#{1,6}|[-*+>]|\d+[.)])\s+/, '')
    .replace(
      /^\**(?:\d+[.)]\s+)?(?:(?:updated?|modified|new|edited|changed|full|complete)\s+)*(?:file(?:\s*(?:name|path))?|path|in)(?::\**:?|\s+(?=[*`'"\w./]))\s*/i,
      '',
    )
    .replace(/^[*_`'"]+|[*_`'":]+$/g, '')
    .replace(/[*_`'"]+\s*\((?:new|updated|modified|changed|created|full)(?: file)?\)\s*[*_`'":]*$/i, '')
    .trim();
  return isPath(bare) ? bare : null;
}

/** The only path that a line of prose quotes in backticks or bold. */
export function quotedPath(line: string): string | null {
  const quoted = [...line.matchAll(/`([^`]+)`|\*\*([^*`]+)\*\*/g)].map(([, code, bold]) => (code ?? bold ?? '').trim());
  const paths = new Set(quoted.filter(isPath));
  return paths.size === 1 ? ([...paths][0] as string) : null;
}

/** The path in a fence's info string, e.g. `ts src/a.ts`, `ts:src/a.ts`, `ts title="src/a.ts"`. */
export function infoPath(info: string): string | null {
  const [, named] = /(?:title|file(?:name|path)?|path)=["']?([^"'\s}]+)/i.exec(info) ?? [];
  const words =
    named === undefined ? info.split(/\s+/).flatMap((word) => [word, word.replace(/^[\w+#-]+:/, '')]) : [named];
  return words.find((word) => isPath(word) && /[./\\]/.test(word)) ?? null;
}

export function commentPath(line: string): string | null {
  if (line.length > maxPathLength) return null;
  const [, text = ''] =
    /^\s*(?:\/\/|#|--|;|%|\/\*+|<!--|\{\/\*|\(\*|"""|')\s*(.*?)\s*(?:\*\/\}?|-->|\*\)|""")?\s*$/.exec(line) ?? [];
  const bare = text.replace(/^(?:file(?:name|path)?|path)\s*:\s*/i, '').replace(/^`|`$/g, '');
  return isPath(bare) ? bare : null;
}
