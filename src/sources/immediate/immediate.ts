import type { LiveContext } from '../../documents/liveContext.ts';
import type { Piece } from '../../engine/piece.ts';
import { type DiffsWindowOptions, diffPieces } from './diffs.ts';
import { type DocumentWindowOptions, documentPieces } from './document.ts';
import { editorStatePieces } from './editorState.ts';
import { planPieces } from './plan.ts';

/** The windows of the Immediate layer, in the order of the prompt. */
export function immediatePieces(
  live: LiveContext,
  options: DocumentWindowOptions & DiffsWindowOptions,
): readonly Piece[] {
  return [
    ...documentPieces(live, options),
    ...diffPieces(live, options),
    ...editorStatePieces(live),
    ...planPieces(live, options),
  ];
}
