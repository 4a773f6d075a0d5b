import type { LineWindow } from './lineWindow.ts';
import type { SourceText } from './sourceText.ts';

/** Place of a hunk as in its header: one-based, and the line before if that side has no line. */
export interface HunkPlace {
  readonly oldStart: number;
  readonly oldLines: number;
  readonly newStart: number;
  readonly newLines: number;
}

/** A hunk with its lines as in a patch, each ended by a line feed. */
export interface HunkText extends HunkPlace {
  readonly body: string;
}

/** Ends a line of a patch that has no line feed in its text. */
const NO_FEED = '\n\\ No newline at end of file\n';

/**
 * Joins edits of whole lines, added in ascending order, into hunks: edits whose contexts meet share
 * one.
 */
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
  /**
   * End of the last edit in the older text, and the context after it: its end, its lines, as in a
   * patch.
   */
  #end = 0;
  #contextEnd = 0;
  #contextLines = 0;
  #contextAfter = '';

  constructor(older: SourceText, lines: LineWindow, context: number) {
    this.#lines = lines;
    this.#context = context;
    this.#older = older;
  }

  /** Replaces the lines `removed` at `start` of the older text by the lines `added`. */
  add(start: number, removed: string, added: string): void {
    const lines = this.#lines;
    let from = start;
    let kept = 0;
    let before = '';
    for (; kept < this.#context && from > 0; kept++) {
      const end = from;
      from = lines.lineStart(end - 1);
      before = ` ${lines.slice(from, end)}${before}`;
    }
    if (this.#isOpen && from <= this.#contextEnd) {
      kept = this.#append(' ', lines.slice(this.#end, start));
    } else {
      this.#close();
      this.#isOpen = true;
      this.#before = this.#older.lineFeedsBefore(from);
      this.#body = before;
    }
    this.#oldLines += kept + this.#append('-', removed);
    this.#newLines += kept + this.#append('+', added);
    this.#end = start + removed.length;
    this.#readOn();
  }

  finish(): readonly HunkText[] {
    this.#close();
    return this.#hunks;
  }

  /** Reads the context after the last edit; a hunk that continues beyond it drops it. */
  #readOn(): void {
    const lines = this.#lines;
    let end = this.#end;
    let after = '';
    let count = 0;
    for (; count < this.#context; count++) {
      const start = end;
      end = lines.lineEnd(start);
      if (end === start) break;
      after += ` ${lines.slice(start, end)}`;
    }
    if (count > 0 && !lines.startsLine(end)) after += NO_FEED;
    this.#contextEnd = end;
    this.#contextLines = count;
    this.#contextAfter = after;
  }

  #close(): void {
    if (!this.#isOpen) return;
    const oldLines = this.#oldLines + this.#contextLines;
    const newLines = this.#newLines + this.#contextLines;
    const oldStart = this.#before + (oldLines > 0 ? 1 : 0);
    const newStart = this.#before + this.#growth + (newLines > 0 ? 1 : 0);
    this.#hunks.push({ oldStart, oldLines, newStart, newLines, body: this.#body + this.#contextAfter });
    this.#growth += newLines - oldLines;
    this.#body = '';
    this.#oldLines = 0;
    this.#newLines = 0;
    this.#isOpen = false;
  }

  /** Appends each line of a block behind `sign`; the number of lines. */
  #append(sign: string, block: string): number {
    let lines = 0;
    for (let at = 0; at < block.length; lines++) {
      const feed = block.indexOf('\n', at);
      const end = feed < 0 ? block.length : feed + 1;
      this.#body += sign + block.slice(at, end);
      if (feed < 0) this.#body += NO_FEED;
      at = end;
    }
    return lines;
  }
}
