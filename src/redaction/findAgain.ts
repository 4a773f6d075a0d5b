import { leadingCount } from '../base/leadingCount.ts';
import type { ChangeRange, TextSpan } from '../text/textChange.ts';
import type { FoundSecret } from './finding.ts';

/** Maximum part of a text that is searched at once, UTF-16 units: large strings are slow to make. */
const searchedAtOnce = 65_536;

/** A find at the keyword `hit`, perhaps with its length; `[from, to)` was read. */
export interface PlacedFind extends FoundSecret {
  readonly hit: number;
  readonly hitLength?: number;
  readonly to: number;
  readonly rank: number;
}

/** Finds in an earlier version of a text, by keyword, and the changes since. */
export interface EarlierFinds {
  readonly found: readonly PlacedFind[];
  readonly ranges: readonly ChangeRange[];
}

type Search = (from: number, to: number) => readonly PlacedFind[];

/**
 * All finds in a text, in no order. `search` returns those with a keyword in a range; it may read
 * `reach` units around each, and the range that the find names. Only what reads a change since
 * `before` is searched again.
 */
export function findAgain(length: number, reach: number, search: Search, before?: EarlierFinds): readonly PlacedFind[] {
  const { found: earlier, ranges } = before ?? { found: [], ranges: [{ start: 0, end: 0, newLength: length }] };
  const growths = [0];
  const near: TextSpan[] = [];
  for (const [at, { start, end, newLength }] of ranges.entries()) {
    const growth = growths[at] as number;
    near.push({ start: start + growth - reach, end: start + growth + newLength + reach + 1 });
    growths.push(growth + newLength - (end - start));
  }
  const kept: PlacedFind[] = [];
  let after = 0;
  for (const one of earlier) {
    while (after < ranges.length && (ranges[after] as ChangeRange).end <= one.hit) after++;
    let at = after;
    while (at > 0 && (ranges[at - 1] as ChangeRange).end >= Math.min(one.from, one.hit - reach)) at--;
    const growth = growths[after] as number;
    const start = one.hit + growth;
    if ((ranges[at]?.start ?? Number.POSITIVE_INFINITY) > Math.max(one.to + 1, one.hit + reach))
      kept.push(shifted(one, growth));
    else if (start !== near.at(-1)?.start) near.push({ start, end: start + 1 });
  }
  const inside = near.map(({ start, end }) => ({ start: Math.max(0, start), end: Math.min(length, end) }));
  const again = unionOf(inside.filter(({ start, end }) => start < end));
  const isOld = ({ hit }: PlacedFind) => hit < (again[leadingCount(again, ({ end }) => end <= hit)]?.start ?? length);
  const found = kept.filter(isOld);
  for (const { start, end } of again)
    for (let from = start; from < end; from += searchedAtOnce)
      for (const one of search(from, Math.min(end, from + searchedAtOnce))) found.push(one);
  return found;
}

type Spans = readonly FoundSecret[];

/** Tests that the secrets of a text are those of an earlier version, moved by changes outside of them. */
export function areMoved(earlier: Spans, spans: Spans, ranges: readonly ChangeRange[]): boolean {
  let [growth, at] = [0, 0];
  const isMoved = ({ start, end, kind, doubt, secret }: FoundSecret, index: number) => {
    for (let range = ranges[at]; range !== undefined && range.end <= start; range = ranges[++at])
      growth += range.newLength - (range.end - range.start);
    const now = spans[index];
    if (now?.kind !== kind || now.doubt !== doubt || now.secret !== secret) return false;
    return now.start === start + growth && now.end === end + growth && (ranges[at]?.start ?? end) >= end;
  };
  return earlier.length === spans.length && earlier.every(isMoved);
}

/** The union of spans, ascending; touching ones become one. */
export function unionOf(spans: readonly TextSpan[]): readonly TextSpan[] {
  const union: { start: number; end: number }[] = [];
  for (const { start, end } of spans.toSorted((a, b) => a.start - b.start)) {
    const last = union.at(-1);
    if (last === undefined || last.end < start) union.push({ start, end });
    else last.end = Math.max(last.end, end);
  }
  return union;
}

function shifted(one: PlacedFind, by: number): PlacedFind {
  return { ...one, hit: one.hit + by, start: one.start + by, end: one.end + by, from: one.from + by, to: one.to + by };
}
