import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EditLog } from '../../../../src/documents/versions/editLog.ts';
import { ChangeSet } from '../../../../src/text/changeSet.ts';
import { SourceText } from '../../../../src/text/sourceText.ts';
import { runs } from '../../../support/runs.ts';
import { arbitraryChain, arbitraryShortText, arbitraryText } from '../../../support/texts/arbitraryText.ts';

/** A log of `sets` beside all its versions as strings. */
function logOf(old: string, sets: readonly ChangeSet[]): { log: EditLog; texts: string[] } {
  const log = new EditLog(SourceText.from(old));
  let text = SourceText.from(old);
  const texts = [old];
  for (const set of sets) {
    log.append(set);
    text = set.apply(text);
    texts.push(text.toString());
  }
  return { log, texts };
}

const chains = (text: fc.Arbitrary<string>) =>
  fc
    .tuple(text, fc.nat({ max: 8 }))
    .chain(([old, count]) => fc.tuple(fc.constant(old), arbitraryChain(old.length, count)));

describe('EditLog', () => {
  it('composes the edits between any two versions', () => {
    fc.assert(
      fc.property(chains(arbitraryShortText), ([old, sets]) => {
        const { log } = logOf(old, sets);
        expect(log.at(sets.length)).toBe(log.newest);
        for (let from = 0; from <= sets.length; from++) {
          expect(log.at(from)).toBe(log.at(from));
          for (let to = from; to <= sets.length; to++) {
            const composed = ChangeSet.composeAll(sets.slice(from, to), log.at(from).length);
            expect(log.between(from, to).toJSON()).toEqual(composed.toJSON());
          }
        }
      }),
      { numRuns: runs(125) },
    );
  });

  it('keeps every version, also after older ones were dropped', () => {
    fc.assert(
      fc.property(chains(arbitraryText), fc.array(fc.nat(), { maxLength: 3 }), ([old, sets], drops) => {
        const { log, texts } = logOf(old, sets);
        for (const drop of [0, ...drops]) {
          log.dropBefore(log.first + (drop % (log.length - log.first + 1)));
          const { first, length } = log;
          expect(length).toBe(sets.length);
          expect(texts.slice(first).every((text, i) => log.at(first + i).toString() === text)).toBe(true);
          const composed = ChangeSet.composeAll(sets.slice(first), (texts[first] as string).length);
          expect(log.between(first, length).toJSON()).toEqual(composed.toJSON());
        }
      }),
      { numRuns: runs(100) },
    );
  });

  it('estimates its memory, and gives it back when edits are dropped', () => {
    const log = new EditLog(SourceText.from('a'.repeat(1000)));
    expect(log.byteSize).toBeLessThan(2500);
    log.append(ChangeSet.of([{ start: 0, end: 0, newText: 'b'.repeat(1_000_000) }], 1_000));
    log.append(ChangeSet.of([{ start: 0, end: 1_000_000, newText: '' }], 1_001_000));
    expect(log.byteSize).toBeGreaterThan(2_000_000);
    log.dropBefore(2);
    expect(log.byteSize).toBeLessThan(2500);
    expect(log.at(2).toString()).toBe('a'.repeat(1000));
  });
});
