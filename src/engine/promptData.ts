import type { LiveContextPayload } from '../protocol/prompt/liveContext.ts';
import type {
  ChunkPart,
  ConstraintPart,
  InstructionsPart,
  SettingPart,
  WindowPart,
} from '../protocol/prompt/prompt.ts';
import type { ContentsOf } from './format/markdown.ts';
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
  shownOf: ContentsOf,
  additionalInput: string | undefined,
  windows: readonly WindowPart[] = [],
  missing: readonly string[] = [],
): PromptData {
  const all = <K extends PieceContent['kind']>(kind: K) => shownOf(kind).map(({ content }) => content as ContentOf<K>);
  const { language: _, ...part } = single('document', all('document')).part;
  const { state } = single('editorState', all('editorState'));
  const [anchor] = all('anchorDiff');
  return {
    systemText,
    constraints: all('constraint').map((content) => content.part),
    instructions: all('instructions').map((content) => content.part),
    settings: all('setting').map((content) => content.part),
    chunks: all('chunk').map((content) => content.part),
    payload: {
      ...part,
      recent_diffs: all('recentDiff').map((content) => content.diff),
      anchor_diff: anchor?.diff ?? null,
      editor_state: state,
      plan_hints: all('planHint').map((content) => content.hint),
    },
    ...(missing.length === 0 ? {} : { missing }),
    ...(windows.length === 0 ? {} : { windows }),
    ...(additionalInput === undefined ? {} : { additionalInput }),
  };
}

type ContentOf<K extends PieceContent['kind']> = Extract<PieceContent, { readonly kind: K }>;
function single<T>(kind: string, found: readonly T[]): T {
  const [first] = found;
  if (first === undefined || found.length > 1) throw new RangeError(`${found.length} pieces of kind ${kind}, not one`);
  return first;
}
