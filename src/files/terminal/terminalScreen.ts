import { characterWidth } from './characterWidth.ts';
import { TabStops } from './tabStops.ts';
import { TerminalRow } from './terminalRow.ts';

export interface ScreenSize {
  readonly columns: number;
  readonly rows: number;
}

/** What holds for both screens of a terminal. */
export interface ScreenModes {
  /** Whether text goes on in the next row (DECAWM). */
  wraps: boolean;
  /** Whether text moves what stands to its right (IRM). */
  inserts: boolean;
  /** Whether rows are counted from the region's first (DECOM). */
  hasOriginInRegion: boolean;
}

export const defaultModes: Readonly<ScreenModes> = { wraps: true, inserts: false, hasOriginInRegion: false };

interface Cursor {
  readonly column: number;
  /** Counted from the first row that there ever was. */
  readonly line: number;
}

const asciiText = /^[\x20-\x7e]*$/;

/**
 * A terminal's screen with its cursor (ECMA-48, DEC's VT100 to VT420, xterm). A call takes time that is bounded by the size of the
 * screen, and a character's writing next to none.
 */
export class TerminalScreen {
  readonly #size: ScreenSize;
  readonly #modes: ScreenModes;
  readonly #rows: TerminalRow[];
  /** Which of them is the screen's first; the others follow it in a ring. */
  #first = 0;
  readonly #onScrolledOut: (row: TerminalRow) => void;
  /** As many as there are columns: a character in the last one has been written, and the next begins a new row. */
  #column = 0;
  #row = 0;
  #top = 0;
  #bottom: number;
  #saved: Cursor = { column: 0, line: 0 };
  /** The rows from here on have not been touched. */
  #used = 0;
  /** How many rows have scrolled out. */
  #scrolledOut = 0;
  readonly #stops: TabStops;

  constructor(size: ScreenSize, modes: ScreenModes, onScrolledOut: (row: TerminalRow) => void) {
    this.#size = size;
    this.#modes = modes;
    this.#rows = Array.from({ length: size.rows }, () => new TerminalRow(size.columns));
    this.#bottom = size.rows - 1;
    this.#onScrolledOut = onScrolledOut;
    this.#stops = new TabStops(size.columns);
  }

  get column(): number {
    return this.#column;
  }

  get row(): number {
    return this.#row;
  }

