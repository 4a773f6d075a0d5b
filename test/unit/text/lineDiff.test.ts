import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { diffLines, refineChange } from '../../../src/text/lineDiff.ts';
import { arbitraryText, changedString } from '../../support/arbitraryText.ts';

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
    fc.assert(fc.property(lines(), lines(), expectRunsToExplain), { numRuns: 2_000 });
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
      { numRuns: 1_000 },
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

  it('ends on texts made to exhaust the search', () => {
    const older = Array.from({ length: 50_000 }, (_, i) => `${(i * i) % 7}`);
    const newer = Array.from({ length: 50_000 }, (_, i) => `${(i * i * i) % 5}`);
    expectRunsToExplain(older, newer);
  });
});

describe('refineChange', () => {
  it('gives sorted, apart changes that turn the old text into the new one', () => {
    fc.assert(
      fc.property(arbitraryText, arbitraryText, (oldText, newText) => {
        const changes = refineChange(oldText, newText);
        expect(changedString(oldText, changes)).toBe(newText);
        let end = -1;
        for (const change of changes) {
          expect(change.start).toBeGreaterThan(end);
          expect(change.end - change.start + change.newText.length).toBeGreaterThan(0);
          end = change.end;
        }
      }),
      { numRuns: 2_000 },
    );
  });

  it('never cuts a surrogate pair', () => {
    const whole = fc.array(fc.constantFrom('\u{1F600}', '\u{1F601}', '\u{1F3C1}', 'x', '\n'), { maxLength: 12 });
    fc.assert(
      fc.property(whole, whole, (older, newer) => {
        const oldText = older.join('');
        for (const { start, end, newText } of refineChange(oldText, newer.join(''))) {
          expect(oldText.slice(start, end).isWellFormed()).toBe(true);
          expect(newText.isWellFormed()).toBe(true);
        }
      }),
      { numRuns: 3_000 },
    );
  });

  it('gives nothing for equal texts', () => {
    expect(refineChange('one\ntwo', 'one\ntwo')).toEqual([]);
    expect(refineChange('', '')).toEqual([]);
  });

  it('takes a change of line endings apart into the breaks', () => {
    const text = Array.from({ length: 1_200 }, (_, i) => `line ${i % 50}`);
    const unix = `${text.join('\n')}\n`;
    const windows = `${text.join('\r\n')}\r\n`;
    const inserted = refineChange(unix, windows);
    expect(inserted).toHaveLength(1_200);
    for (const change of inserted) expect(change).toEqual({ start: change.start, end: change.start, newText: '\r' });
    const removed = refineChange(windows, unix);
    expect(removed).toHaveLength(1_200);
    for (const { start, end, newText } of removed) expect([windows.slice(start, end), newText]).toEqual(['\r', '']);
  });

  it('takes a replacement of one word everywhere apart, one change a place', () => {
    const oldText = Array.from({ length: 3_000 }, (_, i) => `  const value${i} = counter + ${i};`).join('\n');
    const changes = refineChange(oldText, oldText.replaceAll('counter', 'total'));
    expect(changes).toHaveLength(3_000);
    for (const { start, end, newText } of changes) {
      expect(oldText.slice(start, end)).toBe('counter');
      expect(newText).toBe('total');
    }
  });

  it('takes 1,500 scattered insertions, deletions and rewritten lines apart', () => {
    const old = Array.from({ length: 30_000 }, (_, i) => (i % 4 === 0 ? '' : `line ${i} of the text`));
    const now = old.flatMap((line, i) => {
      if (i % 60 === 1) return [`${line}, edited`];
      if (i % 60 === 21) return [];
      return i % 60 === 41 ? [line, 'a new line'] : [line];
    });
    const oldText = old.join('\n');
    const changes = refineChange(oldText, now.join('\n'));
    expect(changedString(oldText, changes)).toBe(now.join('\n'));
    expect(changes).toHaveLength(1_500);
    for (const { start, end, newText } of changes) expect(end - start + newText.length).toBeLessThan(30);
  });

  it('keeps texts with nothing in common one change', () => {
    const oldText = Array.from({ length: 50 }, (_, i) => `alpha ${i * 7919}`).join('\n');
    const newText = Array.from({ length: 50 }, (_, i) => `${i * 104729} omega and more`).join('\n');
    expect(refineChange(oldText, newText)).toEqual([{ start: 0, end: oldText.length, newText }]);
  });
});
