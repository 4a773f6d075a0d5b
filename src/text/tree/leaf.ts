import { growthOf, joinTouching, type TextChange } from '../textChange.ts';

const LF = 10;

/**
 * Up to this length V8 copies the results of `slice` and `+`; longer ones refer to their sources.
 */
const maxPending = 12;

const noChange: TextChange = { start: 0, end: 0, newText: '' };

/**
 * A short piece of text and the number of its line feeds.
 *
 * It holds a string and one small change that is not yet applied. So typing, which mostly continues
 * at one place, copies the string once in a dozen units, and the leaves of the versions between
 * share it. Reading applies the change.
 */
export class Leaf {
  readonly length: number;
  readonly feeds: number;
  #base: string;
  #pending: TextChange;

  private constructor(base: string, pending: TextChange, feeds: number) {
    this.#base = base;
    this.#pending = pending;
    this.length = base.length + growthOf(pending);
    this.feeds = feeds;
  }

  /** A leaf of a copy of `text`. */
  static of(text: string): Leaf {
    const base = flatJoin('', text, '');
    return new Leaf(base, noChange, countFeeds(base));
  }

  get text(): string {
    if (this.#pending !== noChange) {
      this.#base = withChange(this.#base, this.#pending);
      this.#pending = noChange;
    }
    return this.#base;
  }

  replace(start: number, end: number, newText: string): Leaf {
    const feeds = this.feeds + countFeeds(newText) - (start === end ? 0 : countFeeds(this.#slice(start, end)));
    const change = { start, end, newText };
    const joined = joinTouching(this.#pending, change, maxPending);
    if (joined !== null) return new Leaf(this.#base, joined, feeds);
    if (newText.length <= maxPending) return new Leaf(this.text, change, feeds);
    return new Leaf(withChange(this.text, change), noChange, feeds);
  }

  #slice(from: number, to: number): string {
    const { start, newText } = this.#pending;
    if (to <= start) return this.#base.slice(from, to);
    if (from >= start && to - start <= newText.length) return newText.slice(from - start, to - start);
    return this.text.slice(from, to);
  }
}

function withChange(text: string, { start, end, newText }: TextChange): string {
  return flatJoin(text.slice(0, start), newText, text.slice(end));
}

export function countFeeds(text: string, end = text.length): number {
  let feeds = 0;
  for (let i = 0; i < end; i++) if (text.charCodeAt(i) === LF) feeds++;
  return feeds;
}

/**
 * Joins strings into a flat one that refers to no other. `+` and `slice` give strings that refer to
 * their parts: stored for long, they could keep megabytes alive, or 32 bytes per typed unit.
 */
export function flatJoin(left: string, middle: string, right: string): string {
  if (left !== '' || right !== '') return [left, middle, right].join('');
  const half = middle.length >>> 1; // join returns its only part uncopied
  return [middle.slice(0, half), middle.slice(half)].join('');
}
