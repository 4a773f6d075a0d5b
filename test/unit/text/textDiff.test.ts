import * as fc from 'fast-check';
import { expect, it, test } from 'vitest';
import { textDiff } from '../../../src/text/textDiff.ts';
import { arbitraryText, changedString } from '../../support/texts/arbitraryText.ts';

/** The changes as text: what is taken out in brackets, what is put in in braces. */
function shown(oldText: string, newText: string): string {
  const marked = textDiff(oldText, newText).map(({ start, end, newText: text }) => ({
    start,
    end,
    newText: `[${oldText.slice(start, end)}]{${text}}`,
  }));
  return changedString(oldText, marked);
}

test('law: the changes make the new text; they are ascending, apart from each other, and none for equal texts', () => {
  fc.assert(
    fc.property(arbitraryText, arbitraryText, (older, newer) => {
      const changes = textDiff(older, newer);
      expect(changedString(older, changes)).toBe(newer);
      for (const [index, { start, end, newText }] of changes.entries()) {
        expect(start).toBeGreaterThan(changes[index - 1]?.end ?? -1);
        expect(end > start || newText !== '').toBe(true);
      }
      expect(textDiff(older, older)).toEqual([]);
    }),
  );
});

test.each([
  ['a line before another one is a line', 'c', 'cx\nc', '[]{cx\n}c'],
  ['a line after another one', '}', '}\nnew', '}[]{\nnew}'],
  ['a word is changed whole', 'count(ones)', 'count(one)', 'count([ones]{one})'],
  ['an argument is added', 'foo(a)\n', 'foo(a, b)\n', 'foo(a[]{, b})\n'],
  ['of several lines only those that differ', 'a\nb\nc\n', 'a\nB\nc\n', 'a\n[b]{B}\nc\n'],
  ['another number of lines is changed whole', 'f(1)\n', 'f(1, 2)\ng()\n', '[f(1)\n]{f(1, 2)\ng()\n}'],
  ['a surrogate pair stays whole', 'a 😀', 'a 😁', 'a [😀]{😁}'],
  ['of a line break only what differs', 'a\r\nb', 'a\nb', 'a[\r]{}\nb'],
])('%s', (_name, older, newer, expected) => {
  expect(shown(older, newer)).toBe(expected);
});

it('the way between two texts that nobody saw: takes a change of line endings apart into the breaks', () => {
  const text = Array.from({ length: 1_200 }, (_, i) => `line ${i % 50}`);
  const unix = `${text.join('\n')}\n`;
  const windows = `${text.join('\r\n')}\r\n`;
  const inserted = textDiff(unix, windows);
  expect(inserted).toHaveLength(1_200);
  for (const { start, end, newText } of inserted) expect([unix.slice(start, end), newText]).toEqual(['', '\r']);
  const removed = textDiff(windows, unix);
  expect(removed).toHaveLength(1_200);
  for (const { start, end, newText } of removed) expect([windows.slice(start, end), newText]).toEqual(['\r', '']);
});
