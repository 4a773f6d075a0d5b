import type { LiveContextPayload } from '../protocol/liveContext.ts';
import type { Piece, PieceContent } from './piece.ts';

/** A whole prompt as data; the formats write it (design, "One concept, one word"). */
export interface Assembly {
  readonly systemText: string;
  readonly payload: LiveContextPayload;
}

/**
 * Puts pieces together. Pure: the same pieces give an equal assembly. Throws `RangeError` when the document or the editor state
 * is missing or doubled, for there is no Live Context without them.
 */
export function assemble(systemText: string, pieces: readonly Piece[]): Assembly {
  const contents = pieces.map((piece) => piece.render('full'));
  const { part } = single(contents, 'document');
  const { state } = single(contents, 'editorState');
  const [anchor] = all(contents, 'anchorDiff');
  return {
    systemText,
    payload: {
      ...part,
      recent_diffs: all(contents, 'recentDiff').map((content) => content.diff),
      anchor_diff: anchor?.diff ?? null,
      editor_state: state,
      plan_hints: all(contents, 'planHint').map((content) => content.hint),
    },
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
