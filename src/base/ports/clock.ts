import type { Disposable } from '../disposable.ts';

/** The port for time, so that histories, ids and goldens are deterministic in tests. */
export interface Clock {
  /** Milliseconds since the Unix epoch. */
  now(): number;
  /** Calls back once after `ms` milliseconds, unless disposed before. */
  after(ms: number, callback: () => void): Disposable;
  /** Yields to everything that waits, so that long work is done in slices. Optional. */
  pause?(): Promise<void>;
}

export const dayMs = 24 * 60 * 60 * 1000;
