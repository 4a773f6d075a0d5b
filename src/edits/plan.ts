import { ChangeSet } from '../text/changeSet.ts';
import type { SourceText, TextChange } from '../text/sourceText.ts';
import { wordChanges } from '../text/wordChanges.ts';

/**
 * Edits made against an older text, ready for the text now: `applied` when nothing has happened since, `rebased` when
 * something has, elsewhere; null when both changed the same place.
 */
export interface EditPlan {
  readonly outcome: 'applied' | 'rebased';
  /** In coordinates of the text now. */
  readonly changes: ChangeSet;
}

/**
 * Plans changes that were `wanted` of `base`, over what `happened` to it since. Both are first reduced to what they really change
 * (lines and words, see `wordChanges`). What the developer has done already, exactly, is not done again. Then:
 *
 * - Both replace or delete a unit in common, insert at one place, or one inserts inside what the other replaces: null, a conflict.
 * - Everything else stands side by side: touching is no overlap. An insertion at the start of a replaced range stands before
 *   its replacement, one at its end behind it.
 *
 * Laws: the plan applied to the text now keeps every unit of the developer's, in order, that is not of `base`; and it is
 * what both sides' changes make of `base` when they are applied at once. Pure (design H, "edit planning").
 *
 * @throws RangeError when either set is not for `base`.
 */
export function planEdits(base: SourceText, wanted: ChangeSet, happened: ChangeSet): EditPlan | null {
  const theirs = reduced(base, happened);
  const mine = without(reduced(base, wanted), theirs);
  if (mine.overlaps(theirs)) return null;
  return { outcome: theirs.isEmpty ? 'applied' : 'rebased', changes: mine.rebase(theirs, 'after') };
}

/** The same change, without what it replaces by itself. */
export function reduced(base: SourceText, set: ChangeSet): ChangeSet {
  const changes = set.changes.flatMap(({ start, end, newText }) =>
    wordChanges(base.slice(start, end), newText).map((part) => ({
      start: start + part.start,
      end: start + part.end,
      newText: part.newText,
    })),
  );
  return ChangeSet.of(changes, base.length);
}

function without(mine: ChangeSet, theirs: ChangeSet): ChangeSet {
  const known = new Set(theirs.changes.map(keyOf));
  return ChangeSet.of(
    mine.changes.filter((change) => !known.has(keyOf(change))),
    mine.lengthBefore,
  );
}

function keyOf({ start, end, newText }: TextChange): string {
  return `${start} ${end} ${newText}`;
}
