import type { DiffSummary, EditorState, LiveContextPayload, PlanHint } from '../protocol/liveContext.ts';

/** The four layers in the order of the prompt (design E). */
type Layer = 'rules' | 'settings' | 'retrieved' | 'immediate';

/** How much of a piece is shown, most first (design W). */
export type LevelOfDetail = 'full' | 'summary' | 'gist';

/** The part of the payload that the current document gives. */
export type DocumentPart = Pick<LiveContextPayload, 'version_id' | 'current_document' | 'excerpt' | 'outline'>;

/** What a piece shows at some level of detail: data of the wire, which the formats know how to write. */
export type PieceContent =
  | { readonly kind: 'document'; readonly part: DocumentPart }
  | { readonly kind: 'recentDiff'; readonly diff: DiffSummary }
  | { readonly kind: 'anchorDiff'; readonly diff: DiffSummary }
  | { readonly kind: 'editorState'; readonly state: EditorState }
  | { readonly kind: 'planHint'; readonly hint: PlanHint };

/** The unit of budget, level of detail and ledger. `render` is pure: same level, same content. */
export interface Piece {
  readonly id: string;
  readonly layer: Layer;
  /** Where it comes from, for the ledger. */
  readonly source: string;
  render(lod: LevelOfDetail): PieceContent;
}
