import type { Disposable } from '../../base/disposable.ts';
import { LruMap } from '../../base/lruMap.ts';
import type { Clock } from '../../base/ports/clock.ts';

/** How long a file that nobody reads stays, ms, and how much may stay, bytes; the least recently read goes first. */
const unusedMs = 10 * 60 * 1000;
const capBytes = 64 * 1024 * 1024;

interface Made {
  readonly size: number;
  readonly drop: () => Promise<void>;
  used: number;
}

/** What cannot be removed is written over when it is made again. */
function dropFile({ drop }: Made): void {
  void drop().catch(() => {});
}

/**
 * Which lazy files have been made. Two readers at once make a file once; what was dropped is made again under the same key.
 */
export class LazyFiles implements Disposable {
  readonly #clock: Clock;
  readonly #making = new Map<string, Promise<number>>();
  readonly #made = new LruMap<string, Made>(capBytes, { sizeOf: ({ size }) => size, onEvict: dropFile });
  #timer: Disposable | null = null;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** The size of what has been made, bytes. */
  sizeOf(key: string): number | undefined {
    return this.#made.peek(key)?.size;
  }

  get bytes(): number {
    return this.#made.total;
  }

  /** The size of the file, which is made unless it is there. */
  ensure(key: string, make: () => Promise<number>, drop: () => Promise<void>): Promise<number> {
    const made = this.#made.get(key);
    if (made !== undefined) {
      made.used = this.#clock.now();
      return Promise.resolve(made.size);
    }
    const underWay = this.#making.get(key);
    if (underWay !== undefined) return underWay;
    const making = make()
      .then((size) => {
        this.#made.set(key, { size, drop, used: this.#clock.now() });
        this.#schedule();
        return size;
      })
      .finally(() => this.#making.delete(key));
    this.#making.set(key, making);
    return making;
  }

  /** The file is gone. */
  forget(key: string): void {
    this.#made.delete(key);
  }

  dispose(): void {
    this.#timer?.dispose();
  }

  #schedule(): void {
    const [eldest] = this.#made.values();
    if (this.#timer !== null || eldest === undefined) return;
    const due = eldest.used + unusedMs - this.#clock.now();
    this.#timer = this.#clock.after(Math.max(1_000, due), () => {
      this.#timer = null;
      const now = this.#clock.now();
      for (const [key, made] of this.#made) if (now - made.used >= unusedMs && this.#made.delete(key)) dropFile(made);
      this.#schedule();
    });
  }
}
