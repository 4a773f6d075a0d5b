import type { SourceText } from './sourceText.ts';
import { LF } from './tree/leaf.ts';

/** Amount of text around a place that is read at once, in UTF-16 units. */
const BEFORE = 200;
const AFTER = 350;

/**
 * The lines of a text around a place that moves through it. Only a line feed ends a line here. The
 * text near the place is one string: a query to the text for each line of a neighbourhood would
 * cost more than the rest of a diff.
 */
export class LineWindow {
  readonly #text: SourceText;
  #part = '';
  #start = 0;
  #end = 0;

  constructor(text: SourceText) {
    this.#text = text;
  }

  lineStart(offset: number): number {
    if (offset === 0) return 0;
    if (offset <= this.#start || offset > this.#end) this.#moveTo(offset);
    const start = this.#start;
    const feed = this.#part.lastIndexOf('\n', offset - start - 1);
    if (feed >= 0) return start + feed + 1;
    return start === 0 ? 0 : this.#text.lastIndexOf('\n', start - 1) + 1;
  }

  startsLine(offset: number): boolean {
    if (offset === 0) return true;
    if (offset <= this.#start || offset > this.#end) this.#moveTo(offset);
    return this.#part.charCodeAt(offset - 1 - this.#start) === LF;
  }

  /** The first line feed at or after `offset`, or -1. */
  nextFeed(offset: number): number {
    if (offset < this.#start || offset >= this.#end) this.#moveTo(offset);
    const found = this.#part.indexOf('\n', offset - this.#start);
    if (found >= 0) return this.#start + found;
    return this.#end === this.#text.length ? -1 : this.#text.indexOf('\n', this.#end);
  }

  /** The end of the line that holds `offset`, behind its line feed. */
  lineEnd(offset: number): number {
    const feed = this.nextFeed(offset);
    return feed < 0 ? this.#text.length : feed + 1;
  }

  slice(start: number, end: number): string {
    if (start < this.#start || end > this.#end) return this.#text.slice(start, end);
    return this.#part.slice(start - this.#start, end - this.#start);
  }

  #moveTo(offset: number): void {
    this.#start = Math.max(0, offset - BEFORE);
    this.#end = Math.min(this.#text.length, offset + AFTER);
    this.#part = this.#text.slice(this.#start, this.#end);
  }
}
