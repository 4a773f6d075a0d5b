import { encodeAscii } from '../../base/utf8.ts';
import { letterCost } from './randomness.ts';

/** A text to search for, at least two units long. */
export interface Keyword {
  readonly text: string;
  /** If set, case-sensitive; otherwise `text` is in lower case. */
  readonly exact: boolean;
}

/** Length of a keyword's anchor, its rarest part. */
const anchorUnits = 3;
const ascii = 127;
const unitBits = 7;
const anchorMask = (1 << (anchorUnits * unitBits)) - 1;
/** Number of units whose anchors are collected before keywords are compared. */
const chunkUnits = 8_192;

/** Finds all occurrences of any number of keywords in one pass, by a table of their anchors. */
export class KeywordScan {
  /** A bit for each three units: 256 KB, which a processor keeps at hand. */
  readonly #anchors = new Uint8Array((anchorMask + 1) / 8);
  readonly #anchored = new Map<number, (Keyword & { readonly index: number; readonly anchorEnd: number })[]>();
  readonly #units = new Uint8Array(chunkUnits);
  readonly #ends = new Int32Array(chunkUnits + 1);
  readonly #lastAnchors = new Int32Array(chunkUnits + 1);
  #count = 0;

  constructor(keywords: readonly Keyword[] = []) {
    for (const keyword of keywords) this.add(keyword);
  }

  /** `first` is the unit from which on keywords that share their beginning may differ. */
  add(keyword: Keyword, first = 0): void {
    const anchorEnd = anchorEndOf(keyword, first);
    const one = { ...keyword, anchorEnd, index: this.#count++ };
    for (const anchor of this.#anchorsOf(keyword, anchorEnd)) {
      const others = this.#anchored.get(anchor);
      if (others === undefined) this.#anchored.set(anchor, [one]);
      else others.push(one);
      this.#anchors[anchor >> 3] = (this.#anchors[anchor >> 3] as number) | (1 << (anchor & 7));
    }
  }

  /**
   * Reports each occurrence in `[from, to)`: the keyword's index and offset, in the order of
   * anchors.
   */
  each(text: string, from: number, to: number, found: (keyword: number, start: number) => void): void {
    const isAnchor = this.#anchors;
    const units = this.#units;
    const ends = this.#ends;
    const anchors = this.#lastAnchors;
    let last = 0;
    for (let begin = from; begin < to; begin += chunkUnits) {
      const length = this.#read(text.slice(begin, Math.min(to, begin + chunkUnits)));
      let count = 0;
      for (let at = 0; at < length; at++) {
        last = ((last << unitBits) ^ (units[at] as number)) & anchorMask;
        if (((isAnchor[last >> 3] as number) & (1 << (last & 7))) === 0) continue;
        anchors[count] = last;
        ends[count++] = begin + at + 1;
      }
      // The anchor of a keyword of two units reaches beyond it.
      if (begin + length === to) {
        anchors[count] = (last << unitBits) & anchorMask;
        ends[count++] = to + 1;
      }
      for (let index = 0; index < count; index++)
        for (const keyword of this.#anchored.get(anchors[index] as number) ?? []) {
          const start = (ends[index] as number) - keyword.anchorEnd;
          if (start >= from && start + keyword.text.length <= to && matchesAt(keyword, text, start))
            found(keyword.index, start);
        }
    }
  }

  /** Reads the lower bits of units into an array, which is three times as fast as a string. */
  #read(part: string): number {
    if (!encodeAscii(part, this.#units))
      for (let at = 0; at < part.length; at++) this.#units[at] = part.charCodeAt(at) & ascii;
    return part.length;
  }

  /** An anchor in every case that counts; a short one with any next unit. */
  #anchorsOf({ text, exact }: Keyword, anchorEnd: number): readonly number[] {
    let anchors = [0];
    for (let at = anchorEnd - anchorUnits; at < anchorEnd; at++) {
      const unit = text.charCodeAt(at) & ascii;
      const cases = exact || !/[a-z]/.test(text[at] ?? '') ? [unit] : [unit, unit - 32];
      const units = at < text.length ? cases : Array.from({ length: ascii + 1 }, (_, any) => any);
      const before = anchors;
      anchors = [];
      for (const one of before) for (const next of units) anchors.push(((one << unitBits) ^ next) & anchorMask);
    }
    return anchors;
  }
}

function matchesAt({ text: keyword, exact }: Keyword, text: string, start: number): boolean {
  for (let at = 0; at < keyword.length; at++) {
    const own = keyword.charCodeAt(at);
    const unit = text.charCodeAt(start + at);
    if (unit !== own && (exact || (unit | 32) !== own || own < 97 || own > 122)) return false;
  }
  return true;
}

/** The end of a keyword's rarest part. */
function anchorEndOf({ text, exact }: Keyword, first: number): number {
  let [anchor, most] = [first, 0];
  for (let at = first; at === first || at + anchorUnits <= text.length; at++) {
    const bits = rarityOf(text.slice(at, at + anchorUnits), exact);
    if (bits > most) [anchor, most] = [at, bits];
  }
  return anchor + anchorUnits;
}

/** An estimate of how rare some units are in code and prose, bits. */
function rarityOf(units: string, exact: boolean): number {
  let bits = 0;
  for (let at = 0; at < units.length; at++) {
    const unit = units[at] as string;
    if (!/[A-Za-z]/.test(unit)) bits += unit === ' ' ? 3 : `_.:"'=/-`.includes(unit) ? 6 : 8;
    else bits += (at === 0 ? 4 : letterCost(units[at - 1] as string, unit)) + (exact && unit < 'a' ? 3 : 0);
  }
  return bits;
}
