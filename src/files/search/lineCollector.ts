import type { FoundLine } from '../../base/ports/search.ts';

/**
 * Takes the lines of a file in order, keeps the first matches with the lines around them, and
 * counts the rest.
 */
export class LineCollector {
  readonly lines: FoundLine[] = [];
  totalMatches = 0;
  readonly #maxResults: number;
  readonly #contextLines: number;
  /** Starts of the last lines that are not kept yet, at most as many as the context has. */
  #before: number[] = [];
  #line = 0;
  #lastMatch = Number.NEGATIVE_INFINITY;

  constructor(maxResults: number, contextLines: number) {
    this.#maxResults = maxResults;
    this.#contextLines = contextLines;
  }

  /**
   * @param offset where the line begins, bytes
   * @param start where its match begins, asked only of those that are kept
   */
  add(offset: number, matches: boolean, start: () => number): void {
    this.#line++;
    if (matches) this.totalMatches++;
    if (matches && this.totalMatches <= this.#maxResults) {
      const first = this.#line - this.#before.length;
      this.lines.push(...this.#before.map((at, index) => ({ line: first + index, offset: at, match: null })));
      this.lines.push({ line: this.#line, offset, match: start() });
      this.#before = [];
      this.#lastMatch = this.#line;
    } else if (this.#line <= this.#lastMatch + this.#contextLines)
      this.lines.push({ line: this.#line, offset, match: null });
    else if (this.#contextLines > 0 && this.totalMatches < this.#maxResults) {
      this.#before.push(offset);
      if (this.#before.length > this.#contextLines) this.#before.shift();
    }
  }
}
