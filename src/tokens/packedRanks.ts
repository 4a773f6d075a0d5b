import { PairTable } from './pairTable.ts';

/** The encodings that are counted exactly. */
export type Encoding = 'o200k_base' | 'cl100k_base';

/**
 * Format of packed ranks: their number (4 bytes, little-endian), the 256 bytes by rank, then the
 * two tokens that merge into each further rank. These are in columns, which a zip packs well: bits
 * 16–17 of both as `left | right << 2`, bits 8–15 of each, bits 0–7 of each.
 */
const headerBytes = 4 + 256;
const columns = 5;
/** Rows read at a time: many short calls are compiled earlier than one long one. */
const blockRows = 1024;

/** Packs ranks: `left[i]` and `right[i]` merge into rank `256 + i`. */
export function packRanks(bytes: Uint8Array, left: Int32Array, right: Int32Array): Uint8Array {
  const rows = left.length;
  const packed = new Uint8Array(headerBytes + columns * rows);
  new DataView(packed.buffer).setUint32(0, 256 + rows, true);
  packed.set(bytes, 4);
  for (let i = 0; i < rows; i++) {
    const [a, b] = [left[i]!, right[i]!];
    const row = [(a >> 16) | ((b >> 16) << 2), a >> 8, b >> 8, a, b];
    for (const [column, byte] of row.entries()) packed[headerBytes + column * rows + i] = byte;
  }
  return packed;
}

/**
 * Reads what {@link packRanks} wrote.
 *
 * @throws RangeError if the length does not fit.
 */
export function unpackRanks(packed: Uint8Array): PairTable {
  const size = packed.length < headerBytes ? 0 : new DataView(packed.buffer, packed.byteOffset).getUint32(0, true);
  const rows = size - 256;
  if (rows < 0 || packed.length !== headerBytes + columns * rows) {
    throw new RangeError(`${packed.length} bytes are not packed ranks`);
  }
  const pairs = new PairTable(size, packed.subarray(4, headerBytes));
  const body = packed.subarray(headerBytes);
  for (let first = 0; first < rows; first += blockRows) addBlock(pairs, body, first, Math.min(rows, first + blockRows));
  return pairs;
}

function addBlock(pairs: PairTable, body: Uint8Array, first: number, end: number): void {
  const rows = body.length / columns;
  const left = new Int32Array(end - first);
  const right = new Int32Array(end - first);
  for (let i = first; i < end; i++) {
    const high = body[i]!;
    left[i - first] = ((high & 3) << 16) | (body[rows + i]! << 8) | body[3 * rows + i]!;
    right[i - first] = ((high >> 2) << 16) | (body[2 * rows + i]! << 8) | body[4 * rows + i]!;
  }
  pairs.add(256 + first, left, right);
}
