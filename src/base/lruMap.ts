export interface LruMapOptions<K, V> {
  /**
   * Share of the limit that an entry takes; 1 by default. Must not change while the entry is in the
   * map.
   */
  readonly sizeOf?: (value: V, key: K) => number;
  /**
   * Is called for each entry that is evicted for lack of room, but not for those deleted or
   * replaced.
   */
  readonly onEvict?: (value: V, key: K) => void;
}

/**
 * A map that evicts its least recently used entries once all together take more than `limit`.
 * {@link get} and {@link set} are uses. It iterates from the least to the most recently used entry.
 * The newest entry always stays.
 */
export class LruMap<K, V> extends Map<K, V> {
  readonly #limit: number;
  readonly #options: LruMapOptions<K, V>;
  #total = 0;

  constructor(limit: number, options: LruMapOptions<K, V> = {}) {
    super();
    this.#limit = limit;
    this.#options = options;
  }

  /** Must not be called while iterating over the map: it moves the entry to the end. */
  override get(key: K): V | undefined {
    const value = super.get(key);
    if (value === undefined && !super.has(key)) return undefined;
    super.delete(key);
    super.set(key, value as V);
    return value;
  }

  /** The value, without using it. */
  peek(key: K): V | undefined {
    return super.get(key);
  }

  /** The value; a missing one is made and set. */
  getOrMake(key: K, make: () => V): V {
    if (this.has(key)) return this.get(key) as V;
    const value = make();
    this.set(key, value);
    return value;
  }

  override set(key: K, value: V): this {
    this.delete(key);
    super.set(key, value);
    this.#total += this.#sizeOf(value, key);
    if (this.#total <= this.#limit) return this;
    for (const [other, evicted] of this) {
      if (this.#total <= this.#limit || other === key) break;
      this.delete(other);
      this.#options.onEvict?.(evicted, other);
    }
    return this;
  }

  override delete(key: K): boolean {
    if (!super.has(key)) return false;
    this.#total -= this.#sizeOf(super.get(key) as V, key);
    return super.delete(key);
  }

  override clear(): void {
    super.clear();
    this.#total = 0;
  }

  #sizeOf(value: V, key: K): number {
    return this.#options.sizeOf?.(value, key) ?? 1;
  }
}

/** The cached answer, or a new one; a failed one is not cached. */
export function cached<K, T>(answers: Map<K, Promise<T>>, key: K, ask: () => Promise<T>): Promise<T> {
  const known = answers.get(key);
  if (known !== undefined) return known;
  const answer = ask();
  answers.set(key, answer);
  answer.catch(() => {
    if (answers.get(key) === answer) answers.delete(key);
  });
  return answer;
}
