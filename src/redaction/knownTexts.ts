import { leadingCount } from '../base/leadingCount.ts';
import { LruMap } from '../base/lruMap.ts';
import type { SourceText } from '../text/sourceText.ts';
import type { TextSpan } from '../text/textChange.ts';
import { type EarlierFinds, findAgain, type PlacedFind } from './findAgain.ts';
import { type FoundSecret, united } from './finding.ts';
import { guessBits, isUnguessable } from './rules/guessable.ts';
import { KeywordScan } from './rules/keywordScan.ts';
import { nextOf, startOf } from './rules/lines.ts';
import { bitsAsWords } from './rules/randomness.ts';
import { base64Of, writingsOf } from './writings.ts';

/** A writing of a secret or of a part of it. */
interface Writing {
  readonly text: string;
  /** If set, a fragment of `text` may be a part of a longer word. */
  readonly isInside: boolean;
  /** If set, `text` is matched from its end, to find secrets cut at the front. */
  readonly isEnd: boolean;
  /** What ends the word, or the line, that is hidden beside a fragment. */
  readonly stop: RegExp;
  /** The first or last units. */
  readonly keyword: string;
}

interface KnownText extends Writing {
  readonly kind: string;
  readonly secret: string;
}

/** Minimum length of a match, UTF-16 units. */
const shortest = 8;
/** Maximum length of the piece by which a cut secret is known, beside a header. */
const longestCut = 256;
/**
 * Minimum costs of guessing a fragment of a secret, bits: of any, and of one of letters alone. By
 * its patterns it may cost less, at most by the third.
 */
const [leastCutBits, leastLetterBits, patternBits] = [26, 40, 6];
/**
 * Beside a fragment, at most the length of its secret and twice this is hidden of a word, UTF-16
 * units.
 */
const longestWord = 1_024;
/** The public words at the start of a token, such as `sk-ant-api03-`. */
const openingWords = /^(?:[a-z]{2,10}[0-9]{0,2}[_.-]|SG\.)+/;
const isMixed = /[0-9].*[A-Za-z]|[A-Za-z].*[0-9]|[a-z][A-Z]|[^A-Za-z]{8}/;
/**
 * The ends of what is hidden beside a fragment: of its word, or of its line if the secret itself
 * holds such a unit.
 */
