import type { LedgerLine } from '../protocol/assembly.ts';
import type { Standing } from './trimming.ts';

/** What became of a piece, and why (design E). `reason` is given for pieces that left before trimming. */
export function ledgerLine({ piece, lod, rendition, partial, fullTokens }: Standing, reason?: string): LedgerLine {
  const tokens = rendition?.tokens ?? 0;
  const state = lod === 'cut' ? 'cut' : lod === 'full' && !partial ? 'kept' : 'degraded';
  const why = state === 'kept' ? 'within the budget' : (reason ?? `over the budget: ${shown(lod, partial)}`);
  const { id, layer, source, weight } = piece;
  return { id, layer, source, tokens, fullTokens, weight, state, lod, why };
}

function shown(lod: Standing['lod'], partial: boolean): string {
  if (lod === 'cut') return 'left out';
  return partial ? 'fewer lines' : `shown as ${lod}`;
}
