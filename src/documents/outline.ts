import type { SymbolEntry } from '../base/ports/workspace.ts';

/** A declaration of a document. Lines count from one, both ends inside. */
export interface OutlineEntry {
  readonly first_line: number;
  readonly last_line: number;
  /** Such as `fn flag_count(args)`. */
  readonly name: string;
  readonly depth: number;
}

/** Maximum length of a name, UTF-16 units. */
const nameLength = 80;

export function outlineFromSymbols(symbols: readonly SymbolEntry[]): readonly OutlineEntry[] {
  return symbols.map(({ name, kind, startLine, endLine, depth }) => ({
    first_line: startLine + 1,
    last_line: endLine + 1,
    name: onOneLine(`${kind} ${name}`),
    depth,
  }));
}

/**
 * An outline of the lines that declare something, where no language service gives symbols;
 * `lineNumbers` count from one. A declaration reaches to the next one that is not indented more.
 */
export function outlineFromLines(text: string, lineNumbers: readonly number[]): readonly OutlineEntry[] {
  const lines = text.split(/\r\n|\r|\n/);
  const open: { readonly indent: number; readonly at: number }[] = [];
  const entries: { first_line: number; last_line: number; name: string; depth: number }[] = [];
  const close = (indent: number, line: number) => {
    while ((open.at(-1)?.indent ?? -1) >= indent) {
      const entry = entries[open.pop()?.at ?? 0];
      if (entry !== undefined) entry.last_line = line;
    }
  };
  for (const line of lineNumbers) {
    const own = lines[line - 1] ?? '';
    const indent = own.search(/\S/);
    close(indent, line - 1);
    open.push({ indent, at: entries.length });
    const name = onOneLine(own.trim().replace(/\s*[{:(=]+$/, ''));
    entries.push({ first_line: line, last_line: line, name, depth: open.length - 1 });
  }
  close(0, lines.length);
  return entries;
}

function onOneLine(name: string): string {
  return name
    .replace(/[\s\u0000-\u001f]+/g, ' ')
    .slice(0, nameLength)
    .trimEnd();
}
