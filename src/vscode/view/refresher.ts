import type { Disposable } from '../../base/disposable.ts';
import type { Clock } from '../../base/ports/clock.ts';

/** When a round of requests may begin, in milliseconds. */
export interface Pace {
  /** Quiet time after the last change. */
  readonly quiet: number;
  /** Longest time after the first change. */
  readonly latest: number;
}

/** Pause after an incomplete round: the first, doubled each time, up to the maximum, ms. */
const retry = { first: 1_000, most: 60_000 };

/**
 * Runs rounds, at most one at a time and one pending. Laws: a new round begins after every `soon`
 * or `now`, so no change is missed; an incomplete round is repeated by itself.
 */
export class Refresher {
  readonly #round: () => Promise<boolean>;
  readonly #pace: Pace;
  readonly #clock: Clock;
  #timer: Disposable | undefined;
  #firstChange: number | null = null;
  #running = false;
  #stopped = false;
  #again: 'no' | 'soon' | 'now' = 'no';
  #retryMs = retry.first;

  /** A round tells whether it found everything. */
  constructor(round: () => Promise<boolean>, pace: Pace, clock: Clock) {
    this.#round = round;
    this.#pace = pace;
    this.#clock = clock;
  }

  /** Something changed: a round begins when changes pause. */
  soon(): void {
    if (this.#running) {
      if (this.#again === 'no') this.#again = 'soon';
      return;
    }
    const now = this.#clock.now();
    this.#firstChange ??= now;
    this.#beginIn(Math.min(this.#pace.quiet, this.#firstChange + this.#pace.latest - now));
  }

  /** The user waits: a round begins at once, or right after the one under way. */
  now(): void {
    if (this.#running) this.#again = 'now';
    else void this.#begin();
  }

  /** No round begins any more. */
  stop(): void {
    this.#stopped = true;
    this.#timer?.dispose();
  }

  #beginIn(ms: number): void {
    this.#timer?.dispose();
    if (!this.#stopped) this.#timer = this.#clock.after(Math.max(0, ms), () => void this.#begin());
  }

  async #begin(): Promise<void> {
    this.#timer?.dispose();
    if (this.#stopped) return;
    this.#firstChange = null;
    this.#running = true;
    this.#again = 'no';
    let isWhole = false;
    try {
      isWhole = await this.#round();
    } finally {
      this.#running = false;
      const retryMs = this.#retryMs;
      this.#retryMs = isWhole ? retry.first : Math.min(2 * retryMs, retry.most);
      const again = this.#again as 'no' | 'soon' | 'now';
      if (again === 'now') this.now();
      else if (again === 'soon') this.soon();
      else if (!isWhole) this.#beginIn(retryMs);
    }
  }
}
