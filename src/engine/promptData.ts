import type { LiveContextPayload } from '../protocol/prompt/liveContext.ts';
import type {
  ChunkPart,
  ConstraintPart,
  InstructionsPart,
  SettingPart,
  WindowPart,
} from '../protocol/prompt/prompt.ts';
import type { PieceContent } from './piece.ts';

/** A whole prompt as data: what every format writes, and reads back to. */
export interface PromptData {
  readonly systemText: string;
  readonly constraints: readonly ConstraintPart[];
  readonly instructions: readonly InstructionsPart[];
  readonly settings: readonly SettingPart[];
  readonly chunks: readonly ChunkPart[];
  readonly payload: LiveContextPayload;
  /** The rules and settings that the prompt is without, and why; absent when there are none. */
  readonly missing?: readonly string[];
  /** The windows that are closed or can be acted on; absent when there is nothing to say. */
  readonly windows?: readonly WindowPart[];
  /** The person's request; goes last and uncut. */
  readonly additionalInput?: string;
}

/**
 * Puts what the pieces show together, in their order. Throws `RangeError` when the document or the editor state is missing or
 * doubled, for there is no Live Context without them.
 */
export function promptData(
  systemText: string,
  contents: readonly PieceContent[],
  additionalInput: string | undefined,
  windows: readonly WindowPart[] = [],
  missing: readonly string[] = [],
): PromptData {
  const byKind = Map.groupBy(contents, ({ kind }) => kind);
  const { language: _, ...part } = single(byKind, 'document').part;
  const { state } = single(byKind, 'editorState');
  const [anchor] = all(byKind, 'anchorDiff');
  return {
    systemText,
    constraints: all(byKind, 'constraint').map((content) => content.part),
    instructions: all(byKind, 'instructions').map((content) => content.part),
    settings: all(byKind, 'setting').map((content) => content.part),
    chunks: all(byKind, 'chunk').map((content) => content.part),
    payload: {
      ...part,
      recent_diffs: all(byKind, 'recentDiff').map((content) => content.diff),
      anchor_diff: anchor?.diff ?? null,
      editor_state: state,
      plan_hints: all(byKind, 'planHint').map((content) => content.hint),
    },
    ...(missing.length === 0 ? {} : { missing }),
    ...(windows.length === 0 ? {} : { windows }),
    ...(additionalInput === undefined ? {} : { additionalInput }),
  };
}

type ContentOf<K extends PieceContent['kind']> = Extract<PieceContent, { readonly kind: K }>;
type ByKind = ReadonlyMap<PieceContent['kind'], readonly PieceContent[]>;

function all<K extends PieceContent['kind']>(byKind: ByKind, kind: K): readonly ContentOf<K>[] {
  return (byKind.get(kind) ?? []) as readonly ContentOf<K>[];
}

function single<K extends PieceContent['kind']>(byKind: ByKind, kind: K): ContentOf<K> {
  const found = all(byKind, kind);
  const [first] = found;
  if (first === undefined || found.length > 1) throw new RangeError(`${found.length} pieces of kind ${kind}, not one`);
  return first;
}
