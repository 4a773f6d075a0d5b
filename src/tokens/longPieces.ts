import { MergeQueue, type Tokens } from './mergeQueue.ts';
import type { PairTable } from './pairTable.ts';

/** Bytes `[from, to)` of a piece that repeat after `period` bytes. */
interface Stretch {
  readonly from: number;
  readonly to: number;
  readonly period: number;
}

/** A stretch of which `removed` bytes, a whole number of its cycles, were left out. */
interface Shortened {
  /** Where the rest of the stretch lies in the shortened piece. */
  readonly from: number;
  readonly to: number;
  readonly period: number;
  readonly removed: number;
}

/** `length` tokens from `first` on come twice in a row, and have `bytes` bytes together. */
interface Cycle {
  readonly first: number;
  readonly length: number;
  readonly bytes: number;
}

/** Stretches from this many bytes on are shortened, to about `KEPT` bytes. */
const STRETCH = 4096;
const KEPT_PIECES = 1024;
const LONGEST_PERIOD = 32;
const LONGEST_CYCLE = 64;
/** Where stretches are looked for, and how many bytes must repeat there. */
const STEP = 512;
const PROBE = 64;

/**
 * Counts the tokens of long pieces. What repeats is not encoded throughout: when the tokens `W W` stand next to each other in an
 * encoding, `W` may be repeated there as often as one likes and the result is the encoding of its text. For tokens in
 * a row are an encoding exactly if every two neighbours are one, and no new neighbours arise.
 */
export class LongPieces {
  readonly #pairs: PairTable;
  #queue: MergeQueue | undefined;

  constructor(pairs: PairTable) {
    this.#pairs = pairs;
  }

  /** How many tokens the bytes of `piece` have. */
  count(piece: Uint8Array): number {
    const stretches = stretchesOf(piece);
    const shortened = stretches.length === 0 ? null : this.#countShortened(piece, stretches);
    return shortened ?? this.encodeAll(piece).ends.length;
  }

  encodeAll(piece: Uint8Array): Tokens {
    this.#queue ??= new MergeQueue(this.#pairs);
    return this.#queue.encode(piece);
  }

  /** Counts `piece` without most of its stretches, then adds those; null when a stretch shows no cycle to repeat. */
  #countShortened(piece: Uint8Array, stretches: readonly Stretch[]): number | null {
    const rest = new Uint8Array(piece.length);
    const shortened: Shortened[] = [];
    let size = 0;
    let copied = 0;
    for (const { from, to, period } of stretches) {
      const sample = this.encodeAll(piece.subarray(from, from + KEPT_PIECES));
      const cycle = findCycle(sample, KEPT_PIECES >> 2, KEPT_PIECES, period, () => true);
      if (cycle === null) return null;
      const removed = to - from - KEPT_PIECES - ((to - from - KEPT_PIECES) % cycle.bytes);
      rest.set(piece.subarray(copied, to - removed), size);
      size += to - removed - copied;
      shortened.push({ from: size - (to - removed - from), to: size, period, removed });
      copied = to;
    }
    rest.set(piece.subarray(copied), size);
    return lengthened(this.encodeAll(rest.subarray(0, size + piece.length - copied)), shortened);
  }
}

/** How many tokens there are with the cycles put back, or null where a stretch has none that fits. */
function lengthened(tokens: Tokens, shortened: readonly Shortened[]): number | null {
  let count = tokens.ends.length;
  for (const { from, to, period, removed } of shortened) {
    const cycle = findCycle(tokens, from, to, period, (bytes) => removed % bytes === 0);
    if (cycle === null) return null;
    count += (removed / cycle.bytes) * cycle.length;
  }
  return count;
}

/** The first cycle within the bytes `[from, to)` whose size is a multiple of `period` and fits. */
function findCycle(
  { ranks, ends }: Tokens,
  from: number,
  to: number,
  period: number,
  fits: (bytes: number) => boolean,
): Cycle | null {
  let first = 0;
  while (first < ends.length && (ends[first - 1] ?? 0) < from) first++;
  for (const last = first + LONGEST_CYCLE; first < last; first++) {
    const start = ends[first - 1] ?? 0;
    for (let length = 1; length <= LONGEST_CYCLE; length++) {
      const end = ends[first + 2 * length - 1];
      if (end === undefined || end > to) break;
      const bytes = ends[first + length - 1]! - start;
      if (bytes % period === 0 && fits(bytes) && repeats(ranks, first, length)) return { first, length, bytes };
    }
  }
  return null;
}

function repeats(values: ArrayLike<number>, first: number, length: number): boolean {
  for (let i = first; i < first + length; i++) if (values[i] !== values[i + length]) return false;
  return true;
}

function stretchesOf(piece: Uint8Array): Stretch[] {
  const stretches: Stretch[] = [];
  let done = 0;
  for (let at = 0; at + STRETCH <= piece.length; ) {
    const stretch = stretchAround(piece, at, done);
    if (stretch === null || stretch.to - stretch.from < STRETCH) {
      at += STEP;
    } else {
      stretches.push(stretch);
      done = stretch.to;
      at = done;
    }
  }
  return stretches;
}

/** The stretch that `at` lies in, from `earliest` on. */
function stretchAround(piece: Uint8Array, at: number, earliest: number): Stretch | null {
  for (let period = 1; period <= LONGEST_PERIOD; period++) {
    let to = at;
    while (to + period < piece.length && piece[to] === piece[to + period]) to++;
    if (to - at < PROBE) continue;
    let from = at;
    while (from > earliest && piece[from - 1] === piece[from - 1 + period]) from--;
    return { from, to: to + period, period };
  }
  return null;
}
