import * as fc from 'fast-check';
import { ChangeSet } from '../../../src/text/changeSet.ts';
import type { SourceText, TextChange } from '../../../src/text/sourceText.ts';

/** Units in which a text can go wrong: every line break, halves of surrogate pairs, NUL, a mark, wide and narrow letters. */
const unit = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom('a', 'b', ' ', 'é', '界', '{') },
  { weight: 5, arbitrary: fc.constantFrom('\n', '\r', '\r\n') },
  { weight: 2, arbitrary: fc.constantFrom('\ud83d\ude00', '\ud83d', '\ude00', '\u0000', '\ufeff', '\u2028') },
);

const short = fc.array(unit, { maxLength: 40, size: 'max' }).map((units) => units.join(''));

/** Long enough to fill many leaves: a few short texts, each repeated. */
const long = fc
  .array(fc.tuple(short, fc.integer({ min: 1, max: 400 })), { minLength: 1, maxLength: 4, size: 'max' })
  .map((parts) => parts.map(([text, times]) => text.repeat(times)).join(''));

/** Texts with mixed line endings, surrogates (also lone ones), NUL, a BOM; empty, short, or thousands of units long. */
export const arbitraryText: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: short },
  { weight: 1, arbitrary: long },
);

/** Like {@link arbitraryText}, but never longer than about 80 units: for laws that look at every offset. */
export const arbitraryShortText: fc.Arbitrary<string> = short;

/** Up to six changes of a text of `length` units, ascending and disjoint; they may touch and may do nothing. */
export function arbitraryChanges(length: number): fc.Arbitrary<TextChange[]> {
  const offset = fc.nat({ max: length });
  return fc
    .array(fc.tuple(offset, fc.oneof(offset, fc.constant(-1)), fc.oneof(fc.constant(''), short, arbitraryText)), {
      maxLength: 6,
      size: 'max',
    })
    .map((picks) => {
      const changes: TextChange[] = [];
      const ranges = picks.map(([a, b, newText]) => (b < 0 ? { start: a, end: a, newText } : ordered(a, b, newText)));
      for (const change of ranges.sort((a, b) => a.start - b.start || a.end - b.end)) {
        if (change.start >= (changes.at(-1)?.end ?? 0)) changes.push(change);
      }
      return changes;
    });
}

/** Where changes begin in a text of any length: at a share of it; how many units they take; what they write. */
export const arbitraryEdits = <Text>(units: number, newText: fc.Arbitrary<Text>, maxLength = 3) =>
  fc.array(fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.nat(units), newText), { minLength: 1, maxLength });

/** Such changes of a text, without those that touch one before. */
export function editsOf(text: SourceText, edits: readonly (readonly [number, number, string])[]): ChangeSet {
  const changes: TextChange[] = [];
  for (const [share, units, newText] of edits.toSorted(([a], [b]) => a - b)) {
    const start = Math.floor(share * text.length);
    if (start > (changes.at(-1)?.end ?? -1))
      changes.push({ start, end: Math.min(text.length, start + units), newText });
  }
  return ChangeSet.of(changes, text.length);
}

/** A chain of change sets: the first applies to a text of `length` units, each next one to what the one before gives. */
export function arbitraryChain(length: number, count: number): fc.Arbitrary<ChangeSet[]> {
  if (count === 0) return fc.constant([]);
  return arbitraryChanges(length).chain((changes) => {
    const set = ChangeSet.of(changes, length);
    return arbitraryChain(set.lengthAfter, count - 1).map((rest) => [set, ...rest]);
  });
}

/** The oracle of every change: the old text cut up and glued together again. */
export function changedString(text: string, changes: readonly TextChange[]): string {
  let result = '';
  let at = 0;
  for (const change of changes) {
    result += text.slice(at, change.start) + change.newText;
    at = change.end;
  }
  return result + text.slice(at);
}

function ordered(a: number, b: number, newText: string): TextChange {
  return { start: Math.min(a, b), end: Math.max(a, b), newText };
}
