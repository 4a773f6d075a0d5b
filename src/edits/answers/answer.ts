/** A line of a block without its break: kept, removed or added. */
export interface AnswerRow {
  readonly sign: ' ' | '-' | '+';
  readonly text: string;
}

/** Lines of a file as they were, and as an answer would have them. */
export interface AnswerBlock {
  /** The line in the answer where it begins, from one. */
  readonly at: number;
  readonly form: 'hunk' | 'search';
  readonly rows: readonly AnswerRow[];
  /** Lines of the file that enclose it, outermost first. */
  readonly below: readonly string[];
  /** The line number in its header, from one. */
  readonly line: number | null;
  /** True if its header counts no old lines: it only adds after `line`. */
  readonly onlyAdds: boolean;
  /** True if its last old line is the file's last. */
  readonly atEnd: boolean;
  /** True if its last new line has no line break. Only new files follow it. */
  readonly isUnended?: boolean;
}

/** A line of a diff as a row; null if it has no sign. An empty line is a context line whose space was lost. */
export function rowOf(line: string): AnswerRow | null {
  const sign = line === '' ? ' ' : line[0];
  return sign === ' ' || sign === '-' || sign === '+' ? { sign, text: line.slice(1) } : null;
}

/** Drops empty lines at the end; they separate hunks. */
export function trimmedRows(rows: readonly AnswerRow[]): readonly AnswerRow[] {
  return rows.slice(0, rows.findLastIndex(({ sign, text }) => sign !== ' ' || text !== '') + 1);
}

/** Returns the text of the new file that a block describes. */
export function newTextOf({ rows, isUnended = false }: AnswerBlock): string {
  const lines = rows.flatMap(({ sign, text }) => (sign === '-' ? [] : [text]));
  return lines.length === 0 ? '' : `${lines.join('\n')}${isUnended ? '' : '\n'}`;
}

/**
 * A request of the answer for one file. `path` is as written; null if the answer names none.
 */
export type FileRequest = {
  readonly at: number;
  readonly path: string | null;
  /** The prose shows it as an example or a warning. */
  readonly isExample?: boolean;
} & (
  | { readonly kind: 'change'; readonly blocks: readonly AnswerBlock[]; readonly newPath?: string }
  /** `isSure`: the form states that this is the complete file. */
  | {
      readonly kind: 'whole';
      readonly text: string;
      readonly isSure: boolean;
      readonly isNew: boolean;
      /** The end is uncertain: the answer was cut off, or a line of the file may close it. */
      readonly mayGoOn?: boolean;
    }
  /** `text`: the content that the answer claims for the file, if it gives one. */
  | { readonly kind: 'delete'; readonly text?: string }
);

/** A part of an answer that looks like an edit and lacks an end, a sign, a header or a path. */
export interface Incomplete {
  readonly at: number;
  readonly text: string;
}

export type AnswerPart = FileRequest | Incomplete;

/** For a truncated answer: drops its last hunk, and marks a last new file as unfinished. */
export function withoutCutPart(found: readonly AnswerPart[]): AnswerPart[] {
  const before = found.slice(0, -1);
  const last = found.at(-1);
  if (last === undefined || !('kind' in last)) return [...found];
  if (last.kind === 'whole') return [...before, { ...last, mayGoOn: true }];
  const cut = last.kind === 'change' ? last.blocks.at(-1) : undefined;
  if (last.kind !== 'change' || cut?.form !== 'hunk') return [...found];
  const text = cut.rows.map((row) => `${row.sign}${row.text}\n`).join('');
  const whole = { ...last, blocks: last.blocks.slice(0, -1) };
  const isLeft = whole.blocks.length > 0 || whole.newPath !== undefined;
  return [...before, ...(isLeft ? [whole] : []), { at: cut.at, text }];
}

/** All requests of an answer, and the parts that cannot be read. */
export interface Answer {
  readonly files: readonly FileRequest[];
  readonly incomplete: readonly Incomplete[];
}

/** A cursor over numbered lines. */
export class Lines {
  readonly #lines: readonly string[];
  /** The number of the first line in the answer, from one. */
  readonly #first: number;
  #next = 0;

  constructor(lines: readonly string[], first: number) {
    this.#lines = lines;
    this.#first = first;
  }

  /** The number of the next line in the answer. */
  get at(): number {
    return this.#first + this.#next;
  }

  get isDone(): boolean {
    return this.#next >= this.#lines.length;
  }

  /** Returns a line ahead without reading it; null after the last one. */
  peek(ahead = 0): string | null {
    return this.#lines[this.#next + ahead] ?? null;
  }

  read(): string {
    return this.#lines[this.#next++] ?? '';
  }

  /** Steps back by one line. */
  back(): void {
    this.#next--;
  }

  /** The lines before the next one, in reverse order. */
  *before(): Generator<string> {
    for (let at = this.#next - 1; at >= 0; at--) yield this.#lines[at] as string;
  }

  /** Reads up to and including the first matching line. Null, reading nothing, if none matches. */
  until(isEnd: (line: string) => boolean): Lines | null {
    for (let end = this.#next; end < this.#lines.length; end++) {
      if (!isEnd(this.#lines[end] as string)) continue;
      const part = new Lines(this.#lines.slice(this.#next, end), this.at);
      this.#next = end + 1;
      return part;
    }
    return null;
  }

  /** Removes the indent if every non-empty line has it; else returns the lines as they are. */
  outdented(indent: string): Lines {
    const all = this.#lines.every((line) => line.trim() === '' || line.startsWith(indent));
    return all
      ? new Lines(
          this.#lines.map((line) => line.slice(indent.length)),
          this.#first,
        )
      : this;
  }

  /** The remaining lines, unread. */
  get rest(): readonly string[] {
    return this.#lines.slice(this.#next);
  }
}
