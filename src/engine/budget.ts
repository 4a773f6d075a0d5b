import type { Layer } from './piece.ts';

/** The model's room and how it is shared. Counts are tokens. */
export interface Budget {
  /** All that the model takes. */
  readonly modelLimit: number;
  readonly outputReserve: number;
  /** Each layer's first claim, before unused room is shared out; the shares add up to 1. */
  readonly shares: Readonly<Record<Layer, number>>;
}

/** The defaults; only the developer changes them. */
export const defaultShares: Budget['shares'] = { rules: 0.15, settings: 0.1, retrieved: 0.25, immediate: 0.5 };

/** A document that is not shown whole gets this share of a prompt before the other layers. */
export const documentShare = 0.7;

/** Notes get at most this share of a prompt before the document. */
export const notesShare = 0.3;
