import type { LineWindow } from './lineWindow.ts';
import type { SourceText } from './sourceText.ts';

/** Where a hunk stands, as in its header: one-based, and the line before when that side has no line. */
export interface HunkPlace {
  readonly oldStart: number;
  readonly oldLines: number;
  readonly newStart: number;
  readonly newLines: number;
}

/** A hunk with its lines as they stand in a patch, each ended by a line feed. */
export interface HunkText extends HunkPlace {
  readonly body: string;
}

/** Joins edits of whole lines, added in ascending order, into hunks: edits whose contexts meet share one. */
export class HunkBuilder {
  readonly #older: SourceText;
  readonly #lines: LineWindow;
  readonly #context: number;
  readonly #hunks: HunkText[] = [];
  #body = '';
  #isOpen = false;
  /** Lines of the older text before the open hunk, and the hunk's size so far. */
  #before = 0;
  #oldLines = 0;
  #newLines = 0;
  /** By how many lines the finished hunks lengthen the text. */
  #growth = 0;
  /** Where the last edit ends in the older text, where the context after it ends, and that context. */
  #end = 0;
  #contextEnd = 0;
  #contextAfter = '';

  constructor(older: SourceText, lines: LineWindow, context: number) {
    this.#lines = lines;
    this.#context = context;
    this.#older = older;
  }

  /** The lines `removed`, which stand at `start` of the older text, become the lines `added`. */
  add(start: number, removed: string, added: string): void {
    let from = start;
    for (let line = 0; line < this.#context && from > 0; line++) from = this.#lines.lineStart(from - 1);
    if (this.#isOpen && from <= this.#contextEnd) from = this.#end;
    else this.#open(from);
    this.#keep(this.#lines.slice(from, start));
    this.#oldLines += this.#append('-', removed);
    this.#newLines += this.#append('+', added);
    this.#end = start + removed.length;
    let end = this.#end;
    for (let line = 0; line < this.#context; line++) end = this.#lines.lineEnd(end);
    this.#contextEnd = end;
    this.#contextAfter = this.#lines.slice(this.#end, end);
  }

  finish(): readonly HunkText[] {
    this.#close();
    return this.#hunks;
  }

  #open(from: number): void {
    this.#close();
    this.#isOpen = true;
    this.#before = this.#older.lineFeedsBefore(from);
  }

  #close(): void {
    if (!this.#isOpen) return;
    this.#keep(this.#contextAfter);
    const oldLines = this.#oldLines;
    const newLines = this.#newLines;
    const oldStart = this.#before + (oldLines > 0 ? 1 : 0);
    const newStart = this.#before + this.#growth + (newLines > 0 ? 1 : 0);
    this.#hunks.push({ oldStart, oldLines, newStart, newLines, body: this.#body });
    this.#growth += newLines - oldLines;
    this.#body = '';
    this.#oldLines = 0;
    this.#newLines = 0;
    this.#isOpen = false;
  }

  #keep(block: string): void {
    const lines = this.#append(' ', block);
    this.#oldLines += lines;
    this.#newLines += lines;
  }

  /** Appends each line of a block behind `sign`; the number of lines. */
  #append(sign: string, block: string): number {
    let lines = 0;
    for (let at = 0; at < block.length; lines++) {
      const feed = block.indexOf('\n', at);
      const end = feed < 0 ? block.length : feed + 1;
      this.#body += sign + block.slice(at, end);
      if (feed < 0) this.#body += '\n\\ No newline at end of file\n';
      at = end;
    }
    return lines;
  }
}
