import { NO_TOKEN, type PairTable } from './pairTable.ts';

/**
 * Merges in nearly linear time. A merge makes only pairs of higher rank, so ranks are processed in
 * ascending order: a bucket of places for each rank, a heap of the ranks with a non-empty bucket.
 * Places of one rank interfere only if a token merges with its equal (`aaa`): left to right there,
 * in any order elsewhere.
 */
export class MergeQueue {
  readonly #pairs: PairTable;
  /** The newest entry of each rank's bucket, or -1. */
  readonly #newest: Int32Array;
  readonly #heap: number[] = [];
  #entries = 0;
  #entryPlace = new Int32Array(0);
  #entryOlder = new Int32Array(0);
  #tokens = new Int32Array(0);
  #merged = new Int32Array(0);
  #next = new Int32Array(0);
  #previous = new Int32Array(0);

  constructor(pairs: PairTable) {
    this.#pairs = pairs;
    this.#newest = new Int32Array(pairs.size).fill(-1);
  }

  /** Counts the tokens of `piece`. */
  count(piece: Uint8Array): number {
    const { length } = piece;
    this.#open(piece);
    let count = length;
    for (let rank = this.#lowest(); rank !== NO_TOKEN; rank = this.#lowest()) {
      for (const place of this.#take(rank)) {
        if (this.#merged[place] !== rank) continue;
        this.#merge(place, rank, length);
        count--;
      }
    }
    if (length > KEPT_QUEUE) this.#reserve(0);
    return count;
  }

  #open(piece: Uint8Array): void {
    const { length } = piece;
    if (this.#tokens.length < length) this.#reserve(length);
    const { rankOfByte } = this.#pairs;
    this.#entries = 0;
    for (let i = 0; i < length; i++) {
      this.#tokens[i] = rankOfByte[piece[i]!]!;
      this.#next[i] = i + 1;
      this.#previous[i] = i - 1;
    }
    for (let i = 0; i + 1 < length; i++) this.#enqueue(i, this.#tokens[i]!, this.#tokens[i + 1]!);
    if (length > 0) this.#merged[length - 1] = NO_TOKEN;
  }

  #reserve(length: number): void {
    const room = length === 0 ? 0 : Math.max(1024, length);
    this.#tokens = new Int32Array(room);
    this.#merged = new Int32Array(room);
    this.#next = new Int32Array(room);
    this.#previous = new Int32Array(room);
    this.#entryPlace = new Int32Array(3 * room);
    this.#entryOlder = new Int32Array(3 * room);
  }

  #merge(place: number, rank: number, length: number): void {
    const right = this.#next[place]!;
    const next = this.#next[right]!;
    const previous = this.#previous[place]!;
    this.#tokens[place] = rank;
    this.#next[place] = next;
    this.#merged[right] = NO_TOKEN;
    this.#merged[place] = NO_TOKEN;
    if (next < length) {
      this.#previous[next] = place;
      this.#enqueue(place, rank, this.#tokens[next]!);
    }
    if (previous >= 0) this.#enqueue(previous, this.#tokens[previous]!, rank);
  }

  #enqueue(place: number, left: number, right: number): void {
    const rank = this.#pairs.find(left, right);
    this.#merged[place] = rank;
    if (rank === NO_TOKEN) return;
    const entry = this.#entries++;
    const older = this.#newest[rank]!;
    if (older < 0) pushRank(this.#heap, rank);
    this.#entryPlace[entry] = place;
    this.#entryOlder[entry] = older;
    this.#newest[rank] = entry;
  }

  #lowest(): number {
    return this.#heap.length === 0 ? NO_TOKEN : popRank(this.#heap);
  }

  /** Empties a bucket: its places in ascending order. */
  #take(rank: number): Int32Array {
    let size = 0;
    for (let entry = this.#newest[rank]!; entry >= 0; entry = this.#entryOlder[entry]!) size++;
    const places = new Int32Array(size);
    let ascending = true;
    for (let entry = this.#newest[rank]!; entry >= 0; entry = this.#entryOlder[entry]!) {
      places[--size] = this.#entryPlace[entry]!;
      ascending &&= size + 1 >= places.length || places[size]! <= places[size + 1]!;
    }
    this.#newest[rank] = -1;
    return ascending ? places : places.sort();
  }
}

/** Working memory for longer pieces is freed, bytes. */
const KEPT_QUEUE = 0x10000;

function pushRank(heap: number[], rank: number): void {
  let at = heap.length;
  heap.push(rank);
  while (at > 0) {
    const parent = (at - 1) >> 1;
    if (heap[parent]! <= rank) break;
    heap[at] = heap[parent]!;
    at = parent;
  }
  heap[at] = rank;
}

function popRank(heap: number[]): number {
  const lowest = heap[0]!;
  const moved = heap.pop()!;
  if (heap.length === 0) return lowest;
  let at = 0;
  for (;;) {
    let child = 2 * at + 1;
    if (child >= heap.length) break;
    if (child + 1 < heap.length && heap[child + 1]! < heap[child]!) child++;
    if (heap[child]! >= moved) break;
    heap[at] = heap[child]!;
    at = child;
  }
  heap[at] = moved;
  return lowest;
}
