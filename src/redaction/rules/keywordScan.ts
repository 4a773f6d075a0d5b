/** Units of keywords: ASCII. */
const ascii = 128;
/** A state and the class of a unit together index the automaton: `state × 64 + class`. */
const classBits = 6;
/** Marks a state in which keywords end. */
const endFlag = 0x8000;

/**
 * Finds every occurrence of any of some keywords in one pass, whatever their number (Aho and Corasick, 1975). Keywords are lower-case
 * ASCII and found in either case.
 */
export class KeywordScan {
  /** `state × 64 + class` → state, flagged where keywords end. */
  readonly #next: Uint16Array;
  /** The class of each unit: 0 for those of no keyword. A letter has one class in both cases. */
  readonly #classes: Uint8Array;
  /** Which keywords end in a state, by index. */
  readonly #ends: readonly (readonly number[])[];
  readonly #lengths: readonly number[];

  /** At most 63 different units and 32,767 states; a table that grows beyond is an error here, not a miss later. */
  constructor(keywords: readonly string[]) {
    this.#lengths = keywords.map(({ length }) => length);
    this.#classes = classesOf(keywords);
    const ends: number[][] = [[]];
    const trie: Map<number, number>[] = [new Map()];
    for (const [index, keyword] of keywords.entries()) {
      let state = 0;
      for (let at = 0; at < keyword.length; at++) {
        const unit = this.#classes[keyword.charCodeAt(at)] as number;
        const row = trie[state] as Map<number, number>;
        const child = row.get(unit) ?? trie.length;
        if (child === trie.length) {
          trie.push(new Map());
          ends.push([]);
        }
        row.set(unit, child);
        state = child;
      }
      (ends[state] as number[]).push(index);
    }
    if (trie.length >= endFlag) throw new RangeError(`${trie.length} states are too many`);
    this.#next = linked(trie, ends);
    this.#ends = ends;
  }

  /** Tells each occurrence that begins and ends in `[from, to)`: the keyword's index and where it begins; in the order of their ends. */
  each(text: string, from: number, to: number, found: (keyword: number, start: number) => void): void {
    const next = this.#next;
    const classes = this.#classes;
    let state = 0;
    for (let at = from; at < to; at++) {
      const unit = text.charCodeAt(at);
      state = unit < ascii ? (next[(state << classBits) | (classes[unit] as number)] as number) : 0;
      if (state < endFlag) continue;
      state &= ~endFlag;
      for (const keyword of this.#ends[state] as readonly number[]) {
        found(keyword, at + 1 - (this.#lengths[keyword] as number));
      }
    }
  }
}

function classesOf(keywords: readonly string[]): Uint8Array {
  const units = [...new Set(keywords.join(''))];
  if (units.length >= 1 << classBits) throw new RangeError(`${units.length} different units are too many`);
  const classes = new Uint8Array(ascii);
  for (const [index, unit] of units.entries()) {
    classes[unit.charCodeAt(0)] = index + 1;
    classes[unit.toUpperCase().charCodeAt(0)] = index + 1;
  }
  return classes;
}

/** The automaton of a trie: what is missing goes on where the longest proper suffix would. */
function linked(trie: readonly ReadonlyMap<number, number>[], ends: number[][]): Uint16Array {
  const next = new Uint16Array(trie.length << classBits);
  const suffix = new Uint16Array(trie.length);
  const queue = [0];
  for (const state of queue) {
    const fallback = (suffix[state] as number) << classBits;
    for (let unit = 1; unit < 1 << classBits; unit++) {
      const other = state === 0 ? 0 : (next[fallback | unit] as number);
      const child = trie[state]?.get(unit);
      next[(state << classBits) | unit] = child ?? other;
      if (child === undefined) continue;
      suffix[child] = other;
      (ends[child] as number[]).push(...(ends[other] as number[]));
      queue.push(child);
    }
  }
  return next.map((state) => (ends[state]?.length === 0 ? state : state | endFlag));
}
