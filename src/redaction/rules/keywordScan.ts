/** Characters of keywords: ASCII. A state and a unit together index the automaton. */
const alphabet = 128;

/**
 * Finds every occurrence of any of some keywords in one pass, whatever their number (Aho and Corasick, 1975). Keywords are lower-case
 * ASCII and found in either case.
 */
export class KeywordScan {
  /** `state × 128 + unit` → state. */
  readonly #next: Uint16Array;
  /** Whether keywords end in a state, and which, by index. */
  readonly #isEnd: Uint8Array;
  readonly #ends: readonly (readonly number[])[];
  readonly #lengths: readonly number[];

  constructor(keywords: readonly string[]) {
    this.#lengths = keywords.map(({ length }) => length);
    const ends: number[][] = [[]];
    const trie: Map<number, number>[] = [new Map()];
    for (const [index, keyword] of keywords.entries()) {
      let state = 0;
      for (const unit of keyword) {
        const row = trie[state] as Map<number, number>;
        const child = row.get(unit.charCodeAt(0)) ?? trie.length;
        if (child === trie.length) {
          trie.push(new Map());
          ends.push([]);
        }
        row.set(unit.charCodeAt(0), child);
        state = child;
      }
      (ends[state] as number[]).push(index);
    }
    this.#next = linked(trie, ends);
    this.#ends = ends;
    this.#isEnd = Uint8Array.from(ends, ({ length }) => Math.min(length, 1));
  }

  /** Tells each occurrence that begins and ends in `[from, to)`: the keyword's index and where it begins; in the order of their ends. */
  each(text: string, from: number, to: number, found: (keyword: number, start: number) => void): void {
    const next = this.#next;
    const isEnd = this.#isEnd;
    let state = 0;
    for (let at = from; at < to; at++) {
      const unit = text.charCodeAt(at);
      state = unit < alphabet ? (next[state * alphabet + unit] as number) : 0;
      if (isEnd[state] === 0) continue;
      for (const keyword of this.#ends[state] as readonly number[]) {
        found(keyword, at + 1 - (this.#lengths[keyword] as number));
      }
    }
  }
}

/** The automaton of a trie: what is missing goes on where the longest proper suffix would. */
function linked(trie: readonly ReadonlyMap<number, number>[], ends: number[][]): Uint16Array {
  const next = new Uint16Array(trie.length * alphabet);
  const suffix = new Uint16Array(trie.length);
  const queue = [0];
  for (const state of queue) {
    const fallback = (suffix[state] as number) * alphabet;
    for (let unit = 0; unit < alphabet; unit++) {
      const other = state === 0 ? 0 : (next[fallback + unit] as number);
      const child = trie[state]?.get(unit);
      next[state * alphabet + unit] = child ?? other;
      if (child === undefined) continue;
      suffix[child] = other;
      (ends[child] as number[]).push(...(ends[other] as number[]));
      queue.push(child);
    }
    for (let unit = 65; unit <= 90; unit++)
      next[state * alphabet + unit] = next[state * alphabet + unit + 32] as number;
  }
  return next;
}
