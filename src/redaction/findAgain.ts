import { leadingCount } from '../base/leadingCount.ts';
import type { SourceText } from '../text/sourceText.ts';
import type { TextSpan } from '../text/textChange.ts';

/** A find: its keyword, its range, and the range that was read. */
export interface PlacedFind {
  readonly hit: number;
  readonly start: number;
  readonly end: number;
  readonly from: number;
  readonly to: number;
}

/** A text that was searched, and what was found. */
export interface SearchedText<One> {
  readonly text: SourceText;
  readonly found: readonly One[];
}

/**
 * All finds in a text, in no order. `search` returns those with a keyword in a range; it may read
 * `reach` units around each, and the range that the find names. Only what reads a change since
 * `before` is searched again.
 */
export function findAgain<One extends PlacedFind>(
  text: SourceText,
  before: SearchedText<One> | undefined,
  reach: number,
  search: (from: number, to: number) => readonly One[],
): readonly One[] {
  if (before === undefined) return search(0, text.length);
  const ranges = text.getChangeRanges(before.text);
  const growths = [0];
  const near: TextSpan[] = [];
  for (const [at, { start, end, newLength }] of ranges.entries()) {
    const growth = growths[at] as number;
    near.push({ start: start + growth - reach, end: start + growth + newLength + reach + 1 });
    growths.push(growth + newLength - (end - start));
  }
  const kept: One[] = [];
  for (const one of before.found) {
    const first = Math.min(one.from, one.hit - reach);
    const change = ranges[leadingCount(ranges, ({ end }) => end < first)];
    const moved = shifted(one, growths[leadingCount(ranges, ({ end }) => end <= one.hit)] as number);
    if (change === undefined || change.start > Math.max(one.to + 1, one.hit + reach)) kept.push(moved);
    else if (moved.hit !== near.at(-1)?.start) near.push({ start: moved.hit, end: moved.hit + 1 });
  }
  const again = joined(near, text.length);
  const isOld = ({ hit }: One) => hit < (again[leadingCount(again, ({ end }) => end <= hit)]?.start ?? text.length);
  return [...kept.filter(isOld), ...again.flatMap(({ start, end }) => search(start, end))];
}

/** The union of ranges inside a text. */
function joined(ranges: readonly TextSpan[], length: number): readonly TextSpan[] {
  const result: TextSpan[] = [];
  for (const { start, end } of ranges.toSorted((a, b) => a.start - b.start)) {
    const last = result.at(-1);
    if (last === undefined || last.end < start) result.push({ start: Math.max(0, start), end: Math.min(length, end) });
    else result[result.length - 1] = { start: last.start, end: Math.min(length, Math.max(last.end, end)) };
  }
  return result.filter(({ start, end }) => start < end);
}

function shifted<One extends PlacedFind>(one: One, by: number): One {
  if (by === 0) return one;
  const { hit, start, end, from, to } = one;
  return { ...one, hit: hit + by, start: start + by, end: end + by, from: from + by, to: to + by };
}
