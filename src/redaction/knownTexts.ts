import type { SecretSpan } from './finding.ts';
import { isUnguessable } from './rules/value.ts';

/** A secret that is known by its text, wherever that stands. */
export interface KnownText {
  readonly text: string;
  readonly kind: string;
  /** The whole secret, of which `text` may be a line. */
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
const maxTexts = 8_192;

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

  /** Changes whenever another text is known. */
  get version(): number {
    return this.#texts.size;
  }

  /** Takes in a secret; of one of several lines each line that tells something. */
  add(secret: string, kind: string): void {
    if (this.#texts.has(secret)) return;
    const lines = /[\r\n]/.test(secret) ? secret.split(/[\r\n]+/).map((line) => line.trim()) : [secret];
    for (const text of lines) {
      const isLine = lines.length > 1;
      const isWhole = !isLine || (text.length >= longEnough && /^[!-~]+$/.test(text) && !text.startsWith('--'));
      if (isWhole && text.length >= shortest && !this.#texts.has(text) && isUnguessable(text))
        this.#take({ text, kind, secret });
    }
  }

  /** Every place where one of them stands; ascending and disjoint, the longest of those that begin at one place. */
  find(text: string): readonly KnownSpan[] {
    const spans: KnownSpan[] = [];
    if (this.#texts.size === 0) return spans;
    for (let at = shortest - 1; at < text.length; ) {
      const block = blockAt(text, at);
      const skip = this.#skip[block] as number;
      if (skip > 0) {
        at += skip;
        continue;
      }
      const start = at - shortest + 1;
      const found = this.#longestAt(text, start, block);
      if (found !== null) spans.push({ start, end: start + found.text.length, kind: found.kind, secret: found.secret });
      at = found === null ? at + 1 : start + found.text.length + shortest - 1;
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
    for (let at = blockUnits - 1; at < shortest; at++) {
      const block = blockAt(text, at);
      this.#skip[block] = Math.min(this.#skip[block] as number, shortest - 1 - at);
    }
    const block = blockAt(text, shortest - 1);
    this.#beginning.set(block, [...(this.#beginning.get(block) ?? []), known]);
  }
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
