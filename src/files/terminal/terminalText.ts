import { type ControlSequence, type TerminalHandler, TerminalParser } from './terminalParser.ts';
import type { TerminalRow } from './terminalRow.ts';
import { defaultModes, type ScreenModes, type ScreenSize, TerminalScreen } from './terminalScreen.ts';

/**
 * VS Code does not report a terminal's size. A row that goes on in the next is one line of text, so that wide rows do no harm; a
 * progress display may be so high.
 */
const defaultSize: ScreenSize = { columns: 200, rows: 64 };
/** So many characters may be repetitions beside as many as were written: a short stream must not make a long text. */
const freeRepetitions = 1 << 19;

/**
 * What a terminal would show, out of what a program wrote to it, piece by piece: the last state of progress displays, no control
 * sequences, nothing of full-screen programs. Time is linear in what comes, memory is bounded by the size of the screen.
 *
 * Laws: the pieces in which an output comes make no difference; the text is what an emulator of the same size holds in its screen and
 * its scrolled rows. Deliberate differences: a line feed begins a line (`onlcr`), a tab stays one where it leads over nothing,
 * and what has been given is not taken back (`ED 3`).
 */
export class TerminalText {
  readonly #parser: TerminalParser;
  readonly #modes: ScreenModes = { ...defaultModes };
  readonly #main: TerminalScreen;
  /** Of full-screen programs. */
  readonly #alternate: TerminalScreen;
  #isAlternate = false;
  /** Whether text came last: it can be repeated, and marks combine with it. */
  #isAfterText = false;
  /** How many more repetitions are written. */
  #repetitions = freeRepetitions;
  #given = '';
  /** Whether the next row begins the text or goes on with what was given before. */
  #isJoined = true;

  constructor(size: ScreenSize = defaultSize) {
    this.#main = new TerminalScreen(size, this.#modes, (row) => this.#give(row));
    this.#alternate = new TerminalScreen(size, this.#modes, () => {});
    this.#parser = new TerminalParser(this.#handler());
  }

  /** Takes the next piece; gives what will not change any more. */
  push(data: string): string {
    this.#parser.push(data);
    return this.#taken();
  }

  /** Whether nothing is left that {@link end} would give. */
  get isEmpty(): boolean {
    return this.#main.visibleRows.every((row) => row.isEmpty);
  }

  /** What is left. Before the end of the output it may be asked for, too: what it gives then will not change any more. */
  end(): string {
    for (const row of this.#main.visibleRows) this.#give(row);
    this.#main.reset();
    this.#isJoined = true;
    return this.#taken();
  }

  #give(row: TerminalRow): void {
    this.#given += this.#isJoined || row.isWrapped ? row.text() : `\n${row.text()}`;
    this.#isJoined = false;
  }

