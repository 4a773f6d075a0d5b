import { growthOf, joinTouching, type TextChange } from '../textChange.ts';

export const LF = 10;
export const CR = 13;

/**
 * Up to this length V8 copies the results of `slice` and `+`; longer ones refer to their sources.
 */
const maxPending = 12;

const noChange: TextChange = { start: 0, end: 0, newText: '' };

/** The units at the ends of a piece of text: the bits `lfFirst` and `crLast`. */
export type Edges = number;
export const lfFirst = 1;
export const crLast = 2;

/**
 * A short piece of text with its counts. It counts its breaks as if it were alone: a `\r` at its
 * end and a `\n` at its start are a break each. The feeds are its `\n`.
 *
 * It holds a string and one small change that is not yet applied. So typing, which mostly continues
 * at one place, copies the string once in a dozen units, and the leaves of the versions between
 * share it. Reading applies the change.
 */
export class Leaf {
  readonly length: number;
  readonly breaks: number;
  readonly feeds: number;
  readonly edges: Edges;
  #base: string;
  #pending: TextChange;

  private constructor(base: string, pending: TextChange, breaks: number, feeds: number, edges: Edges) {
    this.#base = base;
    this.#pending = pending;
    this.length = base.length + growthOf(pending);
    this.breaks = breaks;
    this.feeds = feeds;
    this.edges = edges;
  }

  /** A leaf of a copy of `text`. */
  static of(text: string): Leaf {
    const base = flatJoin('', text, '');
    return new Leaf(base, noChange, countBreaks(base, base.length), countFeeds(base), edgesOfText(base));
  }

  get text(): string {
    if (this.#pending !== noChange) {
      this.#base = withChange(this.#base, this.#pending);
      this.#pending = noChange;
    }
    return this.#base;
  }

  replace(start: number, end: number, newText: string): Leaf {
    const left = this.#unitAt(start - 1);
    const deleted = start === end ? '' : this.#slice(start, end);
    let { breaks, feeds, edges } = this;
    if (left === CR || hasBreak(newText) || hasBreak(deleted)) {
      const right = this.#unitAt(end);
      breaks += breaksBetween(left, newText, right) - breaksBetween(left, deleted, right);
      feeds += countFeeds(newText) - countFeeds(deleted);
    }
    if (start === 0 || end === this.length) {
      const inner = newText === '' ? edgesOf(this.#unitAt(end), left) : edgesOfText(newText);
      edges = ((start === 0 ? inner : edges) & lfFirst) | ((end === this.length ? inner : edges) & crLast);
    }
    const change = { start, end, newText };
    const joined = joinTouching(this.#pending, change, maxPending);
    if (joined !== null) return new Leaf(this.#base, joined, breaks, feeds, edges);
    if (newText.length <= maxPending) return new Leaf(this.text, change, breaks, feeds, edges);
    return new Leaf(withChange(this.text, change), noChange, breaks, feeds, edges);
  }

  #unitAt(offset: number): number {
    const { start, end, newText } = this.#pending;
    if (offset < start) return this.#base.charCodeAt(offset);
    const inner = offset - start;
    return inner < newText.length ? newText.charCodeAt(inner) : this.#base.charCodeAt(inner - newText.length + end);
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

/** The breaks in the first `end` units of a string, standing alone. */
export function countBreaks(text: string, end: number): number {
  let breaks = 0;
  for (let i = 0; i < end; i++) {
    const unit = text.charCodeAt(i);
    if (unit === LF || (unit === CR && (i + 1 === end || text.charCodeAt(i + 1) !== LF))) breaks++;
  }
  return breaks;
}

function countFeeds(text: string): number {
  let feeds = 0;
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) === LF) feeds++;
  return feeds;
}

function hasBreak(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit === LF || unit === CR) return true;
  }
  return false;
}

/**
 * Counts the breaks that depend on `text` between the units `left` and `right`: its own, and that
 * of `left`.
 */
function breaksBetween(left: number, text: string, right: number): number {
  const { length } = text;
  const first = length > 0 ? text.charCodeAt(0) : right;
  const endsPair = right === LF && length > 0 && text.charCodeAt(length - 1) === CR;
  return countBreaks(text, length) + (left === CR && first !== LF ? 1 : 0) - (endsPair ? 1 : 0);
}

function edgesOfText(text: string): Edges {
  return edgesOf(text.charCodeAt(0), text.charCodeAt(text.length - 1));
}

function edgesOf(first: number, last: number): Edges {
  return (first === LF ? lfFirst : 0) | (last === CR ? crLast : 0);
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
