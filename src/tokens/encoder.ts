import { characterClasses } from './characterClasses.ts';
import { LongPieces } from './longPieces.ts';
import type { Encoding } from './packedRanks.ts';
import type { PairTable } from './pairTable.ts';
import { PieceCounts } from './pieceCounts.ts';
import { type PieceScan, scanCl100k, scanO200k } from './pieceScan.ts';
import { SafeCuts } from './safeCuts.ts';
import { Utf8Text } from './utf8Text.ts';

/** Units counted at once, up to a safe cut. */
const CHUNK = 0x8000;

/** What can be cut up: a string or a source text. */
interface Sliced {
  readonly length: number;
  slice(start: number, end: number): string;
}

/** A text's tokens, and where it may be cut inside its long pieces (sorted, in UTF-16 units). */
interface CutText {
  readonly tokens: number;
  readonly cuts: readonly number[];
}

/** A text encoded as one piece: its tokens' ranks, and where it may be cut inside (sorted, in UTF-16 units). */
interface EncodedPiece {
  readonly ranks: Int32Array;
  readonly cuts: readonly number[];
}

/** Cuts inside long pieces are at least this many units apart. */
const CUT_GAP = 64;
/** Pieces of more bytes are long. */
const LONG = 1024;

/** Texts to tokens, for one encoding. Holds working memory; not reentrant. */
export class Encoder {
  readonly cuts: SafeCuts;
  readonly #classes = characterClasses();
  readonly #scan: PieceScan;
  readonly #longPieces: LongPieces;
  readonly #pieces: PieceCounts;
  readonly #utf8 = new Utf8Text();

  constructor(encoding: Encoding, pairs: PairTable) {
    this.cuts = new SafeCuts(encoding, this.#classes);
    this.#scan = encoding === 'o200k_base' ? scanO200k : scanCl100k;
    this.#longPieces = new LongPieces(pairs);
    this.#pieces = new PieceCounts(pairs, this.#longPieces);
  }

  /** How many tokens `text` has. */
  count(text: string): number {
    if (text.length <= CHUNK) return this.countChunk(text);
    let tokens = 0;
    for (let at = 0; at < text.length; ) {
      const chunk = this.chunkAt(text, at);
      tokens += this.countChunk(chunk);
      at += chunk.length;
    }
    return tokens;
  }

  /** The part of `text` to count next: from `start` to a safe cut. Short, unless there is none. */
  chunkAt(text: Sliced, start: number): string {
    for (let size = CHUNK; ; size *= 2) {
      if (start + size >= text.length) return text.slice(start, text.length);
      const chunk = text.slice(start, start + size);
      const cut = this.cuts.last(chunk);
      if (cut > 0) return chunk.slice(0, cut);
    }
  }

  /** As `count`, in one go. */
  countChunk(text: string): number {
    const utf8 = this.#utf8;
    const scan = this.#scan;
    const classes = this.#classes;
    const pieces = this.#pieces;
    const end = utf8.write(text);
    let tokens = 0;
    for (let at = 0; at < end; ) {
      const next = scan(utf8.bytes, classes, at);
      tokens += pieces.count(utf8, at, next);
      at = next;
    }
    return tokens;
  }

  /** As `count`, with places to cut inside the long pieces. */
  cutLongPieces(text: string): CutText {
    const end = this.#utf8.write(text);
    const { bytes } = this.#utf8;
    const cuts: number[] = [];
    let tokens = 0;
    let unit = 0;
    for (let at = 0; at < end; ) {
      const next = this.#scan(bytes, this.#classes, at);
      if (next - at > LONG) {
        const { count, ends } = this.#longPieces.encode(bytes.subarray(at, next));
        tokens += count;
        unit = collectCuts(bytes, at, next, ends, unit, cuts);
      } else {
        tokens += this.#pieces.count(this.#utf8, at, next);
        unit += unitsIn(bytes, at, next);
      }
      at = next;
    }
    return { tokens, cuts };
  }

  /** Encodes `text` as one piece, which the caller knows it to be a part of. */
  encodePiece(text: string): EncodedPiece {
    const end = this.#utf8.write(text);
    const { bytes } = this.#utf8;
    const { ranks, ends } = this.#longPieces.encodeAll(bytes.subarray(0, end));
    const cuts: number[] = [];
    collectCuts(bytes, 0, end, ends, 0, cuts);
    return { ranks, cuts };
  }
}

/** The UTF-16 units of the characters in the bytes `[start, end)`. */
function unitsIn(bytes: Uint8Array, start: number, end: number): number {
  let units = 0;
  for (let at = start; at < end; at++) units += unitsOf(bytes[at]!);
  return units;
}

/** The units of the character that this byte begins; 0 for a byte that goes on. */
function unitsOf(byte: number): number {
  if ((byte & 0xc0) === 0x80) return 0;
  return byte < 0xf0 ? 1 : 2;
}

/**
 * Adds cuts at those token ends inside the piece `[start, end)` where a character ends too. `ends` are counted from the
 * piece's start, which is the unit `unit`. Answers the unit where it ends.
 */
function collectCuts(
  bytes: Uint8Array,
  start: number,
  end: number,
  ends: Int32Array,
  unit: number,
  cuts: number[],
): number {
  let free = unit + CUT_GAP;
  let next = 0;
  let current = unit;
  for (let at = start; at < end; at++) {
    const units = unitsOf(bytes[at]!);
    while (next < ends.length && ends[next]! < at - start) next++;
    if (units > 0 && current >= free && ends[next] === at - start) {
      cuts.push(current);
      free = current + CUT_GAP;
    }
    current += units;
  }
  return current;
}
