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

/** The value of a promise, or `late` if it takes longer than `ms`. */
export function soon<T, L>(clock: Clock, ms: number, asked: Promise<T>, late: L): Promise<T | L> {
  return new Promise((resolve, reject) => {
    const waiting = clock.after(ms, () => resolve(late));
    asked.then(resolve, reject).finally(() => waiting.dispose());
  });
}