  /** The rows down to the last that holds something or the cursor. */
  get visibleRows(): readonly TerminalRow[] {
    const rows = this.#straight();
    const last = rows.findLastIndex((row) => !row.isEmpty);
    return rows.slice(0, Math.max(last, this.#row) + 1);
  }

  /** @param combines whether a mark at the beginning belongs to the character before the cursor */
  print(text: string, combines: boolean): void {
    const fits = this.#column + text.length <= this.#size.columns;
    if ((fits || this.#modes.wraps) && !this.#modes.inserts && asciiText.test(text)) {
      this.#printText(text);
      return;
    }
    let isAfterCharacter = combines;
    for (const character of text) {
      const width = characterWidth(character.codePointAt(0) ?? 0);
      if (width === 0 && isAfterCharacter) this.#here.combine(this.#column, character);
      else this.#printOne(character, Math.max(1, width));
      isAfterCharacter = true;
    }
  }

  /** The character before the cursor once more, a number of times. */
  repeat(count: number): void {
    const character = this.#here.before(this.#column);
    if (character !== '\0' && character !== '\t') this.print(character.repeat(count), false);
  }

  lineFeed(): void {
    this.#column = 0;
    this.#nextRow(false);
  }

  /** One row down; at the bottom of the region it scrolls. */
  index(): void {
    this.#restrict();
    if (this.#row === this.#bottom) this.#scroll(false);
    else this.#row++;
    this.#restrict();
  }

  reverseIndex(): void {
    this.#restrict();
    if (this.#row === this.#top) this.#moveRows(this.#bottom, this.#top, 1);
    else this.#row = Math.max(0, this.#row - 1);
    this.#restrict();
  }

  carriageReturn(): void {
    this.#column = 0;
  }

  backspace(): void {
    this.#restrict();
    this.#column = Math.max(0, this.#column - 1);
  }

  /** To the next tab stop; `count` stops on. */
  tab(count: number, leavesMark: boolean): void {
    if (this.#column >= this.#size.columns) return;
    for (let left = count; left > 0 && this.#column < this.#size.columns - 1; left--) {
      const from = this.#column;
      this.#column = this.#stops.after(this.#column);
      if (leavesMark) this.#here.tab(from, this.#column);
    }
  }

  backTab(count: number): void {
    if (this.#column >= this.#size.columns) return;
    for (let left = count; left > 0 && this.#column > 0; left--) this.#column = this.#stops.before(this.#column);
  }

  setStop(): void {
    this.#stops.set(this.#column);
  }

  clearStop(all: boolean): void {
    if (all) this.#stops.clear();
    else this.#stops.delete(this.#column);
  }

  up(count: number): void {
    const room = this.#row >= this.#top ? this.#row - this.#top : count;
    this.#moveBy(0, -Math.min(room, count));
  }

  down(count: number): void {
    const room = this.#row <= this.#bottom ? this.#bottom - this.#row : count;
    this.#moveBy(0, Math.min(room, count));
  }

  forward(count: number): void {
    this.#moveBy(count, 0);
  }

  back(count: number): void {
    this.#moveBy(-count, 0);
  }

  rowsDown(count: number): void {
    this.#moveBy(0, count);
  }

  moveTo(column: number, row: number): void {
    this.#column = column;
    this.#row = row + (this.#modes.hasOriginInRegion ? this.#top : 0);
    this.#restrict();
  }

  /** A column of the cursor's row, or a row of its column. */
  moveToColumn(column: number): void {
    this.#column = column;
    this.#restrict();
  }

  save(): void {
    this.#saved = { column: this.#column, line: this.#scrolledOut + this.#row };
  }

  restore(): void {
    this.#column = this.#saved.column;
    this.#row = Math.max(0, this.#saved.line - this.#scrolledOut);
    this.#restrict();
  }

  forgetSaved(): void {
    this.#saved = { column: 0, line: this.#scrolledOut };
  }

  /** @param part 0 from the cursor, 1 up to it, 2 all */
  eraseLine(part: number): void {
    const { columns } = this.#size;
    if (part === 0) this.#here.erase(this.#column, columns);
    if (part === 1) this.#here.erase(0, this.#column + 1);
    if (part === 2) this.#here.erase(0, columns);
    if (part === 2 || (part === 0 && this.#column === 0)) this.#here.isWrapped = false;
  }

  /** @param part 0 from the cursor, 1 up to it, 2 all */
  eraseDisplay(part: number): void {
    if (part === 2) this.#clear(0, this.#size.rows);
    if (part === 0) {
      this.eraseLine(0);
      this.#clear(this.#row + 1, this.#size.rows);
    }
    if (part !== 1) return;
    this.eraseLine(1);
    this.#here.isWrapped = false;
    const below = this.#rowAt(this.#row + 1);
    if (below !== undefined && this.#column + 1 >= this.#size.columns) below.isWrapped = false;
    this.#clear(0, this.#row);
  }

  eraseCharacters(count: number): void {
    this.#restrict();
    this.#here.erase(this.#column, Math.min(this.#size.columns, this.#column + count));
  }

  insertCharacters(count: number): void {
    this.#restrict();
    this.#here.insert(this.#column, count);
  }

  deleteCharacters(count: number): void {
    this.#restrict();
    this.#here.remove(this.#column, count);
  }

  insertLines(count: number): void {
    this.#restrict();
    if (this.#row < this.#top || this.#row > this.#bottom) return;
    this.#moveRows(this.#bottom, this.#row, count);
    this.#column = 0;
  }

  deleteLines(count: number): void {
    this.#restrict();
    if (this.#row < this.#top || this.#row > this.#bottom) return;
    this.#moveRows(this.#row, this.#bottom, count);
    this.#column = 0;
  }

  scrollUp(count: number): void {
    this.#moveRows(this.#top, this.#bottom, count);
  }

  scrollDown(count: number): void {
    this.#moveRows(this.#bottom, this.#top, count);
  }

  /** Rows from one; zero is the first or the last. */
  setRegion(first: number, last: number): void {
    const { rows } = this.#size;
    const top = first === 0 ? 1 : first;
    const bottom = last === 0 || last > rows ? rows : last;
    if (bottom <= top) return;
    this.#top = top - 1;
    this.#bottom = bottom - 1;
    this.moveTo(0, 0);
  }

  resetRegion(): void {
    this.#top = 0;
    this.#bottom = this.#size.rows - 1;
  }

  /** Where another screen's cursor is. */
  takeCursor({ column, row }: TerminalScreen): void {
    this.#column = column;
    this.#row = row;
  }

  /** As it was at the beginning. */
  reset(): void {
    this.#clear(0, this.#size.rows);
    this.resetRegion();
    this.#stops.reset();
    this.#column = 0;
    this.#row = 0;
    this.forgetSaved();
  }

  get #here(): TerminalRow {
    const row = this.#rowAt(this.#row);
    this.#used = Math.max(this.#used, this.#row + 1);
    if (row === undefined) throw new RangeError('The cursor is outside its screen');
    return row;
  }

  /** Characters that take a column each; those that find no room in a row go on in the next. */
  #printText(text: string): void {
    const { columns } = this.#size;
    for (let at = 0; at < text.length; ) {
      if (this.#column >= columns) {
        this.#column = 0;
        this.#nextRow(true);
      }
      const part = text.slice(at, at + columns - this.#column);
      this.#here.writeText(this.#column, part);
      this.#column += part.length;
      at += part.length;
    }
  }

  #printOne(character: string, width: number): void {
    const { columns } = this.#size;
    if (this.#column + width > columns) {
      if (!this.#modes.wraps) {
        this.#column = columns - 1;
        if (width === 2) return;
      } else {
        this.#here.erase(this.#column, columns);
        this.#column = 0;
        this.#nextRow(true);
      }
    }
    if (this.#modes.inserts) this.#here.insert(this.#column, width);
    this.#here.write(this.#column, character, width);
    this.#column += width;
  }

  #nextRow(isWrapped: boolean): void {
    if (this.#row === this.#bottom) this.#scroll(isWrapped);
    else if (this.#row < this.#size.rows - 1) {
      this.#row++;
      this.#here.isWrapped = isWrapped;
    } else if (isWrapped) this.#here.isWrapped = true;
  }

  #rowAt(index: number): TerminalRow | undefined {
    const { length } = this.#rows;
    return index < length ? this.#rows[(this.#first + index) % length] : undefined;
  }

  /** The rows in their order. */
  #straight(): TerminalRow[] {
    if (this.#first > 0) this.#rows.push(...this.#rows.splice(0, this.#first));
    this.#first = 0;
    return this.#rows;
  }

  /** What leaves the top of the screen is kept elsewhere. */
  #scroll(isWrapped: boolean): void {
    if (this.#top > 0) {
      this.#moveRows(this.#top, this.#bottom, 1);
    } else {
      const row = this.#rowAt(0);
      if (row === undefined) return;
      this.#onScrolledOut(row);
      this.#scrolledOut++;
      row.clear();
      if (this.#bottom === this.#rows.length - 1) this.#first = (this.#first + 1) % this.#rows.length;
      else this.#straight().splice(this.#bottom, 0, ...this.#rows.splice(0, 1));
    }
    const last = this.#rowAt(this.#bottom);
    if (last !== undefined) last.isWrapped = isWrapped;
  }

  /** Takes rows out at one place and puts as many empty ones in at another. */
  #moveRows(from: number, to: number, count: number): void {
    if (this.#used <= Math.min(from, to)) return;
    this.#used = this.#size.rows;
    const moved = Math.min(count, Math.abs(to - from) + 1);
    const rows = this.#straight();
    const taken = rows.splice(from < to ? from : from - moved + 1, moved);
    for (const row of taken) row.clear();
    rows.splice(from < to ? to - moved + 1 : to, 0, ...taken);
  }

  #clear(from: number, to: number): void {
    for (let row = from; row < Math.min(to, this.#used); row++) this.#rowAt(row)?.clear();
    if (to >= this.#used) this.#used = Math.min(this.#used, from);
  }

  #moveBy(columns: number, rows: number): void {
    this.#restrict();
    this.#column += columns;
    this.#row += rows;
    this.#restrict();
  }

  #restrict(): void {
    const [first, last] = this.#modes.hasOriginInRegion ? [this.#top, this.#bottom] : [0, this.#size.rows - 1];
    this.#column = Math.min(this.#size.columns - 1, Math.max(0, this.#column));
    this.#row = Math.min(last, Math.max(first, this.#row));
  }
}
