import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { DetailOverride } from '../../../src/engine/detailOverride.ts';
import { levelsOfDetail, type Piece } from '../../../src/engine/piece.ts';
import {
  assemblerWith,
  chunk,
  constraint,
  immediate,
  requestOf,
  setting,
  words,
} from '../../support/prompts/samplePieces.ts';

const assembler = assemblerWith((text) => Math.ceil(text.length / 4));
const overrides: fc.Arbitrary<DetailOverride> = fc.record({
  ceiling: fc.constantFrom(...levelsOfDetail),
  last: fc.boolean(),
  pinned: fc.boolean(),
  closed: fc.boolean(),
});

const pieces: readonly Piece[] = [
  constraint('mine', 'First person'),
  constraint('known', 'Short sentences', 'knowledge'),
  ...[0.2, 0.5, 0.9].map((confidence) => setting(`s${confidence}`, words(30), confidence)),
  ...[0.1, 0.4, 0.7].map((score) => chunk(`${score}.ts`, words(300), score)),
  ...immediate('line of text\n'.repeat(200)),
];

describe('what anchors have set for pieces', () => {
  test('holds at any budget: nothing above its ceiling, nothing of a closed window, rules untouched, never over the budget', () => {
    const given = fc.array(fc.option(overrides, { nil: undefined }), {
      minLength: pieces.length,
      maxLength: pieces.length,
    });
    fc.assert(
      fc.property(given, fc.integer({ min: 400, max: 6_000 }), (all, limit) => {
        const byId = new Map(pieces.map(({ id }, at) => [id, all[at]]));
        const overrideOf = ({ id }: Piece) => byId.get(id);
        const { account } = assembler.assemble(requestOf(pieces, limit, { overrideOf: overrideOf }));
        expect(account.tokenCount).toBeLessThanOrEqual(limit);
        for (const line of account.ledger) {
          const override = byId.get(line.id);
          if (line.layer === 'rules') {
            expect(line.why).not.toContain('window');
            continue;
          }
          const kept = line.id === 'document' || line.id === 'editorState';
          if (override?.closed && !kept)
            expect(line).toMatchObject({ lod: 'cut', tokens: 0, why: 'its window is closed' });
          else if (override !== undefined && line.lod !== 'cut')
            expect(levelsOfDetail.indexOf(line.lod)).toBeGreaterThanOrEqual(levelsOfDetail.indexOf(override.ceiling));
          if (kept) expect(line.lod).not.toBe('cut');
        }
      }),
      { numRuns: 200 },
    );
  });

  test('a pinned piece is there as long as any other of the layers that give way can be cut', () => {
    const pin = (id: string) => (piece: Piece) =>
      piece.id === id ? ({ ceiling: 'full', last: false, pinned: true, closed: false } as const) : undefined;
    let outlasted = 0;
    for (let limit = 6_000; limit > 400; limit -= 200) {
      const { ledger } = assembler.assemble(requestOf(pieces, limit, { overrideOf: pin('chunk:0.1.ts') })).account;
      const pinned = ledger.find(({ id }) => id === 'chunk:0.1.ts');
      const others = ledger.filter(({ id, layer }) => layer === 'retrieved' && id !== 'chunk:0.1.ts');
      const isCut = others.map(({ lod }) => lod === 'cut');
      if (pinned?.lod === 'cut') expect(isCut).not.toContain(false);
      else if (isCut.includes(true)) outlasted++;
    }
    expect(outlasted).toBeGreaterThan(0);
  });

  test('a prompt holds nothing of closed pieces, and the rest of it is what it would be without them', () => {
    const large = Array.from({ length: 70 }, (_, index) => chunk(`${index}.ts`, words(1_000), 0.5));
    const close = () => ({ ceiling: 'full', last: false, pinned: false, closed: true }) as const;
    const { text } = assembler.assemble(requestOf([...large, ...immediate('x')], 900_000, { overrideOf: close }));
    expect(text).toBe(assembler.assemble(requestOf(immediate('x'), 900_000)).text);
  });
});
