import { NO_TOKEN, type PairTable } from './pairTable.ts';

/** Up to this many bytes, searching all pairs again is faster than keeping them in order. */
const SHORT_MERGE = 128;

/**
 * Byte-pair encoding of one piece: of all neighbours that make a token, those of the lowest rank
 * merge first, the leftmost of equals first, until none do. Holds working memory; not reentrant.
 */
export class BytePairs {
  readonly #pairs: PairTable;
  readonly #tokens = new Int32Array(SHORT_MERGE);
  /** The merge of each token with its right neighbour. */
  readonly #merged = new Int32Array(SHORT_MERGE);

  constructor(pairs: PairTable) {
    this.#pairs = pairs;
  }

  /** Counts the tokens of the bytes `[start, end)` as one piece. */
  count(bytes: Uint8Array, start: number, end: number): number {
    if (end - start <= SHORT_MERGE) return this.mergeShort(bytes, start, end);
    return countLong(this.#pairs, bytes.subarray(start, end));
  }

  /** As `count` for at most 128 bytes. The tokens can be read with `token` until the next call. */
  mergeShort(bytes: Uint8Array, start: number, end: number): number {
    const pairs = this.#pairs;
    const tokens = this.#tokens;
    const merged = this.#merged;
    let count = end - start;
    for (let i = 0; i < count; i++) tokens[i] = pairs.rankOfByte[bytes[start + i]!]!;
    for (let i = 0; i + 1 < count; i++) merged[i] = pairs.find(tokens[i]!, tokens[i + 1]!);
    for (;;) {
      let lowest = NO_TOKEN;
      let at = 0;
      for (let i = 0; i + 1 < count; i++) {
        if (merged[i]! < lowest) {
          lowest = merged[i]!;
          at = i;
        }
      }
      if (lowest === NO_TOKEN) return count;
      count--;
      for (let i = at + 1; i < count; i++) {
        tokens[i] = tokens[i + 1]!;
        merged[i] = merged[i + 1]!;
      }
      tokens[at] = lowest;
      if (at > 0) merged[at - 1] = pairs.find(tokens[at - 1]!, lowest);
      if (at + 1 < count) merged[at] = pairs.find(lowest, tokens[at + 1]!);
    }
  }

  /** The rank of the token `index` of the last `mergeShort`. */
  token(index: number): number {
    return this.#tokens[index]!;
  }
}

/** A merge in a heap is one number: its rank, then its place. */
const placeUnit = 2 ** 32;

/**
 * Counts the tokens of a long piece in nearly linear time: a heap holds the merges that were possible
 * when they were found, by rank and from the left; those that are no longer are skipped.
 */
function countLong(pairs: PairTable, piece: Uint8Array): number {
  const { length } = piece;
  const heap: number[] = [];
  const tokens = Int32Array.from(piece, (byte) => pairs.rankOfByte[byte]!);
  const merged = new Int32Array(length).fill(NO_TOKEN);
  const next = Int32Array.from(piece, (_, at) => at + 1);
  const previous = Int32Array.from(piece, (_, at) => at - 1);
  const find = (place: number) => {
    const rank = pairs.find(tokens[place]!, tokens[next[place]!]!);
    merged[place] = rank;
    if (rank !== NO_TOKEN) push(heap, rank * placeUnit + place);
  };
  for (let place = 0; place + 1 < length; place++) find(place);
  let count = length;
  for (let lowest = pop(heap); lowest !== undefined; lowest = pop(heap)) {
    const place = lowest % placeUnit;
    const rank = (lowest - place) / placeUnit;
    if (merged[place] !== rank) continue;
    const right = next[place]!;
    const after = next[right]!;
    tokens[place] = rank;
    next[place] = after;
    merged[right] = NO_TOKEN;
    merged[place] = NO_TOKEN;
    count--;
    if (after < length) {
      previous[after] = place;
      find(place);
    }
    if (previous[place]! >= 0) find(previous[place]!);
  }
  return count;
}

function push(heap: number[], value: number): void {
  let at = heap.push(value) - 1;
  for (let parent = (at - 1) >> 1; at > 0 && heap[parent]! > value; parent = (at - 1) >> 1) {
    heap[at] = heap[parent]!;
    at = parent;
  }
  heap[at] = value;
}

function pop(heap: number[]): number | undefined {
  const lowest = heap[0];
  const moved = heap.pop();
  if (moved === undefined || heap.length === 0) return lowest;
  let at = 0;
  for (let child = 1; child < heap.length; child = 2 * at + 1) {
    if (child + 1 < heap.length && heap[child + 1]! < heap[child]!) child++;
    if (heap[child]! >= moved) break;
    heap[at] = heap[child]!;
    at = child;
  }
  heap[at] = moved;
  return lowest;
}
