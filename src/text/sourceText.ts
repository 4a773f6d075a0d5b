import { type ChangeRange, canonicalChanges, type TextChange } from './textChange.ts';

export type { ChangeRange, TextChange } from './textChange.ts';

/** A line: `[start, end)` without its break, `[start, endWithBreak)` with it. */
export interface TextLine {
  readonly index: number;
  readonly start: number;
  readonly end: number;
  readonly endWithBreak: number;
}

/** An immutable text (naive first form). */
export class SourceText {
  readonly #text: string;

  private constructor(text: string) {
    this.#text = text;
  }

  static readonly empty: SourceText = new SourceText('');

  static from(text: string): SourceText {
    return text === '' ? SourceText.empty : new SourceText(text);
  }

  get length(): number {
    return this.#text.length;
  }

  get lineCount(): number {
    return this.#lines().length;
  }

  lineAt(index: number): TextLine {
    const line = this.#lines()[index];
    if (line === undefined) throw new RangeError(`Line ${index} is outside the text`);
    return line;
  }

  lineIndexOf(offset: number): number {
    if (offset < 0 || offset > this.length) throw new RangeError(`Offset ${offset} is outside the text`);
    const lines = this.#lines();
    let index = lines.length - 1;
    while (index > 0 && (lines[index] as TextLine).start > offset) index--;
    return index;
  }

  slice(start = 0, end = this.length): string {
    return this.#text.slice(start, end);
  }

  /** The first offset at or after `from` of the single unit `unit`, or -1. */
  indexOf(unit: string, from = 0): number {
    return this.#text.indexOf(unit, from);
  }

  /** The last offset at or before `from` of the single unit `unit`, or -1 (also when `from` is negative). */
  lastIndexOf(unit: string, from: number = this.length): number {
    return from < 0 ? -1 : this.#text.lastIndexOf(unit, from);
  }

  toString(): string {
    return this.#text;
  }

  equals(other: SourceText): boolean {
    return this.#text === other.#text;
  }

  withChanges(changes: readonly TextChange[]): SourceText {
    let text = '';
    let at = 0;
    for (const change of canonicalChanges(changes, this.length)) {
      text += this.#text.slice(at, change.start) + change.newText;
      at = change.end;
    }
    return SourceText.from(text + this.#text.slice(at));
  }

  getChangeRanges(older: SourceText): readonly ChangeRange[] {
    if (this.equals(older)) return [];
    return [{ start: 0, end: older.length, newLength: this.length }];
  }

  #lines(): TextLine[] {
    const lines: TextLine[] = [];
    let start = 0;
    for (const match of this.#text.matchAll(/\r\n|\r|\n/g)) {
      lines.push({ index: lines.length, start, end: match.index, endWithBreak: match.index + match[0].length });
      start = match.index + match[0].length;
    }
    lines.push({ index: lines.length, start, end: this.length, endWithBreak: this.length });
    return lines;
  }
}
