import type { Layer } from './piece.ts';

/** How the model's room is shared. Counts are tokens. */
export interface Budget {
  /** All that the model takes. */
  readonly modelLimit: number;
  readonly outputReserve: number;
  /** What a layer may ask for before the others give back what they leave; they sum to 1. */
  readonly shares: Readonly<Record<Layer, number>>;
}

/** The defaults; only the developer changes them. */
export const defaultShares: Budget['shares'] = { rules: 0.15, settings: 0.1, retrieved: 0.25, immediate: 0.5 };

/** A document that is not shown whole gets this share of a prompt before the other layers. */
export const documentShare = 0.7;

/** Notes get at most this share of a prompt before the document. */
export const notesShare = 0.3;

/** What the four layers, the talk and the additional input may take together; 0 when nothing is left. */
export function roomOf(budget: Budget, systemTokens: number): number {
  return Math.max(0, budget.modelLimit - systemTokens - budget.outputReserve);
}
