/** So many of the last lines can still be written over, as progress displays do. */
const openLines = 64;
/** The beginning of a longer line is given out and cannot be written over any more, UTF-16 units. */
const maxColumn = 1 << 16;

const escapeCharacter = '\x1b';
/** ECMA-48: a control sequence; other escape sequences; what is text; a control character. */
const token = /\x1b\[([0-?]*)[ -/]*([@-~])|\x1b[ -/]*[0-OQ-WYZ\\`-~]|[^\x00-\x1f\x7f]+|[\x00-\x1f\x7f]/y;
/** ECMA-48: the beginnings of operating system commands and other strings, which run up to their terminator. */
const stringStart = /\x1b[\]PX^_]/y;
const stringEnd = /\x07|\x1b\\/g;
/** An escape sequence that is not at its end yet. */
const unfinished = /\x1b(?:\[[0-?]*[ -/]*|[ -/]*)$/y;

/**
 * What a terminal would show, out of what a program wrote to it, piece by piece and in bounded memory: no control sequences, the
 * last state of progress bars, nothing of full-screen programs. Columns are counted in UTF-16 units.
 */
export class TerminalText {
  /** The last lines, which may still change. */
  #lines = [''];
  #row = 0;
  #column = 0;
  #pending = '';
  #givenOut = '';
  #isInString = false;
  /** While a full-screen program shows itself. */
  #isAside = false;

  /** Takes the next piece; gives what will not change any more. */
  push(data: string): string {
    let text = this.#pending + data;
    this.#pending = '';
    // A carriage return at the end may belong to the next piece's line feed.
    if (text.endsWith('\r')) {
      this.#pending = '\r';
      text = text.slice(0, -1);
    }
    for (let at = 0; at < text.length; ) {
      const next = this.#isInString ? this.#skipString(text, at) : this.#take(text, at);
      if (next === null) {
        this.#pending = text.slice(at) + this.#pending;
        break;
      }
      at = next;
    }
    return this.#settled();
  }

  /** Whether nothing is left that {@link end} would give. */
  get isEmpty(): boolean {
    return this.#lines.every((line) => line === '');
  }

  /** What is left at the end; or before it, then it will not change any more. */
  end(): string {
    this.#giveOut(this.#lines.length, '');
    return this.#settled();
  }

  /** Where reading goes on; null when the rest is not complete. */
  #take(text: string, at: number): number | null {
    stringStart.lastIndex = at;
    if (stringStart.test(text)) {
      this.#isInString = true;
      return stringStart.lastIndex;
    }
    unfinished.lastIndex = at;
    if (unfinished.test(text)) return null;
    token.lastIndex = at;
    const found = token.exec(text);
    // A sequence that ECMA-48 does not know.
    if (found === null) return at + 1;
    const [all, parameters, final] = found;
    if (final !== undefined) this.#control(parameters ?? '', final);
    else if (all.startsWith(escapeCharacter)) return token.lastIndex;
    else if (all >= ' ' && all !== '\x7f') this.#write(all);
    else this.#controlCharacter(all);
    return token.lastIndex;
  }

  #skipString(text: string, at: number): number | null {
    stringEnd.lastIndex = at;
    if (stringEnd.test(text)) {
      this.#isInString = false;
      return stringEnd.lastIndex;
    }
    // Perhaps the first half of its terminator.
    return text.endsWith(escapeCharacter) ? (at === text.length - 1 ? null : text.length - 1) : text.length;
  }

  #write(text: string): void {
    if (this.#isAside) return;
    if (this.#column + text.length > maxColumn) {
      this.#giveOut(this.#lines.length, text);
      return;
    }
    const line = this.#line;
    const before = this.#column > line.length ? line.padEnd(this.#column) : line.slice(0, this.#column);
    this.#line = before + text + line.slice(this.#column + text.length);
    this.#column += text.length;
  }

  #controlCharacter(character: string): void {
    if (this.#isAside) return;
    if (character === '\n') {
      this.#down(1);
      this.#column = 0;
    } else if (character === '\r') this.#column = 0;
    else if (character === '\b') this.#column = Math.max(0, this.#column - 1);
    else if (character === '\t') this.#write('\t');
  }

  #control(parameters: string, final: string): void {
    if (/^\?(?:47|1047|1049)$/.test(parameters)) this.#isAside = final === 'h';
    if (this.#isAside || /[^\d;]/.test(parameters)) return;
    const first = Number.parseInt(parameters, 10);
    const count = Math.min(Number.isNaN(first) ? 1 : Math.max(1, first), maxColumn);
    if (final === 'A' || final === 'F') this.#row = Math.max(0, this.#row - count);
    if (final === 'B' || final === 'E') this.#down(Math.min(count, this.#lines.length - 1 - this.#row));
    if (final === 'E' || final === 'F') this.#column = 0;
    if (final === 'C') this.#column = Math.min(maxColumn, this.#column + count);
    if (final === 'D') this.#column = Math.max(0, this.#column - count);
    if (final === 'G') this.#column = count - 1;
    if (final === 'K') this.#eraseLine(Number.isNaN(first) ? 0 : first);
    if (final === 'J' && (Number.isNaN(first) || first === 0)) this.#eraseBelow();
  }

  #eraseLine(part: number): void {
    if (part === 0) this.#line = this.#line.slice(0, this.#column);
    if (part === 1) this.#line = ' '.repeat(Math.min(this.#column, this.#line.length)) + this.#line.slice(this.#column);
    if (part === 2) this.#line = '';
  }

  #eraseBelow(): void {
    this.#eraseLine(0);
    for (let row = this.#row + 1; row < this.#lines.length; row++) this.#lines[row] = '';
  }

  #down(count: number): void {
    this.#row += count;
    while (this.#row >= this.#lines.length) this.#lines.push('');
  }

  /** Takes away the lines that are too far up to change. */
  #settled(): string {
    const count = Math.min(this.#lines.length - openLines, this.#row);
    if (count > 0) this.#giveOut(count, '\n');
    const text = this.#givenOut;
    this.#givenOut = '';
    return text;
  }

  #giveOut(count: number, end: string): void {
    this.#givenOut += this.#lines.splice(0, count).join('\n') + end;
    this.#row -= count;
    if (this.#lines.length > 0) return;
    this.#lines = [''];
    this.#row = 0;
    this.#column = 0;
  }

  get #line(): string {
    return this.#lines[this.#row] ?? '';
  }

  set #line(text: string) {
    this.#lines[this.#row] = text;
  }
}
