import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ChangeRange, SourceText, type TextLine } from '../../../src/text/sourceText.ts';
import { runs } from '../../support/runs.ts';
import { arbitraryChanges, arbitraryText, changedString } from '../../support/texts/arbitraryText.ts';

const many = { numRuns: runs(200) };

/** A text and changes to it. */
const changedText = (text: fc.Arbitrary<string>) =>
  text.chain((old) => fc.tuple(fc.constant(old), arbitraryChanges(old.length)));

describe('SourceText', () => {
  it('answers every question as the string itself would', () => {
    fc.assert(
      fc.property(changedText(arbitraryText), fc.infiniteStream(fc.nat()), ([old, changes], numbers) => {
        const random = numbers[Symbol.iterator]();
        const source = SourceText.from(old).withChanges(changes);
        expectSameAnswers(source, changedString(old, changes), (max) => random.next().value! % (max + 1));
      }),
      many,
    );
  });
});

it('withChanges: gives what cutting up the string gives, and leaves the old text alone', () => {
  fc.assert(
    fc.property(changedText(arbitraryText), fc.boolean(), ([old, changes], descending) => {
      const source = SourceText.from(old);
      const ordered =
        descending && new Set(changes.map(({ start }) => start)).size > 1 ? changes.toReversed() : changes;
      expect(source.withChanges(ordered).toString()).toBe(changedString(old, changes));
      expect(source.toString()).toBe(old);
    }),
    many,
  );
});

describe('getChangeRanges', () => {
  it('is exact between versions of one text, both ways', () => {
    fc.assert(
      fc.property(changedText(arbitraryText), ([old, changes]) => {
        const older = SourceText.from(old);
        const newer = older.withChanges(changes);
        expectExactRanges(older, newer);
        expectExactRanges(newer, older);
      }),
      many,
    );
  });

  it('finds single edits far apart', () => {
    const older = SourceText.from('0123456789\n'.repeat(20_000));
    const changes = [10, 50_000, 50_900, 180_000].map((start) => ({ start, end: start + 1, newText: 'xy' }));
    expect(older.withChanges(changes).getChangeRanges(older)).toEqual(
      changes.map(({ start, end }) => ({ start, end, newLength: 2 })),
    );
  });
});

it('equals: is equality of strings', () => {
  fc.assert(
    fc.property(arbitraryText, changedText(arbitraryText), (other, [old, changes]) => {
      const source = SourceText.from(old);
      const changed = changedString(old, changes);
      expect(source.equals(SourceText.from(old))).toBe(true);
      expect(source.equals(SourceText.from(other))).toBe(old === other);
      expect(source.withChanges(changes).equals(source)).toBe(changed === old);
      expect(source.withChanges(changes).equals(SourceText.from(changed))).toBe(true);
    }),
    many,
  );
});

function expectSameAnswers(source: SourceText, text: string, upTo: (max: number) => number): void {
  expect(source.length).toBe(text.length);
  expect(source.toString() === text).toBe(true);
  const [a, b] = [upTo(text.length), upTo(text.length)].sort((x, y) => x - y) as [number, number];
  expect(source.slice(a, b)).toBe(text.slice(a, b));
  for (const unit of ['\n', '\r', 'a', '\u0000', '\ud83d']) {
    expect(source.indexOf(unit, a)).toBe(text.indexOf(unit, a));
    expect(source.indexOf(unit, -a)).toBe(text.indexOf(unit, 0));
    expect(source.lastIndexOf(unit, a)).toBe(text.lastIndexOf(unit, a));
    expect(source.lastIndexOf(unit)).toBe(text.lastIndexOf(unit));
    expect(source.lastIndexOf(unit, -1)).toBe(-1);
  }
  const lines = naiveLines(text);
  expect(source.lineCount).toBe(lines.length);
  for (const index of [0, upTo(lines.length - 1), upTo(lines.length - 1), lines.length - 1]) {
    expect(source.lineAt(index)).toEqual(lines[index]);
  }
  for (const offset of [0, a, b, text.length]) {
    expect(source.lineIndexOf(offset)).toBe(lines.findLastIndex((line) => line.start <= offset));
  }
}

/** Ranges stand apart in order, and replacing each range of the older text by the newer one's units gives the newer. */
function expectExactRanges(older: SourceText, newer: SourceText): void {
  const ranges = newer.getChangeRanges(older);
  const oldText = older.toString();
  const newText = newer.toString();
  let shift = 0;
  let last = -1;
  const changes = ranges.map(({ start, end, newLength }: ChangeRange) => {
    expect(start).toBeGreaterThan(last);
    expect(end - start + newLength).toBeGreaterThan(0);
    last = end;
    const change = { start, end, newText: newText.slice(start + shift, start + shift + newLength) };
    shift += newLength - (end - start);
    return change;
  });
  expect(last).toBeLessThanOrEqual(oldText.length);
  expect(changedString(oldText, changes) === newText).toBe(true);
  if (oldText === newText) expect(ranges).toEqual([]);
}

function naiveLines(text: string): TextLine[] {
  const lines: TextLine[] = [];
  let start = 0;
  for (const match of text.matchAll(/\r?\n/g)) {
    const endWithBreak = match.index + match[0].length;
    lines.push(lineOf(lines.length, start, match.index, endWithBreak));
    start = endWithBreak;
  }
  return [...lines, lineOf(lines.length, start, text.length, text.length)];
}

function lineOf(index: number, start: number, end: number, endWithBreak: number): TextLine {
  return { index, start, end, endWithBreak };
}
