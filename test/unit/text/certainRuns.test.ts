import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { certainRuns } from '../../../src/text/certainRuns.ts';
import { runs } from '../../support/runs.ts';

const lines = (size = 40) =>
  fc.array(fc.constantFrom('a', 'b', 'c', '', '}', 'x1', 'x2', 'x3', 'x4'), { maxLength: size });

const isOnce = (line: string, list: readonly string[]) => list.indexOf(line) === list.lastIndexOf(line);

/** The lines outside the runs: the place of each, and that of its partner. */
function pairsOf(older: readonly string[], newer: readonly string[]): readonly string[] {
  const pairs: string[] = [];
  let [oldAt, newAt] = [0, 0];
  const end = { oldStart: older.length, oldEnd: older.length, newStart: newer.length, newEnd: newer.length };
  for (const run of [...certainRuns(older, newer), end]) {
    while (oldAt < run.oldStart) pairs.push(`${oldAt++} ${newAt++}`);
    [oldAt, newAt] = [run.oldEnd, run.newEnd];
  }
  return pairs;
}

/** All ways to pair equal lines in order are tried. */
function inEveryLongest(older: readonly string[], newer: readonly string[]): readonly string[] {
  let longest: { length: number; all: readonly string[] } = { length: 0, all: [] };
  const tryFrom = (line: number, place: number, way: readonly string[]): void => {
    if (way.length > longest.length) longest = { length: way.length, all: way };
    else if (way.length === longest.length)
      longest = { ...longest, all: longest.all.filter((one) => way.includes(one)) };
    for (let old = line; old < older.length; old++)
      for (let now = place; now < newer.length; now++)
        if (older[old] === newer[now]) tryFrom(old + 1, now + 1, [...way, `${old} ${now}`]);
  };
  tryFrom(0, 0, []);
  return longest.all;
}

describe('certainRuns', () => {
  it('explains the newer lines by runs', () => {
    fc.assert(
      fc.property(lines(), lines(), (older, newer) => {
        let oldAt = 0;
        let newAt = 0;
        for (const run of certainRuns(older, newer)) {
          expect(newer.slice(newAt, run.newStart)).toEqual(older.slice(oldAt, run.oldStart));
          oldAt = run.oldEnd;
          newAt = run.newEnd;
        }
        expect(newer.slice(newAt)).toEqual(older.slice(oldAt));
      }),
      { numRuns: runs(500) },
    );
  });

  it('pairs just the lines that are paired in every longest way, where no line occurs once', () => {
    const few = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 8 });
    const counts = { paired: 0, open: 0 };
    fc.assert(
      fc.property(few, few, (older, newer) => {
        fc.pre(!older.some((line) => isOnce(line, older) && isOnce(line, newer)));
        const pairs = pairsOf(older, newer);
        counts.paired += pairs.length;
        counts.open += Math.min(older.length, newer.length) - pairs.length;
        expect(pairs).toEqual(inEveryLongest(older, newer));
      }),
      { numRuns: runs(250) },
    );
    expect(Math.min(counts.paired, counts.open)).toBeGreaterThan(runs(50));
  });

  it('pairs no line that has changed places with another', () => {
    expect(pairsOf(['1', '2', '3', '4'], ['3', '1', '2', '4'])).toEqual(['0 1', '1 2', '3 3']);
    expect(pairsOf(['1', '2', '3'], ['2', '1', '3'])).toEqual(['2 2']);
  });

  it.each(['each once', 'all the same'])('takes lists of 150,000 lines between two changes, %s', (which) => {
    const many = Array.from({ length: 150_000 }, (_, index) => (which === 'each once' ? `${index}` : ''));
    expect(certainRuns(['a', ...many, 'b'], ['c', ...many, 'd'])).toEqual([
      { oldStart: 0, oldEnd: 1, newStart: 0, newEnd: 1 },
      { oldStart: 150_001, oldEnd: 150_002, newStart: 150_001, newEnd: 150_002 },
    ]);
  });

  it('takes in what could stand elsewhere', () => {
    expect(pairsOf(['a', 'a', 'a', 'a', ''], ['a', 'x', 'a', 'y', 'a', ''])).toEqual(['4 5']);
    expect(pairsOf(['c', 'c', 'c', 'c'], ['a', 'c'])).toEqual([]);
    expect(certainRuns(['a', '}'], ['a', '}', 'b', '}'])).toEqual([{ oldStart: 1, oldEnd: 2, newStart: 1, newEnd: 4 }]);
    expect(certainRuns(['x', 'x', 'y'], ['x', 'y'])).toEqual([{ oldStart: 0, oldEnd: 2, newStart: 0, newEnd: 1 }]);
  });
});
