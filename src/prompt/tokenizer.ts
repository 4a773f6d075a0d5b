import { cached } from '../base/lruMap.ts';
import { encodeUtf8 } from '../base/utf8.ts';
import type { CountTokens } from '../engine/measure.ts';
import { estimateTokens, tokenizerOf } from '../tokens/modelTokens.ts';
import type { Encoding } from '../tokens/packedRanks.ts';
import { type ReadRanks, TokenCounter } from '../tokens/tokenCounter.ts';

export interface ModelCounter {
  readonly count: CountTokens;
  /** False when it is an estimate. */
  readonly exact: boolean;
}

/** Upper bound for every tokenizer: one token a byte of UTF-8. */
export const fallbackCounter: ModelCounter = { count: (text) => encodeUtf8(text).length, exact: false };

/** Loads token counters when they are first needed, once each. */
export class Tokenizers {
  readonly #readRanks: ReadRanks;
  readonly #counters = new Map<Encoding, Promise<TokenCounter>>();
  readonly #byModel = new Map<string, ModelCounter>();

  constructor(readRanks: ReadRanks) {
    this.#readRanks = readRanks;
  }

  /**
   * The counter of a model, always the same object. Rejects if its ranks cannot be read; later
   * calls retry.
   */
  async counterFor(model: string): Promise<ModelCounter> {
    const tokenizer = tokenizerOf(model);
    const { encoding } = tokenizer;
    const encoder = await cached(this.#counters, encoding, () => TokenCounter.load(encoding, this.#readRanks));
    const counter = this.#byModel.get(model) ?? {
      count: (text) => estimateTokens(encoder.count(text), tokenizer),
      exact: tokenizer.exact,
    };
    this.#byModel.set(model, counter);
    return counter;
  }
}
