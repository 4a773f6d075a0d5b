import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { characterClasses } from '../../../src/tokens/characterClasses.ts';
import { SafeCuts } from '../../../src/tokens/safeCuts.ts';
import { runs } from '../../support/runs.ts';
import { anyText, ENCODINGS, hardText, referenceCount } from './reference.ts';

describe.each(ENCODINGS)('SafeCuts of %s', (encoding) => {
  const cuts = new SafeCuts(encoding, characterClasses());
  const reference = referenceCount(encoding);

  it('cuts only where the parts sum up to the whole', () => {
    fc.assert(
      fc.property(anyText(12), (text) => {
        const whole = reference(text);
        for (let at = 1; at < text.length; at++) {
          if (cuts.isSafe(text, at))
            expect([at, reference(text.slice(0, at)) + reference(text.slice(at))]).toEqual([at, whole]);
        }
      }),
      { numRuns: runs(2_000) },
    );
  });

  it('stays safe whatever stands farther away', () => {
    fc.assert(
      fc.property(hardText(6), hardText(6), hardText(6), (before, text, behind) => {
        const whole = before + text + behind;
        for (let at = 1; at < text.length; at++) {
          if (cuts.isSafe(text, at)) expect(cuts.isSafe(whole, before.length + at)).toBe(true);
        }
      }),
    );
  });

  it('finds the last cut', () => {
    fc.assert(
      fc.property(anyText(12), (text) => {
        const safe = Array.from({ length: text.length }, (_, at) => at).filter((at) => at > 0 && cuts.isSafe(text, at));
        expect(cuts.last(text)).toBe(safe.at(-1) ?? -1);
      }),
    );
  });

  it.each([
    ['a letter and a space', 'let x', 3],
    ['a word and a number', 'x1', 1],
    ['a number and a bracket', '1)', 1],
    ['a line break and the next line', '\nx', 1],
    ['a line break and an indent', '\n  x', 1],
    ['a word and a bracket', 'f(', 1],
  ])('cuts between %s', (_, text, at) => {
    expect(cuts.isSafe(text, at)).toBe(true);
  });

  it.each([
    ['spaces', '  1', 2],
    ['a space and a word', ' x', 1],
    ['a line break and an empty line', '\n \n', 1],
    ['the halves of a pair', '\ud83d\ude00', 1],
    ['letters', 'ab', 1],
  ])('does not cut between %s', (_, text, at) => {
    expect(cuts.isSafe(text, at)).toBe(false);
  });
});
