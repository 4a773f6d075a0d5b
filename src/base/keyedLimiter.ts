import type { ErrorCode } from '../protocol/errorCodes.ts';
import { AppError } from './appError.ts';

export interface LimiterOptions {
  /** Maximum number that run at once. */
  readonly running: number;
  readonly waiting: number;
  /** Error for those beyond the limits. */
  readonly code: ErrorCode;
}

/**
 * Lets a number of requests of each key run at once; more wait, and past that they are refused. By
 * default one after another, and none is refused.
 */
export class KeyedLimiter {
  readonly #limits: LimiterOptions;
  readonly #queues = new Map<string, { active: number; readonly next: (() => void)[] }>();

  constructor(limits: LimiterOptions = { running: 1, waiting: Number.POSITIVE_INFINITY, code: 'INTERNAL' }) {
    this.#limits = limits;
  }

  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const { running, waiting, code } = this.#limits;
    const queue = this.#queues.get(key) ?? { active: 0, next: [] };
    this.#queues.set(key, queue);
    if (queue.active < running) queue.active++;
    else if (queue.next.length < waiting) await new Promise<void>((resolve) => queue.next.push(resolve));
    else throw new AppError(code);
    try {
      return await work();
    } finally {
      const next = queue.next.shift();
      if (next !== undefined) next();
      else if (--queue.active === 0) this.#queues.delete(key);
    }
  }
}
