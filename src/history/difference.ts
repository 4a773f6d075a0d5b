import { ChangeSet } from '../text/changeSet.ts';
import type { SourceText } from '../text/sourceText.ts';
import { textDiff } from '../text/textDiff.ts';

/** The changes from one text to another that has no known way from it. */
export function difference(older: SourceText, newer: SourceText): ChangeSet {
  return ChangeSet.of(textDiff(older.toString(), newer.toString()), older.length);
}
