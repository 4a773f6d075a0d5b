import type { Piece } from '../engine/piece.ts';
import type { LiveContext } from '../live/liveContext.ts';

/** What became of the agent's last edits, newest first. */
export function planPieces(live: LiveContext): readonly Piece[] {
  return live.planHints.map((hint) => ({
    id: `plan:${hint.id}`,
    layer: 'immediate',
    source: hint.consumer,
    render: () => ({ kind: 'planHint', hint }),
  }));
}
