import * as z from 'zod';

/** So many consumers are remembered; whoever came first is forgotten first. */
const limit = 256;

const storedSchema = z.array(z.tuple([z.string(), z.int().nonnegative()])).max(limit);

/**
 * When each consumer first received anything: the version number that was the newest then. Of documents that it never received
 * itself, whatever happened after that is news to it.
 */
export class Contacts {
  readonly #numbers = new Map<string, number>();
  readonly #changed: () => void;

  /** `stored` is what {@link toString} gave; anything else counts as nobody. */
  constructor(stored: string | null, changed: () => void) {
    this.#changed = changed;
    for (const [consumer, number] of parse(stored)) this.#numbers.set(consumer, number);
  }

  /** Null when the consumer never received anything. */
  numberOf(consumer: string): number | null {
    return this.#numbers.get(consumer) ?? null;
  }

  add(consumer: string, number: number): void {
    this.#numbers.set(consumer, number);
    const eldest = this.#numbers.keys().next().value;
    if (this.#numbers.size > limit && eldest !== undefined) this.#numbers.delete(eldest);
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
