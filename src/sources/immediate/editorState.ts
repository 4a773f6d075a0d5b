import type { LiveContext } from '../../documents/liveContext.ts';
import type { Piece } from '../../engine/piece.ts';

/** Tabs and diagnostics that the summary shows. */
const summaryItems = 5;

/** The editor's state: all of it, the first tabs and diagnostics, or neither. */
export function editorStatePieces(live: LiveContext): readonly Piece[] {
  const state = live.editorState;
  const kept = { full: Number.POSITIVE_INFINITY, summary: summaryItems, gist: 0 };
  return [
    {
      id: 'editorState',
      layer: 'immediate',
      window: 'editorState',
      source: state.file,
      location: { documentId: state.document_id, line: state.cursor?.line ?? 1 },
      projectId: state.project_id,
      weight: 0.9,
      keep: 'gist',
      render: (lod) => {
        const { disk_diff, ...rest } = state;
        const open_tabs = state.open_tabs.slice(0, kept[lod]);
        const left = state.open_tabs.slice(open_tabs.length).filter((tab) => tab.file !== state.file);
        const more = (state.more_tabs ?? 0) + left.length;
        return {
          kind: 'editorState',
          state: {
            ...rest,
            ...(lod === 'gist' || disk_diff === undefined ? {} : { disk_diff }),
            open_tabs,
            ...(more > 0 ? { more_tabs: more } : {}),
            diagnostics: state.diagnostics.slice(0, kept[lod]),
          },
        };
      },
    },
  ];
}
