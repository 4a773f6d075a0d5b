import { PairTable } from './pairTable.ts';

/** The encodings that are counted exactly. */
export type Encoding = 'o200k_base' | 'cl100k_base';

/**
 * Ranks as the product ships them, made for a small zip: how many there are (4 bytes, little-endian), the 256 bytes by
 * rank, then for each further rank the two tokens that merge into it, in columns: the bits 16–17 of both ranks as
 * `left | right << 2`, the left ranks' bits 8–15, the right ranks' likewise, then the left ranks' bits 0–7 and the right
 * ranks' likewise, these ordered by the magnitude of their ranks: low bytes of small ranks are less evenly spread.
 */
const HEADER = 4 + 256;
const COLUMNS = 5;
/** Rows read at a time: little memory, and many short calls are compiled earlier than one long one. */
const BLOCK = 1024;

const MAGNITUDES = 5;

/** The magnitude of a rank by its bits from 8 on: 0, 1, 2–3, 4–15, more. */
function magnitude(high: number): number {
  if (high >= 16) return 4;
  if (high >= 4) return 3;
  return Math.min(high, 2);
}

/** Where the low bytes of each magnitude begin, when they stand in its order from `start` on. */
function lowStarts(highs: Uint16Array, start: number): Int32Array {
  const counts = new Int32Array(MAGNITUDES);
  for (const high of highs) counts[magnitude(high)]! += 1;
  let next = start;
  return counts.map((count) => {
    next += count;
    return next - count;
  });
}

/** Packs ranks: `left[i]` and `right[i]` merge into rank `256 + i`. */
export function packRanks(bytes: Uint8Array, left: Int32Array, right: Int32Array): Uint8Array {
  const rows = left.length;
  const packed = new Uint8Array(HEADER + COLUMNS * rows);
  new DataView(packed.buffer).setUint32(0, 256 + rows, true);
  packed.set(bytes, 4);
  const columns = packed.subarray(HEADER);
  for (const [side, ranks] of [left, right].entries()) {
    const lows = lowStarts(
      Uint16Array.from(ranks, (rank) => rank >> 8),
      (3 + side) * rows,
    );
    for (let i = 0; i < rows; i++) {
      const rank = ranks[i]!;
      columns[i]! |= (rank >> 16) << (2 * side);
      columns[(1 + side) * rows + i] = rank >> 8;
      columns[lows[magnitude(rank >> 8)]!++] = rank;
    }
  }
  return packed;
}

/** Reads what `packRanks` wrote; a `RangeError` names a length that does not fit. */
export function unpackRanks(packed: Uint8Array): PairTable {
  const size = packed.length < HEADER ? 0 : new DataView(packed.buffer, packed.byteOffset).getUint32(0, true);
  const rows = size - 256;
  if (rows < 0 || packed.length !== HEADER + COLUMNS * rows) {
    throw new RangeError(`${packed.length} bytes are not packed ranks`);
  }
  const pairs = new PairTable(size, packed.subarray(4, HEADER));
  const columns = packed.subarray(HEADER);
  const [left, right] = [new RankReader(columns, 0), new RankReader(columns, 1)];
  for (let first = 0; first < rows; first += BLOCK) {
    const count = Math.min(BLOCK, rows - first);
    pairs.add(256 + first, left.next(count), right.next(count));
  }
  return pairs;
}

/** Reads the left or the right ranks, from the first row on. */
class RankReader {
  readonly #columns: Uint8Array;
  readonly #highs: Uint16Array;
  readonly #lows: Int32Array;
  #row = 0;

  constructor(columns: Uint8Array, side: 0 | 1) {
    const rows = columns.length / COLUMNS;
    this.#columns = columns;
    this.#highs = new Uint16Array(rows);
    for (let i = 0; i < rows; i++) {
      this.#highs[i] = columns[(1 + side) * rows + i]! | (((columns[i]! >> (2 * side)) & 3) << 8);
    }
    this.#lows = lowStarts(this.#highs, (3 + side) * rows);
  }

  next(count: number): Int32Array {
    const ranks = new Int32Array(count);
    for (let i = 0; i < count; i++) {
      const high = this.#highs[this.#row++]!;
      ranks[i] = (high << 8) | this.#columns[this.#lows[magnitude(high)]!++]!;
    }
    return ranks;
  }
}
