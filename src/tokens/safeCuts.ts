import { LETTER, LOWER, MARK, NEWLINE, NUMBER, SPACE, UPPER } from './characterClasses.ts';
import type { Encoding } from './packedRanks.ts';

const LINE_FEED = 0x0a;
const APOSTROPHE = 0x27;
const SLASH = 0x2f;

/**
 * Places where a text can be counted in two parts: tokens(left) + tokens(right) = tokens(whole). Proven by test, not
 * every such place. Each rule looks at a few units around the cut alone, so a cut stays safe whatever happens farther
 * away. Offsets are UTF-16 units of the text or of any part of it (design K).
 */
export class SafeCuts {
  readonly #classes: Uint8Array;
  readonly #isO200k: boolean;

  constructor(encoding: Encoding, classes: Uint8Array) {
    this.#classes = classes;
    this.#isO200k = encoding === 'o200k_base';
  }

  /** The first safe cut inside `text`, or -1. */
  first(text: string): number {
    for (let at = 1; at < text.length; at++) if (this.isSafe(text, at)) return at;
    return -1;
  }

  /** The last safe cut inside `text`, or -1. */
  last(text: string): number {
    for (let at = text.length - 1; at > 0; at--) if (this.isSafe(text, at)) return at;
    return -1;
  }

  /** Whether the cut before the unit `at` is safe, as far as `text` alone can tell; its ends are taken for unknown. */
  isSafe(text: string, at: number): boolean {
    const a = this.#classes[text.charCodeAt(at - 1)]!;
    const b = this.#classes[text.charCodeAt(at)]!;
    if (a === 0 || b === 0) return false;
    if (b === SPACE && (a & (SPACE | NEWLINE)) === 0) return true;
    if ((a === NUMBER) !== (b === NUMBER) && a !== SPACE) return true;
    if (a === NEWLINE) return this.#isSafeAfterBreak(text, at, b);
    return (a & LETTER) !== 0 && this.#isSafeAfterLetter(text, at, a, b);
  }

  /**
   * Whether all units of `text` are of one kind, of which any number may stand in one piece: a run of four or more ends
   * its piece in the same way, however long it is.
   */
  isUniform(text: string): boolean {
    const first = text.charCodeAt(0);
    const kind = this.#classes[first]!;
    if (kind === 0 || kind === NUMBER) return false;
    for (let i = 1; i < text.length; i++) {
      const unit = text.charCodeAt(i);
      if (this.#classes[unit] !== kind || (unit === SLASH) !== (first === SLASH)) return false;
    }
    return true;
  }

  #isSafeAfterBreak(text: string, at: number, b: number): boolean {
    if ((b & (SPACE | NEWLINE)) === 0) return !this.#isO200k || text.charCodeAt(at) !== SLASH;
    return b === SPACE && text.charCodeAt(at - 1) === LINE_FEED && this.#isIndent(text, at);
  }

  /** Whether the white space from `at` on is followed, within the line, by something other than a slash. */
  #isIndent(text: string, at: number): boolean {
    let end = at;
    while (end < text.length && this.#classes[text.charCodeAt(end)] === SPACE) end++;
    if (end === text.length) return false;
    const next = text.charCodeAt(end);
    return this.#classes[next] !== NEWLINE && next !== SLASH;
  }

  #isSafeAfterLetter(text: string, at: number, a: number, b: number): boolean {
    if (!this.#isO200k) return (b & LETTER) === 0;
    if ((b & (LETTER | MARK)) === 0) return text.charCodeAt(at) !== APOSTROPHE;
    return a === LOWER && b === UPPER && at >= 2 && text.charCodeAt(at - 2) !== APOSTROPHE;
  }
}
