import type { SourceText } from '../text/sourceText.ts';
import { characterClasses } from './characterClasses.ts';
import { type Encoding, unpackRanks } from './packedRanks.ts';
import type { PairTable } from './pairTable.ts';
import { PieceCounts } from './pieceCounts.ts';
import { scanCl100k, scanO200k } from './pieceScan.ts';
import { Utf8Text } from './utf8Text.ts';

/** Units counted at once, up to a cut. */
const CHUNK = 0x8000;
/** Up to a line that begins with neither white space nor a slash: no token spans such a break. */
const uptoCut = /^[\s\S]*\n(?=[\w"'(){}<@#*-])/;

/** Reads the packed ranks of an encoding (`dist/ranks/<encoding>.bin`). */
export type ReadRanks = (encoding: Encoding) => Promise<Uint8Array>;

/**
 * Counts tokens exactly as OpenAI's tiktoken does, with special tokens as plain text and lone
 * surrogates as U+FFFD. A count runs at tens of MB/s, so callers count the whole text. Holds working
 * memory; not reentrant.
 */
export class TokenCounter {
  readonly encoding: Encoding;
  readonly #classes = characterClasses();
  readonly #pieces: PieceCounts;
  readonly #utf8 = new Utf8Text();

  private constructor(encoding: Encoding, pairs: PairTable) {
    this.encoding = encoding;
    this.#pieces = new PieceCounts(pairs);
  }

  /**
   * Loads a counter; rejects if reading does. Without a reader the ranks are built from
   * js-tiktoken, which only a source checkout has.
   */
  static async load(encoding: Encoding, readRanks: ReadRanks = buildHere): Promise<TokenCounter> {
    return new TokenCounter(encoding, unpackRanks(await readRanks(encoding)));
  }

  count(text: string | SourceText): number {
    let tokens = 0;
    for (let at = 0; at < text.length; ) {
      const chunk = this.#chunkAt(text, at);
      tokens += this.#countChunk(chunk);
      at += chunk.length;
    }
    return tokens;
  }

  /** The part of `text` to count next: from `start` to a cut, or to the end without one. */
  #chunkAt(text: string | SourceText, start: number): string {
    for (let size = CHUNK; ; size *= 2) {
      if (start + size >= text.length) return text.slice(start, text.length);
      const chunk = text.slice(start, start + size);
      const cut = uptoCut.exec(chunk)?.[0];
      if (cut !== undefined) return cut;
    }
  }

  #countChunk(text: string): number {
    const utf8 = this.#utf8;
    const classes = this.#classes;
    const pieces = this.#pieces;
    const scan = this.encoding === 'o200k_base' ? scanO200k : scanCl100k;
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

/** The specifier is no literal, so that a bundle leaves the builder and js-tiktoken out. */
const buildHere: ReadRanks = async (encoding) => {
  const builder = './buildRanks.ts';
  const { buildRanks } = (await import(builder)) as typeof import('./buildRanks.ts');
  return buildRanks(encoding);
};
