/** Result of `PairTable` if two tokens do not merge; larger than every rank. */
export const NO_TOKEN = 0x7fffffff;

/**
 * The merges of two neighbouring tokens. A token is identified by its rank alone: each token of the
 * reference is the merge of exactly one pair of lower ranks, so text is never compared
 * (`buildRanks` verifies both). Ranks have at most 18 bits; ranks under 256 are the single bytes.
 */
export class PairTable {
  /** The number of tokens of the encoding. */
  readonly size: number;
  readonly rankOfByte: Uint8Array;
  readonly #bytePairs = new Int32Array(0x10000).fill(NO_TOKEN);
  /**
   * Two words a slot, with 18 bits each of left, right and merged rank. The second word of an empty
   * slot is 0.
   */
  readonly #slots: Int32Array;
  readonly #shift: number;

  /** `bytes` are the 256 bytes by rank. */
  constructor(size: number, bytes: Uint8Array) {
    const bits = Math.ceil(Math.log2(size)) + 1;
    this.size = size;
    this.rankOfByte = new Uint8Array(256);
    for (let rank = 0; rank < 256; rank++) this.rankOfByte[bytes[rank]!] = rank;
    this.#slots = new Int32Array(2 << bits);
    this.#shift = 32 - bits;
  }

  /** Makes each `left[i]` and `right[i]` merge into the rank `first + i`. */
  add(first: number, left: Int32Array, right: Int32Array): void {
    const slots = this.#slots;
    const bytePairs = this.#bytePairs;
    const last = slots.length - 1;
    const shift = this.#shift;
    for (let i = 0; i < left.length; i++) {
      const a = left[i]!;
      const b = right[i]!;
      if ((a | b) < 256) bytePairs[(a << 8) | b] = first + i;
      let slot = slotOf(a, b, shift);
      while (slots[slot + 1] !== 0) slot = (slot + 2) & last;
      slots[slot] = a | (b << 18);
      slots[slot + 1] = (b >>> 14) | ((first + i) << 4);
    }
  }

  /** The token that `left` and `right` merge into, or `NO_TOKEN`. */
  find(left: number, right: number): number {
    if ((left | right) < 256) return this.#bytePairs[(left << 8) | right]!;
    const slots = this.#slots;
    const low = left | (right << 18);
    const high = right >>> 14;
    let slot = slotOf(left, right, this.#shift);
    for (;;) {
      const found = slots[slot + 1]!;
      if (found === 0) return NO_TOKEN;
      if (slots[slot] === low && (found & 0xf) === high) return found >>> 4;
      slot = (slot + 2) & (slots.length - 1);
    }
  }
}

function slotOf(left: number, right: number, shift: number): number {
  return (Math.imul(Math.imul(left, 0x9e3779b1) + right, 0x85ebca6b) >>> shift) << 1;
}
