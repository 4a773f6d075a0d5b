import { ChangeSet } from '../text/changeSet.ts';
import { changesInLineFeeds, LineFeedText, withLineFeeds } from '../text/lineFeeds.ts';
import type { SourceText, TextChange } from '../text/sourceText.ts';
import { ChangeCollector } from '../text/textChange.ts';
import { comparableChanges } from './canonical.ts';
import { type ConflictRegion, conflictRegions, mergedChanges, type Sides } from './conflicts.ts';
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
 * mergedChanges}). Line breaks count as line feeds.
 *
 * Laws: the plan removes nothing that the developer wrote; the result has both sides' changes of
 * `base`; if `git merge-file` merges without a conflict, so does this, with the same text.
 *
 * @throws RangeError when either set is not for `base`.
 */
export function planEdits(request: PlanRequest): EditPlan | null {
  const { base, now, lineBreak } = request;
  const known = knownSides(request);
  const merged = (shareText(known) ? mergedChanges(comparedSides(request)) : null) ?? mergedChanges(known);
  if (merged === null) return null;
  const newer = new LineFeedText(now);
  const current = `${newer.text}\n`;
  const changes = new ChangeCollector();
  for (const change of merged.map((one) => withoutSameEnds(current, one))) changes.add(change);
  const raw = withoutLastBreak(changes.finish(), newer.text.length).map(({ start, end, newText }) => ({
    start: newer.rawOffsetOf(start),
    end: newer.rawOffsetOf(end),
    newText: withLineBreaks(newText, lineBreak),
  }));
  return { outcome: now.equals(base) ? 'applied' : 'rebased', changes: ChangeSet.of(raw, now.length) };
}

/** The lines that both sides changed, else those that the edits change. */
export function bothSidesOf(request: Omit<PlanRequest, 'lineBreak'>): readonly ConflictRegion[] {
  return conflictRegions(comparedSides(request));
}

/**
 * True if both sides add or remove equal lines or words: they may have made one change in two ways.
 */
function shareText({ base, mine, theirs }: Sides): boolean {
  const partsOf = (changes: readonly TextChange[]) =>
    changes.flatMap(({ start, end, newText }) => [
      ...base
        .slice(start, end)
        .split('\n')
        .map((line) => `-${line}`),
      ...newText.split('\n').map((line) => `+${line}`),
    ]);
  const parts = new Set(partsOf(mine).filter((part) => part.length > 1));
  return partsOf(theirs).some((part) => parts.has(part));
}

/**
 * The differences of each side's whole text: the same change looks the same, however each side made
 * it.
 */
function comparedSides({ base, now, wanted }: Omit<PlanRequest, 'lineBreak'>): Sides {
  const [older, mine, theirs] = [base, wanted.apply(base), now].map((text) => new LineFeedText(text).text) as [
    string,
    string,
    string,
  ];
  const rewrite = (newText: string) => comparableChanges(`${older}\n`, [{ start: 0, end: older.length, newText }]);
  return { base: `${older}\n`, mine: rewrite(mine), theirs: rewrite(theirs) };
}

/** The changes that each side is known to have made, which may be several in one line. */
function knownSides({ base, now, wanted, happened }: PlanRequest): Sides {
  const older = new LineFeedText(base);
  const text = `${older.text}\n`;
  const meant = wanted.changes.map(({ start, end, newText }) => ({
    start: older.offsetOf(start),
    end: older.offsetOf(end),
    newText: withLineFeeds(newText),
  }));
  const theirs = changesInLineFeeds(older, new LineFeedText(now), happened);
  return { base: text, mine: comparableChanges(text, meant), theirs: comparableChanges(text, theirs) };
}

/** A change without what stays the same at its ends. */
function withoutSameEnds(text: string, { start, end, newText }: TextChange): TextChange {
  const limit = Math.min(end - start, newText.length);
  let prefix = 0;
  while (prefix < limit && text[start + prefix] === newText[prefix]) prefix++;
  let suffix = 0;
  while (suffix < limit - prefix && text[end - 1 - suffix] === newText[newText.length - 1 - suffix]) suffix++;
  // A surrogate pair is not cut.
  if (prefix > 0 && /[\ud800-\udbff]$/.test(newText.slice(0, prefix))) prefix--;
  if (suffix > 0 && /^[\udc00-\udfff]/.test(newText.slice(-suffix))) suffix--;
  return { start: start + prefix, end: end - suffix, newText: newText.slice(prefix, newText.length - suffix) };
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
