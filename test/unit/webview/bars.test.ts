import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Account } from '../../../src/protocol/assembly.ts';
import { layerBars, totalBar } from '../../../webview-ui/sections/prompt/bars.ts';
import { fakeAccount } from '../../support/viewHarness/fakeAssembly.ts';

const count = fc.nat({ max: 2_000_000 });
const layer = fc.record({ tokens: count, share: count, truncated: fc.boolean() });
const accounts: fc.Arbitrary<Account> = fc
  .record({
    rules: layer,
    settings: layer,
    retrieved: layer.map((all) => ({ ...all, chunks: 0 })),
    immediate: layer,
    others: count,
    budget: count,
  })
  .map(({ others, budget, ...layers }) => {
    const tokenCount = Object.values(layers).reduce((sum, { tokens }) => sum + tokens, others);
    return { ...fakeAccount, layers, tokenCount, budget };
  });

describe('totalBar', () => {
  it('lays the layers side by side, up to the part of the budget that the prompt takes', () => {
    fc.assert(
      fc.property(accounts, (account) => {
        const bar = totalBar(account);
        expect(bar.map(({ kind }) => kind)).toEqual(['rules', 'settings', 'retrieved', 'immediate', 'other']);
        let end = 0;
        for (const { start, width } of bar) {
          expect(start).toBeCloseTo(end, 9);
          end = start + width;
        }
        const { tokenCount, budget } = account;
        expect(end).toBeCloseTo(tokenCount === 0 ? 0 : Math.min(1, tokenCount / Math.max(1, budget)), 9);
      }),
    );
  });
});

describe('layerBars', () => {
  it('puts a layer beyond its mark exactly when it takes more than its share', () => {
    fc.assert(
      fc.property(accounts, (account) => {
        for (const { tokens, share, width, mark } of layerBars(account)) {
          expect(width > mark).toBe(tokens > share);
          expect(Math.max(width, mark)).toBeLessThanOrEqual(1);
        }
      }),
    );
  });

  it('measures all layers by one scale', () => {
    const [rules, , , immediate] = layerBars(fakeAccount);
    expect((rules?.width ?? 0) / (immediate?.width ?? 0)).toBeCloseTo(1986 / 7215, 9);
  });
});
