import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ChangeSet } from '../../../src/text/changeSet.ts';
import { SourceText, type TextChange } from '../../../src/text/sourceText.ts';
import { runs } from '../../support/runs.ts';
import {
  arbitraryChain,
  arbitraryChanges,
  arbitraryShortText,
  arbitraryText,
  changedString,
} from '../../support/texts/arbitraryText.ts';

const change = (start: number, end: number, newText: string): TextChange => ({ start, end, newText });
const applied = (set: ChangeSet, text: string): string => set.apply(SourceText.from(text)).toString();

/** A text and `count` change sets that follow one another from it. */
const chainFrom = (text: fc.Arbitrary<string>, count: number) =>
  text.chain((old) => fc.tuple(fc.constant(old), arbitraryChain(old.length, count)));

const many = { numRuns: runs(250) };

describe('ChangeSet.of', () => {
  it('gives the canonical form of what it is given, in any order', () => {
    fc.assert(
      fc.property(
        arbitraryText.chain((old) => fc.tuple(fc.constant(old), arbitraryChanges(old.length))),
        fc.boolean(),
        ([old, changes], descending) => {
          const set = ChangeSet.of(descending ? changes.toReversed() : changes, old.length);
          const distinct = new Set(changes.map(({ start }) => start)).size > 1;
          if (distinct || !descending) expect(applied(set, old)).toBe(changedString(old, changes));
          expectCanonical(set);
          expect(set.lengthBefore).toBe(old.length);
          expect(set.lengthAfter).toBe(applied(set, old).length);
        },
      ),
      many,
    );
  });

  it('keeps insertions at one offset in the order given, and reverses a list that runs backwards', () => {
    expect(ChangeSet.of([change(3, 3, 'a'), change(3, 3, 'b')], 3).changes).toEqual([change(3, 3, 'ab')]);
    const event = [change(3, 3, 'b'), change(3, 3, 'a'), change(0, 1, '')];
    expect(ChangeSet.of(event, 3).changes).toEqual([change(0, 1, ''), change(3, 3, 'ab')]);
  });

  it.each([
    [[change(-1, 0, '')], 4, 'Change [-1, 0)'],
    [[change(3, 2, '')], 4, 'Change [3, 2)'],
    [[change(0, 5, '')], 4, 'Change [0, 5)'],
    [[change(0.5, 1, '')], 4, 'Change [0.5, 1)'],
    [[change(Number.NaN, 1, '')], 4, 'Change [NaN, 1)'],
    [[change(0, 3, ''), change(2, 4, '')], 4, 'Change [2, 4) overlaps Change [0, 3)'],
    [[change(0, 3, ''), change(1, 1, 'x')], 4, 'Change [1, 1) overlaps Change [0, 3)'],
    [[], -1, '-1'],
    [[], 1.5, '1.5'],
  ])('refuses %j in %d units', (changes, length, named) => {
    expect(() => ChangeSet.of(changes, length)).toThrow(RangeError);
    expect(() => ChangeSet.of(changes, length)).toThrow(named);
  });
});

describe('compose', () => {
  it('applies as one what applies in two steps, in canonical form', () => {
    fc.assert(
      fc.property(chainFrom(arbitraryText, 2), ([old, [a, b]]) => {
        const composed = a!.compose(b!);
        expect(applied(composed, old)).toBe(applied(b!, applied(a!, old)));
        expect(composed.lengthAfter).toBe(b!.lengthAfter);
        expectCanonical(composed);
      }),
      many,
    );
  });

  it('keeps exactly the units that both keep', () => {
    fc.assert(
      fc.property(chainFrom(arbitraryShortText, 2), ([old, [a, b]]) => {
        const kept = keptOffsets(a!).flatMap(([from, to]) => {
          const then = keptOffsets(b!).find(([middle]) => middle === to);
          return then === undefined ? [] : [[from, then[1]]];
        });
        expect(keptOffsets(a!.compose(b!))).toEqual(kept);
        expect(old.length).toBe(a!.lengthBefore);
      }),
      many,
    );
  });

  it('is associative, and composing all by halves equals composing from the left', () => {
    fc.assert(
      fc.property(chainFrom(arbitraryText, 3), ([old, [a, b, c]]) => {
        const fromLeft = a!.compose(b!).compose(c!);
        expect(a!.compose(b!.compose(c!)).changes).toEqual(fromLeft.changes);
        expect(ChangeSet.composeAll([a!, b!, c!], old.length).changes).toEqual(fromLeft.changes);
      }),
      many,
    );
  });
});

