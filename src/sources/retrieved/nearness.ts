import type { SourceText } from '../../text/sourceText.ts';

/** Where imports stand: in the beginning of a text, and in lines that are not longer; UTF-16 units. */
const importsLength = 20_000;
export const longLine = 1_000;

/** The last names of what a text imports, without endings: `./text/chunk.ts` is `chunk`. Its first lines are looked at. */
export function importedNames(text: SourceText): ReadonlySet<string> {
  const names = new Set<string>();
  for (const line of text.slice(0, Math.min(importsLength, text.length)).split('\n')) {
    if (line.length > longLine || !/\b(import|from|require|include|use|using)\b/.test(line)) continue;
    for (const [, quoted = ''] of line.matchAll(/['"<]([^'"<>]+)['">]/g)) names.add(moduleOf(quoted));
    const dotted = /^\s*(?:from|import|use|using)\s+([\w.:]+)/.exec(line)?.[1];
    if (dotted !== undefined) names.add(dotted.split(/[.:]+/).at(-1) ?? '');
  }
  return names;
}

const importLine =
  /^\s*(?:(?:import|use|using|#\s*include)\b(?!\s*\()|from\s+\S+\s+import\b|(?:export\b.*|\})\s*from\s*['"]|(?:const|let|var)\b.*=\s*require\()/;

/** Whether a line imports, in the languages that have a word for it. */
export function isImport(line: string): boolean {
  return importLine.test(line);
}

/** Whether a name is not one that anybody may give to anything: of several words, or long. */
export function isDistinctive(name: string): boolean {
  return /\p{Ll}\p{Lu}|[^_]_[^_]/u.test(name) || name.length >= 10;
}

/** A file's name without its ending; of an index file its folder's. */
export function moduleOf(path: string): string {
  const names = path.split('/');
  const name = (names.at(-1) ?? '').replace(/\.[a-z]+$/i, '');
  return /^(index|mod|__init__)$/.test(name) ? (names.at(-2) ?? name) : name;
}

export function isTest(path: string): boolean {
  return /(^|[/._-])(tests?|specs?|__tests__|fixtures)([/._-]|$)/i.test(path);
}
