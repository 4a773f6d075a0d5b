import * as z from 'zod';
import { LruMap } from '../../base/lruMap.ts';

/** So many consumers are remembered; whoever came first is forgotten first. */
const limit = 256;

const storedSchema = z.array(z.tuple([z.string(), z.int().nonnegative()])).max(limit);

/**
 * When each consumer first received anything: the version number that was the newest then. Of documents that it never received
 * itself, whatever happened after that is news to it.
 */
export class FirstDeliveries {
  readonly #numbers = new LruMap<string, number>(limit);
  readonly #changed: () => void;

  /** `stored` is what {@link toString} gave; anything else counts as nobody. */
  constructor(stored: string | null, changed: () => void) {
    this.#changed = changed;
    for (const [consumer, number] of parse(stored)) this.#numbers.set(consumer, number);
  }

  /** Null when the consumer never received anything. */
  numberOf(consumer: string): number | null {
    return this.#numbers.peek(consumer) ?? null;
  }

  add(consumer: string, number: number): void {
    this.#numbers.set(consumer, number);
    this.#changed();
  }

  toString(): string {
    return JSON.stringify([...this.#numbers]);
  }
}

function parse(stored: string | null): readonly (readonly [consumer: string, number: number])[] {
  try {
    return storedSchema.parse(JSON.parse(stored ?? '[]'));
  } catch {
    return [];
  }
}
