/** Characters of keywords: ASCII without capitals. */
const alphabet = 128;

/**
 * Finds every occurrence of any of some keywords in one pass, whatever their number (Aho and Corasick, 1975). Keywords are lower-case
 * ASCII and found in either case.
 */
export class KeywordScan {
  /** The class of each ASCII unit; 0 for those in no keyword. */
  readonly #classes = new Uint8Array(alphabet);
  /** `state × width + class` → state. */
  readonly #next: Uint16Array;
  /** The keywords that end in each state, by index. */
  readonly #ends: readonly (readonly number[])[];
  readonly #width: number;
  readonly #lengths: readonly number[];

  constructor(keywords: readonly string[]) {
    const units = [...new Set(keywords.join(''))];
    for (const [index, unit] of units.entries()) {
      this.#classes[unit.charCodeAt(0)] = index + 1;
      this.#classes[unit.toUpperCase().charCodeAt(0)] = index + 1;
    }
    this.#width = units.length + 1;
    this.#lengths = keywords.map(({ length }) => length);
    const ends: number[][] = [[]];
    const trie: number[][] = [new Array<number>(this.#width).fill(-1)];
    for (const [index, keyword] of keywords.entries()) {
      let state = 0;
      for (const unit of keyword) {
        const symbol = this.#classes[unit.charCodeAt(0)] as number;
        const row = trie[state] as number[];
        if (row[symbol] === -1) {
          row[symbol] = trie.length;
          trie.push(new Array<number>(this.#width).fill(-1));
          ends.push([]);
        }
        state = row[symbol] as number;
      }
      (ends[state] as number[]).push(index);
    }
    this.#next = linked(trie, ends, this.#width);
    this.#ends = ends;
  }

  /** Tells each occurrence: the keyword's index and where it begins; in the order of their ends. */
  each(text: string, from: number, to: number, found: (keyword: number, start: number) => void): void {
    const next = this.#next;
    const classes = this.#classes;
    const width = this.#width;
    let state = 0;
    for (let at = from; at < to; at++) {
      const unit = text.charCodeAt(at);
      state = next[state * width + (unit < alphabet ? (classes[unit] as number) : 0)] as number;
      if (state === 0) continue;
      const ends = this.#ends[state] as readonly number[];
      for (let index = 0; index < ends.length; index++) {
        const keyword = ends[index] as number;
        found(keyword, at + 1 - (this.#lengths[keyword] as number));
      }
    }
  }
}

/** The automaton of a trie: what is missing goes on where the longest proper suffix would. */
function linked(trie: readonly (readonly number[])[], ends: number[][], width: number): Uint16Array {
  const next = new Uint16Array(trie.length * width);
  const suffix = new Array<number>(trie.length).fill(0);
  const queue = [0];
  for (let head = 0; head < queue.length; head++) {
    const state = queue[head] as number;
    for (let symbol = 0; symbol < width; symbol++) {
      const child = (trie[state] as readonly number[])[symbol] as number;
      const fallback = state === 0 ? 0 : (next[(suffix[state] as number) * width + symbol] as number);
      if (child === -1) next[state * width + symbol] = fallback;
      else {
        next[state * width + symbol] = child;
        suffix[child] = fallback;
        (ends[child] as number[]).push(...(ends[fallback] as number[]));
        queue.push(child);
      }
    }
  }
  return next;
}
