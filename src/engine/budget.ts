import type { Layer } from './piece.ts';

/** How the model's room is shared. Counts are tokens. */
export interface Budget {
  /** What the model takes in all. */
  readonly modelLimit: number;
  readonly outputReserve: number;
  /** Warning lines, not limits; they sum to 1. */
  readonly shares: Readonly<Record<Layer, number>>;
}

/** The defaults; the developer alone changes them. */
export const defaultShares: Budget['shares'] = { rules: 0.15, settings: 0.1, retrieved: 0.25, immediate: 0.5 };

/** Trimming stops at these tokens of a layer. */
const minima: Readonly<Record<Layer, number>> = { rules: 500, settings: 200, retrieved: 0, immediate: 2000 };

/** What the four layers, the talk and the additional input may take together; 0 when nothing is left. */
export function roomOf(budget: Budget, systemTokens: number): number {
  return Math.max(0, budget.modelLimit - systemTokens - budget.outputReserve);
}

/** Rules shrink in steps of this part of the room, so that they stay what they are while the developer types. */
const rulesStep = 1 / 32;

/**
 * What rules may take when a prompt does not fit: their share, but never less than their minimum, and more where the other layers leave it
 * (in steps, so that the stable prefix does not change with every keystroke).
 */
export function rulesRoomOf(room: number, others: number, share: number): number {
  const step = Math.max(1, Math.floor(room * rulesStep));
  const least = Math.max(Math.floor(room * share), floorsFor(room).rules);
  return Math.max(least, Math.floor(Math.max(0, room - others) / step) * step - step);
}

/** What is written down for a prompt keeps this share of the room before anything but rules. */
const writtenShare = 0.25;

/** Tokens that trimming leaves: of each layer, and of what was written down (`keep: 'bounded'`). */
export type Floors = Readonly<Record<Layer | 'written', number>>;

/** The floors of the layers, scaled down when the room is under their sum. */
export function floorsFor(room: number): Floors {
  const sum = minima.rules + minima.settings + minima.retrieved + minima.immediate;
  const scale = Math.min(1, room / sum);
  return {
    rules: Math.floor(minima.rules * scale),
    settings: Math.floor(minima.settings * scale),
    retrieved: Math.floor(minima.retrieved * scale),
    immediate: Math.floor(minima.immediate * scale),
    written: Math.floor(room * writtenShare),
  };
}
