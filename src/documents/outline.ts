import type { SymbolEntry } from '../base/ports/workspace.ts';
import type { OutlineEntry } from '../protocol/prompt/liveContext.ts';
import type { ShareableText } from '../redaction/redactedText.ts';
import type { SourceText } from '../text/sourceText.ts';

/** Maximum number of entries of an outline. */
const maxOutlineEntries = 200;
/** A text without symbols is sampled in this number of parts, a line each. */
const parts = 100;
const searchLines = 40;
const nameLength = 80;

/** The outline of a document from its symbols, without the deepest levels if it is too long. */
export function outlineFromSymbols(symbols: readonly SymbolEntry[]): readonly OutlineEntry[] {
  let depth = Math.max(0, ...symbols.map((symbol) => symbol.depth));
  let shown = symbols;
  while (shown.length > maxOutlineEntries && depth > 0) {
    depth--;
    shown = symbols.filter((symbol) => symbol.depth <= depth);
  }
  return thinned(shown).map(({ name, kind, startLine, endLine }) => ({
    first_line: startLine + 1,
    last_line: endLine + 1,
    kind,
    name: onOneLine(name),
  }));
}

/** The outline of a text without symbols: the first unindented line of each part. */
export function outlineFromText(text: ShareableText): readonly OutlineEntry[] {
  const step = Math.max(1, Math.floor(text.lineCount / parts));
  const starts: { readonly line: number; readonly name: string }[] = [];
  for (let line = 0; line < text.lineCount; line += step) {
    const found = headingNear(text, line, Math.min(line + Math.min(step, searchLines), text.lineCount));
    if (found !== null) starts.push(found);
  }
  return starts.map(({ line, name }, index) => ({
    first_line: line + 1,
    last_line: starts[index + 1]?.line ?? text.lineCount,
    kind: 'line',
    name,
  }));
}

function headingNear(
  text: SourceText,
  from: number,
  to: number,
): { readonly line: number; readonly name: string } | null {
  for (let index = from; index < to; index++) {
    const { start, end } = text.lineAt(index);
    const name = onOneLine(text.slice(start, Math.min(end, start + nameLength)));
    if (/^[\p{L}\p{N}#<@"'[(]/u.test(name)) return { line: index, name };
  }
  return null;
}

function thinned<T>(entries: readonly T[]): readonly T[] {
  if (entries.length <= maxOutlineEntries) return entries;
  const step = entries.length / maxOutlineEntries;
  return Array.from({ length: maxOutlineEntries }, (_, index) => entries[Math.floor(index * step)] as T);
}

function onOneLine(name: string): string {
  return name
    .replace(/[\s\u0000-\u001f]+$/g, '')
    .replace(/[\u0000-\u001f]+/g, ' ')
    .slice(0, nameLength);
}
