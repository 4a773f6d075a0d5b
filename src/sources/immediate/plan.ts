import type { LiveContext } from '../../documents/liveContext.ts';
import type { LevelOfDetail, Piece } from '../../engine/piece.ts';
import type { PlanHint } from '../../protocol/prompt/liveContext.ts';
import { type DiffsWindowOptions, degraded } from './diffs.ts';

/**
 * Outcomes of the agent's last edits, newest first. A refused one shows its diff, its hunk headers
 * or neither.
 */
export function planPieces(live: LiveContext, options: DiffsWindowOptions): readonly Piece[] {
  return live.planHints.map((hint, index) => ({
    id: `plan:${hint.id}`,
    layer: 'immediate',
    window: 'plan',
    source: hint.consumer,
    location: null,
    projectId: live.editorState.project_id,
    weight: 0.8 - index / 100,
    render: (lod) => ({ kind: 'planHint', hint: shownHint(hint, options, lod) }),
  }));
}

function shownHint({ diff, ...hint }: PlanHint, options: DiffsWindowOptions, lod: LevelOfDetail): PlanHint {
  // The outline is of the current document, the diff may be of another one.
  return diff === undefined || lod === 'gist' ? hint : { ...hint, diff: degraded(diff, [], options, lod) };
}
