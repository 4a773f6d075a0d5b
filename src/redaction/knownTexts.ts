import { LruMap } from '../base/lruMap.ts';
import type { SourceText } from '../text/sourceText.ts';
import { type EarlierFinds, findAgain, type PlacedFind } from './findAgain.ts';
import { isUnguessable } from './rules/guessable.ts';
import { type AnchoredKeyword, anchored, KeywordScan } from './rules/keywordScan.ts';
import { bitsAsWords } from './rules/randomness.ts';
import { base64Of, writingsOf } from './writings.ts';

/** A writing of a secret or of a part of it. */
interface Writing {
  readonly text: string;
  /** What `text` writes: the secret, or a line of a key. */
  readonly part: string;
  /** If set, a fragment of `text` may be a part of a longer word. */
  readonly isInside: boolean;
  /** If set, `text` is matched from its end, to find secrets cut at the front. */
  readonly isEnd: boolean;
  /** The first or last units. */
  readonly keyword: AnchoredKeyword;
}

interface KnownText extends Writing {
  readonly kind: string;
  readonly secret: string;
}

/** Minimum length of a match, UTF-16 units. */
const shortest = 8;
/** Minimum cost of guessing a fragment of a secret, bits, and that of one of letters alone. */
const [leastCutBits, leastLetterBits] = [26, 40];
/** Maximum part of a word that is hidden beside a fragment, UTF-16 units. */
const longestWord = 1_024;
/** The public words at the start of a token, such as `sk-ant-api03-`. */
const openingWords = /^(?:(?![0-9a-f]{8}-)[A-Za-z][A-Za-z0-9]{0,9}[_.-])+/;
const isMixed = /[0-9].*[A-Za-z]|[A-Za-z].*[0-9]|[a-z][A-Z]|[^A-Za-z]{8}/;
/** Minimum length of a text that is hidden inside a word, UTF-16 units. */
const longEnough = 16;
/** Writings of the secrets that were seen last. */
const recentWritings = new LruMap<string, readonly Writing[]>(256);
/** Maximum length of all texts together. Beyond it the oldest secrets are dropped. */
const maxUnits = 4_000_000;

/**
 * The secrets seen in a project, to be hidden wherever they are quoted, in every writing and cut at
 * either end. In memory only. Secrets that can be guessed are left out: they are hidden only in the
 * places that reveal them.
 */
export class KnownTexts {
  /** The writings of each secret, the oldest first. */
  readonly #secrets = new Map<string, readonly KnownText[]>();
  /** Finds the first units of each text, or the last ones of ends; by the same index. Its table is made for the first text. */
  #scan: KeywordScan | null = null;
  #texts: KnownText[] = [];
  #longest = 0;
  #units = 0;
  /** Increases whenever a text is added. */
  version = 0;

  has(secret: string): boolean {
    return this.#secrets.has(secret);
  }

  /** Adds a secret; for a key of several lines, each line. False if it can be guessed or is known. */
  add(secret: string, kind: string): boolean {
    if (this.#secrets.has(secret)) return false;
    const writings = recentWritings.getOrMake(secret, () => writingsToFind(secret));
    if (writings.length === 0) return false;
    const texts = writings.map((writing) => ({ ...writing, kind, secret }));
    this.#secrets.set(secret, texts);
    this.#units += unitsOfTexts(texts);
    for (const text of texts) this.#index(text);
    if (this.#units > maxUnits) this.#dropOldest();
    this.version++;
    return true;
  }

  /** All matches, and those that hide: ascending and disjoint, the longest at each place. */
  find(text: string | SourceText, before?: EarlierFinds) {
    if (this.#secrets.size === 0) return { spans: [], found: [] };
    const reach = this.#longest + longestWord + 1;
    const search = (from: number, to: number) => {
      const begin = Math.max(0, from - reach);
      return this.#search(text.slice(begin, Math.min(text.length, to + reach)), begin, from, to);
    };
    const found = findAgain(text.length, before, reach, search).toSorted((a, b) => a.hit - b.hit);
    let end = 0;
    const spans = found
      .toSorted((a, b) => a.start - b.start || b.end - a.end || a.hit - b.hit)
      .filter((span) => {
        if (span.start < end) return false;
        end = span.end;
        return true;
      });
    return { spans, found };
  }

  /** Matches whose first units, or last ones for ends, begin in `[from, to)` of the whole text. */
  #search(near: string, base: number, from: number, to: number): readonly PlacedFind[] {
    const longest = new Map<number, PlacedFind>();
    this.#scan?.each(near, from - base, Math.min(near.length, to - base + shortest - 1), (index, at) => {
      const { text, part, kind, secret, isEnd, isInside } = this.#texts[index] as KnownText;
      const [first, last] = isEnd ? endOfText(near, at, text) : beginningOfText(near, at, text);
      const length = last - first;
      const isWhole = length === text.length;
      const units = Math.floor((part.length * length) / text.length);
      if (!isWhole && !isCut(isEnd ? part.slice(-units) : part.slice(0, units))) return;
      // Where it is cut all of the word is hidden: else an agent could guess the secret unit by unit.
      const start = isWhole || !isEnd ? first : endOfWord(near, first, -1);
      const end = isWhole || isEnd ? last : endOfWord(near, last, 1);
      // Short texts and fragments match whole words only, save in base64.
      const isLong = isWhole ? text.length >= longEnough : isInside;
      if (!isLong && (isJoined(near, start) || isJoined(near, end))) return;
      const before = longest.get(at);
      if (before !== undefined && end - start <= before.end - before.start) return;
      const span = { start: base + start, end: base + end };
      longest.set(at, { hit: base + at, ...span, from: span.start, to: span.end, kind, rank: 0, secret });
    });
    return [...longest.values()];
  }

