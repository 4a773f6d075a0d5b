import type { TextEdit } from '../../protocol/edits.ts';

/** A line of a block without its break: kept, removed or added. */
export interface AnswerRow {
  readonly sign: ' ' | '-' | '+';
  readonly text: string;
}

/** Lines of a file as they were, and as an answer would have them. */
export interface AnswerBlock {
  /** Where it begins in the answer, a line from one. */
  readonly at: number;
  readonly form: 'hunk' | 'search';
  readonly rows: readonly AnswerRow[];
  /** Lines of the file that it stands below, outermost first. */
  readonly below: readonly string[];
  /** The line of the file that its header names, from one. */
  readonly line: number | null;
  /** Whether the header says that it has no old lines: it only adds behind `line`. */
  readonly onlyAdds: boolean;
  /** Whether its last old line is the file's last. */
  readonly atEnd: boolean;
  /** Whether its last new line has no break: of a file that it makes; one that exists keeps the end it has. */
  readonly isUnended?: boolean;
}

/** The text that a block makes where there was none. */
export function newTextOf({ rows, isUnended = false }: AnswerBlock): string {
  const lines = rows.flatMap(({ sign, text }) => (sign === '-' ? [] : [text]));
  return lines.length === 0 ? '' : `${lines.join('\n')}${isUnended ? '' : '\n'}`;
}

/** What an answer asks for in one file; `path` as the answer writes it, null where it names none. */
export type FileRequest = { readonly at: number; readonly path: string | null } & (
  | { readonly kind: 'change'; readonly blocks: readonly AnswerBlock[]; readonly newPath?: string }
  /** `isSure`: the form says that this is all of the file, not a part of it. */
  | {
      readonly kind: 'whole';
      readonly text: string;
      readonly isSure: boolean;
      readonly isNew: boolean;
      /** Its end is not certain: the answer was cut off, or what closes it is one of its own lines. */
      readonly mayGoOn?: boolean;
    }
  /** `text`: what the answer says that the file holds, where it does. */
  | { readonly kind: 'delete'; readonly text?: string }
  | { readonly kind: 'edits'; readonly edits: readonly TextEdit[] }
);

/** A part of an answer that looks like edits and lacks what makes it one: an end, a sign, a header, a path. */
export interface Incomplete {
  readonly at: number;
  readonly text: string;
}

export type AnswerPart = FileRequest | Incomplete;

/** Of an answer that was cut off: its last hunk is none, for half of it would be another change, and a new file may go on. */
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

/** All that an answer asks for, and the parts that cannot be read. */
export interface Answer {
  readonly files: readonly FileRequest[];
  readonly incomplete: readonly Incomplete[];
}

/** Numbered lines that are read one after another. */
export class Lines {
  readonly #lines: readonly string[];
  /** Of the first line in the answer, from one. */
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

  /** A line ahead without reading it; null behind the last one. */
  peek(ahead = 0): string | null {
    return this.#lines[this.#next + ahead] ?? null;
  }

  read(): string {
    return this.#lines[this.#next++] ?? '';
  }

  /** The line that was read last is the next one again. */
  back(): void {
    this.#next--;
  }

  /** The lines before the next one, the last one first. */
  *before(): Generator<string> {
    for (let at = this.#next - 1; at >= 0; at--) yield this.#lines[at] as string;
  }

  /** Reads on to a line, which is read, too; null, and nothing is read, where there is none. */
  until(isEnd: (line: string) => boolean): Lines | null {
    for (let end = this.#next; end < this.#lines.length; end++) {
      if (!isEnd(this.#lines[end] as string)) continue;
      const part = new Lines(this.#lines.slice(this.#next, end), this.at);
      this.#next = end + 1;
      return part;
    }
    return null;
  }

  /** The same without what each line that is not empty begins with; as they are where one does not. */
  outdented(indent: string): Lines {
    const all = this.#lines.every((line) => line.trim() === '' || line.startsWith(indent));
    return all
      ? new Lines(
          this.#lines.map((line) => line.slice(indent.length)),
          this.#first,
        )
      : this;
  }

  /** What is left, without reading it. */
  get rest(): readonly string[] {
    return this.#lines.slice(this.#next);
  }
}
