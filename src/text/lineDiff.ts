import { diffArrays } from 'diff';

/** Lines `[oldStart, oldEnd)` of an older list became lines `[newStart, newEnd)` of a newer one; one side may be empty. */
export interface LineRun {
  readonly oldStart: number;
  readonly oldEnd: number;
  readonly newStart: number;
  readonly newEnd: number;
}

/**
 * How far a shortest edit is searched for, in lines removed and added: up to a quarter of all lines, but at least the one and at
 * most the other; and never so far that its worst case takes more comparisons of lines than the third.
 */
const FEW_EDITS = 128;
const MAX_EDITS = 512;
const MAX_COMPARISONS = 1 << 24;
/** Up to so many lines on each side, each line is simply looked for among those of the other. */
const MAX_PLAIN = 64;
/** So many equal lines before and behind all differences are looked at, too: a body that seems to stay may have a new head. */
const MARGIN = 500;
/** How often a gap between anchors may itself be split at anchors. */
const MAX_SPLITS = 8;

/**
 * The runs in which two lists of lines differ: sorted, apart from each other by at least one equal line, and
 * neither beginning nor ending with a line equal on both sides. Lines outside the runs are equal one to one.
 *
 * The result is a shortest one while few lines changed; beyond a fixed bound of work the lists are split at lines that
 * occur once in both ("patience"), and what has no such line is replaced as a whole. The work depends on the
 * lists alone, never on the clock.
 */
export function diffLines(older: readonly string[], newer: readonly string[]): readonly LineRun[] {
  const run = trimRun(older, newer, { oldStart: 0, oldEnd: older.length, newStart: 0, newEnd: newer.length });
  const runs = plainRuns(older, newer, run);
  if (runs !== null) return runs;
  const idOf = numbering();
  const found: LineRun[] = [];
  collectRuns(older.map(idOf), newer.map(idOf), run, { splits: MAX_SPLITS, first: 'shortest' }, found);
  return found;
}

/**
 * The runs in which two lists of lines differ, where nobody knows how the one became the other: what could stand elsewhere just as
 * well belongs to the run. Lines that occur once on both sides are paired first; any line is equal only if it has the same partner
 * looked for from the start and from the end. So a run inserted before a `}`, which begins and ends with one, takes in that `}`.
 *
 * As for {@link diffLines}, but a run may begin or end with a line equal on both sides.
 */
export function certainRuns(older: readonly string[], newer: readonly string[]): readonly LineRun[] {
  const shorter = Math.min(older.length, newer.length);
  const prefix = commonLines(shorter, (index) => older[index] === newer[index]);
  const suffix = commonLines(shorter, (index) => older.at(-1 - index) === newer.at(-1 - index));
  if (prefix === older.length && prefix === newer.length) return [];
  const from = Math.max(0, Math.min(prefix, shorter - suffix) - MARGIN);
  const until = Math.max(0, Math.min(suffix, shorter - prefix) - MARGIN);
  const idOf = numbering();
  const before = older.slice(from, older.length - until).map(idOf);
  const after = newer.slice(from, newer.length - until).map(idOf);
  const forward = partners(before, after);
  const backward = partners(before.toReversed(), after.toReversed()).toReversed();
  const runs: LineRun[] = [];
  let oldAt = 0;
  let newAt = 0;
  const addUntil = (oldEnd: number, newEnd: number): void => {
    if (oldEnd > oldAt || newEnd > newAt) {
      runs.push({ oldStart: from + oldAt, oldEnd: from + oldEnd, newStart: from + newAt, newEnd: from + newEnd });
    }
    oldAt = oldEnd + 1;
    newAt = newEnd + 1;
  };
  for (const [line, partner] of forward.entries()) {
    if (partner >= 0 && after.length - 1 - (backward[line] as number) === partner) addUntil(line, partner);
  }
  addUntil(before.length, after.length);
  return runs;
}

/** How many lines agree, counted from an end. */
function commonLines(limit: number, agree: (index: number) => boolean): number {
  let count = 0;
  while (count < limit && agree(count)) count++;
  return count;
}

/** Which line of the newer list each line of the older one is; `newer.length` for none. */
function partners(older: number[], newer: number[]): readonly number[] {
  const runs: LineRun[] = [];
  const whole = { oldStart: 0, oldEnd: older.length, newStart: 0, newEnd: newer.length };
  collectRuns(older, newer, whole, { splits: MAX_SPLITS, first: 'unique' }, runs);
  const found = older.map(() => -1);
  let line = 0;
  let partner = 0;
  const pairUntil = (end: number): void => {
    while (line < end) found[line++] = partner++;
  };
  for (const run of runs) {
    pairUntil(run.oldStart);
    line = run.oldEnd;
    partner = run.newEnd;
  }
  pairUntil(older.length);
  return found;
}

/** Gives equal lines equal numbers. */
function numbering(): (line: string) => number {
  const ids = new Map<string, number>();
  return (line) => {
    const known = ids.get(line);
    if (known !== undefined) return known;
    ids.set(line, ids.size);
    return ids.size - 1;
  };
}

/**
 * The shortest runs of a small block where they are plain to see: every line that is not kept occurs nowhere on the other
 * side, so that no pairing could keep it. Null where that does not hold.
 */
