import { diffArrays } from 'diff';
import { leadingCount } from '../base/leadingCount.ts';

/**
 * Lines `[oldStart, oldEnd)` of an older list became lines `[newStart, newEnd)` of a newer one; one
 * side may be empty.
 */
export interface LineRun {
  readonly oldStart: number;
  readonly oldEnd: number;
  readonly newStart: number;
  readonly newEnd: number;
}

/**
 * Bounds of the search for a shortest edit, in lines removed and added: a quarter of all lines, but
 * at least the first and at most the second; and never more comparisons of lines than the third in
 * the worst case.
 */
const FEW_EDITS = 128;
const MAX_EDITS = 512;
const MAX_COMPARISONS = 1 << 24;
/** Number of times that a gap between anchors may be split at anchors. */
const maxSplits = 8;

/**
 * Returns the runs in which two lists of lines differ: sorted, apart from each other by at least
 * one equal line, and neither beginning nor ending with a line equal on both sides. Lines outside
 * the runs are equal one to one.
 *
 * The result is a shortest one while few lines changed. Beyond a fixed bound of work the lists are
 * split at lines that occur once in both ("patience"); a part without such a line is replaced as a
 * whole. The work depends on the lists alone, never on the clock.
 */
export function diffLines(older: readonly string[], newer: readonly string[]): readonly LineRun[] {
  const run = trimRun(older, newer, { oldStart: 0, oldEnd: older.length, newStart: 0, newEnd: newer.length });
  const found: LineRun[] = [];
  collectRuns(older, newer, run, 0, found);
  return found;
}

function collectRuns(
  older: readonly string[],
  newer: readonly string[],
  block: LineRun,
  splits: number,
  runs: LineRun[],
): void {
  const run = trimRun(older, newer, block);
  const removed = run.oldEnd - run.oldStart;
  const added = run.newEnd - run.newStart;
  if (removed === 0 && added === 0) return;
  const shortest = removed * added <= 1 ? [run] : shortestRuns(older, newer, run);
  if (shortest !== null) runs.push(...shortest);
  else if (!collectBetween(older, newer, run, splits, runs)) runs.push(run);
}

/**
 * Collects the runs between lines that occur once on both sides; false if there are no such lines,
 * or after too many splits.
 */
function collectBetween(
  older: readonly string[],
  newer: readonly string[],
  block: LineRun,
  splits: number,
  runs: LineRun[],
): boolean {
  const anchors = splits < maxSplits ? longestRising(commonUniqueLines(older, newer, block)) : [];
  if (anchors.length === 0) return false;
  let { oldStart, newStart } = block;
  for (const [oldEnd, newEnd] of [...anchors, [block.oldEnd, block.newEnd]] as const) {
    collectRuns(older, newer, { oldStart, oldEnd, newStart, newEnd }, splits + 1, runs);
    oldStart = oldEnd + 1;
    newStart = newEnd + 1;
  }
  return true;
}

function trimRun(older: readonly string[], newer: readonly string[], run: LineRun): LineRun {
  let { oldStart, oldEnd, newStart, newEnd } = run;
  while (oldStart < oldEnd && newStart < newEnd && older[oldStart] === newer[newStart]) {
    oldStart++;
    newStart++;
  }
  while (oldStart < oldEnd && newStart < newEnd && older[oldEnd - 1] === newer[newEnd - 1]) {
    oldEnd--;
    newEnd--;
  }
  return { oldStart, oldEnd, newStart, newEnd };
}

/** The runs of a shortest edit script within `block`, or null if that exceeds the allowed work. */
function shortestRuns(older: readonly string[], newer: readonly string[], block: LineRun): LineRun[] | null {
  const { oldStart, oldEnd, newStart, newEnd } = block;
  if (oldStart === oldEnd || newStart === newEnd) return [block];
  const lines = oldEnd - oldStart + newEnd - newStart;
  const edits = Math.min(MAX_EDITS, Math.max(FEW_EDITS, lines >> 2));
  const maxEditLength = Math.min(edits, Math.ceil(MAX_COMPARISONS / lines));
  const parts = diffArrays(older.slice(oldStart, oldEnd), newer.slice(newStart, newEnd), { maxEditLength });
  if (parts === undefined) return null;
  const runs: LineRun[] = [];
  let oldAt = oldStart;
  let newAt = newStart;
  let start: { oldStart: number; newStart: number } | null = null;
  for (const { added, removed, count } of parts) {
    if (added || removed) {
      start ??= { oldStart: oldAt, newStart: newAt };
    } else if (start !== null) {
      runs.push({ ...start, oldEnd: oldAt, newEnd: newAt });
      start = null;
    }
    if (!added) oldAt += count;
    if (!removed) newAt += count;
  }
  if (start !== null) runs.push({ ...start, oldEnd, newEnd });
  return runs;
}

/**
 * Pairs of places of lines that occur exactly once on each side of `block`, in the order of the
 * older side.
 */
function commonUniqueLines(older: readonly string[], newer: readonly string[], block: LineRun): [number, number][] {
  const newPlaces = uniquePlaces(newer, block.newStart, block.newEnd);
  const pairs: [number, number][] = [];
  for (const [line, oldPlace] of uniquePlaces(older, block.oldStart, block.oldEnd)) {
    const newPlace = newPlaces.get(line) ?? -1;
    if (oldPlace >= 0 && newPlace >= 0) pairs.push([oldPlace, newPlace]);
  }
  return pairs.sort((a, b) => a[0] - b[0]);
}

/** The place of each line of `[start, end)`; -1 for a line that occurs there more than once. */
function uniquePlaces(lines: readonly string[], start: number, end: number): Map<string, number> {
  const places = new Map<string, number>();
  for (let place = start; place < end; place++) {
    const line = lines[place] as string;
    places.set(line, places.has(line) ? -1 : place);
  }
  return places;
}

/** A longest subsequence of `pairs` whose second numbers rise (patience sorting, O(n log n)). */
export function longestRising(pairs: readonly [number, number][]): [number, number][] {
  const tails: number[] = [];
  const before: number[] = [];
  for (const [index, [, place]] of pairs.entries()) {
    const shorter = leadingCount(tails, (tail) => (pairs[tail] as [number, number])[1] < place);
    before.push(shorter > 0 ? (tails[shorter - 1] as number) : -1);
    tails[shorter] = index;
  }
  const rising: [number, number][] = [];
  for (let index = tails.at(-1) ?? -1; index >= 0; index = before[index] as number) {
    rising.push(pairs[index] as [number, number]);
  }
  return rising.reverse();
}
