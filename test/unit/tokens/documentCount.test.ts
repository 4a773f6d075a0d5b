import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SourceText, type TextChange } from '../../../src/text/sourceText.ts';
import { TokenCounter } from '../../../src/tokens/tokenCounter.ts';
import { loadTrace, traceNames } from '../../support/traces.ts';
import { ENCODINGS, hardText } from './reference.ts';

/** Numbers from 0 to below `limit`, the same ones for the same seed. */
function seeded(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return (state >>> 16) % limit;
  };
}

/** Changes of a text of `length` units, sorted and disjoint: each pair of marks is a range, each gap stays. */
function changesOf(length: number, marks: readonly number[], inserts: readonly string[]): TextChange[] {
  const offsets = marks.map((mark) => mark % (length + 1)).sort((a, b) => a - b);
  return inserts
    .slice(0, offsets.length >> 1)
    .map((newText, i) => ({ start: offsets[2 * i]!, end: offsets[2 * i + 1]!, newText }));
}

interface Edit {
  readonly marks: readonly number[];
  readonly inserts: readonly string[];
}

const marks = fc.oneof(
  fc.array(fc.nat(200), { maxLength: 8, size: 'max' }),
  fc.nat(200).map((at) => [at, at]),
);
const edit: fc.Arbitrary<Edit> = fc.record({ marks, inserts: fc.array(hardText(4), { minLength: 1, maxLength: 4 }) });

/** Thousands of units without a safe cut: of one kind, of several, mixed or repeated, between other text. */
const longRun = fc
  .tuple(
    fc.constantFrom(
      'acgt',
      'ACGT',
      'ACGTacgt',
      '提示词模型',
      'étéñ',
      '=-*',
      '=/',
      '/',
      'a',
      '  \t',
      '\n',
      '😀😃',
      'กาคำ',
      "='",
    ),
    fc.integer({ min: 3000, max: 12_000 }),
    fc.nat(),
  )
  .map(([units, length, seed]) => {
    const characters = [...units];
    const chance = seeded(seed);
    return Array.from({ length }, () => characters[chance(characters.length)]).join('');
  });
const longDocument = fc
  .array(fc.oneof(longRun, hardText(6), fc.constant('=\n')), { minLength: 1, maxLength: 5 })
  .map((parts) => parts.join(''));

const longEdit = fc.record({
  jump: fc.boolean(),
  offset: fc.nat(60_000),
  remove: fc.constantFrom(0, 0, 0, 1, 1, 2, 10, 100),
  insert: fc.oneof(
    fc.constantFrom('', 'a', 'c', 'g', 'C', '提', '=', '-', '/', ' ', '\n', "'", 'acgtta', '😀'),
    hardText(3),
  ),
});

describe.each(ENCODINGS)('DocumentCount of %s', async (encoding) => {
  const counter = await TokenCounter.load(encoding);

  it('equals a count from scratch after every edit', () => {
    fc.assert(
      fc.property(hardText(80), fc.array(edit, { minLength: 1, maxLength: 12, size: 'max' }), (start, edits) => {
        let text = SourceText.from(start);
        const tracked = counter.track(text);
        for (const { marks, inserts } of edits) {
          const changes = changesOf(text.length, marks, inserts);
          text = text.withChanges(changes);
          expect(tracked.update(text, changes)).toBe(counter.count(text.toString()));
          expect(tracked.tokens).toBe(counter.count(text.toString()));
          expect(tracked.text).toBe(text);
        }
      }),
      { numRuns: 3000 },
    );
  });

  it('equals a count from scratch inside long pieces', () => {
    fc.assert(
      fc.property(longDocument, fc.array(longEdit, { minLength: 1, maxLength: 25, size: 'max' }), (start, edits) => {
        let text = SourceText.from(start);
        const tracked = counter.track(text);
        let at = 0;
        for (const { jump, offset, remove, insert } of edits) {
          at = jump ? offset % (text.length + 1) : Math.min(at, text.length);
          const changes = [{ start: at, end: Math.min(at + remove, text.length), newText: insert }];
          text = text.withChanges(changes);
          at += insert.length;
          expect(tracked.update(text, changes)).toBe(counter.count(text.toString()));
        }
      }),
      { numRuns: 300 },
    );
  });

  it.each(traceNames)('equals a count from scratch at any moment of %s', (name) => {
    const { startContent, endContent, edits } = loadTrace(name);
    const chance = seeded(name.length);
    let text = SourceText.from(startContent);
    const tracked = counter.track(text);
    for (const edit of edits) {
      text = text.withChanges([edit]);
      const tokens = tracked.update(text, [edit]);
      if (chance(1000) === 0) expect(tokens).toBe(counter.count(text.toString()));
    }
    expect(text.toString()).toBe(endContent);
    expect(tracked.tokens).toBe(counter.count(endContent));
  });

  it('refuses changes that do not lead to the newer text', () => {
    const tracked = counter.track(SourceText.from('one two'));
    expect(() => tracked.update(SourceText.from('one'), [{ start: 0, end: 1, newText: '' }])).toThrow(
      new RangeError('The changes lead to 6 units, not 3'),
    );
    expect(tracked.text.toString()).toBe('one two');
  });
});
