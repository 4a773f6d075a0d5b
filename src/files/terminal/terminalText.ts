import type { IBufferLine, IMarker, Terminal } from '@xterm/headless';
import type { Clock } from '../../base/ports/clock.ts';
import type { TerminalSize } from './xterm.ts';

/** VS Code does not report a terminal's size. Wrapped rows are joined, so wide ones do no harm. */
const defaultSize: TerminalSize = { columns: 200, rows: 64 };
/**
 * Time of parsing after which an output is no longer laid out, ms, and what each unit adds to it: a
 * long ordinary output is laid out on a busy machine, too.
 */
const defaultBudgetMs = 2_000;
const msPerUnit = 0.001;
/** UTF-16 units that xterm.js parses without a pause; as many rows may scroll out meanwhile. */
const sliceUnits = 2_048;
/** UTF-16 units between checks of the budget. */
const batchUnits = 8 * sliceUnits;
const tabColumns = 8;
const plainNote = '[This output took too long to lay out: from here on, its control sequences are removed.]';

/** Control sequences (ECMA-48) and control characters except tab and line feed. */
const controlSequences =
  /(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]|\x1b[\]PX^_][^\x07\x1b]*(?:\x07|\x1b\\)|\x1b[ -/]*[0-~]|[\x00-\x08\x0b-\x1f\x7f-\x9f]/g;
/** The beginning of a control sequence or line end at the end of a piece. */
const unfinished = /\r$|(?:\x1b\[|\x9b)[0-?]{0,100}[ -/]?$|\x1b[\]PX^_][^\x07\x1b]{0,4000}\x1b?$|\x1b[ -/]?$/;

/**
 * Turns what a program writes to a terminal into the text that the terminal shows, laid out by
 * xterm.js: the last state of progress displays, no control sequences, no full-screen programs.
 * Memory is bounded by the screen and one slice. The cuts between pieces make no difference.
 *
 * Differences from a terminal: a line feed also returns the carriage, a tab over empty cells stays
 * a tab, erasing the scrollback is ignored, and an output over budget continues as plain text.
 */
export class TerminalText {
  readonly #clock: Clock;
  readonly #size: TerminalSize;
  #budgetMs: number;
  #terminal: Terminal | null = null;
  /** The last row already taken; null before the first. Everything below it may still change. */
  #mark: IMarker | null = null;
  #spentMs = 0;
  #taken = '';
  /** True if the next row continues the text taken before. */
  #isJoined = true;
  #hasTabs = false;
  #isPlain = false;
  /** In plain output, the beginning of a sequence whose end has not arrived. */
  #held = '';

  constructor(clock: Clock, size: TerminalSize = defaultSize, budgetMs = defaultBudgetMs) {
    this.#clock = clock;
    this.#size = size;
    this.#budgetMs = budgetMs;
  }

  /** Takes the next piece and returns the text that can no longer change. */
  async push(data: string): Promise<string> {
    this.#hasTabs ||= data.includes('\t');
    for (let at = 0; at < data.length; at += batchUnits) {
      const batch = data.slice(at, at + batchUnits);
      if (this.#isPlain) this.#addPlain(batch);
      else await this.#layOut(batch);
      this.#budgetMs += batch.length * msPerUnit;
      if (!this.#isPlain && this.#spentMs > this.#budgetMs) this.#becomePlain();
    }
    return this.#returned();
  }

  /** True if {@link end} would return nothing. */
  get isEmpty(): boolean {
    return this.#pendingRows().every((row) => row.translateToString(true) === '');
  }

  /** Returns the rest. More output may follow: what is returned now does not change any more. */
  async end(): Promise<string> {
    const isAlternate = this.#terminal?.buffer.active.type === 'alternate';
    this.#close();
    if (isAlternate) await this.#layOut('\x1b[?1049h');
    return this.#returned();
  }

  #returned(): string {
    const text = this.#taken;
    this.#taken = '';
    return text;
  }

  async #layOut(batch: string): Promise<void> {
    this.#terminal ??= await this.#open();
    const terminal = this.#terminal;
    let start = 0;
    await new Promise<void>((resolve) => {
      for (let at = 0; at < batch.length; at += sliceUnits) {
        terminal.write('', () => {
          start = this.#clock.now();
        });
        terminal.write(batch.slice(at, at + sliceUnits), () => {
          this.#collect(terminal);
          this.#spentMs += this.#clock.now() - start;
        });
      }
      terminal.write('', resolve);
    });
  }

  async #open(): Promise<Terminal> {
    const { openTerminal } = await import('./xterm.ts');
    const terminal = openTerminal(this.#size, sliceUnits + this.#size.rows, {
      onAlternate: () => this.#collect(terminal),
      onReset: () => {
        this.#collect(terminal);
        this.#mark = null;
      },
    });
    return terminal;
  }

  /** Takes the rows that have scrolled out of the screen; a full-screen program's never do. */
  #collect(terminal: Terminal): void {
    const { active } = terminal.buffer;
    if (active.type === 'alternate') return;
    for (let row = this.#firstPending; row < active.baseY; row++) this.#take(active.getLine(row));
    this.#mark?.dispose();
    this.#mark = active.baseY === 0 ? null : (terminal.registerMarker(-active.cursorY - 1) ?? null);
  }

  get #firstPending(): number {
    return this.#mark === null ? 0 : this.#mark.line + 1;
  }

  /** Rows that are not taken yet, down to the last with text or the cursor. */
  #pendingRows(): readonly IBufferLine[] {
    if (this.#terminal === null) return [];
    const { normal } = this.#terminal.buffer;
    const first = this.#firstPending;
    const rows = Array.from({ length: normal.length - first }, (_, at) => normal.getLine(first + at)).filter(
      (row) => row !== undefined,
    );
    const last = rows.findLastIndex((row) => row.translateToString(true) !== '');
    return rows.slice(0, Math.max(last, normal.baseY + normal.cursorY - first) + 1);
  }

  #take(row: IBufferLine | undefined): void {
    if (row === undefined) return;
    if (!this.#isJoined && !row.isWrapped) this.#taken += '\n';
    this.#taken += this.#hasTabs ? textWithTabs(row) : row.translateToString(true);
    this.#isJoined = false;
  }

  #close(): void {
    for (const row of this.#pendingRows()) this.#take(row);
    this.#terminal?.dispose();
    this.#terminal = null;
    this.#mark = null;
    this.#isJoined = true;
  }

  #becomePlain(): void {
    this.#close();
    this.#isPlain = true;
    this.#taken += `\n${plainNote}\n`;
  }

  #addPlain(batch: string): void {
    const text = this.#held + batch;
    this.#held = unfinished.exec(text)?.[0] ?? '';
    const whole = text.slice(0, text.length - this.#held.length);
    this.#taken += whole.replaceAll(/\r\n?/g, '\n').replaceAll(controlSequences, '');
  }
}

/** The text of a row, with a tab for a run of cells never written that ends at a tab stop. */
function textWithTabs(row: IBufferLine): string {
  let text = '';
  let tabs = '';
  let gap = 0;
  for (let column = 0; column < row.length; column++) {
    if (gap > 0 && column % tabColumns === 0) {
      tabs += '\t';
      gap = 0;
    }
    const cell = row.getCell(column);
    const characters = cell?.getChars() ?? '';
    if (characters !== '') {
      text += tabs + ' '.repeat(gap) + characters;
      tabs = '';
      gap = 0;
    } else if (cell?.getWidth() !== 0) gap++;
  }
  return text;
}
