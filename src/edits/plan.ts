import { ChangeSet } from '../text/changeSet.ts';
import { changesInLineFeeds, LineFeedText, withLineFeeds } from '../text/lineFeeds.ts';
import type { SourceText, TextChange } from '../text/sourceText.ts';
import { ChangeCollector, growthOf } from '../text/textChange.ts';
import { orderOf, recordedChanges, wantedChanges } from './conflicts.ts';
import { withLineBreaks } from './lineBreaks.ts';

export interface PlanRequest {
  readonly base: SourceText;
  readonly now: SourceText;
  /** The edits, as changes of `base`. */
  readonly wanted: ChangeSet;
  /** From `base` to `now`. */
  readonly happened: ChangeSet;
  /** The document's own, which the planned texts get. */
  readonly lineBreak: '\n' | '\r\n';
}

/**
 * Edits made against an older text, ready for the text now: `applied` when nothing has happened since, `rebased` when
 * something has, elsewhere.
 */
export interface EditPlan {
  readonly outcome: 'applied' | 'rebased';
  /** In coordinates of the text now. */
  readonly changes: ChangeSet;
}

/**
 * Plans edits over what happened to the text since; null when both changed the same place, so that a careful reader would want
 * to look. Line breaks count as line feeds. The edits are first reduced to the lines and words that they change (see `textDiff`);
 * what the developer has done already, exactly, is not done again. Whether two changes can stand side by side, and in which order, is
 * said by `orderOf`.
 *
 * Laws: the plan leaves every unit that the developer wrote, in order; it is what both sides make of `base` when they are made at
 * once; where `git merge-file` merges known changes without a conflict, so does this, with the same text.
 *
 * @throws RangeError when either set is not for `base`.
 */
export function planEdits({ base, now, wanted, happened, lineBreak }: PlanRequest): EditPlan | null {
  const older = new LineFeedText(base);
  const newer = new LineFeedText(now);
  const theirs = recordedChanges(older.text, changesInLineFeeds(older, newer, happened));
  const meant = wanted.changes.map(({ start, end, newText }) => ({
    start: older.offsetOf(start),
    end: older.offsetOf(end),
    newText: withLineFeeds(newText),
  }));
  const known = new Set(theirs.map(changeKey));
  const mine = wantedChanges(older.text, meant).filter((change) => !known.has(changeKey(change)));
  const moved = sideBySide(older.text, mine, theirs);
  if (moved === null) return null;
  const changes = withoutLastBreak(moved, newer.text.length).map(({ start, end, newText }) => ({
    start: newer.rawOffsetOf(start),
    end: newer.rawOffsetOf(end),
    newText,
  }));
  return {
    outcome: now.equals(base) ? 'applied' : 'rebased',
    changes: withBreaks(changes, lineBreak, now.length),
  };
}

/** `mine` in coordinates of the text that `theirs` give; null when they meet. Both lists ascend. */
function sideBySide(
  base: string,
  mine: readonly TextChange[],
  theirs: readonly TextChange[],
): readonly TextChange[] | null {
  const moved = new ChangeCollector();
  let before = 0;
  let growth = 0;
  for (const change of mine) {
    for (; before < theirs.length; before++) {
      const other = theirs[before] as TextChange;
      const order = orderOf(base, change, other);
      if (order === 'conflict') return null;
      if (order === 'before') break;
      growth += growthOf(other);
    }
    moved.add({ start: change.start + growth, end: change.end + growth, newText: change.newText });
  }
  return moved.finish();
}

/** Changes of a text of `length` units and one line feed more, as changes of the text itself. */
function withoutLastBreak(changes: readonly TextChange[], length: number): readonly TextChange[] {
  return changes.map(({ start, end, newText }) => {
    if (end <= length) return { start, end, newText };
    if (start > length) return { start: length, end: length, newText: `\n${newText.slice(0, -1)}` };
    if (newText !== '') return { start, end: length, newText: newText.slice(0, -1) };
    return { start: Math.max(0, start - 1), end: length, newText };
  });
}

function withBreaks(changes: readonly TextChange[], lineBreak: string, length: number): ChangeSet {
  return ChangeSet.of(
    changes.map((change) => ({ ...change, newText: withLineBreaks(change.newText, lineBreak) })),
    length,
  );
}

function changeKey({ start, end, newText }: TextChange): string {
  return `${start} ${end} ${newText}`;
}
