import { certainMargin } from '../text/certainRuns.ts';
import { ChangeSet } from '../text/changeSet.ts';
import type { SourceText } from '../text/sourceText.ts';
import type { TextChange } from '../text/textChange.ts';
import { textDiff } from '../text/textDiff.ts';

/** The changes from one text to another if nobody knows how it became that. */
export function difference(older: SourceText, newer: SourceText): ChangeSet {
  return ChangeSet.of(textDiff(older.toString(), newer.toString(), 'characters'), older.length);
}

/**
 * A change that nobody observed, such as a reload from disk. An editor reports it as one possible
 * set of different lines; ambiguous lines belong to the change, too (see `textDiff`). A line
 * without equal neighbours is changed inside.
 */
export function asGuess(changes: ChangeSet, older: SourceText): ChangeSet {
  const first = changes.changes[0];
  const last = changes.changes.at(-1);
  if (first === undefined || last === undefined) return changes;
  const { start: from } = older.lineAt(Math.max(0, older.lineIndexOf(first.start) - certainMargin));
  const { endWithBreak: to } = older.lineAt(Math.min(older.lineCount - 1, older.lineIndexOf(last.end) + certainMargin));
  const growth = changes.lengthAfter - changes.lengthBefore;
  const parts = textDiff(older.slice(from, to), changes.apply(older).slice(from, to + growth), 'characters');
  const guessed = parts.map(({ start, end, newText }) => ({ start: from + start, end: from + end, newText }));
  return ChangeSet.of(guessed, older.length);
}

/**
 * The edits inside one change that an editor reported. VS Code merges 1,000 and more edits, and a
 * change of line endings, into one change that spans them all. A change of several lines to several
 * lines is split into the units that differ.
 *
 * @throws RangeError if the change is outside the text.
 */
export function editsInside(change: TextChange, text: SourceText): readonly TextChange[] {
  const { start, end, newText } = change;
  if (!newText.includes('\n')) return [change];
  const oldText = text.slice(start, end);
  if (!oldText.includes('\n')) return [change];
  return textDiff(oldText, newText, 'characters').map((part) => {
    return { start: start + part.start, end: start + part.end, newText: part.newText };
  });
}
