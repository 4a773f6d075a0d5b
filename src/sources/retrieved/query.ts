import { diffBase } from '../../documents/diffBase.ts';
import type { DocumentHistory } from '../../documents/versions/documentHistory.ts';
import type { ShareableText } from '../../redaction/redactedText.ts';
import { declarationsIn } from '../../syntax/declarations.ts';
import type { SourceText } from '../../text/sourceText.ts';
import { codeNamesIn, importLine, isCommon, longLine, wordsIn } from './index/words.ts';

/** Lines before and after the cursor whose words are looked for. */
const cursorLines = 12;
/**
 * Weights of a word near the cursor, in a hunk, on only one side of a hunk, and the addition for a
 * declared name.
 */
const weights = { cursor: 0.6, hunk: 1, oneSide: 2, declared: 1.5 };
/** Maximum number of hunks of a document, and of lines of one. */
const maxHunks = 60;
const maxHunkLines = 200;

/** The words to look for, each with its weight, and the names whose uses matter. */
export interface Query {
  readonly words: ReadonlyMap<string, number>;
  readonly changed: ReadonlySet<string>;
}

/**
 * The words of the hunks and around the cursor. `cursorLine` counts from zero; null without a
 * cursor.
 */
export function queryOf(hunks: readonly EditHunk[], front: SourceText, cursorLine: number | null): Query {
  const words = new Map<string, number>();
  const changed = new Set<string>();
  const add = (word: string, weight: number) => {
    if (!isCommon(word)) words.set(word, Math.max(weight, words.get(word) ?? 0));
  };
  if (cursorLine !== null) {
    const last = Math.min(front.lineCount - 1, cursorLine + cursorLines);
    for (let line = Math.max(0, cursorLine - cursorLines); line <= last; line++) {
      const { start, end } = front.lineAt(line);
      const text = front.slice(start, Math.min(end, start + longLine));
      if (!importLine.test(text)) for (const word of wordsIn(text)) add(word, weights.cursor);
    }
  }
  const declared = new Set<string>();
  for (const { removed, added } of hunks) {
    const [before, after] = [new Set(wordsIn(removed)), new Set(wordsIn(added))];
    const names = new Set(
      `${removed}\n${added}`.split('\n').flatMap((line) => codeNamesIn(line).map(({ name }) => name)),
    );
    for (const word of new Set([...before, ...after])) {
      const isOneSided = before.has(word) !== after.has(word);
      add(word, isOneSided ? weights.oneSide : weights.hunk);
      if (isOneSided && names.has(word) && !isCommon(word)) changed.add(word);
    }
    for (const { name } of [...declarationsIn(removed), ...declarationsIn(added)]) declared.add(name);
  }
  for (const name of declared) {
    if (isCommon(name)) continue;
    words.set(name, (words.get(name) ?? 0) + weights.declared);
    changed.add(name);
  }
  return { words, changed };
}

/** Changed lines of a document. */
interface EditHunk {
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
      return { removed: linesBetween(before, start, end), added: linesBetween(text, from, from + newLength) };
    });
}

/** The whole lines that hold a range. */
function linesBetween(text: SourceText, start: number, end: number): string {
  const first = text.lineIndexOf(start);
  const last = Math.min(text.lineIndexOf(end), first + maxHunkLines);
  return text.slice(text.lineAt(first).start, text.lineAt(last).end);
}
