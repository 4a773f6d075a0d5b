import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { replacementsOf } from '../../../src/text/replacements.ts';
import { changedString } from '../../support/texts/arbitraryText.ts';

const long = ['a'.repeat(250), '😀'.repeat(150)];
const word = fc.constantFrom('the', 'fox', ' ', 'e\u0301', '👨‍👩‍👧', '\t', '\r\n', '\n\n', '.', '"', ...long);
const words = fc.array(word, { maxLength: 60, size: 'max' });

test('law: each old text stands once in the older text, and with the new ones in their places it is the newer one', () => {
  fc.assert(
    fc.property(words, fc.array(fc.tuple(fc.nat(59), fc.nat(9), word), { maxLength: 5 }), (older, changes) => {
      const newer = changes.reduce((text, [at, length, one]) => text.toSpliced(at, length, one), older);
      const text = older.join('');
      const edits = replacementsOf(text, newer.join('')) ?? [{ oldText: text, newText: newer.join('') }];
      const placed = edits.map(({ oldText, newText }) => {
        const start = text.indexOf(oldText);
        expect(start).toBe(text.lastIndexOf(oldText));
        expect(`${oldText}${newText}`.isWellFormed()).toBe(true);
        return { start, end: start + oldText.length, newText };
      });
      expect(changedString(text, placed)).toBe(newer.join(''));
    }),
  );
});