describe('mapOffset', () => {
  it('keeps kept units and the order of offsets', () => {
    fc.assert(
      fc.property(chainFrom(arbitraryShortText, 1), ([old, [set]]) => {
        const changed = applied(set!, old);
        for (const assoc of [-1, 1] as const) {
          let last = 0;
          for (let offset = 0; offset <= old.length; offset++) {
            const mapped = set!.mapOffset(offset, assoc);
            expect(mapped).toBeGreaterThanOrEqual(last);
            expect(mapped).toBeLessThanOrEqual(changed.length);
            last = mapped;
          }
        }
        for (const [from, to] of keptOffsets(set!)) {
          expect(changed[to]).toBe(old[from]);
          expect(set!.mapOffset(from, 1)).toBe(to);
          expect(set!.mapOffset(from + 1, -1)).toBe(to + 1);
        }
      }),
      many,
    );
  });

  it('goes round insertions and to the edges of replacements', () => {
    const set = ChangeSet.of([change(2, 2, 'xx'), change(4, 7, 'y')], 9);
    const at = (assoc: -1 | 1) => [1, 2, 3, 4, 5, 6, 7, 8, 9].map((offset) => set.mapOffset(offset, assoc));
    expect(at(-1)).toEqual([1, 2, 5, 6, 6, 6, 7, 8, 9]);
    expect(at(1)).toEqual([1, 4, 5, 6, 7, 7, 7, 8, 9]);
  });
});

describe('JSON', () => {
  it('reads back what it wrote', () => {
    fc.assert(
      fc.property(chainFrom(arbitraryText, 1), ([, [set]]) => {
        const read = ChangeSet.fromJSON(JSON.parse(JSON.stringify(set)));
        expect(read.changes).toEqual(set!.changes);
        expect(read.lengthBefore).toBe(set!.lengthBefore);
      }),
      many,
    );
  });

  it.each([
    [null],
    [{}],
    [[]],
    [['3']],
    [[-1]],
    [[3, [0, 1]]],
    [[3, [0, 1, 'x', 'y']]],
    [[3, [0, '1', 'x']]],
    [[3, [0, 4, 'x']]],
    [[3, [0, 1, ''], [1, 2, '']]],
    [[3, [2, 3, ''], [0, 1, '']]],
    [[3, [1, 1, '']]],
  ])('refuses %j', (value) => {
    expect(() => ChangeSet.fromJSON(value)).toThrow(RangeError);
  });
});

/** The offsets of the kept units: [in the old text, in the new text]. */
function keptOffsets(set: ChangeSet): [number, number][] {
  const kept: [number, number][] = [];
  let from = 0;
  let to = 0;
  for (const { start, end, newText } of [...set.changes, change(set.lengthBefore, set.lengthBefore, '')]) {
    while (from < start) kept.push([from++, to++]);
    from = end;
    to += newText.length;
  }
  return kept;
}

function expectCanonical(set: ChangeSet): void {
  let last = -1;
  for (const { start, end, newText } of set.changes) {
    expect(start).toBeGreaterThan(last);
    expect(end).toBeGreaterThanOrEqual(start);
    expect(end > start || newText !== '').toBe(true);
    last = end;
  }
  expect(last).toBeLessThanOrEqual(set.lengthBefore);
}
