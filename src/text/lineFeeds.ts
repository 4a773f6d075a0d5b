import { leadingCount } from '../base/leadingCount.ts';
import type { ChangeSet } from './changeSet.ts';
import type { SourceText, TextChange } from './sourceText.ts';

/**
 * A text with every line break (`
 * `, `\r
 * ` or `\r`) written as `
 * `. Offsets are UTF-16 units.
 */
export class LineFeedText {
  readonly text: string;
  readonly #raw: string;
  /**
   * Offsets of each `\r
   * ` in the raw text, ascending.
   */
  readonly #pairs: readonly number[];

  constructor(source: SourceText) {
    this.#raw = source.toString();
    this.#pairs = this.#raw.includes('\r') ? [...this.#raw.matchAll(/\r\n/g)].map(({ index }) => index) : [];
    this.text = withLineFeeds(this.#raw);
  }

  get hasPairs(): boolean {
    return this.#pairs.length > 0;
  }

  /**
   * Returns true if an offset of the raw text is between a `\r` and its `
   * `.
   */
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
 * Translates the changes of `set` to the texts with line feeds: ascending and disjoint. A change of
 * line breaks alone changes nothing there, but may be listed as a change of a text into itself.
 */
export function changesInLineFeeds(older: LineFeedText, newer: LineFeedText, set: ChangeSet): readonly TextChange[] {
  const spans: { start: number; end: number; newStart: number; newEnd: number }[] = [];
  let growth = 0;
  for (const { start, end, newText } of set.changes) {
    const span = { start, end, newStart: start + growth, newEnd: start + growth + newText.length };
    growth = span.newEnd - end;
    // A `\r\n` on either side is taken in whole.
    if (older.cutsBreak(span.start) || newer.cutsBreak(span.newStart)) {
      span.start--;
      span.newStart--;
    }
    if (older.cutsBreak(span.end) || newer.cutsBreak(span.newEnd)) {
      span.end++;
      span.newEnd++;
    }
    const last = spans.at(-1);
    if (last !== undefined && span.start < last.end) Object.assign(last, { end: span.end, newEnd: span.newEnd });
    else spans.push(span);
  }
  const changes = spans.map(({ start, end, newStart, newEnd }) => ({
    start: older.offsetOf(start),
    end: older.offsetOf(end),
    newText: newer.text.slice(newer.offsetOf(newStart), newer.offsetOf(newEnd)),
  }));
  // Where the line breaks have changed, too, those beside another change have become one with it.
  return older.hasPairs === newer.hasPairs ? changes : changes.map((change) => withoutOuterFeeds(older.text, change));
}

/**
 * A `\r` changes before its `
 * `: so the line feed at the end was included, and is unchanged.
 */
function withoutOuterFeeds(text: string, { start, end, newText }: TextChange): TextChange {
  let [from, to, written] = [start, end, newText];
  while (from < to && text[to - 1] === '\n' && written.endsWith('\n')) {
    to--;
    written = written.slice(0, -1);
  }
  while (from < to && text[from] === '\n' && written.startsWith('\n')) {
    from++;
    written = written.slice(1);
  }
  return { start: from, end: to, newText: written };
}
