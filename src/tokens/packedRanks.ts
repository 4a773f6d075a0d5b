import { PairTable } from './pairTable.ts';

/** The encodings that are counted exactly. */
export type Encoding = 'o200k_base' | 'cl100k_base';

/**
 * Ranks as the product ships them, made for a small zip: how many there are (4 bytes, little-endian), the 256 bytes by
 * rank, then for each further rank the two tokens that merge into it, in five columns: the left ranks' bits 0–7 and
 * 8–15, the right ranks' likewise, and both ranks' bits 16–17 as `left | right << 2`.
 */
const HEADER = 4 + 256;
const COLUMNS = 5;
/** Rows read at a time: little memory, and many short calls are compiled earlier than one long one. */
const BLOCK = 1024;

/** Packs ranks: `left[i]` and `right[i]` merge into rank `256 + i`. */
export function packRanks(bytes: Uint8Array, left: Int32Array, right: Int32Array): Uint8Array {
  const rows = left.length;
  const packed = new Uint8Array(HEADER + COLUMNS * rows);
  new DataView(packed.buffer).setUint32(0, 256 + rows, true);
  packed.set(bytes, 4);
  const columns = packed.subarray(HEADER);
  for (let i = 0; i < rows; i++) {
    const a = left[i]!;
    const b = right[i]!;
    columns[i] = a;
    columns[rows + i] = a >> 8;
    columns[2 * rows + i] = b;
    columns[3 * rows + i] = b >> 8;
    columns[4 * rows + i] = (a >> 16) | ((b >> 16) << 2);
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
  for (let first = 0; first < rows; first += BLOCK) addBlock(pairs, columns, first, Math.min(BLOCK, rows - first));
  return pairs;
}

/** Adds the rows `[first, first + count)`. */
function addBlock(pairs: PairTable, columns: Uint8Array, first: number, count: number): void {
  const rows = columns.length / COLUMNS;
  const left = new Int32Array(count);
  const right = new Int32Array(count);
  for (let i = 0; i < count; i++) {
    const row = first + i;
    const high = columns[4 * rows + row]!;
    left[i] = columns[row]! | (columns[rows + row]! << 8) | ((high & 3) << 16);
    right[i] = columns[2 * rows + row]! | (columns[3 * rows + row]! << 8) | ((high >> 2) << 16);
  }
  pairs.add(256 + first, left, right);
}
