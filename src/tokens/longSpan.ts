import type { ChangeRange, SourceText } from '../text/sourceText.ts';
import type { Encoder } from './encoder.ts';

/** Units of the same kind that must stand on either side of a window; half of it in pairs at worst. */
const MARGIN = 8;
/** A window grows to this many cuts on either side of the change, then it is given up. */
const FARTHEST = 8;
/** Units of the longest window. */
const LONGEST = 0x4000;

/**
 * A stretch of a document without safe cuts. Its long pieces have cuts of their own, between two tokens: an edit between
 * two of them costs the encoding of what lies between, old and new. It holds when the first and the last token stayed:
 * tokens in a row are an encoding exactly if every two neighbours are one. What repeats never settles this way, and
 * an edit that changes where pieces end may not: `edit` refuses (design K).
 */
export class LongSpan {
  readonly #encoder: Encoder;
  #start: number;
  #end: number;
  #tokens: number;
  /** Counted from `start`. */
  readonly #cuts: number[];

  /** Counts the units `[start, end)` of `text`; safe cuts, or the text's ends. */
  constructor(encoder: Encoder, text: SourceText, start: number, end: number) {
    const { tokens, cuts } = encoder.cutLongPieces(text.slice(start, end));
    this.#encoder = encoder;
    this.#start = start;
    this.#end = end;
    this.#tokens = tokens;
    this.#cuts = [...cuts];
  }

  get tokens(): number {
    return this.#tokens;
  }

  get start(): number {
    return this.#start;
  }

  get end(): number {
    return this.#end;
  }

  /** Follows recounts elsewhere; false when one overlaps the span, which then is void. */
  follow(windows: readonly { start: number; end: number; growth: number }[]): boolean {
    const before = windows.filter((window) => window.end <= this.#start);
    if (windows.length > before.length && windows[before.length]!.start < this.#end) return false;
    for (const { growth } of before) {
      this.#start += growth;
      this.#end += growth;
    }
    return true;
  }

  /** Follows a change inside; answers the tokens it adds, or null, and the span is as before. */
  edit(older: SourceText, newer: SourceText, change: ChangeRange): number | null {
    const before = lastAtOrBefore(this.#cuts, change.start - this.#start);
    let behind = before + 1;
    while (behind < this.#cuts.length && this.#cuts[behind]! < change.end - this.#start) behind++;
    for (let reach = 0; reach < FARTHEST; reach = 2 * reach + 1) {
      const from = before - reach;
      const to = behind + reach;
      if (from < 0 || to >= this.#cuts.length) return null;
      const added = this.#recount(older, newer, change, from, to);
      if (added !== null) return added;
    }
    return null;
  }

  #recount(older: SourceText, newer: SourceText, change: ChangeRange, from: number, to: number): number | null {
    const start = this.#start + this.#cuts[from]!;
    const end = this.#start + this.#cuts[to]!;
    if (start - MARGIN < this.#start || end + MARGIN > this.#end) return null;
    const growth = change.newLength - (change.end - change.start);
    if (Math.max(end - start, end - start + growth) > LONGEST) return null;
    const around = older.slice(start - MARGIN, end + MARGIN);
    const newText = newer.slice(start, end + growth);
    const kind = this.#encoder.cuts.kindOf(around);
    if (kind === 0 || this.#encoder.cuts.kindOf(newText) !== kind) return null;
    const old = this.#encoder.encodePiece(around.slice(MARGIN, -MARGIN));
    const now = this.#encoder.encodePiece(newText);
    if (now.ranks[0] !== old.ranks[0] || now.ranks.at(-1) !== old.ranks.at(-1)) return null;
    const offset = this.#cuts[from]!;
    for (let i = to; i < this.#cuts.length; i++) this.#cuts[i]! += growth;
    this.#cuts.splice(from + 1, to - from - 1, ...now.cuts.map((cut) => offset + cut));
    this.#end += growth;
    const added = now.ranks.length - old.ranks.length;
    this.#tokens += added;
    return added;
  }
}

/** The index of the last of the sorted values at or before `limit`, or -1. */
function lastAtOrBefore(values: readonly number[], limit: number): number {
  let low = 0;
  let high = values.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (values[middle]! <= limit) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
