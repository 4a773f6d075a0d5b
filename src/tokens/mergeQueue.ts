import { NO_TOKEN, type PairTable } from './pairTable.ts';

/** A merge in a heap is one number: its rank, then its place. */
const placeUnit = 2 ** 32;

/**
 * Counts the tokens of a long piece in nearly linear time: a heap holds the merges that were possible
 * when they were found, by rank and from the left; those that are no longer are skipped.
 */
export function countLong(pairs: PairTable, piece: Uint8Array): number {
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
