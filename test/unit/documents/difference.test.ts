import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { editsInside } from '../../../src/documents/difference.ts';
import { SourceText } from '../../../src/text/sourceText.ts';
import type { TextChange } from '../../../src/text/textChange.ts';
import { runs } from '../../support/runs.ts';
import { arbitraryText, changedString } from '../../support/texts/arbitraryText.ts';

/** How an editor tells many edits at once: from the first unit that differs to the last. */
function span(older: string, newer: string, start: number, keptAtEnd: number): TextChange {
  return { start, end: older.length - keptAtEnd, newText: newer.slice(start, newer.length - keptAtEnd) };
}

const units = (edits: readonly TextChange[]) => ({
  added: edits.reduce((sum, { newText }) => sum + newText.length, 0),
  removed: edits.reduce((sum, { start, end }) => sum + end - start, 0),
});

test('1,500 insertions that an editor reports as one change are 1,500 insertions', () => {
  const older = 'one line\n'.repeat(1_500);
  const newer = 'one Xline\n'.repeat(1_500);
  const edits = editsInside(span(older, newer, 4, 5), SourceText.from(older));
  expect(edits).toHaveLength(1_500);
  expect(edits.every(({ start, end, newText }) => start === end && newText === 'X')).toBe(true);
  expect(changedString(older, edits)).toBe(newer);
});

test.each([
  ['one\ntwo\nthree\n', 'one\r\ntwo\r\nthree\r\n', { added: 3, removed: 0 }],
  ['one\r\ntwo\r\nthree\r\n', 'one\ntwo\nthree\n', { added: 0, removed: 3 }],
])('a change of line endings is what was put in or taken out: %j', (older, newer, expected) => {
  const edits = editsInside(span(older, newer, 0, 0), SourceText.from(older));
  expect(units(edits)).toEqual(expected);
  expect(changedString(older, edits)).toBe(newer);
});

test('law: the edits inside a change make what it makes, are apart from each other, and cut no surrogate pair', () => {
  fc.assert(
    fc.property(arbitraryText, arbitraryText, arbitraryText, arbitraryText, (before, older, newer, after) => {
      const text = before + older + after;
      const change = { start: before.length, end: before.length + older.length, newText: newer };
      const edits = editsInside(change, SourceText.from(text));
      expect(changedString(text, edits)).toBe(before + newer + after);
      const isWhole = (before + older + after + newer).isWellFormed();
      let end = -1;
      for (const edit of edits) {
        expect(edit.start).toBeGreaterThan(end);
        end = edit.end;
        if (isWhole) expect(edit.newText.isWellFormed()).toBe(true);
      }
    }),
    { seed: 20_251_122, numRuns: runs(100) },
  );
});
