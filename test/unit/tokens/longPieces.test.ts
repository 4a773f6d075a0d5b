import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildRanks } from '../../../src/tokens/buildRanks.ts';
import { LongPieces } from '../../../src/tokens/longPieces.ts';
import { unpackRanks } from '../../../src/tokens/packedRanks.ts';
import { ENCODINGS, referenceCount } from './reference.ts';

/** Units repeated to thousands of bytes, with something else between them. */
const repeated = fc.tuple(
  fc.string({ unit: fc.constantFrom('a', 'b', 'é', '本'), minLength: 1, maxLength: 12 }),
  fc.nat(9000),
);
const mixed = fc.array(fc.constantFrom('a', 'c', 'g', 't', 'é', '本'), { maxLength: 700, size: 'max' });
const longPiece = fc
  .array(fc.tuple(mixed, repeated), { minLength: 1, maxLength: 3 })
  .map((parts) => parts.map(([start, [unit, length]]) => start.join('') + unit.repeat(length / unit.length)).join(''));

describe.each(ENCODINGS)('LongPieces of %s', async (encoding) => {
  const pieces = new LongPieces(unpackRanks(await buildRanks(encoding)));
  const reference = referenceCount(encoding);

  it('leaves out what repeats and counts it all the same', () => {
    fc.assert(
      fc.property(longPiece, (text) => {
        const piece = Buffer.from(text);
        expect(pieces.count(piece)).toBe(pieces.encodeAll(piece).ends.length);
      }),
      { numRuns: 400 },
    );
  });

  it('encodes as tiktoken', () => {
    const word = fc.oneof(
      fc.string({ unit: fc.constantFrom('a', 'b'), minLength: 100, maxLength: 400, size: 'max' }),
      fc.string({ unit: fc.constantFrom('е', 'т', 'о', 'н', 'и'), minLength: 60, maxLength: 300, size: 'max' }),
      fc.string({ unit: fc.constantFrom('提', '示', '词', '的', '模'), minLength: 60, maxLength: 200, size: 'max' }),
      fc.string({ unit: fc.constantFrom('=', '-', '*', '😀'), minLength: 130, maxLength: 400, size: 'max' }),
    );
    fc.assert(
      fc.property(word, (text) => {
        expect(pieces.encodeAll(Buffer.from(text)).ends).toHaveLength(reference(text));
      }),
      { numRuns: 1000 },
    );
  });

  it('counts a megabyte of two letters in turn as it counts all of its tokens', () => {
    const piece = Buffer.alloc(1 << 20, 'ab');
    expect(pieces.count(piece)).toBe(pieces.encodeAll(piece).ends.length);
  });
});
