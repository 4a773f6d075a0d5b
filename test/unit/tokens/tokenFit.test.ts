import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fitsTokens, partWithin } from '../../../src/tokens/tokenFit.ts';
import { runs } from '../../support/runs.ts';

/** A token a word, with its blank. */
const count = (text: string) => text.match(/\S+\s*|\s+/g)?.length ?? 0;
const text = fc
  .array(fc.constantFrom('word ', 'x ', 'a_name_that_is_as_long_as_many_others ', '\n', ' '.repeat(200)), {
    maxLength: 400,
  })
  .map((parts) => parts.join(''));

test('a text fits if it has at most so many tokens, however long its tokens are', () => {
  fc.assert(
    fc.property(text, fc.integer({ min: 1, max: 300 }), (whole, tokens) => {
      expect(fitsTokens(whole, tokens, count)).toBe(count(whole) <= tokens);
    }),
    { numRuns: runs(125) },
  );
});

test('the part of a text that is found for some tokens has no more of them, and is there when one fits', () => {
  fc.assert(
    fc.property(text, fc.integer({ min: 1, max: 300 }), (whole, room) => {
      const part = (units: number) => ({ units, tokens: count(whole.slice(0, units)) });
      const found = partWithin(room, { first: room * 4, most: whole.length }, part);
      expect(found?.tokens ?? 0).toBeLessThanOrEqual(room);
      if (room >= 20) expect(found).not.toBeNull();
    }),
    { numRuns: runs(125) },
  );
});
