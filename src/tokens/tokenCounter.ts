import type { SourceText } from '../text/sourceText.ts';
import { Encoder } from './encoder.ts';
import { type Encoding, unpackRanks } from './packedRanks.ts';

/** Reads the packed ranks of an encoding (`dist/ranks/<encoding>.bin`). */
export type ReadRanks = (encoding: Encoding) => Promise<Uint8Array>;

/**
 * Counts tokens exactly as OpenAI's tiktoken does, with special tokens as plain text and lone
 * surrogates as U+FFFD. A count runs at tens of MB/s, so callers count the whole text.
 */
export class TokenCounter {
  readonly encoding: Encoding;
  readonly #encoder: Encoder;

  private constructor(encoding: Encoding, encoder: Encoder) {
    this.encoding = encoding;
    this.#encoder = encoder;
  }

  /**
   * Loads a counter; rejects if reading does. Without a reader the ranks are built from
   * js-tiktoken, which only a source checkout has.
   */
  static async load(encoding: Encoding, readRanks: ReadRanks = buildHere): Promise<TokenCounter> {
    return new TokenCounter(encoding, new Encoder(encoding, unpackRanks(await readRanks(encoding))));
  }

  count(text: string | SourceText): number {
    if (typeof text === 'string') return this.#encoder.count(text);
    let tokens = 0;
    for (let at = 0; at < text.length; ) {
      const chunk = this.#encoder.chunkAt(text, at);
      tokens += this.#encoder.countChunk(chunk);
      at += chunk.length;
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
