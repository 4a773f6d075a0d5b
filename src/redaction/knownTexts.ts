import { SourceText } from '../text/sourceText.ts';
import type { SecretSpan } from './finding.ts';
import { LeafMemo, type PlacedFind } from './leafMemo.ts';
import { isUnguessable } from './rules/guessable.ts';
import { bitsAsWords } from './rules/randomness.ts';
import { writingsOf } from './writings.ts';

/** A writing of a secret that is looked for. */
interface KnownText {
  readonly text: string;
  readonly kind: string;
  /** The whole secret, of which `text` may be a part. */
  readonly secret: string;
  /** Whether this is the end of the text: what is left of one that was cut before it is hidden, too. */
  readonly isEnd: boolean;
}

/** Where a known text stands. */
export interface KnownSpan extends SecretSpan {
  readonly secret: string;
}

type PlacedSpan = KnownSpan & PlacedFind;

/** Shorter texts are not looked for, nor shorter parts of one that was cut; UTF-16 units. */
const shortest = 8;
/** What is left of a secret must take so many bits to guess. */
const leastCutBits = 24;
/** The words with which a token begins, as `sk-ant-api03-`, tell nothing. */
const openingWords = /^(?:[A-Za-z][A-Za-z0-9]{0,9}[_.-])+/;
const isMixed = /[0-9].*[A-Za-z]|[A-Za-z].*[0-9]|[a-z][A-Z]|[^A-Za-z]{8}/;
/** Least length of a text that is hidden also within a word, UTF-16 units. */
const longEnough = 16;
/** Number of units by which texts are told apart first. */
const blockUnits = 3;
const tableSize = 1 << 18;
/** Units of all texts. Beyond it the oldest secrets go, so that nobody can fill the table. */
const maxUnits = 4_000_000;

/**
 * The secrets of a project that were seen, to be hidden wherever they are quoted, in every writing and
 * cut at either end. In memory only.
 *
 * Those that can be guessed are not among them: whoever writes a guess anywhere would be told by a
 * placeholder that it is right. They are hidden in their own places, by what stands around them.
 *
 * The search skips what cannot be part of any of them (Wu and Manber, 1994): it looks at about every sixth unit.
 */
export class KnownTexts {
  /** The writings of each secret, the oldest first. */
  readonly #secrets = new Map<string, readonly KnownText[]>();
  /** How far the search may go on from a block of units, and the texts that may end their beginning with it. */
  #skip = new Uint8Array(tableSize).fill(shortest - blockUnits + 1);
  #beginning = new Map<number, KnownText[]>();
  #longest = 0;
  #units = 0;
  #memo = new LeafMemo<PlacedSpan>();
  /** Changes whenever another text is known. */
  version = 0;

