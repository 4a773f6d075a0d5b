import type { LevelOfDetail, Piece } from './piece.ts';

/** The state that an anchor has set for a window's pieces. Without one the budget decides. */
export interface DetailOverride {
  /** Shown at no more than this level. */
  readonly ceiling: LevelOfDetail;
  /** Shown in full: it gives way after the other pieces of its layer. */
  readonly last: boolean;
  /** It falls at most to its gist while anything else can make room. */
  readonly kept: boolean;
  /** It is not shown. */
  readonly removed: boolean;
}

export type OverrideOf = (piece: Piece) => DetailOverride | undefined;

/**
 * The override that holds for a piece, or null. Rules take none: only the budget shortens them. A
 * piece that every prompt needs (`keep`) is never removed.
 */
export function overrideFor(piece: Piece, overrideOf: OverrideOf | undefined): DetailOverride | null {
  const override = piece.layer === 'rules' ? undefined : overrideOf?.(piece);
  if (override === undefined) return null;
  return piece.keep === 'whole' || piece.keep === 'gist' ? { ...override, removed: false } : override;
}
