import { commonUniqueLines, type LineRun, maxSplits, numbering, shortestRuns } from './lineDiff.ts';

/** Number of equal lines before and behind all differences that are looked at, too: what changed could stand there just as well. */
export const certainMargin = 500;
/** Maximum number of cells, lines times lines removed and added, that are looked at where no line occurs once; beyond it nothing there is certain. */
const MAX_CELLS = 1 << 22;

/**
 * The runs in which two lists of lines differ, where nobody knows how the one became the other: what could stand elsewhere just as
 * well belongs to the run. Lines that occur once on both sides are paired first, between them the others; a pair counts only if it
 * is in every longest way to pair them. So a run inserted before a `}`, which begins and ends with one, takes in that `}`, and of
 * `a a a a` that became `a b a` no line is said to be the one that stayed.
 *
 * As for `diffLines`, but a run may begin or end with a line equal on both sides.
 */
export function certainRuns(older: readonly string[], newer: readonly string[]): readonly LineRun[] {
  const shorter = Math.min(older.length, newer.length);
  const prefix = commonLines(shorter, (index) => older[index] === newer[index]);
  const suffix = commonLines(shorter, (index) => older.at(-1 - index) === newer.at(-1 - index));
  if (prefix === older.length && prefix === newer.length) return [];
  const from = Math.max(0, Math.min(prefix, shorter - suffix) - certainMargin);
  const until = Math.max(0, Math.min(suffix, shorter - prefix) - certainMargin);
  const idOf = numbering();
  const before = older.slice(from, older.length - until).map(idOf);
  const after = newer.slice(from, newer.length - until).map(idOf);
  const pairs: Pair[] = [];
  collectPairs(before, after, { oldStart: 0, oldEnd: before.length, newStart: 0, newEnd: after.length }, 0, pairs);
  const runs: LineRun[] = [];
  let oldStart = from;
  let newStart = from;
  for (const [line, partner] of [...pairs, [before.length, after.length]] as const) {
    const [oldEnd, newEnd] = [from + line, from + partner];
    if (oldEnd > oldStart || newEnd > newStart) runs.push({ oldStart, oldEnd, newStart, newEnd });
    [oldStart, newStart] = [oldEnd + 1, newEnd + 1];
  }
  return runs;
}

/** The place of a line in the older list, and in the newer one. */
type Pair = readonly [old: number, new: number];

/** How many lines agree, counted from an end. */
function commonLines(limit: number, agree: (index: number) => boolean): number {
  let count = 0;
  while (count < limit && agree(count)) count++;
  return count;
}

function collectPairs(older: number[], newer: number[], block: LineRun, splits: number, pairs: Pair[]): void {
  const unique = splits < maxSplits ? commonUniqueLines(older, newer, block) : [];
  if (unique.length === 0) {
    for (const pair of repeatedPairs(older, newer, block)) pairs.push(pair);
    return;
  }
  const anchors = certainAnchors(unique);
  const stayed = new Set(anchors);
  const moved = unique.filter((pair) => !stayed.has(pair));
  const [movedFrom, movedTo] = [new Set(moved.map(([line]) => line)), new Set(moved.map(([, place]) => place))];
  let { oldStart, newStart } = block;
  for (const anchor of [...anchors, null]) {
    const [oldEnd, newEnd] = anchor ?? [block.oldEnd, block.newEnd];
    // Where a line has come from elsewhere, so may have what stands behind it.
    const isCertain = !hasAny(movedFrom, oldStart, oldEnd) && !hasAny(movedTo, newStart, newEnd);
    if (isCertain) collectPairs(older, newer, { oldStart, oldEnd, newStart, newEnd }, splits + 1, pairs);
    if (anchor !== null) pairs.push(anchor);
    [oldStart, newStart] = [oldEnd + 1, newEnd + 1];
  }
}

function hasAny(places: ReadonlySet<number>, start: number, end: number): boolean {
  for (let place = start; place < end; place++) if (places.has(place)) return true;
  return false;
}

