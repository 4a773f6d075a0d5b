import type { RE2JS } from 're2js';
import { encodeUtf8 } from '../../base/utf8.ts';
import { patternRefused } from './patternRefused.ts';

/** RE2 takes at most instructions × characters steps; this number takes less than 50 ms. */
const maxSteps = 1 << 21;
const shortestBytes = 1 << 10;
const longestBytes = 1 << 18;

/**
 * Characters without special meaning, escaped ones and `|`: JavaScript's own engine is linear for
 * these.
 */
const literals = /^(?:[^\\^$.|?*+()[\]{}]|\\[^\p{L}\p{N}]|\|)+$/u;
/** Parts that refer to the whole text, so that several lines cannot be tried at once. */
const wholeText = /\\[AzQ]|\(\?[a-zA-Z]*-[a-zA-Z]*m/;

/** A pattern in RE2's syntax, tried on lines without their ends in linear time. */
export class LinePattern {
  /** Bytes tried at once, in less than 50 ms. */
  readonly maxBytes: number;
  readonly #test: (text: string) => boolean;
  readonly #start: (line: string) => number;
  readonly #isOfLines: boolean;

  /** @throws AppError `PATTERN_INVALID` for what RE2 does not know or finds too large. */
  static async compile(pattern: string, caseSensitive: boolean): Promise<LinePattern> {
    if (literals.test(pattern)) return LinePattern.#ofLiterals(pattern, caseSensitive);
    const { RE2JS } = await import('re2js');
    const flags = RE2JS.MULTILINE | (caseSensitive ? 0 : RE2JS.CASE_INSENSITIVE);
    try {
      return LinePattern.#ofRe2(RE2JS.compile(pattern, flags), !wholeText.test(pattern));
    } catch (error) {
      throw patternRefused(error instanceof Error ? error.message : '');
    }
  }

  static #ofLiterals(pattern: string, caseSensitive: boolean): LinePattern {
    const source = pattern.replace(/\\([^\p{L}\p{N}])|\//gu, (all, character: string | undefined) =>
      /^[\\^$.|?*+()[\]{}/]$/.test(character ?? all) ? `\\${character ?? all}` : (character ?? all),
    );
    const expression = new RegExp(source, caseSensitive ? 'u' : 'iu');
    const start = (line: string) => Math.max(0, line.search(expression));
    return new LinePattern(longestBytes, (text) => expression.test(text), start, true);
  }

  static #ofRe2(expression: RE2JS, isOfLines: boolean): LinePattern {
    const maxBytes = Math.min(Math.max(Math.floor(maxSteps / expression.programSize()), shortestBytes), longestBytes);
    const start = (line: string) => {
      const matcher = expression.matcher(line);
      return matcher.find() ? matcher.start() : 0;
    };
    return new LinePattern(maxBytes, (text) => expression.test(text), start, isOfLines);
  }

  private constructor(
    maxBytes: number,
    test: (text: string) => boolean,
    start: (line: string) => number,
    isOfLines: boolean,
  ) {
    this.maxBytes = maxBytes;
    this.#test = test;
    this.#start = start;
    this.#isOfLines = isOfLines;
  }

  /** False only if none of the lines, which end at line feeds, matches. */
  mayMatch(lines: string): boolean {
    return !this.#isOfLines || this.#test(lines);
  }

  matches(line: string): boolean {
    return this.#test(line);
  }

  /** Returns the start of the first match in a matching line, bytes of UTF-8. */
  start(line: string): number {
    return encodeUtf8(line.slice(0, this.#start(line))).length;
  }
}
