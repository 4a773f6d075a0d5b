import { BytePairs } from './bytePairs.ts';
import type { PairTable } from './pairTable.ts';
import type { Utf8Text } from './utf8Text.ts';

/** Pieces of up to this many bytes are their own key: three words. */
const SHORT_PIECE = 12;
const SHORT_BITS = 15;
/** The bits of the `length`-byte prefix in the word at index `length` (4 is a whole word). */
const WORD_MASKS = new Int32Array([0, 0xff, 0xffff, 0xffffff, -1]);

/** Pieces of more bytes are not remembered. */
const LONG = 1024;
const LONG_BITS = 15;
const POOL = 1 << 21;

/**
 * Cached token counts of pieces. Two tables of one entry a slot, the newest wins. Short pieces are
 * in the entry itself, longer ones in a pool of bytes that is cleared when it is full.
 */
export class PieceCounts {
  readonly #bytePairs: BytePairs;
  /** Four words an entry: the bytes in three, length and count in the last. */
  readonly #short = new Int32Array(4 << SHORT_BITS);
  /** Four words an entry: hash, place in the pool, length, count. */
  readonly #long = new Int32Array(4 << LONG_BITS);
  readonly #pool = new DataView(new ArrayBuffer(POOL));
  #pooled = 0;

  constructor(pairs: PairTable) {
    this.#bytePairs = new BytePairs(pairs);
  }

  /** Counts the tokens of the piece `[start, end)` of `text`; offsets in bytes. */
  count(text: Utf8Text, start: number, end: number): number {
    const length = end - start;
    if (length > SHORT_PIECE) return length > LONG ? this.#merge(text, start, end) : this.#countLong(text, start, end);
    const view = text.view;
    let first = view.getInt32(start, true);
    let second = 0;
    let third = 0;
    if (length <= 4) {
      first &= WORD_MASKS[length]!;
    } else {
      second = view.getInt32(start + 4, true);
      if (length <= 8) second &= WORD_MASKS[length - 4]!;
      else third = view.getInt32(start + 8, true) & WORD_MASKS[length - 8]!;
    }
    const hash = Math.imul(
      Math.imul(first ^ Math.imul(second, 0x2c1b3c6d) ^ Math.imul(third, 0x297a2d39), 0x9e3779b1) + length,
      0x85ebca6b,
    );
    const entry = (hash >>> (32 - SHORT_BITS)) << 2;
    const short = this.#short;
    const found = short[entry + 3]!;
    if (
      (found & 0xf) === length &&
      short[entry] === first &&
      short[entry + 1] === second &&
      short[entry + 2] === third
    ) {
      return found >>> 4;
    }
    const count = this.#merge(text, start, end);
    short[entry] = first;
    short[entry + 1] = second;
    short[entry + 2] = third;
    short[entry + 3] = (count << 4) | length;
    return count;
  }

  #merge(text: Utf8Text, start: number, end: number): number {
    return this.#bytePairs.count(text.bytes, start, end);
  }

  #countLong(text: Utf8Text, start: number, end: number): number {
    const length = end - start;
    const hash = hashOf(text.view, start, length);
    const entry = (hash >>> (32 - LONG_BITS)) << 2;
    const long = this.#long;
    if (
      long[entry] === hash &&
      long[entry + 2] === length &&
      this.#isPooled(long[entry + 1]!, text.view, start, length)
    ) {
      return long[entry + 3]!;
    }
    const count = this.#merge(text, start, end);
    long[entry + 1] = this.#keep(text.view, start, length);
    long[entry] = hash;
    long[entry + 2] = length;
    long[entry + 3] = count;
    return count;
  }

  /** Words of the pool are compared whole: behind a piece they are zero. */
  #isPooled(place: number, view: DataView, start: number, length: number): boolean {
    const pool = this.#pool;
    const whole = length & ~3;
    for (let i = 0; i < whole; i += 4) {
      if (pool.getInt32(place + i, true) !== view.getInt32(start + i, true)) return false;
    }
    return pool.getInt32(place + whole, true) === (view.getInt32(start + whole, true) & WORD_MASKS[length & 3]!);
  }

  #keep(view: DataView, start: number, length: number): number {
    const whole = length & ~3;
    if (this.#pooled + whole + 4 > POOL) {
      this.#long.fill(0);
      this.#pooled = 0;
    }
    const place = this.#pooled;
    for (let i = 0; i < whole; i += 4) this.#pool.setInt32(place + i, view.getInt32(start + i, true), true);
    this.#pool.setInt32(place + whole, view.getInt32(start + whole, true) & WORD_MASKS[length & 3]!, true);
    this.#pooled += whole + 4;
    return place;
  }
}

function hashOf(view: DataView, start: number, length: number): number {
  const whole = length & ~3;
  let hash = length;
  for (let i = 0; i < whole; i += 4)
    hash = Math.imul((hash ^ view.getInt32(start + i, true)) + (hash >>> 15), 0x9e3779b1);
  hash = Math.imul((hash ^ (view.getInt32(start + whole, true) & WORD_MASKS[length & 3]!)) + (hash >>> 15), 0x85ebca6b);
  return hash ^ (hash >>> 13);
}
