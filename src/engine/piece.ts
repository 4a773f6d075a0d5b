import type { DiffSummary, EditorState, LiveContextPayload, PlanHint } from '../protocol/prompt/liveContext.ts';
import type { ChunkPart, ConstraintPart, InstructionsPart, NotePart, SettingPart } from '../protocol/prompt/prompt.ts';
import type { WindowKind } from '../protocol/windowKinds.ts';
import type { Place } from '../protocol/windows.ts';

/** The four layers in the order of the prompt. The order is a constant. */
export const layers = ['rules', 'settings', 'retrieved', 'immediate'] as const;
export type Layer = (typeof layers)[number];

/** From the most detailed to the least. */
export const levelsOfDetail = ['full', 'summary', 'gist'] as const;
export type LevelOfDetail = (typeof levelsOfDetail)[number];

/** The part of the payload that the current document gives. */
export type DocumentPart = Pick<
  LiveContextPayload,
  'file' | 'language' | 'version_id' | 'excerpt' | 'outline' | 'current_document'
>;

/** The content of a piece at some level of detail, as data that every format can write. */
export type PieceContent =
  | { readonly kind: 'constraint'; readonly part: ConstraintPart }
  | { readonly kind: 'instructions'; readonly part: InstructionsPart }
  | { readonly kind: 'setting'; readonly part: SettingPart }
  | { readonly kind: 'note'; readonly part: NotePart }
  | { readonly kind: 'chunk'; readonly part: ChunkPart }
  | { readonly kind: 'document'; readonly part: DocumentPart }
  | { readonly kind: 'recentDiff'; readonly diff: DiffSummary }
  | { readonly kind: 'anchorDiff'; readonly diff: DiffSummary }
  | { readonly kind: 'editorState'; readonly state: EditorState }
  | { readonly kind: 'planHint'; readonly hint: PlanHint };

/** The data of the wire that a content of a kind shows. */
export type PieceData<K extends PieceContent['kind']> =
  Extract<PieceContent, { readonly kind: K }> extends infer Content ? Content[Exclude<keyof Content, 'kind'>] : never;

/** {@link PieceData} of a content. */
export function dataOf(content: PieceContent): object {
  if ('part' in content) return content.part;
  if ('diff' in content) return content.diff;
  return 'hint' in content ? content.hint : content.state;
}

/** The unit of budget, level of detail and ledger. `render` is pure: same level, same content. */
export interface Piece {
  /** Unique in an assembly. */
  readonly id: string;
  readonly layer: Layer;
  /** A window of its layer. */
  readonly window: WindowKind;
  /** Named in the ledger. */
  readonly source: string;
  /** The lines of its source (`3-5,9`) if some between the first and the last are left out. */
  readonly stretches?: string | undefined;
  /** Null for a piece without a text, such as an editor's setting or a plan hint. */
  readonly location: Place | null;
  /** The project that it belongs to: a piece of another one is never shown. */
  readonly projectId: string;
  /**
   * Order within the layer when room is short: the lowest goes first. A chunk's score, a setting's
   * confidence (0.8 for facts), a rule's relevance, nearness to the cursor. 0..1.
   */
  readonly weight: number;
  /**
   * `whole`: a user's constraint, never cut. `gist`: the document and the editor's state, never
   * below their gist. `unlessRemoved`: the document's newest change and its anchor diff, the same.
   * `bounded`: notes, which give way last within their bound.
   */
  readonly keep?: 'whole' | 'gist' | 'unlessRemoved' | 'bounded';
  /** True for a retrieved piece that was chosen for the room of the prompt. */
  readonly isSized?: boolean;
  render(lod: LevelOfDetail): PieceContent;
  /** Renders full detail within a number of UTF-16 units. */
  renderWithin?(units: number): PieceContent;
}

/**
 * The extent of a piece's source that its content shows: all, a part of its text, its structure, or
 * next to nothing.
 */
export type Coverage = 'whole' | 'part' | 'summary' | 'gist';

/**
 * The coverage that a content states. A source may be too long for its own limit, even at full
 * detail.
 */
export function coverageOf(content: PieceContent): Coverage {
  switch (content.kind) {
    case 'document': {
      const { excerpt } = content.part;
      return excerpt === undefined ? 'whole' : excerpt.last_line === 0 ? 'gist' : 'part';
    }
    case 'recentDiff':
    case 'anchorDiff':
      return coverageOfDetail[content.diff.detail ?? 'whole'];
    case 'planHint':
      return coverageOfDetail[content.hint.diff?.detail ?? 'whole'];
    case 'instructions':
    case 'chunk':
      return coverageOfDetail[content.part.detail ?? 'whole'];
    default:
      return 'whole';
  }
}

const coverageOfDetail = {
  whole: 'whole',
  loaded: 'whole',
  'first-lines': 'part',
  headings: 'summary',
  'hunk-headers': 'summary',
  name: 'gist',
  'line-counts': 'gist',
} as const satisfies Record<string, Coverage>;
