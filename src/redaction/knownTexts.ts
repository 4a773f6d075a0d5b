import type { ChangeRange, SourceText } from '../text/sourceText.ts';
import type { SecretSpan, Slices } from './finding.ts';
import { isUnguessable } from './rules/guessable.ts';

/** A secret that is known by its text, wherever that stands. */
export interface KnownText {
  readonly text: string;
  readonly kind: string;
  /** The whole secret, of which `text` may be a part. */
  readonly secret: string;
}

/** Where a known text stands. */
export interface KnownSpan extends SecretSpan {
  readonly secret: string;
}

/** Shorter texts are not looked for; UTF-16 units. */
const shortest = 8;
/** Least length of a text that is hidden also within a word, UTF-16 units. */
const longEnough = 16;
/** Number of units by which texts are told apart first. */
const blockUnits = 3;
const tableSize = 1 << 16;
/** Later texts are not taken in: the more there are, the fewer units the search skips. */
const maxTexts = 8_192;
/** How much of a changed text is read at a time, UTF-16 units. */
const windowUnits = 512;

/**
 * The secrets of a project that were seen, to be hidden wherever they are quoted. In memory only.
 *
 * Those that can be guessed are not among them: whoever writes a guess anywhere would be told by a placeholder that it is right. They
 * are hidden in their own places, by what stands around them.
 *
 * The search skips what cannot be part of any of them (Wu and Manber, 1994): it looks at about every sixth unit.
 */
export class KnownTexts {
  readonly #texts = new Map<string, KnownText>();
  /** How far the search may go on from a block of units, and the texts that may end their beginning with it. */
  readonly #skip = new Uint8Array(tableSize).fill(shortest - blockUnits + 1);
  readonly #beginning = new Map<number, KnownText[]>();
  #longest = 0;

  /** Changes whenever another text is known. */
  get version(): number {
    return this.#texts.size;
  }