  #index(known: KnownText): void {
    this.#longest = Math.max(this.#longest, known.text.length);
    this.#texts.push(known);
    this.#scan ??= new KeywordScan();
    this.#scan.add(known.keyword);
  }

  /** Drops the oldest half. Rare, because it rebuilds the tables. */
  #dropOldest(): void {
    for (const [secret, texts] of this.#secrets) {
      if (this.#units <= maxUnits / 2) break;
      this.#secrets.delete(secret);
      this.#units -= unitsOfTexts(texts);
    }
    this.#scan = null;
    this.#texts = [];
    for (const texts of this.#secrets.values()) for (const text of texts) this.#index(text);
  }
}

/** All writings of a secret; of a key of several lines, each line. None if it can be guessed. */
function writingsToFind(secret: string): readonly Writing[] {
  const parts = (/[\r\n]/.test(secret) ? keyTexts(secret) : [secret]).filter(
    (text) => text.length >= shortest && isUnguessable(text),
  );
  const encoded = base64Of(secret);
  return parts.flatMap((part) => {
    const texts = part === secret ? [...writingsOf(part), ...encoded] : [part];
    return texts.flatMap((text) => {
      const isInside = encoded.includes(text);
      const ends = [text.slice(0, shortest), ...(text.length > shortest ? [text.slice(-shortest)] : [])];
      const keywords = ends.map((units) => anchored({ text: units, exact: true }));
      return keywords.map((keyword, at) => ({ text, part, isInside, isEnd: at === 1, keyword }));
    });
  });
}

function unitsOfTexts(texts: readonly KnownText[]): number {
  return texts.reduce((sum, { text }) => sum + text.length, 0);
}

/** The longest beginning of `text` at an offset. */
function beginningOfText(part: string, at: number, text: string): readonly [start: number, end: number] {
  let length = 0;
  while (length < text.length && part.charCodeAt(at + length) === text.charCodeAt(length)) length++;
  return [at, at + length];
}

/** The longest ending of `text` whose last {@link shortest} units begin at an offset. */
function endOfText(part: string, at: number, text: string): readonly [start: number, end: number] {
  const end = at + shortest;
  let length = 0;
  while (length < text.length && part.charCodeAt(end - 1 - length) === text.charCodeAt(text.length - 1 - length))
    length++;
  return [end - length, end];
}

/** Tests that a fragment of a secret cannot be guessed. */
function isCut(fragment: string): boolean {
  const telling = fragment.replace(openingWords, '');
  return telling.length >= shortest && bitsAsWords(telling) >= (isMixed.test(telling) ? leastCutBits : leastLetterBits);
}

/** The end of the word at an offset, or with -1 its beginning, at most {@link longestWord} units away. */
function endOfWord(text: string, at: number, step: 1 | -1): number {
  let end = at;
  while (Math.abs(end - at) < longestWord && /[^\s"'`]/.test(text.charAt(step > 0 ? end : end - 1))) end += step;
  return end;
}

/** The base64 at the end of each line of a key, without a log's prefixes. */
function keyTexts(key: string): readonly string[] {
  return key.split(/[\r\n]+/).flatMap((line) => {
    const text = /[A-Za-z0-9+/]+={0,2}$/.exec(line.trimEnd())?.[0] ?? '';
    const isMixed = /[a-z]/.test(text) && /[A-Z]/.test(text) && /[0-9]/.test(text);
    return isMixed && text.length >= longEnough ? [text] : [];
  });
}

function isJoined(text: string, offset: number): boolean {
  return /^[A-Za-z0-9_]{2}$/.test(text.slice(Math.max(0, offset - 1), offset + 1));
}
