import { ChangeSet } from '../text/changeSet.ts';
import { changesInLineFeeds, LineFeedText, withLineFeeds } from '../text/lineFeeds.ts';
import type { SourceText, TextChange } from '../text/sourceText.ts';
import { textDiff } from '../text/textDiff.ts';
import { type LineHunk, lineHunks, linesOf, mergedHunks, type Sides } from './conflicts.ts';
import { withLineBreaks } from './lineBreaks.ts';

export interface PlanRequest {
  readonly base: SourceText;
  readonly now: SourceText;
  /** The edits, as changes of `base`. */
  readonly wanted: ChangeSet;
  /** From `base` to `now`. */
  readonly happened: ChangeSet;
  /** The document's own, used in the planned texts. */
  readonly lineBreak: '\n' | '\r\n';
}

/**
 * Edits made against an older text, ready for the current one: `rebased` if that text has
 * changed since, elsewhere.
 */
export interface EditPlan {
  readonly outcome: 'applied' | 'rebased';
  /** In coordinates of the current text. */
  readonly changes: ChangeSet;
}

/**
 * Plans edits over what happened to the text since; null for a conflict (see {@link
 * mergedHunks}). Line breaks count as line feeds.
 *
 * Laws: the plan removes nothing that the developer wrote; the result has both sides' changes of
 * `base`; if `git merge-file` merges without a conflict, so does this, with the same text.
 *
 * @throws RangeError when either set is not for `base`.
 */
export function planEdits(request: PlanRequest): EditPlan | null {
  const { base, now, lineBreak } = request;
  const hunks = mergedHunks(sidesOf(request));
  if (hunks === null) return null;
  const newer = new LineFeedText(now);
  const changes = changesOf(newer.text, hunks).map(({ start, end, newText }) => ({
    start: newer.rawOffsetOf(start),
    end: newer.rawOffsetOf(end),
    newText: withLineBreaks(newText, lineBreak),
  }));
  return { outcome: now.equals(base) ? 'applied' : 'rebased', changes: ChangeSet.of(changes, now.length) };
}

/** What each side changed, as far as it is known. */
export function sidesOf({ base, now, wanted, happened }: Omit<PlanRequest, 'lineBreak'>): Sides {
  const older = new LineFeedText(base);
  const meant = wanted.changes.map(({ start, end, newText }) => ({
    start: older.offsetOf(start),
    end: older.offsetOf(end),
    newText: withLineFeeds(newText),
  }));
  const theirs = changesInLineFeeds(older, new LineFeedText(now), happened);
  return { base: linesOf(older.text), mine: lineHunks(older.text, meant), theirs: lineHunks(older.text, theirs) };
}

/** Hunks of a text as changes of it, without what stays the same in their lines. */
function changesOf(text: string, hunks: readonly LineHunk[]): readonly TextChange[] {
  const starts = [0, ...Array.from(`${text}\n`.matchAll(/\n/g), ({ index }) => index + 1)];
  return hunks.flatMap((hunk) => {
    const [start, end] = [starts[hunk.start] as number, starts[hunk.end] as number];
    const newText = hunk.lines.map((line) => `${line}\n`).join('');
    return textDiff(`${text}\n`.slice(start, end), newText, 'characters').map((part) =>
      withoutLastBreak({ ...part, start: start + part.start, end: start + part.end }, text.length),
    );
  });
}

/** A change of a text of `length` units and one line feed more, as a change of the text itself. */
function withoutLastBreak({ start, end, newText }: TextChange, length: number): TextChange {
  if (end <= length) return { start, end, newText };
  if (start > length) return { start: length, end: length, newText: `\n${newText.slice(0, -1)}` };
  if (newText !== '') return { start, end: length, newText: newText.slice(0, -1) };
  return { start: Math.max(0, start - 1), end: length, newText };
}
