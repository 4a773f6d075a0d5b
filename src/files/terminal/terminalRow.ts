/** What a cell holds: nothing; the right half of the wide character to its left; the beginning of a tab's way. */
const empty = '\0';
const rightHalf = '';
const tab = '\t';
export const tabWidth = 8;
/** More marks on one character are left out, UTF-16 units. */
const maxCellUnits = 64;

/**
 * One row of a terminal's cells; those beyond the last one written are empty. What is only written from left to right, as most rows
 * are, is kept as a text behind empty cells, and becomes cells when something else is done with it.
 */
export class TerminalRow {
  /** Whether it goes on with the row above, which was full. */
  isWrapped = false;
  #cells: string[] = [];
  /** While there are no cells: how many empty ones stand before the text, which has a unit a cell. */
  #indent = 0;
  #text = '';
  readonly #columns: number;

  constructor(columns: number) {
    this.#columns = columns;
  }

  get isEmpty(): boolean {
    return this.#cells.length === 0 && this.#text === '';
  }

  clear(): void {
    this.isWrapped = false;
    if (this.#cells.length > 0) this.#cells.length = 0;
    this.#indent = 0;
    this.#text = '';
  }

  /** Writes units that take a column each. */
  writeText(column: number, text: string): void {
    if (this.#cells.length === 0 && (this.#text === '' || column === this.#indent + this.#text.length)) {
      if (this.#text === '') this.#indent = column;
      this.#text += text;
    } else for (let index = 0; index < text.length; index++) this.write(column + index, text[index] ?? '', 1);
  }

  /** Writes a character that takes one or two columns. */
  write(column: number, character: string, width: number): void {
    this.#toCells();
    this.#split(column);
    this.#split(column + width);
    this.#reach(column);
    this.#cells[column] = character;
    if (width === 2) this.#cells[column + 1] = rightHalf;
  }

  /** Adds a mark to the character that ends before a column. */
  combine(column: number, mark: string): void {
    this.#toCells();
    const at = this.#cells[column - 1] === rightHalf ? column - 2 : column - 1;
    this.#reach(at + 1);
    const cell = this.#cells[at] ?? empty;
    const character = cell === empty || cell === tab ? ' ' : cell;
    if (character.length < maxCellUnits) this.#cells[at] = character + mark;
  }

  /** Marks where a tab went over nothing but empty cells. */
  tab(from: number, to: number): void {
    this.#toCells();
    for (let column = from; column < to; column++) if ((this.#cells[column] ?? empty) !== empty) return;
    this.#reach(from);
    this.#cells[from] = tab;
  }

  /** The character that ends before a column, as it is repeated. */
  before(column: number): string {
    if (this.#text !== '') return this.#text[column - 1 - this.#indent] ?? empty;
    const cell = this.#cells[column - 1] ?? empty;
    return cell === rightHalf ? (this.#cells[column - 2] ?? empty) : cell;
  }

  erase(from: number, to: number): void {
    if (this.#cells.length === 0 && from >= this.#indent + this.#text.length) return;
    this.#toCells();
    this.#split(from);
    this.#split(to);
    this.#cells.fill(empty, from, Math.min(to, this.#cells.length));
    this.#trim();
  }

  /** Empty cells come in, what moves over the right end is lost. */
  insert(column: number, count: number): void {
    this.#toCells();
    this.#split(column);
    if (column >= this.#cells.length) return;
    const room = Math.min(count, this.#columns - column);
    const kept = this.#columns - room;
    this.#split(kept);
    this.#cells.length = Math.min(this.#cells.length, kept);
    if (column < kept) this.#cells.splice(column, 0, ...blanksOf(room));
    this.#trim();
  }

  remove(column: number, count: number): void {
    this.#toCells();
    this.#split(column);
    this.#split(column + count);
    this.#cells.splice(column, count);
    this.#trim();
  }

  /** Without what is empty at its end. A tab is one again where it still leads over empty cells to the next stop, counted from the line's beginning. */
  text(): string {
    if (this.#text !== '') return ' '.repeat(this.#indent) + this.#text;
    this.#trim();
    let text = '';
    let blanks = 0;
    for (let column = 0; column < this.#cells.length; column++) {
      const cell = this.#cells[column] ?? empty;
      const stop = cell === tab && !this.isWrapped ? this.#tabStop(column) : 0;
      if (stop === 0 && (cell === empty || cell === tab)) blanks++;
      else {
        text += ' '.repeat(blanks) + cell;
        blanks = 0;
        if (stop > 0) column = stop - 1;
      }
    }
    return text;
  }

  /** The stop, counted from the line's beginning, to which only empty cells lead from a column; zero where others do. */
  #tabStop(column: number): number {
    const stop = column + tabWidth - (column % tabWidth);
    if (stop > this.#cells.length) return 0;
    for (let at = column + 1; at < stop; at++) if (this.#cells[at] !== empty) return 0;
    return stop;
  }

  #toCells(): void {
    if (this.#text !== '') this.#cells = [...blanksOf(this.#indent), ...this.#text];
    this.#indent = 0;
    this.#text = '';
  }

  /** A wide character that a border would go through is gone. */
  #split(column: number): void {
    if (this.#cells[column] !== rightHalf) return;
    this.#cells[column] = empty;
    this.#cells[column - 1] = empty;
  }

  #reach(column: number): void {
    const { length } = this.#cells;
    if (length >= column) return;
    this.#cells.length = column;
    this.#cells.fill(empty, length);
  }

  #trim(): void {
    for (let last = this.#cells.at(-1); last === empty || last === tab; last = this.#cells.at(-1)) this.#cells.pop();
  }
}

const blankCells: string[] = Array.from({ length: 1 << 10 }, () => empty);

function blanksOf(count: number): readonly string[] {
  return blankCells.slice(0, count);
}
