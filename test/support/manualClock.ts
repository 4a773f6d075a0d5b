import type { Clock } from '../../src/base/ports/clock.ts';

/** A clock that stands still until told to move; timers fire in order of time. */
export class ManualClock implements Clock {
  #now: number;
  #timers: { readonly at: number; readonly callback: () => void }[] = [];

  constructor(now = Date.UTC(2025, 9, 9, 12, 34, 56)) {
    this.#now = now;
  }

  now(): number {
    return this.#now;
  }

  after(ms: number, callback: () => void) {
    const timer = { at: this.#now + ms, callback };
    this.#timers.push(timer);
    return {
      dispose: () => {
        this.#timers = this.#timers.filter((other) => other !== timer);
      },
    };
  }

  advance(ms: number): void {
    const end = this.#now + ms;
    for (;;) {
      const [next] = this.#timers.filter((timer) => timer.at <= end).sort((a, b) => a.at - b.at);
      if (next === undefined) break;
      this.#timers = this.#timers.filter((timer) => timer !== next);
      this.#now = Math.max(this.#now, next.at);
      next.callback();
    }
    this.#now = end;
  }
}
