import type { ChangeRange, SourceText } from '../text/sourceText.ts';
import { DocumentCount } from './documentCount.ts';
import { Encoder } from './encoder.ts';
import { type Encoding, unpackRanks } from './packedRanks.ts';

/** Reads the packed ranks of an encoding (`dist/ranks/<encoding>.bin`). */
export type ReadRanks = (encoding: Encoding) => Promise<Uint8Array>;

/** How many source texts' counts are kept. */
const RECENT = 8;

/**
 * Counts tokens exactly as OpenAI's tiktoken does, special tokens read as plain text and lone surrogates as U+FFFD
 * (design K).
 */
export class TokenCounter {
  readonly encoding: Encoding;
  readonly #encoder: Encoder;
  /** The last counted texts, the newest first. */
  readonly #recent: DocumentCount[] = [];

  private constructor(encoding: Encoding, encoder: Encoder) {
    this.encoding = encoding;
    this.#encoder = encoder;
  }

  /**
   * Makes a counter; a rejected read rejects. Without a reader the ranks are built from js-tiktoken, which only a source
   * checkout has.
   */
  static async load(encoding: Encoding, readRanks: ReadRanks = buildHere): Promise<TokenCounter> {
    return new TokenCounter(encoding, new Encoder(encoding, unpackRanks(await readRanks(encoding))));
  }

  /**
   * How many tokens `text` has. Of the last few source texts the counts are kept: a text made from one of them, or equal
   * in most of its parts, costs only a recount of what differs.
   */
  count(text: string | SourceText): number {
    if (typeof text === 'string') return this.#encoder.count(text);
    const known = this.#countFromRecent(text);
    if (known !== null) return known;
    const steps = this.countInSteps(text);
    for (;;) {
      const step = steps.next();
      if (step.done === true) return step.value;
    }
  }

  /**
   * As `count`, for a caller that must not block: does about a millisecond's work a step, then yields the units done.
   * Returns the count. What has no safe cut inside is one step, however long.
   */
  *countInSteps(text: SourceText): Generator<number, number> {
    const known = this.#countFromRecent(text);
    if (known !== null) return known;
    let tokens = 0;
    for (let at = 0; at < text.length; ) {
      const chunk = this.#encoder.chunkAt(text, at);
      tokens += this.#encoder.countChunk(chunk);
      at += chunk.length;
      yield at;
    }
    this.#recent.unshift(new DocumentCount(this.#encoder, text, tokens));
    this.#recent.length = Math.min(this.#recent.length, RECENT);
    return tokens;
  }

  /** Follows a document from `text` on, by its changes. */
  track(text: SourceText): DocumentCount {
    return new DocumentCount(this.#encoder, text, this.count(text));
  }

  #countFromRecent(text: SourceText): number | null {
    for (let i = 0; i < this.#recent.length; i++) {
      const recent = this.#recent[i]!;
      const ranges = text.getChangeRanges(recent.text);
      if (4 * unitsIn(ranges) > recent.text.length + text.length) continue;
      if (i > 0) this.#recent.unshift(...this.#recent.splice(i, 1));
      return recent.follow(text, ranges);
    }
    return null;
  }
}

/** The units on both sides of the ranges. */
function unitsIn(ranges: readonly ChangeRange[]): number {
  let units = 0;
  for (const { start, end, newLength } of ranges) units += end - start + newLength;
  return units;
}

/** The specifier is no literal, so that a bundle leaves the builder and js-tiktoken out. */
const buildHere: ReadRanks = async (encoding) => {
  const builder = './buildRanks.ts';
  const { buildRanks } = (await import(builder)) as typeof import('./buildRanks.ts');
  return buildRanks(encoding);
};