  /** Takes in a secret; of a key of several lines what each holds of it. */
  add(secret: string, kind: string): void {
    if (this.#secrets.has(secret)) return;
    const parts = (/[\r\n]/.test(secret) ? keyTexts(secret) : [secret]).filter(
      (text) => text.length >= shortest && isUnguessable(text),
    );
    if (parts.length === 0) return;
    const writings = parts.flatMap((part) => (part === secret ? writingsOf(part) : [part]));
    const texts = writings.flatMap((text) => [
      { text, kind, secret, isEnd: false },
      ...(text.length > shortest ? [{ text, kind, secret, isEnd: true }] : []),
    ]);
    this.#secrets.set(secret, texts);
    this.#units += unitsOfTexts(texts);
    for (const text of texts) this.#index(text);
    if (this.#units > maxUnits) this.#dropOldest();
    this.#memo = new LeafMemo();
    this.version++;
  }

  /** Every place where one of them stands; ascending and disjoint, the longest of those that begin at one place. */
  find(text: string | SourceText): readonly KnownSpan[] {
    if (this.#secrets.size === 0) return [];
    const length = text.length;
    const search = (from: number, to: number) => {
      const begin = Math.max(0, from - this.#longest - 1);
      return this.#search(text.slice(begin, Math.min(length, to + this.#longest + 1)), begin, from, to);
    };
    const found = text instanceof SourceText ? this.#memo.find(text, this.#longest + 1, search) : search(0, length);
    let end = 0;
    return found
      .toSorted((a, b) => a.start - b.start || b.end - a.end)
      .filter((span) => {
        if (span.start < end) return false;
        end = span.end;
        return true;
      })
      .map(({ start, end, kind, secret }) => ({ start, end, kind, secret }));
  }

  /** The texts whose first units, or for ends last units, begin in `[from, to)`; `base` is the offset of the part. */
  #search(part: string, base: number, from: number, to: number): readonly PlacedSpan[] {
    const spans: PlacedSpan[] = [];
    for (let at = from - base; at < to - base && at + shortest <= part.length; ) {
      const block = blockAt(part, at + shortest - 1);
      const skip = this.#skip[block] as number;
      if (skip > 0) {
        at += skip;
        continue;
      }
      const found = this.#longestAt(part, at, block);
      if (found !== null) {
        const [start, end] = [base + found.start, base + found.end];
        spans.push({ ...found, start, end, hit: base + at, from: start, to: end });
      }
      at++;
    }
    return spans;
  }

  #longestAt(part: string, at: number, block: number): KnownSpan | null {
    let best: KnownSpan | null = null;
    for (const { text, kind, secret, isEnd } of this.#beginning.get(block) ?? []) {
      const [start, end] = isEnd ? endOfText(part, at, text) : beginningOfText(part, at, text);
      if (end - start < shortest || (best !== null && end - start <= best.end - best.start)) continue;
      const isWhole = end - start === text.length;
      if (isWhole ? standsAlone(part, start, text) : isCut(part, start, end)) best = { start, end, kind, secret };
    }
    return best;
  }

  #index(known: KnownText): void {
    const first = known.isEnd ? known.text.slice(-shortest) : known.text;
    this.#longest = Math.max(this.#longest, known.text.length);
    for (let at = blockUnits - 1; at < shortest; at++) {
      const block = blockAt(first, at);
      this.#skip[block] = Math.min(this.#skip[block] as number, shortest - 1 - at);
    }
    const block = blockAt(first, shortest - 1);
    const others = this.#beginning.get(block);
    if (others === undefined) this.#beginning.set(block, [known]);
    else others.push(known);
  }

  /** Makes room for half as much again: the tables are made anew, which takes long. */
  #dropOldest(): void {
    for (const [secret, texts] of this.#secrets) {
      if (this.#units <= maxUnits / 2) break;
      this.#secrets.delete(secret);
      this.#units -= unitsOfTexts(texts);
    }
    this.#skip = new Uint8Array(tableSize).fill(shortest - blockUnits + 1);
    this.#beginning = new Map();
    for (const texts of this.#secrets.values()) for (const text of texts) this.#index(text);
  }
}

function unitsOfTexts(texts: readonly KnownText[]): number {
  return texts.reduce((sum, { text }) => sum + text.length, 0);
}

/** How much of a text begins at an offset. */
function beginningOfText(part: string, at: number, text: string): readonly [start: number, end: number] {
  let length = 0;
  while (length < text.length && part.charCodeAt(at + length) === text.charCodeAt(length)) length++;
  return [at, at + length];
}

/** How much of a text ends behind its last units, which begin at an offset. */
function endOfText(part: string, at: number, text: string): readonly [start: number, end: number] {
  const end = at + shortest;
  let length = 0;
  while (length < text.length && part.charCodeAt(end - 1 - length) === text.charCodeAt(text.length - 1 - length))
    length++;
  return [end - length, end];
}

/** Whether what is left of a secret stands alone and cannot be guessed. */
function isCut(part: string, start: number, end: number): boolean {
  if (isJoined(part, start) || isJoined(part, end)) return false;
  const telling = part.slice(start, end).replace(openingWords, '');
  return isMixed.test(telling) && bitsAsWords(telling) >= leastCutBits;
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
  const mixed = (text.charCodeAt(end - 2) * 131 + text.charCodeAt(end - 1)) * 131 + text.charCodeAt(end);
  return mixed & (tableSize - 1);
}
