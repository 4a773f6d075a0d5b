import type { LedgerLine } from '../protocol/assembly.ts';
import type { Stance } from './stance.ts';
import type { Standing } from './trimming.ts';

/** What became of a piece, and why (design E): the budget, or what an anchor has set for its window. */
export function ledgerLine({ piece, lod, rendition, partial, fullTokens, stance }: Standing): LedgerLine {
  const tokens = rendition?.tokens ?? 0;
  const state = lod === 'cut' ? 'cut' : lod === 'full' && !partial ? 'kept' : 'degraded';
  const why =
    state === 'kept' ? 'within the budget' : (wanted(stance, lod) ?? `over the budget: ${shown(lod, partial)}`);
  const { id, layer, source, weight } = piece;
  return { id, layer, source, tokens, fullTokens, weight, state, lod, why };
}

function shown(lod: Standing['lod'], partial: boolean): string {
  if (lod === 'cut') return 'left out';
  return partial ? 'fewer lines' : `shown as ${lod}`;
}

/** The reason when a window was made to show no more than this. */
function wanted(stance: Stance | null, lod: Standing['lod']): string | null {
  if (stance?.closed) return 'its window is closed';
  return stance !== null && lod !== 'full' && stance.ceiling === lod
    ? `its window is collapsed: ${shown(lod, false)}`
    : null;
}
