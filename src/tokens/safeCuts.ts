import { LETTER, LOWER, MARK, NEWLINE, NUMBER, SPACE, UPPER } from './characterClasses.ts';
import type { Encoding } from './packedRanks.ts';
import { APOSTROPHE, LINE_FEED, SLASH } from './pieceScan.ts';

/**
 * Places where a text can be counted in two parts: tokens(left) + tokens(right) = tokens(whole).
 * Proven by test, but not every such place. Each rule reads a few units around the cut only, so a
 * cut stays safe whatever changes farther away. Offsets are UTF-16 units.
 */
export class SafeCuts {
  readonly #classes: Uint8Array;
  readonly #isO200k: boolean;

  constructor(encoding: Encoding, classes: Uint8Array) {
    this.#classes = classes;
    this.#isO200k = encoding === 'o200k_base';
  }

  /** The last safe cut inside `text`, or -1. */
  last(text: string): number {
    for (let at = text.length - 1; at > 0; at--) if (this.isSafe(text, at)) return at;
    return -1;
  }

  /** Returns true if the cut before the unit `at` is safe in any text that contains `text`. */
  isSafe(text: string, at: number): boolean {
    const a = this.#classes[text.charCodeAt(at - 1)]!;
    const b = this.#classes[text.charCodeAt(at)]!;
    if (a === 0 || b === 0) return false;
    if (b === SPACE && (a & (SPACE | NEWLINE)) === 0) return true;
    if ((a === NUMBER) !== (b === NUMBER) && a !== SPACE) return true;
    if (a === NEWLINE) return this.#isSafeAfterBreak(text, at, b);
    if ((a & LETTER) === 0) return false;
    if (!this.#isO200k) return (b & LETTER) === 0;
    if ((b & (LETTER | MARK)) === 0) return text.charCodeAt(at) !== APOSTROPHE;
    return a === LOWER && b === UPPER && at >= 2 && text.charCodeAt(at - 2) !== APOSTROPHE;
  }

  #isSafeAfterBreak(text: string, at: number, b: number): boolean {
    if ((b & (SPACE | NEWLINE)) === 0) return !this.#isO200k || text.charCodeAt(at) !== SLASH;
    return b === SPACE && text.charCodeAt(at - 1) === LINE_FEED && this.#isIndent(text, at);
  }

  /**
   * Returns true if the white space from `start` on is followed, within the line, by something
   * other than a slash.
   */
  #isIndent(text: string, start: number): boolean {
    let at = start;
    while (at < text.length && this.#classes[text.charCodeAt(at)] === SPACE) at++;
    if (at === text.length) return false;
    const next = text.charCodeAt(at);
    return this.#classes[next] !== NEWLINE && next !== SLASH;
  }
}
