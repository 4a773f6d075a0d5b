import type { LedgerLine } from '../protocol/assembly.ts';
import type { DetailOverride } from './detailOverride.ts';
import type { TrimEntry } from './trimming.ts';

/** What became of a piece, and why: the budget, or what an anchor has set for its window. */
export function ledgerLine({ piece, lod, rendered, partial, fullTokens, override }: TrimEntry): LedgerLine {
  const tokens = rendered?.tokens ?? 0;
  const state = lod === 'cut' ? 'cut' : lod === 'full' && !partial ? 'kept' : 'degraded';
  const why =
    state === 'kept' ? 'within the budget' : (wanted(override, lod) ?? `over the budget: ${shown(lod, partial)}`);
  const { id, layer, source, weight } = piece;
  return { id, layer, source, tokens, fullTokens, weight, state, lod, why };
}

function shown(lod: TrimEntry['lod'], partial: boolean): string {
  if (lod === 'cut') return 'left out';
  return partial ? 'fewer lines' : `shown as ${lod}`;
}

/** The reason when a window was made to show no more than this. */
function wanted(override: DetailOverride | null, lod: TrimEntry['lod']): string | null {
  if (override?.closed) return 'its window is closed';
  return override !== null && lod !== 'full' && override.ceiling === lod
    ? `its window is collapsed: ${shown(lod, false)}`
    : null;
}