  /** Takes in a secret; of a key of several lines what each holds of it. */
  add(secret: string, kind: string): void {
    if (this.#texts.has(secret)) return;
    const isKey = /[\r\n]/.test(secret);
    for (const text of isKey ? keyTexts(secret) : [secret])
      if (text.length >= shortest && !this.#texts.has(text) && isUnguessable(text)) this.#take({ text, kind, secret });
  }

  /** Every place where one of them stands; ascending and disjoint, the longest of those that begin at one place. */
  find(text: string): readonly KnownSpan[] {
    return this.#search(text, text.length, null);
  }

  /**
   * The same of a text that came from another one by changes in known places: only around them.
   *
   * Law: the answer is that of {@link find}, provided that no text became known since the older one was searched.
   */
  update(older: readonly KnownSpan[], text: SourceText, ranges: readonly ChangeRange[]): readonly KnownSpan[] {
    if (ranges.length === 0) return older;
    return this.#search(text, windowUnits + this.#longest, new EarlierSearch(older, ranges, this.#longest));
  }

  /** Reads so many units at a time, and no more of what an earlier search has told. */
  #search(text: Slices, units: number, earlier: EarlierSearch | null): readonly KnownSpan[] {
    const spans: KnownSpan[] = [];
    if (this.#texts.size === 0) return spans;
    let base = 0;
    let part = text.slice(0, 0);
    for (let start = 0; start + shortest <= text.length; ) {
      const known = earlier === null ? start : earlier.goOn(start, spans);
      if (known > start) {
        start = known;
        continue;
      }
      const end = Math.min(text.length, start + this.#longest + 1);
      if (start <= base || base + part.length < end) {
        base = Math.max(0, start - 1);
        part = text.slice(base, Math.min(text.length, Math.max(end, base + units)));
      }
      const block = blockAt(part, start - base + shortest - 1);
      const skip = this.#skip[block] as number;
      if (skip > 0) {
        start += skip;
        continue;
      }
      const found = this.#longestAt(part, start - base, block);
      if (found !== null) spans.push({ start, end: start + found.text.length, kind: found.kind, secret: found.secret });
      start += found === null ? 1 : found.text.length;
    }
    return spans;
  }

  #longestAt(text: string, start: number, block: number): KnownText | null {
    let best: KnownText | null = null;
    for (const known of this.#beginning.get(block) ?? []) {
      if (best !== null && known.text.length <= best.text.length) continue;
      if (text.startsWith(known.text, start) && standsAlone(text, start, known.text)) best = known;
    }
    return best;
  }

  #take(known: KnownText): void {
    const { text } = known;
    if (this.#texts.size >= maxTexts) return;
    this.#texts.set(text, known);
    this.#longest = Math.max(this.#longest, text.length);
    for (let at = blockUnits - 1; at < shortest; at++) {
      const block = blockAt(text, at);
      this.#skip[block] = Math.min(this.#skip[block] as number, shortest - 1 - at);
    }
    const block = blockAt(text, shortest - 1);
    this.#beginning.set(block, [...(this.#beginning.get(block) ?? []), known]);
  }
}

/** What the search of an older text told of the parts that are still as they were. */
class EarlierSearch {
  readonly #spans: readonly KnownSpan[];
  readonly #ranges: readonly ChangeRange[];
  readonly #longest: number;
  /** The first span and the first change that the search has not come to. */
  #span = 0;
  #range = 0;
  /** By how much the changes that it has come to move what follows, and where the last of them ends. */
  #growth = 0;
  #changedTo = -1;

  constructor(spans: readonly KnownSpan[], ranges: readonly ChangeRange[], longest: number) {
    this.#spans = spans;
    this.#ranges = ranges;
    this.#longest = longest;
  }

  /**
   * Where a search has to go on that has come to an offset: right there near a change, and until both searches stand between two spans at
   * the same place; else behind all that is told by the earlier one, whose spans are added. From where both stand on they find the same
   * until a known text can reach the next change.
   */
  goOn(at: number, spans: KnownSpan[]): number {
    while (this.#nextChange() <= at) {
      const { start, end, newLength } = this.#ranges[this.#range++] as ChangeRange;
      this.#changedTo = start + this.#growth + newLength;
      this.#growth += newLength - (end - start);
    }
    if (at <= this.#changedTo) return at;
    const by = this.#growth;
    while (this.#startOf(this.#span) < at) this.#span++;
    const before = this.#spans[this.#span - 1];
    if (before !== undefined && at < before.end + by) return at;
    let end = this.#nextChange();
    for (const next = end; this.#startOf(this.#span) < next; this.#span++) {
      const span = this.#spans[this.#span] as KnownSpan;
      end = Math.max(next, span.end + by);
      spans.push(by === 0 ? span : { ...span, start: span.start + by, end: span.end + by });
    }
    return end;
  }

  /** Where a known text may begin that reaches the next change. */
  #nextChange(): number {
    const range = this.#ranges[this.#range];
    return range === undefined ? Number.POSITIVE_INFINITY : range.start + this.#growth - this.#longest;
  }

  #startOf(index: number): number {
    const span = this.#spans[index];
    return span === undefined ? Number.POSITIVE_INFINITY : span.start + this.#growth;
  }
}

/** What the lines of a key hold of it, without what a log puts before each. */
function keyTexts(key: string): readonly string[] {
  return key.split(/[\r\n]+/).flatMap((line) => {
    const text = /[A-Za-z0-9+/]+={0,2}$/.exec(line.trimEnd())?.[0] ?? '';
    const isMixed = /[a-z]/.test(text) && /[A-Z]/.test(text) && /[0-9]/.test(text);
    return isMixed && text.length >= longEnough ? [text] : [];
  });
}

/** A short text counts as a whole word only. */
function standsAlone(text: string, start: number, known: string): boolean {
  if (known.length >= longEnough) return true;
  return !isJoined(text, start) && !isJoined(text, start + known.length);
}

function isJoined(text: string, offset: number): boolean {
  return /^[A-Za-z0-9_]{2}$/.test(text.slice(Math.max(0, offset - 1), offset + 1));
}

function blockAt(text: string, end: number): number {
  const mixed = (text.charCodeAt(end - 2) * 31 + text.charCodeAt(end - 1)) * 31 + text.charCodeAt(end);
  return mixed & (tableSize - 1);
}
