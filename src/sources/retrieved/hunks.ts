import { diffBase } from '../../documents/diffBase.ts';
import type { DocumentHistory } from '../../documents/versions/documentHistory.ts';
import type { ShareableText } from '../../redaction/redactedText.ts';
import type { SourceText } from '../../text/sourceText.ts';

/** Maximum number of hunks of a document, and of lines of one. */
const maxHunks = 60;
const maxHunkLines = 200;

/** Changed lines of a document. */
export interface EditHunk {
  /** In the current text, from zero; the last line is inside. */
  readonly first: number;
  readonly last: number;
  readonly removed: string;
  readonly added: string;
}

/** The lines, redacted by `shown`, that the developer has changed within the last hour. */
export function recentHunks(
  history: DocumentHistory,
  now: number,
  shown: (text: SourceText) => ShareableText,
): readonly EditHunk[] {
  const base = diffBase(history, 'auto', now);
  const raw = base === null ? null : history.textOf(base.number);
  if (raw === null || raw === history.text) return [];
  const [before, text] = [shown(raw), shown(history.text)];
  let shift = 0;
  return text
    .getChangeRanges(before)
    .slice(0, maxHunks)
    .map(({ start, end, newLength }) => {
      const from = start + shift;
      shift += newLength - (end - start);
      const first = text.lineIndexOf(from);
      const last = text.lineIndexOf(from + newLength);
      return {
        first,
        last,
        removed: linesBetween(before, start, end),
        added: linesBetween(text, from, from + newLength),
      };
    });
}

/** The whole lines that hold a range. */
function linesBetween(text: SourceText, start: number, end: number): string {
  const first = text.lineIndexOf(start);
  const last = Math.min(text.lineIndexOf(end), first + maxHunkLines);
  return text.slice(text.lineAt(first).start, text.lineAt(last).end);
}