/** Of pairs in the order of their old places: those that are in every longest subsequence whose new places rise. */
function certainAnchors(pairs: readonly Pair[]): readonly Pair[] {
  const places = pairs.map(([, place]) => place);
  const until = risingLengths(places);
  const from = risingLengths(places.toReversed().map((place) => -place)).toReversed();
  const longest = until.reduce((most, length) => Math.max(most, length), 0);
  return onlyOnesOfRank(
    pairs.flatMap((pair, index) => {
      const rank = until[index] as number;
      return rank + (from[index] as number) - 1 === longest ? [[rank, pair] as const] : [];
    }),
  );
}

/** How long the longest rising subsequence is that ends at each place (patience sorting, O(n log n)). */
function risingLengths(places: readonly number[]): readonly number[] {
  const tails: number[] = [];
  return places.map((place) => {
    let low = 0;
    let high = tails.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((tails[middle] as number) < place) low = middle + 1;
      else high = middle;
    }
    tails[low] = place;
    return low + 1;
  });
}

/** A longest way to pair lines has one pair of each rank; where only one can have it, every longest way has that one. */
function onlyOnesOfRank(candidates: readonly (readonly [rank: number, pair: Pair])[]): readonly Pair[] {
  const ofRank = new Map<number, Pair | null>();
  for (const [rank, pair] of candidates) ofRank.set(rank, ofRank.has(rank) ? null : pair);
  return [...ofRank].sort(([a], [b]) => a - b).flatMap(([, pair]) => (pair === null ? [] : [pair]));
}

/**
 * The pairs that are in every longest common subsequence of a block: by the lengths of those before and behind each pair (Hunt and
 * Szymanski's ranks). Every shortest way removes and adds as many lines, so only the diagonals between are looked at.
 */
function repeatedPairs(older: number[], newer: number[], block: LineRun): readonly Pair[] {
  const runs = shortestRuns(older, newer, block);
  if (runs === null) return [];
  const removed = runs.reduce((sum, run) => sum + run.oldEnd - run.oldStart, 0);
  const added = runs.reduce((sum, run) => sum + run.newEnd - run.newStart, 0);
  const lines = block.oldEnd - block.oldStart;
  const longest = lines - removed;
  const width = removed + added + 1;
  if (longest === 0 || (lines + 1) * width > MAX_CELLS) return [];
  const first = block.newStart - removed;
  const isPair = (line: number, diagonal: number) => {
    const place = first + line + diagonal;
    return place >= block.newStart && place < block.newEnd && older[block.oldStart + line] === newer[place];
  };
  const behind = new Uint32Array((lines + 1) * width);
  for (let line = lines - 1; line >= 0; line--) {
    const [row, next] = [line * width, (line + 1) * width];
    for (let diagonal = width - 1; diagonal >= 0; diagonal--) {
      behind[row + diagonal] = isPair(line, diagonal)
        ? (behind[next + diagonal] as number) + 1
        : Math.max(
            diagonal > 0 ? (behind[next + diagonal - 1] as number) : 0,
            diagonal < width - 1 ? (behind[row + diagonal + 1] as number) : 0,
          );
    }
  }
  const before = new Uint32Array(width);
  const candidates: [number, Pair][] = [];
  for (let line = 0; line < lines; line++) {
    for (let diagonal = 0; diagonal < width; diagonal++) {
      const rank = before[diagonal] as number;
      if (!isPair(line, diagonal))
        before[diagonal] = Math.max(before[diagonal + 1] ?? 0, diagonal > 0 ? (before[diagonal - 1] as number) : 0);
      else {
        before[diagonal] = rank + 1;
        if (rank + 1 + (behind[(line + 1) * width + diagonal] as number) === longest)
          candidates.push([rank, [block.oldStart + line, first + line + diagonal]]);
      }
    }
  }
  return onlyOnesOfRank(candidates);
}
