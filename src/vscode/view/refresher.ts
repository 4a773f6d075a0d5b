/** When a round of requests may begin, in milliseconds. */
export interface Pace {
  /** How long nothing has changed since the last change. */
  readonly quiet: number;
  /** How long after the first change, though changes keep coming. */
  readonly latest: number;
}

/**
 * Runs rounds so that at most one is under way and one is pending. Law: after any `soon` or `now` a round begins that
 * has not begun yet, so the last change is never missed.
 */
export class Refresher {
  readonly #round: () => Promise<void>;
  readonly #pace: Pace;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #firstChange: number | null = null;
  #running = false;
  #stopped = false;
  #again: 'no' | 'soon' | 'now' = 'no';

  constructor(round: () => Promise<void>, pace: Pace) {
    this.#round = round;
    this.#pace = pace;
  }

  /** Something changed: a round begins when changes pause. */
  soon(): void {
    if (this.#stopped) return;
    if (this.#running) {
      if (this.#again === 'no') this.#again = 'soon';
      return;
    }
    const now = Date.now();
    this.#firstChange ??= now;
    const wait = Math.min(this.#pace.quiet, this.#firstChange + this.#pace.latest - now);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#begin(), Math.max(0, wait));
  }

  /** The user waits: a round begins at once, or right after the one under way. */
  now(): void {
    if (this.#running) this.#again = 'now';
    else void this.#begin();
  }

  /** No round begins any more. */
  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
  }

  async #begin(): Promise<void> {
    clearTimeout(this.#timer);
    if (this.#stopped) return;
    this.#firstChange = null;
    this.#running = true;
    this.#again = 'no';
    try {
      await this.#round();
    } finally {
      this.#running = false;
      const again = this.#again as 'no' | 'soon' | 'now';
      if (again === 'now') this.now();
      if (again === 'soon') this.soon();
    }
  }
}
