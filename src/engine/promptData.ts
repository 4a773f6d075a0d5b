import type { LiveContextPayload } from '../protocol/liveContext.ts';
import type { ChunkPart, ConstraintPart, InstructionsPart, SettingPart } from '../protocol/prompt.ts';
import type { PieceContent } from './piece.ts';

/** A whole prompt as data: what every format writes, and reads back to. */
export interface PromptData {
  readonly systemText: string;
  readonly constraints: readonly ConstraintPart[];
  readonly instructions: readonly InstructionsPart[];
  readonly settings: readonly SettingPart[];
  readonly chunks: readonly ChunkPart[];
  readonly payload: LiveContextPayload;
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
): PromptData {
  const { language: _, ...part } = single(contents, 'document').part;
  const { state } = single(contents, 'editorState');
  const [anchor] = all(contents, 'anchorDiff');
  return {
    systemText,
    constraints: all(contents, 'constraint').map((content) => content.part),
    instructions: all(contents, 'instructions').map((content) => content.part),
    settings: all(contents, 'setting').map((content) => content.part),
    chunks: all(contents, 'chunk').map((content) => content.part),
    payload: {
      ...part,
      recent_diffs: all(contents, 'recentDiff').map((content) => content.diff),
      anchor_diff: anchor?.diff ?? null,
      editor_state: state,
      plan_hints: all(contents, 'planHint').map((content) => content.hint),
    },
    ...(additionalInput === undefined ? {} : { additionalInput }),
  };
}

type ContentOf<K extends PieceContent['kind']> = Extract<PieceContent, { readonly kind: K }>;

function all<K extends PieceContent['kind']>(contents: readonly PieceContent[], kind: K): ContentOf<K>[] {
  return contents.filter((content): content is ContentOf<K> => content.kind === kind);
}

function single<K extends PieceContent['kind']>(contents: readonly PieceContent[], kind: K): ContentOf<K> {
  const found = all(contents, kind);
  const [first] = found;
  if (first === undefined || found.length > 1) throw new RangeError(`${found.length} pieces of kind ${kind}, not one`);
  return first;
}
