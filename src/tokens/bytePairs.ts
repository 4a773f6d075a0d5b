import { countLong } from './mergeQueue.ts';
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