function plainRuns(older: readonly string[], newer: readonly string[], block: LineRun): LineRun[] | null {
  const { oldEnd, newEnd } = block;
  let { oldStart, newStart } = block;
  if (oldEnd - oldStart > MAX_PLAIN || newEnd - newStart > MAX_PLAIN) return null;
  const runs: LineRun[] = [];
  while (oldStart < oldEnd || newStart < newEnd) {
    let oldAt = oldStart;
    let newAt = newStart;
    while (oldAt < oldEnd && !occurs(newer, block.newStart, newEnd, older[oldAt] as string)) oldAt++;
    while (newAt < newEnd && !occurs(older, block.oldStart, oldEnd, newer[newAt] as string)) newAt++;
    if (oldAt > oldStart || newAt > newStart) runs.push({ oldStart, oldEnd: oldAt, newStart, newEnd: newAt });
    while (oldAt < oldEnd && newAt < newEnd && older[oldAt] === newer[newAt]) {
      oldAt++;
      newAt++;
    }
    if (oldAt === oldStart && newAt === newStart) return null;
    oldStart = oldAt;
    newStart = newAt;
  }
  return runs;
}

function occurs(lines: readonly string[], from: number, to: number, line: string): boolean {
  for (let at = from; at < to; at++) if (lines[at] === line) return true;
  return false;
}

interface MiddleSearch {
  /** How often the block may still be split at lines that occur once. */
  readonly splits: number;
  /** Whether a shortest script is looked for first, or lines that occur once on both sides. */
  readonly first: 'shortest' | 'unique';
}

function collectRuns(older: number[], newer: number[], block: LineRun, search: MiddleSearch, runs: LineRun[]): void {
  if (search.first === 'unique' && collectBetween(older, newer, block, search, runs)) return;
  const run = trimRun(older, newer, block);
  const removed = run.oldEnd - run.oldStart;
  const added = run.newEnd - run.newStart;
  if (removed === 0 && added === 0) return;
  const shortest = removed * added <= 1 ? [run] : shortestRuns(older, newer, run);
  if (shortest !== null) runs.push(...shortest);
  else if (!collectBetween(older, newer, run, search, runs)) runs.push(run);
}

/** Collects what lies between lines that occur once on both sides; false when there are none. */
function collectBetween(
  older: number[],
  newer: number[],
  block: LineRun,
  search: MiddleSearch,
  runs: LineRun[],
): boolean {
  const pairs = search.splits > 0 ? commonUniqueLines(older, newer, block) : [];
  const anchors = longestRising(pairs);
  if (anchors.length === 0) return false;
  const moved = search.first === 'unique' && anchors.length < pairs.length ? movedLines(pairs, anchors) : null;
  const deeper = { ...search, splits: search.splits - 1 };
  let { oldStart, newStart } = block;
  for (const [oldEnd, newEnd] of [...anchors, [block.oldEnd, block.newEnd]] as const) {
    const gap = { oldStart, oldEnd, newStart, newEnd };
    // Where a line has come from elsewhere, so may have what stands behind it.
    if (moved !== null && (hasAny(moved.old, oldStart, oldEnd) || hasAny(moved.new, newStart, newEnd))) runs.push(gap);
    else collectRuns(older, newer, gap, deeper, runs);
    oldStart = oldEnd + 1;
    newStart = newEnd + 1;
  }
  return true;
}

/** The places of lines that stand in another order now. */
function movedLines(pairs: readonly [number, number][], anchors: readonly [number, number][]) {
  const kept = new Set(anchors.map(([oldPlace]) => oldPlace));
  const moved = pairs.filter(([oldPlace]) => !kept.has(oldPlace));
  return { old: new Set(moved.map(([place]) => place)), new: new Set(moved.map(([, place]) => place)) };
}

function hasAny(places: ReadonlySet<number>, start: number, end: number): boolean {
  for (let place = start; place < end; place++) if (places.has(place)) return true;
  return false;
}

function trimRun<Line>(older: readonly Line[], newer: readonly Line[], run: LineRun): LineRun {
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

/** The runs of a shortest edit script within `block`, or null when that takes more work than allowed. */
function shortestRuns(older: number[], newer: number[], block: LineRun): LineRun[] | null {
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

/** Pairs of places of lines that occur exactly once on each side of `block`, in the order of the older side. */
function commonUniqueLines(older: number[], newer: number[], block: LineRun): [number, number][] {
  const newPlaces = uniquePlaces(newer, block.newStart, block.newEnd);
  const pairs: [number, number][] = [];
  for (const [line, oldPlace] of uniquePlaces(older, block.oldStart, block.oldEnd)) {
    const newPlace = newPlaces.get(line) ?? -1;
    if (oldPlace >= 0 && newPlace >= 0) pairs.push([oldPlace, newPlace]);
  }
  return pairs.sort((a, b) => a[0] - b[0]);
}

/** Where each line of `[start, end)` stands; -1 for a line that stands there more than once. */
function uniquePlaces(lines: number[], start: number, end: number): Map<number, number> {
  const places = new Map<number, number>();
  for (let place = start; place < end; place++) {
    const line = lines[place] as number;
    places.set(line, places.has(line) ? -1 : place);
  }
  return places;
}

/** A longest subsequence of `pairs` whose second numbers rise (patience sorting, O(n log n)). */
function longestRising(pairs: readonly [number, number][]): [number, number][] {
  const tails: number[] = [];
  const before: number[] = [];
  for (const [index, [, place]] of pairs.entries()) {
    let low = 0;
    let high = tails.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((pairs[tails[middle] as number] as [number, number])[1] < place) low = middle + 1;
      else high = middle;
    }
    before.push(low > 0 ? (tails[low - 1] as number) : -1);
    tails[low] = index;
  }
  const rising: [number, number][] = [];
  for (let index = tails.at(-1) ?? -1; index >= 0; index = before[index] as number) {
    rising.push(pairs[index] as [number, number]);
  }
  return rising.reverse();
}
