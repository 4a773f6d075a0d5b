import { Problem } from './problem.ts';

/** How many assemblies of one document run at once, and how many wait (design E). */
const running = 4;
const waiting = 8;

interface Queue {
  active: number;
  readonly next: (() => void)[];
}

/** Lets so many through at once for each key; more wait, and past that they are refused with `CONTEXT_BACKPRESSURE`. */
export class Turnstile {
  readonly #queues = new Map<string, Queue>();

  async pass<T>(key: string, work: () => Promise<T>): Promise<T> {
    const queue = this.#queues.get(key) ?? { active: 0, next: [] };
    this.#queues.set(key, queue);
    if (queue.active < running) queue.active++;
    else if (queue.next.length < waiting) await new Promise<void>((resolve) => queue.next.push(resolve));
    else throw new Problem('CONTEXT_BACKPRESSURE');
    try {
      return await work();
    } finally {
      const next = queue.next.shift();
      if (next !== undefined) next();
      else if (--queue.active === 0) this.#queues.delete(key);
    }
  }
}
