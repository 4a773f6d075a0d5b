import { characterClasses } from './characterClasses.ts';
import type { Encoding } from './packedRanks.ts';
import type { PairTable } from './pairTable.ts';
import { PieceCounts } from './pieceCounts.ts';
import { type PieceScan, scanCl100k, scanO200k } from './pieceScan.ts';
import { SafeCuts } from './safeCuts.ts';
import { Utf8Text } from './utf8Text.ts';

/** Units counted at once, up to a safe cut. */
const CHUNK = 0x8000;

/** Texts to tokens, for one encoding. Holds working memory; not reentrant. */
export class Encoder {
  readonly #cuts: SafeCuts;
  readonly #classes = characterClasses();
  readonly #scan: PieceScan;
  readonly #pieces: PieceCounts;
  readonly #utf8 = new Utf8Text();

  constructor(encoding: Encoding, pairs: PairTable) {
    this.#cuts = new SafeCuts(encoding, this.#classes);
    this.#scan = encoding === 'o200k_base' ? scanO200k : scanCl100k;
    this.#pieces = new PieceCounts(pairs);
  }

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

  /** The part of `text` to count next: from `start` to a safe cut, or to the end without one. */
  chunkAt(text: Pick<string, 'length' | 'slice'>, start: number): string {
    for (let size = CHUNK; ; size *= 2) {
      if (start + size >= text.length) return text.slice(start, text.length);
      const chunk = text.slice(start, start + size);
      const cut = this.#cuts.last(chunk);
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
}
