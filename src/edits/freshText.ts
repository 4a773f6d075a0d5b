import type { FreshText } from '../protocol/edits.ts';
import type { SourceText } from '../text/sourceText.ts';

/** The text of a version, or of a long one whole lines around `line` (from zero) within `limit` UTF-16 units. */
export function freshText(text: SourceText, versionId: string, line: number, limit: number): FreshText {
  let first = Math.max(0, Math.min(line, text.lineCount - 1));
  let last = first;
  const length = () => text.lineAt(last).endWithBreak - text.lineAt(first).start;
  for (let grown = true; grown; ) {
    grown = false;
    if (first > 0 && length() + lengthOf(text, first - 1) <= limit) grown = first-- > 0;
    if (last < text.lineCount - 1 && length() + lengthOf(text, last + 1) <= limit) grown = ++last > 0;
  }
  const { start } = text.lineAt(first);
  const shown = text.slice(start, Math.min(text.lineAt(last).endWithBreak, start + limit));
  return { versionId, lineCount: text.lineCount, firstLine: first + 1, lastLine: last + 1, text: shown };
}

function lengthOf(text: SourceText, line: number): number {
  const { start, endWithBreak } = text.lineAt(line);
  return endWithBreak - start;
}
