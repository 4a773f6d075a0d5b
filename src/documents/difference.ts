import { ChangeSet } from '../text/changeSet.ts';
import type { SourceText } from '../text/sourceText.ts';
import type { TextChange } from '../text/textChange.ts';
import { textDiff } from '../text/textDiff.ts';

/** The changes from one text to another if nobody knows how it became that. */
export function difference(older: SourceText, newer: SourceText): ChangeSet {
  return ChangeSet.of(textDiff(older.toString(), newer.toString(), 'characters'), older.length);
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
