import { leadingCount } from '../base/leadingCount.ts';
import type { ChangeSet } from './changeSet.ts';
import type { SourceText } from './sourceText.ts';
import { growthOf, type TextChange } from './textChange.ts';

/** A text with every line break (`\n`, `\r\n`, `\r`) written as `\n`. Offsets are UTF-16 units. */
export class LineFeedText {
  readonly text: string;
  readonly #raw: string;
  /** Offsets of each `\r\n` in the raw text, ascending. */
  readonly #pairs: readonly number[];

  constructor(source: SourceText) {
    this.#raw = source.toString();
    this.#pairs = this.#raw.includes('\r') ? [...this.#raw.matchAll(/\r\n/g)].map(({ index }) => index) : [];
    this.text = withLineFeeds(this.#raw);
  }

  /** Returns true if an offset of the raw text is between a `\r` and its `\n`. */
  cutsBreak(offset: number): boolean {
    return this.#raw[offset] === '\n' && this.#raw[offset - 1] === '\r';
  }

  /** An offset of the raw text, not inside a `\r\n`, in this one. */
  offsetOf(raw: number): number {
    return raw - leadingCount(this.#pairs, (pair) => pair < raw);
  }

  /** An offset of this text in the raw one. */
  rawOffsetOf(offset: number): number {
    return offset + leadingCount(this.#pairs, (pair, index) => pair - index < offset);
  }
}

export function withLineFeeds(text: string): string {
  return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
}

/**
 * Translates the changes of `set` to the texts with line feeds: ascending and disjoint. A `\r\n`
 * that a change cuts in either text belongs to the change.
 */
export function changesInLineFeeds(older: LineFeedText, newer: LineFeedText, set: ChangeSet): readonly TextChange[] {
  let growth = 0;
  const changes = set.changes.map((change) => {
    const newStart = change.start + growth;
    growth += growthOf(change);
    const newEnd = change.end + growth;
    const before = Number(older.cutsBreak(change.start) || newer.cutsBreak(newStart));
    const after = Number(older.cutsBreak(change.end) || newer.cutsBreak(newEnd));
    const [start, end] = [older.offsetOf(change.start - before), older.offsetOf(change.end + after)];
    const newText = newer.text.slice(newer.offsetOf(newStart - before), newer.offsetOf(newEnd + after));
    return { start, end, newText };
  });
  return changes.filter(({ start, end, newText }) => older.text.slice(start, end) !== newText);
}
