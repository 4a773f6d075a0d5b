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
  for (const [i, set] of sets.entries()) {
    log.append(i % 2 === 0 ? set : set.changes);
    text = set.apply(text);
    texts.push(text.toString());
  }
  return { log, texts };
}

/** A log of `count` small edits: typing, deleting, several carets, now and then a long paste. */
function typedLog(count: number, seed: number): { log: EditLog; texts: string[] } {
  const sets: ChangeSet[] = [];
  let length = 100;
  let random = seed;
  const upTo = (max: number): number => {
    random = (Math.imul(random, 1103515245) + 12345) >>> 0;
    return Math.floor((random / 2 ** 32) * (max + 1));
  };
  let caret = 50;
  for (let i = 0; i < count; i++) {
    if (upTo(20) === 0) caret = upTo(length);
    caret = Math.min(caret, length);
    const back = Math.min(caret, upTo(3) === 0 ? 1 + upTo(2) : 0);
    const newText = back > 0 ? '' : upTo(50) === 0 ? 'paste\r\n'.repeat(upTo(500)) : 'abc\n'.slice(upTo(3));
    const changes = [{ start: caret - back, end: caret, newText }];
    if (upTo(10) === 0 && caret + 5 < length) changes.push({ start: caret + 5, end: caret + 5, newText: 'more' });
    const set = ChangeSet.of(changes, length);
    sets.push(set);
    length = set.lengthAfter;
    caret += newText.length - back;
  }
  return logOf('x'.repeat(100), sets);
}

const chains = (text: fc.Arbitrary<string>) =>
  fc
    .tuple(text, fc.nat({ max: 8 }))
    .chain(([old, count]) => fc.tuple(fc.constant(old), arbitraryChain(old.length, count)));

describe('EditLog', () => {
  it('keeps every version and every edit', () => {
    fc.assert(
      fc.property(chains(arbitraryText), ([old, sets]) => {
        const { log, texts } = logOf(old, sets);
        expect([log.first, log.length]).toEqual([0, sets.length]);
        expect(texts.map((_, i) => log.at(i).toString())).toEqual(texts);
        for (const [i, set] of sets.entries()) {
          expect(log.between(i, i + 1).toJSON()).toEqual(set.toJSON());
        }
      }),
      { numRuns: runs(100) },
    );
  });

  it('composes the edits between any two versions', () => {
    fc.assert(
      fc.property(chains(arbitraryShortText), ([old, sets]) => {
        const { log } = logOf(old, sets);
        for (let from = 0; from <= sets.length; from++) {
          for (let to = from; to <= sets.length; to++) {
            const composed = ChangeSet.composeAll(sets.slice(from, to), log.at(from).length);
            expect(log.between(from, to).toJSON()).toEqual(composed.toJSON());
          }
        }
      }),
      { numRuns: runs(125) },
    );
  });

  it('answers alike after older versions were dropped', () => {
    fc.assert(
      fc.property(chains(arbitraryText), fc.array(fc.nat(), { maxLength: 3 }), ([old, sets], drops) => {
        const { log, texts } = logOf(old, sets);
        for (const drop of drops) {
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

  it('keeps the versions of a long session, and what is left of it after drops at any place', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 1500 }),
        fc.integer(),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (count, seed, part) => {
          const { log, texts } = typedLog(count, seed);
          const step = Math.max(1, Math.floor(count / 40));
          for (let drop = 0; drop <= 2; drop++) {
            for (let i = log.first; i <= count; i += step) expect(log.at(i).toString() === texts[i]).toBe(true);
            const middle = Math.floor((log.first + count) / 2);
            expect(log.between(middle, count).apply(log.at(middle)).toString() === texts[count]).toBe(true);
            log.dropBefore(log.first + Math.floor((count - log.first) * part));
          }
          log.append([{ start: 0, end: 0, newText: 'on' }]);
          expect(log.at(count + 1).toString() === `on${texts[count]}`).toBe(true);
        },
      ),
      { numRuns: runs(10) },
    );
  });

  it('serves as a ring: one edit in, one edit out', () => {
    const { log, texts } = typedLog(1000, 7);
    const ring = new EditLog(SourceText.from(texts[0] as string));
    for (let i = 0; i < 1000; i++) {
      ring.append(log.between(i, i + 1));
      if (ring.length - ring.first > 64) ring.dropBefore(ring.first + 1);
      expect(ring.at(ring.first).toString() === texts[ring.first]).toBe(true);
    }
    for (let i = ring.first; i <= ring.length; i++) expect(ring.at(i).toString() === texts[i]).toBe(true);
    expect(ring.byteSize).toBeLessThan(log.byteSize);
  });

  it('counts an edit that changes nothing', () => {
    const log = new EditLog(SourceText.from('abc'));
    log.append([]);
    log.append([{ start: 1, end: 1, newText: '' }]);
    expect(log.length).toBe(2);
    expect(log.at(1).toString()).toBe('abc');
    expect(log.between(0, 2).isEmpty).toBe(true);
  });

  it('estimates its memory, and gives it back when edits are dropped', () => {
    const log = new EditLog(SourceText.from('a'.repeat(1000)));
    expect(log.byteSize).toBeLessThan(2500);
    log.append([{ start: 0, end: 0, newText: 'b'.repeat(1_000_000) }]);
    log.append([{ start: 0, end: 1_000_000, newText: '' }]);
    expect(log.byteSize).toBeGreaterThan(2_000_000);
    log.dropBefore(2);
    expect(log.byteSize).toBeLessThan(2500);
    expect(log.at(2).toString()).toBe('a'.repeat(1000));
  });

  it('estimates more for edits all over a text than for typing at one place', () => {
    const scattered = new EditLog(SourceText.from('a'.repeat(100_000)));
    const typed = new EditLog(SourceText.from('a'.repeat(100_000)));
    for (let i = 0; i < 64; i++) {
      scattered.append([{ start: i * 1500, end: i * 1500, newText: 'x' }]);
      typed.append([{ start: 1500 + i, end: 1500 + i, newText: 'x' }]);
    }
    expect(scattered.byteSize).toBeGreaterThan(typed.byteSize + 60_000);
    expect(typed.byteSize).toBeLessThan(210_000);
  });

  it.each([-1, 2, 6, 3.5, Number.NaN])('refuses version %d where 3 to 5 are kept', (index) => {
    const log = new EditLog(SourceText.from('abc'));
    for (let i = 0; i < 5; i++) log.append([{ start: i, end: i, newText: 'x' }]);
    log.dropBefore(3);
    const named = `Version ${index} is not`;
    expect(() => log.at(index)).toThrow(RangeError);
    expect(() => log.at(index)).toThrow(named);
    expect(() => log.between(index, 5)).toThrow(named);
    expect(() => log.between(3, index)).toThrow(named);
    expect(() => log.dropBefore(index)).toThrow(named);
  });

  it('refuses edits that do not fit, backward spans, and the edit after the newest version', () => {
    const log = new EditLog(SourceText.from('abc'));
    log.append([{ start: 3, end: 3, newText: 'd' }]);
    expect(() => log.append([{ start: 4, end: 5, newText: '' }])).toThrow('Change [4, 5)');
    expect(() => log.append(ChangeSet.empty(3))).toThrow(RangeError);
    expect(log.length).toBe(1);
    expect(() => log.between(1, 0)).toThrow('Version 1');
    expect(() => log.between(1, 2)).toThrow('Version 2');
  });
});
