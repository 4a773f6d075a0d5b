import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LedgerLine } from '../../../src/protocol/prompt/assembly.ts';
import { tokenMap } from '../../../webview-ui/sections/header/tokenMap.ts';
import { fakeAccount } from '../../support/viewHarness/fakeAssembly.ts';

const lines: fc.Arbitrary<readonly LedgerLine[]> = fc.array(
  fc.record({
    id: fc.uuid(),
    layer: fc.constantFrom('rules', 'settings', 'retrieved', 'immediate'),
    source: fc.constant('a.ts'),
    tokens: fc.nat({ max: 50_000 }),
    fullTokens: fc.nat({ max: 50_000 }),
    weight: fc.constant(0.5),
    state: fc.constantFrom('kept', 'degraded', 'cut'),
    lod: fc.constant('full'),
    why: fc.constant(''),
  } as const),
  { maxLength: 300 },
);

describe('the token map', () => {
  it('lays its segments side by side over the whole bar, each piece of the prompt in exactly one', () => {
    fc.assert(
      fc.property(lines, fc.nat({ max: 5_000 }), (ledger, others) => {
        const tokenCount = ledger.reduce((sum, { tokens }) => sum + tokens, others);
        const map = tokenMap({ ledger: [...ledger], tokenCount });
        let end = 0;
        for (const { start, width } of map) {
          expect(start).toBeCloseTo(end, 9);
          end = start + width;
        }
        if (map.length > 0) expect(end).toBeCloseTo(1, 9);
        const inside = ledger.filter(({ tokens }) => tokens > 0).map(({ id }) => id);
        expect(map.flatMap(({ ids }) => ids).sort()).toEqual(inside.sort());
        expect(map.filter(({ kind }) => kind !== 'out').reduce((sum, { tokens }) => sum + tokens, 0)).toBe(tokenCount);
      }),
    );
  });

  it('stays drawable with many pieces, and is empty without tokens', () => {
    const many = Array.from({ length: 5_000 }, (_, index) => ({
      ...fakeAccount.ledger[0]!,
      id: `constraint:${index}`,
    }));
    expect(tokenMap({ ledger: many, tokenCount: 5_000 * 41 }).length).toBeLessThan(600);
    expect(tokenMap({ ledger: [], tokenCount: 0 })).toEqual([]);
  });
});
