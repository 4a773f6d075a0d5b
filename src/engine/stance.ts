import type { LevelOfDetail, Piece } from './piece.ts';

/** What an anchor has set for a window's pieces (design W). A piece without a stance stands as the budget allows. */
export interface Stance {
  /** Shown at no more than this level. */
  readonly ceiling: LevelOfDetail;
  /** Expanded: it gives way after the other pieces of its layer. */
  readonly last: boolean;
  /** Pinned: it falls at most to its gist while anything else can make room. */
  readonly pinned: boolean;
  /** Its window is closed: it is not shown. */
  readonly closed: boolean;
}

export type StanceOf = (piece: Piece) => Stance | undefined;

/**
 * The stance that holds for a piece. Laws: rules take none, for nothing but the budget's own order shortens them; what a prompt
 * cannot be without (`keep`) is never closed.
 */
export function stanceFor(piece: Piece, stanceOf: StanceOf | undefined): Stance | null {
  const stance = piece.layer === 'rules' ? undefined : stanceOf?.(piece);
  if (stance === undefined) return null;
  return stance.closed && piece.keep !== undefined ? { ...stance, closed: false } : stance;
}
