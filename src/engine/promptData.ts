import type { LiveContextPayload } from '../protocol/prompt/liveContext.ts';
import type {
  ChunkPart,
  ConstraintPart,
  InstructionsPart,
  NotePart,
  SettingPart,
  WindowPart,
} from '../protocol/prompt/prompt.ts';
import type { PieceContent, PieceData } from './piece.ts';

/** A whole prompt as data: what every format writes, and reads back to. */
export interface PromptData {
  readonly system_text: string;
  readonly constraints: readonly ConstraintPart[];
  readonly instructions: readonly InstructionsPart[];
  readonly settings: readonly SettingPart[];
  readonly chunks: readonly ChunkPart[];
  readonly payload: LiveContextPayload;
  /** Absent without any. */
  readonly notes?: readonly NotePart[] | undefined;
  /** Rules and settings that could not be read, and why; absent without any. */
  readonly missing?: readonly string[] | undefined;
  /** The windows that are removed or have anchors; absent without any. */
  readonly windows?: readonly WindowPart[] | undefined;
  /** The person's request; goes last and uncut. */
  readonly additional_input?: string | undefined;
}

/**
 * Combines the contents of the pieces, in order. Throws `RangeError` unless there is exactly one
 * document and one editor state.
 */
export function promptData(
  texts: Pick<PromptData, 'system_text' | 'additional_input'>,
  dataOf: <K extends PieceContent['kind']>(kind: K) => readonly PieceData<K>[],
  windows: readonly WindowPart[],
  missing: readonly string[] = [],
): PromptData {
  const part = single('document', dataOf('document'));
  const [anchor = null] = dataOf('anchorDiff');
  return {
    ...texts,
    constraints: dataOf('constraint'),
    instructions: dataOf('instructions'),
    settings: dataOf('setting'),
    chunks: dataOf('chunk'),
    payload: {
      ...part,
      recent_diffs: [...dataOf('recentDiff')],
      anchor_diff: anchor,
      editor_state: single('editorState', dataOf('editorState')),
      plan_hints: [...dataOf('planHint')],
    },
    ...{ notes: some(dataOf('note')), missing: some(missing), windows: some(windows) },
  };
}

function some<T>(list: readonly T[]): readonly T[] | undefined {
  return list.length === 0 ? undefined : list;
}

function single<T>(kind: string, found: readonly T[]): T {
  const [first] = found;
  if (first === undefined || found.length > 1) throw new RangeError(`${found.length} pieces of kind ${kind}, not one`);
  return first;
}
