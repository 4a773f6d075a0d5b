import type { Piece } from '../../engine/piece.ts';
import type { LiveContext } from '../../live/liveContext.ts';

/** What became of the agent's last edits, newest first. */
export function planPieces(live: LiveContext): readonly Piece[] {
  return live.planHints.map((hint, index) => ({
    id: `plan:${hint.id}`,
    layer: 'immediate',
    source: hint.consumer,
    projectId: live.editorState.project_id,
    weight: 0.8 - index / 100,
    render: () => ({ kind: 'planHint', hint }),
  }));
}
