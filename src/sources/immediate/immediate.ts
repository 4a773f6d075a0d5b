import type { LiveContext } from '../../documents/liveContext.ts';
import type { Piece } from '../../engine/piece.ts';
import { degraded, diffPieces, type FitsPatch } from './diffs.ts';
import { documentPiece, type ImmediateOptions } from './document.ts';

/** Tabs and diagnostics that the summary shows. */
const summaryItems = 5;

/** The windows of the Immediate layer, in the order of the prompt. */
export function immediatePieces(live: LiveContext, options: ImmediateOptions): readonly Piece[] {
  return [
    documentPiece(live, options),
    ...diffPieces(live, options.fitsPatch),
    editorStatePiece(live),
    ...planPieces(live, options.fitsPatch),
  ];
}

/** The editor's state: all of it, the first tabs and diagnostics, or neither. */
function editorStatePiece(live: LiveContext): Piece {
  const state = live.editorState;
  const kept = { full: Number.POSITIVE_INFINITY, summary: summaryItems, gist: 0 };
  return {
    id: 'editorState',
    layer: 'immediate',
    window: 'editorState',
    source: state.file,
    location: { documentId: state.document_id, line: state.cursor?.line ?? 1 },
    projectId: state.project_id,
    weight: 0.9,
    keep: 'gist',
    render: (lod) => {
      const open_tabs = state.open_tabs.slice(0, kept[lod]);
      const left = state.open_tabs.slice(open_tabs.length).filter((tab) => tab.file !== state.file);
      return {
        kind: 'editorState',
        state: {
          ...state,
          disk_diff: lod === 'gist' ? undefined : state.disk_diff,
          open_tabs,
          more_tabs: (state.more_tabs ?? 0) + left.length || undefined,
          diagnostics: state.diagnostics.slice(0, kept[lod]),
        },
      };
    },
  };
}

/**
 * Outcomes of the agent's last edits, newest first. A refused one shows its diff, counts of its lines
 * or neither.
 */
function planPieces(live: LiveContext, fitsPatch: FitsPatch): readonly Piece[] {
  return live.planHints.map(({ diff, ...hint }, index) => ({
    id: `plan:${hint.id}`,
    layer: 'immediate',
    window: 'plan',
    source: hint.consumer,
    location: null,
    projectId: live.editorState.project_id,
    weight: 0.8 - index / 100,
    render: (lod) => ({
      kind: 'planHint',
      hint: diff === undefined || lod === 'gist' ? hint : { ...hint, diff: degraded(diff, null, fitsPatch, lod) },
    }),
  }));
}
