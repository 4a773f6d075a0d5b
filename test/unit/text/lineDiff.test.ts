import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { diffLines } from '../../../src/text/lineDiff.ts';
import { runs } from '../../support/runs.ts';

const lines = (size = 40) =>
  fc.array(fc.constantFrom('a', 'b', 'c', '', '}', 'x1', 'x2', 'x3', 'x4'), { maxLength: size });

describe('diffLines', () => {
  function expectRunsToExplain(older: readonly string[], newer: readonly string[]): void {
    let oldAt = 0;
    let newAt = 0;
    for (const run of diffLines(older, newer)) {
      const kept = older.slice(oldAt, run.oldStart);
      expect(newer.slice(newAt, run.newStart)).toEqual(kept);
      if (oldAt > 0 || newAt > 0) expect(kept.length).toBeGreaterThan(0);
      const removed = older.slice(run.oldStart, run.oldEnd);
      const added = newer.slice(run.newStart, run.newEnd);
      expect(removed.length + added.length).toBeGreaterThan(0);
      if (removed.length > 0 && added.length > 0) {
        expect(removed[0]).not.toBe(added[0]);
        expect(removed.at(-1)).not.toBe(added.at(-1));
      }
      oldAt = run.oldEnd;
      newAt = run.newEnd;
    }
    expect(newer.slice(newAt)).toEqual(older.slice(oldAt));
  }

  it('explains the newer lines by runs with no equal line at their edges', () => {
    fc.assert(fc.property(lines(), lines(), expectRunsToExplain), { numRuns: runs(500) });
  });

  it('finds a shortest script of few edits', () => {
    const changed = (run: readonly string[], other: readonly string[]) =>
      diffLines(run, other).reduce((sum, r) => sum + r.oldEnd - r.oldStart + r.newEnd - r.newStart, 0);
    const shortest = (older: readonly string[], newer: readonly string[]) => {
      let row = Array.from({ length: newer.length + 1 }, () => 0);
      for (const line of older) {
        const next = [0];
        for (const [j, other] of newer.entries()) {
          next.push(line === other ? row[j]! + 1 : Math.max(row[j + 1]!, next[j]!));
        }
        row = next;
      }
      return older.length + newer.length - 2 * row[newer.length]!;
    };
    fc.assert(
      fc.property(lines(), lines(), (older, newer) => {
        expect(changed(older, newer)).toBe(shortest(older, newer));
      }),
      { numRuns: runs(250) },
    );
  });

  it('stays right and fine-grained beyond the bound of the search', () => {
    const older = Array.from({ length: 20_000 }, (_, i) => (i % 3 === 0 ? '}' : `line ${i}`));
    const newer = older.map((line, i) => (i % 10 === 5 ? `${line} changed` : line));
    expectRunsToExplain(older, newer);
    const runs = diffLines(older, newer);
    expect(runs).toHaveLength(2_000);
    for (const run of runs) expect(run.oldEnd - run.oldStart).toBe(1);
  });
});
