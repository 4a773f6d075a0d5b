import { LETTER, LOWER, MARK, NEWLINE, NUMBER, SPACE, SYMBOL, UPPER } from './characterClasses.ts';
import type { Encoding } from './packedRanks.ts';

const LINE_FEED = 0x0a;
const APOSTROPHE = 0x27;
const SLASH = 0x2f;
/** The kind of a slash in o200k, where line breaks and slashes behind signs go on; no character's class. */
const SLASHES = 0x100;

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

  /** The first safe cut inside the units `[start, end)`, or -1. */
  first(text: string, start = 0, end: number = text.length): number {
    for (let at = start + 1; at < end; at++) if (this.isSafe(text, at, start, end)) return at;
    return -1;
  }

  /** The last safe cut inside the units `[start, end)`, or -1. */
  last(text: string, start = 0, end: number = text.length): number {
    for (let at = end - 1; at > start; at--) if (this.isSafe(text, at, start, end)) return at;
    return -1;
  }

  /** Whether the cut before the unit `at` is safe as far as the units `[start, end)` can tell, whatever is beyond. */
  isSafe(text: string, at: number, start = 0, end: number = text.length): boolean {
    const a = this.#classes[text.charCodeAt(at - 1)]!;
    const b = this.#classes[text.charCodeAt(at)]!;
    if (a === 0 || b === 0) return false;
    if (b === SPACE && (a & (SPACE | NEWLINE)) === 0) return true;
    if ((a === NUMBER) !== (b === NUMBER) && a !== SPACE) return true;
    if (a === NEWLINE) return this.#isSafeAfterBreak(text, at, b, end);
    if ((a & LETTER) === 0) return false;
    if (!this.#isO200k) return (b & LETTER) === 0;
    if ((b & (LETTER | MARK)) === 0) return text.charCodeAt(at) !== APOSTROPHE;
    return a === LOWER && b === UPPER && at - 2 >= start && text.charCodeAt(at - 2) !== APOSTROPHE;
  }

  /**
   * What all characters of `text` have in common if any number of them may stand in one piece, else 0: where a run of
   * four or more of one kind ends its piece does not depend on their number. Half a pair at either end is left out.
   */
  kindOf(text: string): number {
    const end = isHalf(text, text.length - 1, 0xd800) ? text.length - 1 : text.length;
    let kind = 0;
    for (let at = isHalf(text, 0, 0xdc00) ? 1 : 0; at < end; ) {
      const character = text.codePointAt(at)!;
      const found = this.#kindOfCharacter(character);
      if (found === 0 || (kind !== 0 && kind !== found)) return 0;
      kind = found;
      at += character > 0xffff ? 2 : 1;
    }
    return kind;
  }

  #kindOfCharacter(character: number): number {
    const found = this.#classes[character]!;
    if (found === NUMBER) return 0;
    if (this.#isO200k) return character === SLASH ? SLASHES : found;
    if ((found & LETTER) !== 0) return LETTER;
    return (found & (SYMBOL | MARK)) !== 0 ? SYMBOL : found;
  }

  #isSafeAfterBreak(text: string, at: number, b: number, end: number): boolean {
    if ((b & (SPACE | NEWLINE)) === 0) return !this.#isO200k || text.charCodeAt(at) !== SLASH;
    return b === SPACE && text.charCodeAt(at - 1) === LINE_FEED && this.#isIndent(text, at, end);
  }

  /** Whether the white space from `start` on is followed, within the line, by something other than a slash. */
  #isIndent(text: string, start: number, end: number): boolean {
    let at = start;
    while (at < end && this.#classes[text.charCodeAt(at)] === SPACE) at++;
    if (at === end) return false;
    const next = text.charCodeAt(at);
    return this.#classes[next] !== NEWLINE && next !== SLASH;
  }
}

/** Whether the unit `at` is one half of a surrogate pair: the leading one (0xd800) or the trailing one (0xdc00). */
function isHalf(text: string, at: number, half: number): boolean {
  return (text.charCodeAt(at) & 0xfc00) === half;
}
