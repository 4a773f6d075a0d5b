import type { SourceText } from '../text/sourceText.ts';
import { characterClasses } from './characterClasses.ts';
import { DocumentCount } from './documentCount.ts';
import { type Encoding, unpackRanks } from './packedRanks.ts';
import type { PairTable } from './pairTable.ts';
import { PieceCounts } from './pieceCounts.ts';
import { type PieceScan, scanCl100k, scanO200k } from './pieceScan.ts';
import { SafeCuts } from './safeCuts.ts';
import { Utf8Text } from './utf8Text.ts';

/** Reads the packed ranks of an encoding (`dist/ranks/<encoding>.bin`). */
export type ReadRanks = (encoding: Encoding) => Promise<Uint8Array>;

/** Units counted at once, cut at a safe cut where there is one. */
const CHUNK = 0x8000;

/**
 * Counts tokens exactly as OpenAI's tiktoken does, special tokens read as plain text and lone surrogates as U+FFFD
 * (design K).
 */
export class TokenCounter {
  readonly encoding: Encoding;
  readonly #classes = characterClasses();
  readonly #scan: PieceScan;
  readonly #pieces: PieceCounts;
  readonly #cuts: SafeCuts;
  readonly #text = new Utf8Text();
  readonly #counted = new WeakMap<SourceText, number>();

  private constructor(encoding: Encoding, pairs: PairTable) {
    this.encoding = encoding;
    this.#scan = encoding === 'o200k_base' ? scanO200k : scanCl100k;
    this.#pieces = new PieceCounts(pairs);
    this.#cuts = new SafeCuts(encoding, this.#classes);
  }

  /**
   * Makes a counter; a rejected read rejects. Without a reader the ranks are built from js-tiktoken, which only a source
   * checkout has.
   */
  static async load(encoding: Encoding, readRanks: ReadRanks = buildHere): Promise<TokenCounter> {
    return new TokenCounter(encoding, unpackRanks(await readRanks(encoding)));
  }

  /** How many tokens `text` has. The count of a `SourceText` is remembered. */
  count(text: string | SourceText): number {
    if (typeof text === 'string') return this.#countString(text);
    const known = this.#counted.get(text);
    if (known !== undefined) return known;
    const steps = this.countInSteps(text);
    for (;;) {
      const step = steps.next();
      if (step.done === true) return step.value;
    }
  }

  /**
   * As `count`, for a caller that must not block: does about a millisecond's work a step, then yields the units done.
   * Returns the count. A piece without a safe cut is one step, however long.
   */
  *countInSteps(text: SourceText): Generator<number, number> {
    let count = 0;
    for (let at = 0; at < text.length; ) {
      const chunk = this.#nextChunk(text, at);
      count += this.#countChunk(chunk);
      at += chunk.length;
      yield at;
    }
    this.#counted.set(text, count);
    return count;
  }

  /** Follows a document from `text` on; counts it now unless its count is remembered. */
  track(text: SourceText): DocumentCount {
    return new DocumentCount(text, this.count(text), (part) => this.#countString(part), this.#cuts);
  }

  #countString(text: string): number {
    let count = 0;
    for (let at = 0; at < text.length; ) {
      const chunk = this.#nextChunk(text, at);
      count += this.#countChunk(chunk);
      at += chunk.length;
    }
    return count;
  }

  #nextChunk(text: string | SourceText, start: number): string {
    for (let size = CHUNK; ; size *= 2) {
      if (start + size >= text.length) return text.slice(start, text.length);
      const chunk = text.slice(start, start + size);
      const cut = this.#cuts.last(chunk);
      if (cut > 0) return chunk.slice(0, cut);
    }
  }

  #countChunk(text: string): number {
    const end = this.#text.write(text);
    const scan = this.#scan;
    const pieces = this.#pieces;
    const classes = this.#classes;
    const utf8 = this.#text;
    let count = 0;
    for (let at = 0; at < end; ) {
      const next = scan(utf8.bytes, classes, at);
      count += pieces.count(utf8, at, next);
      at = next;
    }
    return count;
  }
}

/** The specifier is no literal, so that a bundle leaves the builder and js-tiktoken out. */
const buildHere: ReadRanks = async (encoding) => {
  const builder = './buildRanks.ts';
  const { buildRanks } = (await import(builder)) as typeof import('./buildRanks.ts');
  return buildRanks(encoding);
};
