import { tabWidth } from './terminalRow.ts';

/** The tab stops of a screen, columns from zero (HTS, TBC). */
export class TabStops {
  readonly #columns: number;
  /** Null while they are at every eighth column. */
  #own: Set<number> | null = null;

  constructor(columns: number) {
    this.#columns = columns;
  }

  /** The next one behind a column, else the last column. */
  after(column: number): number {
    const last = this.#columns - 1;
    if (this.#own === null) return Math.min(last, column + tabWidth - (column % tabWidth));
    let next = column + 1;
    while (next < last && !this.#own.has(next)) next++;
    return next;
  }

  /** The last one before a column, else the first column. */
  before(column: number): number {
    let next = column - 1;
    while (next > 0 && !(this.#own === null ? next % tabWidth === 0 : this.#own.has(next))) next--;
    return next;
  }

  set(column: number): void {
    this.#changed().add(column);
  }

  delete(column: number): void {
    this.#changed().delete(column);
  }

  clear(): void {
    this.#own = new Set();
  }

  /** As they were at the beginning. */
  reset(): void {
    this.#own = null;
  }

  #changed(): Set<number> {
    const count = Math.ceil(this.#columns / tabWidth);
    this.#own ??= new Set(Array.from({ length: count }, (_, index) => index * tabWidth));
    return this.#own;
  }
}