const [wordStop, lineStop] = [/[\s"'`]/, /[\r\n]/];
/** The base64 at the end of each line of a key, without a log's prefixes. */
const keyLines = /(?<=^|\\[rn]|[^\\A-Za-z0-9+/])[A-Za-z0-9+/]+={0,2}(?=[ \t]*(?:[\r\n]|\\[rn]|$))/g;
/** Minimum length of a text that is hidden inside a word, UTF-16 units. */
const longEnough = 16;
/** Writings of the secrets that were seen last. */
const recentWritings = new LruMap<string, readonly Writing[]>(256);
/** Maximum length of all texts together. Beyond it the oldest secrets are dropped. */
const maxUnits = 16_000_000;

/**
 * The secrets seen in a project, to be hidden wherever they are quoted, in every writing and cut at
 * either end. In memory only. Secrets that can be guessed are left out: they are hidden only in the
 * places that reveal them.
 */
export class KnownTexts {
  /** The writings of each secret, the oldest first. */
  readonly #secrets = new Map<string, readonly KnownText[]>();
  /** Finds the keyword of each of `#texts`, by the same index. Null before the first text. */
  #scan: KeywordScan | null = null;
  #texts: KnownText[] = [];
  #longest = 0;
  #units = 0;
  /** Increases whenever a text is added. */
  version = 0;

  /**
   * Adds a secret; for a key of several lines, each line. True if it gets a number: it cannot be
   * guessed, and neither it nor a part of it is known. While a secret is typed, numbers for its
   * beginnings would confirm guesses of the next unit.
   */
  add(secret: string, kind: string): boolean {
    if (this.#secrets.has(secret)) return false;
    const writings = recentWritings.getOrMake(secret, () => writingsToFind(secret));
    if (writings.length === 0) return false;
    const isNew = this.find(secret).spans.length === 0;
    const texts = writings.map((writing) => ({ ...writing, kind, secret }));
    this.#secrets.set(secret, texts);
    for (const text of texts) this.#index(text);
    if (this.#units > maxUnits) this.#dropOldest();
    this.version++;
    return isNew;
  }

  /**
   * All matches, and the spans that they hide, ascending and disjoint. Nothing depends on the text
   * of a `hidden` span that can be guessed, because a known secret may be a guess of it with the text
   * beside it: a match whose keyword overlaps such a span hides nothing, another one only what is
   * beside the span.
   */
  find(text: string | SourceText, hidden: readonly FoundSecret[] = [], before?: EarlierFinds) {
    if (this.#secrets.size === 0) return { spans: [], found: [] };
    const reach = 2 * (this.#longest + longestWord) + 1;
    const search = (from: number, to: number) => {
      const begin = Math.max(0, from - reach);
      return this.#search(text.slice(begin, Math.min(text.length, to + reach)), begin, from, to);
    };
    const found = findAgain(text.length, reach, search, before);
    const isGuessable = ({ start, end, doubt }: FoundSecret) => doubt === true || !isHopeless(text.slice(start, end));
    const spans = found.flatMap((one) => {
      const first = leadingCount(hidden, ({ end }) => end <= one.start);
      const last = leadingCount(hidden, ({ start }) => start < one.end);
      const near = hidden.slice(first, last).filter(isGuessable);
      return near.length === 0 ? one : clipped(one, near, (at) => text.slice(Math.max(0, at - 1), at + 1));
    });
    return { spans: united(spans), found };
  }

  /** Matches whose keywords begin in `[from, to)` of the whole text. */
  #search(near: string, base: number, from: number, to: number): readonly PlacedFind[] {
    const longest = new Map<number, PlacedFind>();
    this.#scan?.each(near, from - base, Math.min(near.length, to - base + this.#longest), (index, at) => {
      if (at >= to - base) return;
      const { text, keyword, kind, secret, isEnd, isInside, stop } = this.#texts[index] as KnownText;
      const behind = at + keyword.length;
      const first = isEnd ? behind - text.length : at;
      const isLong = text.length >= longEnough;
      // A short text inside a longer word counts as a fragment.
      const isWhole =
        first >= 0 && near.startsWith(text, first) && (isLong || !isJoined(near, isEnd ? first : at + text.length));
      if (!(isWhole ? isLong : isInside) && isJoined(near, isEnd ? behind : at)) return;
      // Where it is cut all of the word is hidden: else an agent could guess the secret unit by unit.
      // Its ends depend on the keyword alone.
      const most = longestWord * Math.ceil(text.length / longestWord + 1);
      const start = isWhole ? first : isEnd ? startOf((unit) => stop.test(unit), near, at, most) : at;
      const end = isWhole ? first + text.length : isEnd ? behind : nextOf(stop, near, behind, behind + most);
      const before = longest.get(at);
      const rank = Number(!isWhole);
      // What is whole in one writing is no cut of another one.
      const isOther = before?.secret === secret && before.rank !== rank;
      if (before && (isOther ? before.rank < rank : end - start <= before.end - before.start)) return;
      const span = { start: base + start, end: base + end, rank };
      const part = { hit: base + at, hitLength: keyword.length, from: span.start, to: span.end };
      longest.set(at, { ...span, ...part, kind, secret });
    });
    return [...longest.values()];
  }

  #index(known: KnownText): void {
    this.#longest = Math.max(this.#longest, known.text.length);
    this.#units += known.text.length;
    this.#texts.push(known);
    this.#scan ??= new KeywordScan();
    // Many secrets may share their beginning.
    this.#scan.add({ text: known.keyword, exact: true }, known.keyword.length - shortest);
  }

  /** Drops the oldest half. Rare, because it rebuilds the tables. */
  #dropOldest(): void {
    const oldest = [...this.#secrets.keys()].slice(0, Math.ceil(this.#secrets.size / 2));
    for (const secret of oldest) this.#secrets.delete(secret);
    [this.#scan, this.#texts, this.#units] = [null, [], 0];
    for (const texts of this.#secrets.values()) for (const text of texts) this.#index(text);
  }
}

/** {@link isUnguessable}, cached. */
const isHopeless = (value: string) => recentlyJudged.getOrMake(value, () => isUnguessable(value));
const recentlyJudged = new LruMap<string, boolean>(8_192);

/**
 * The part of a find between the spans beside its keyword, named alike whichever secret it is; none
 * if they touch the keyword, or it is inside a word, where a cut secret is not found.
 */
function clipped(find: PlacedFind, spans: readonly TextSpan[], unitsAt: (at: number) => string): FoundSecret[] {
  const [hit, hitEnd] = [find.hit, find.hit + (find.hitLength ?? 0)];
  if (spans.some((span) => span.start < hitEnd && hit < span.end)) return [];
  if (isJoined(unitsAt(find.start < hit ? hitEnd : hit), 1)) return [];
  const start = Math.max(find.start, ...spans.flatMap((span) => (span.end <= hit ? span.end : [])));
  const end = Math.min(find.end, ...spans.flatMap((span) => (span.start >= hitEnd ? span.start : [])));
  return [{ start, end, from: start, kind: 'secret', doubt: true, rank: -1 }];
}

/** All writings of a secret; of a key of several lines, each line. None if it can be guessed. */
function writingsToFind(secret: string): readonly Writing[] {
  const lines = /[\r\n]|^-----BEGIN/.test(secret) ? (secret.match(keyLines) ?? []) : [secret];
  const parts = lines.filter((text) => text.length >= shortest && isUnguessable(text));
  return parts.flatMap((part) => {
    const plain = part === secret ? writingsOf : (text: string) => [text];
    const encoded = part === secret ? base64Of(part) : [];
    return [false, true].flatMap((isEnd) => {
      const cut = shortestCut(part, isEnd);
      // One that ends as it begins is found from its beginning alone.
      if (isEnd && cut.startsWith(shortestCut(part, false).slice(0, cut.length))) return [];
      const pieces = plain(cut);
      return [...plain(part), ...encoded].map((text) => {
        const isInside = encoded.includes(text);
        const units = isInside ? Math.floor((8 * cut.length - 4) / 6) : cut.length;
        const own = pieces.find((piece) => (isEnd ? text.endsWith(piece) : text.startsWith(piece)));
        const piece = own ?? (isEnd ? text.slice(-units) : text.slice(0, units));
        return { text, isInside, isEnd, stop: wordStop.test(text) ? lineStop : wordStop, keyword: piece };
      });
    });
  });
}

/** The shortest beginning or ending of a secret that cannot be guessed. */
function shortestCut(part: string, isEnd: boolean): string {
  const header = isEnd ? '' : (/^eyJ[\w-]*\./.exec(part)?.[0] ?? '');
  for (let length = header.length + shortest; length < Math.min(part.length, header.length + longestCut); length++) {
    const fragment = isEnd ? part.slice(-length) : part.slice(0, length);
    const telling = fragment.slice(header.length).replace(openingWords, '');
    const least = isMixed.test(telling) ? leastCutBits : leastLetterBits;
    if (telling.length < shortest || bitsAsWords(telling) < least) continue;
    if (guessBits(telling) >= least - patternBits) return fragment;
  }
  return part;
}

const isJoined = (text: string, at: number) => /^[A-Za-z0-9_]{2}$/.test(text.slice(Math.max(0, at - 1), at + 1));
