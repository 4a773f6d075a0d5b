import type { LevelOfDetail, Piece } from './piece.ts';

/** The state that an anchor has set for a window's pieces. Without one the budget decides. */
export interface DetailOverride {
  /** Shown at no more than this level. */
  readonly ceiling: LevelOfDetail;
  /** Expanded: it gives way after the other pieces of its layer. */
  readonly last: boolean;
  /** Pinned: it falls at most to its gist while anything else can make room. */
  readonly pinned: boolean;
  /** Its window is closed: it is not shown. */
  readonly closed: boolean;
  /** It alone was taken out of its window. */
  readonly removed?: boolean;
}

export type OverrideOf = (piece: Piece) => DetailOverride | undefined;

/**
 * The override that holds for a piece, or null. Rules take none: only the budget shortens them. A
 * piece that every prompt needs (`keep`) is never closed.
 */
export function overrideFor(piece: Piece, overrideOf: OverrideOf | undefined): DetailOverride | null {
  const override = piece.layer === 'rules' ? undefined : overrideOf?.(piece);
  if (override === undefined) return null;
  const isOut = override.closed || override.removed;
  return isOut && piece.keep !== undefined && piece.keep !== 'bounded'
    ? { ...override, closed: false, removed: false }
    : override;
}