  #taken(): string {
    const text = this.#given;
    this.#given = '';
    return text;
  }

  get #screen(): TerminalScreen {
    return this.#isAlternate ? this.#alternate : this.#main;
  }

  #handler(): TerminalHandler {
    return {
      print: (text) => {
        this.#screen.print(text, this.#isAfterText);
        this.#isAfterText = true;
        this.#repetitions += text.length;
      },
      execute: (code) => this.#execute(code),
      escape: (intermediate, final) => this.#escape(intermediate, final),
      control: (sequence) => this.#control(sequence),
    };
  }

  #execute(code: number): void {
    this.#isAfterText = false;
    const screen = this.#screen;
    if (code === 0x0a || code === 0x0b || code === 0x0c) screen.lineFeed();
    else if (code === 0x0d) screen.carriageReturn();
    else if (code === 0x08) screen.backspace();
    else if (code === 0x09) screen.tab(1, true);
    else if (code === 0x84) screen.index();
    else if (code === 0x85) this.#nextLine();
    else if (code === 0x88) screen.setStop();
  }

  #nextLine(): void {
    this.#screen.carriageReturn();
    this.#screen.index();
  }

  #escape(intermediate: string, final: string): void {
    this.#isAfterText = false;
    if (intermediate !== '') return;
    const screen = this.#screen;
    if (final === '7') screen.save();
    else if (final === '8') screen.restore();
    else if (final === 'D') screen.index();
    else if (final === 'E') this.#nextLine();
    else if (final === 'H') screen.setStop();
    else if (final === 'M') screen.reverseIndex();
    else if (final === 'c') this.#reset();
  }

  #control({ prefix, parameters, intermediate, final }: ControlSequence): void {
    const isRepeatable = this.#isAfterText;
    this.#isAfterText = false;
    const [first = 0, second = 0] = parameters;
    const name = `${prefix}${intermediate}${final}`;
    if (name === 'b' && isRepeatable) this.#repeat(first || 1);
    else if (name === 'h' || name === 'l') {
      if (parameters.includes(4)) this.#modes.inserts = final === 'h';
    } else if (name === '?h' || name === '?l') for (const mode of parameters) this.#setPrivateMode(mode, final === 'h');
    else if (name === '!p') this.#softReset();
    else screenControls[name]?.(this.#screen, first, second);
  }

  #repeat(count: number): void {
    const allowed = Math.min(count, this.#repetitions);
    this.#repetitions -= allowed;
    this.#screen.repeat(allowed);
  }

  #setPrivateMode(mode: number, isSet: boolean): void {
    if (mode === 7) this.#modes.wraps = isSet;
    if (mode === 6) {
      this.#modes.hasOriginInRegion = isSet;
      this.#screen.moveTo(0, 0);
    }
    if ((mode === 1048 || mode === 1049) && isSet) this.#screen.save();
    if (mode === 47 || mode === 1047 || mode === 1049) this.#show(isSet);
    if ((mode === 1048 || mode === 1049) && !isSet) this.#screen.restore();
  }

  #show(isAlternate: boolean): void {
    if (isAlternate === this.#isAlternate) return;
    this.#isAlternate = isAlternate;
    if (isAlternate) this.#alternate.reset();
    if (isAlternate) this.#alternate.takeCursor(this.#main);
    else this.#main.takeCursor(this.#alternate);
  }

  #softReset(): void {
    Object.assign(this.#modes, defaultModes);
    this.#screen.resetRegion();
    this.#screen.forgetSaved();
  }

  #reset(): void {
    Object.assign(this.#modes, defaultModes);
    this.#isAlternate = false;
    this.#main.reset();
  }
}

type ScreenControl = (screen: TerminalScreen, first: number, second: number) => void;

/** By prefix, intermediate and final character. */
const screenControls: Readonly<Record<string, ScreenControl>> = {
  '@': (screen, count) => screen.insertCharacters(count || 1),
  A: (screen, count) => screen.up(count || 1),
  B: (screen, count) => screen.down(count || 1),
  C: (screen, count) => screen.forward(count || 1),
  D: (screen, count) => screen.back(count || 1),
  E: (screen, count) => {
    screen.down(count || 1);
    screen.carriageReturn();
  },
  F: (screen, count) => {
    screen.up(count || 1);
    screen.carriageReturn();
  },
  G: (screen, column) => screen.moveToColumn((column || 1) - 1),
  H: (screen, row, column) => screen.moveTo((column || 1) - 1, (row || 1) - 1),
  I: (screen, count) => screen.tab(count || 1, false),
  J: (screen, part) => screen.eraseDisplay(part),
  K: (screen, part) => screen.eraseLine(part),
  L: (screen, count) => screen.insertLines(count || 1),
  M: (screen, count) => screen.deleteLines(count || 1),
  P: (screen, count) => screen.deleteCharacters(count || 1),
  S: (screen, count) => screen.scrollUp(count || 1),
  T: (screen, count) => screen.scrollDown(count || 1),
  X: (screen, count) => screen.eraseCharacters(count || 1),
  Z: (screen, count) => screen.backTab(count || 1),
  '`': (screen, column) => screen.moveToColumn((column || 1) - 1),
  a: (screen, count) => screen.forward(count || 1),
  d: (screen, row) => screen.moveTo(screen.column, (row || 1) - 1),
  e: (screen, count) => screen.rowsDown(count || 1),
  f: (screen, row, column) => screen.moveTo((column || 1) - 1, (row || 1) - 1),
  g: (screen, which) => {
    if (which === 0 || which === 3) screen.clearStop(which === 3);
  },
  r: (screen, first, last) => screen.setRegion(first, last),
  s: (screen) => screen.save(),
  u: (screen) => screen.restore(),
  '?J': (screen, part) => screen.eraseDisplay(part),
  '?K': (screen, part) => screen.eraseLine(part),
};
