import { BytePairs } from './bytePairs.ts';
import type { PairTable } from './pairTable.ts';
import type { Utf8Text } from './utf8Text.ts';

/** Pieces of up to this many bytes are their own key: three words. */
const SHORT_PIECE = 12;
const SHORT_BITS = 15;
/** The bits of the `length`-byte prefix in the word at index `length` (4 is a whole word). */
const WORD_MASKS = new Int32Array([0, 0xff, 0xffff, 0xffffff, -1]);

/**
 * Cached token counts of short pieces, one entry a slot: the newest wins.
 */
export class PieceCounts {
  readonly #bytePairs: BytePairs;
  /** Four words an entry: the bytes in three, length and count in the last. */
  readonly #short = new Int32Array(4 << SHORT_BITS);

  constructor(pairs: PairTable) {
    this.#bytePairs = new BytePairs(pairs);
  }

  /** Counts the tokens of the piece `[start, end)` of `text`; offsets in bytes. */
  count(text: Utf8Text, start: number, end: number): number {
    const length = end - start;
    if (length > SHORT_PIECE) return this.#bytePairs.count(text.bytes, start, end);
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
    const count = this.#bytePairs.count(text.bytes, start, end);
    short[entry] = first;
    short[entry + 1] = second;
    short[entry + 2] = third;
    short[entry + 3] = (count << 4) | length;
    return count;
  }
}
