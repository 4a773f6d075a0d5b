import { type Declaration, declarationsIn } from '../../../syntax/declarations.ts';
import { wordsIn } from './words.ts';

export interface IndexBounds {
  readonly files: number;
  /** UTF-16 units of all files together. */
  readonly units: number;
}

export const defaultBounds: IndexBounds = { files: 20_000, units: 64 * 1024 * 1024 };

/** Lines of a cell, the unit in which windows are chosen. */
const cellLines = { least: 4, usual: 8, most: 12 };
/** Lines at which nothing begins: blank ones, closing brackets, parts of the statement above. */
const noStart = /^\s*(?:$|[\])}{]|(?:else|elif|end|except|catch|finally|rescue)\b)/;
/** Number of cells after which indexing a file pauses. */
const cellsAtOnce = 32;

/** A text with the words of its cells. */
export interface IndexedFile {
  readonly path: string;
  readonly isCode: boolean;
  readonly text: string;
  /** Offset of each line. */
  readonly lines: Uint32Array;
  /** First line of each cell, and the number of lines without the empty one after the last break. */
  readonly starts: Uint32Array;
  /** The words of all cells, each once a cell. */
  readonly words: Uint32Array;
  /** Index in `words` at which each cell begins, and the end of the last one. */
  readonly cells: Uint32Array;
  readonly declarations: readonly Declaration[];
  /** Tokens of each cell as far as they were counted, else 0. */
  readonly tokens: Uint16Array;
}

/**
 * The words of a project's texts by file and cell, and their declarations. Texts beyond a bound are
 * refused.
 *
 * Law: answers equal those of a new index of the last text of each path.
 */
export class WordIndex {
  readonly #bounds: IndexBounds;
  readonly #ids = new Map<string, number>();
  readonly #words: string[] = [];
  /** Number of cells that hold each word. */
  readonly #places: number[] = [];
  readonly #files = new Map<string, IndexedFile>();
  readonly #declaring = new Map<string, Set<IndexedFile>>();
  #units = 0;
  #cellCount = 0;
  #refused = false;

  constructor(bounds: IndexBounds = defaultBounds) {
    this.#bounds = bounds;
  }

  get files(): Iterable<IndexedFile> {
    return this.#files.values();
  }

  get fileCount(): number {
    return this.#files.size;
  }

  get cellCount(): number {
    return this.#cellCount;
  }

  get wordCount(): number {
    return this.#words.length;
  }

  get(path: string): IndexedFile | undefined {
    return this.#files.get(path);
  }

  /** True if another file would not be taken in. */
  get isFull(): boolean {
    return this.#refused || this.#files.size >= this.#bounds.files;
  }

  /** The number of a word, or undefined if no text ever held it. */
  idOf(word: string): number | undefined {
    return this.#ids.get(word);
  }

  wordOf(id: number): string {
    return this.#words[id] ?? '';
  }

  /** Number of cells that hold a word. */
  placesOf(id: number): number {
    return this.#places[id] ?? 0;
  }

  /** The files that declare a name. */
  declaring(name: string): ReadonlySet<IndexedFile> {
    return this.#declaring.get(name) ?? none;
  }

  /**
   * Replaces the text of a path; yields now and then, so that a long text can be indexed in slices.
   */
  *put(path: string, text: string): Generator<void, void> {
    const before = this.#files.get(path);
    if (before?.text === text) return;
    const units = this.#units - (before?.text.length ?? 0) + text.length;
    if ((before === undefined && this.#files.size >= this.#bounds.files) || units > this.#bounds.units) {
      this.#refused = true;
      this.remove(path);
      return;
    }
    const lines = startsOfLines(text);
    const starts = startsOfCells(text, lines);
    const cells = new Uint32Array(starts.length);
    const words: number[] = [];
    for (let cell = 0; cell < cells.length - 1; cell++) {
      for (const word of new Set(wordsIn(textOfCell({ text, lines, starts }, cell)))) words.push(this.#idFor(word));
      cells[cell + 1] = words.length;
      if (cell % cellsAtOnce === cellsAtOnce - 1) yield;
    }
    const file = {
      path,
      isCode: isCode(path),
      text,
      lines,
      starts,
      cells,
      words: Uint32Array.from(words),
      declarations: isCode(path) ? declarationsIn(text) : [],
      tokens: new Uint16Array(cells.length - 1),
    };
    this.#drop(path);
    this.#files.set(path, file);
    this.#count(file, 1);
    for (const { name } of file.declarations) {
      const declaring = this.#declaring.get(name);
      if (declaring === undefined) this.#declaring.set(name, new Set([file]));
      else declaring.add(file);
    }
  }

  /** Forgets a path, and every path in it if it is a folder. */
  remove(path: string): void {
    for (const known of [...this.#files.keys()])
      if (known === path || known.startsWith(`${path}/`)) {
        this.#drop(known);
        this.#refused = false;
      }
  }

  #idFor(word: string): number {
    const known = this.#ids.get(word);
    if (known !== undefined) return known;
    const id = this.#words.push(word) - 1;
    this.#places.push(0);
    this.#ids.set(word, id);
    return id;
  }

  #drop(path: string): void {
    const file = this.#files.get(path);
    if (file === undefined) return;
    this.#files.delete(path);
    this.#count(file, -1);
    for (const { name } of file.declarations) {
      const declaring = this.#declaring.get(name);
      declaring?.delete(file);
      if (declaring?.size === 0) this.#declaring.delete(name);
    }
  }

  #count({ text, words, cells }: IndexedFile, by: 1 | -1): void {
    this.#units += by * text.length;
    this.#cellCount += by * (cells.length - 1);
    for (const word of words) this.#places[word] = (this.#places[word] ?? 0) + by;
  }
}

const none: ReadonlySet<IndexedFile> = new Set();

const breaks = /\r\n?|\n/g;

function startsOfLines(text: string): Uint32Array {
  const starts = [0];
  for (const { 0: found, index } of text.matchAll(breaks)) starts.push(index + found.length);
  return Uint32Array.from(starts);
}

/** A cell ends before the line of the least indentation, if possible after a blank one. */
function startsOfCells(text: string, lines: Uint32Array): Uint32Array {
  const depths = Array.from(lines, (start, line) => {
    const found = text.slice(start, lines[line + 1]);
    return noStart.test(found) ? Number.POSITIVE_INFINITY : found.search(/\S/);
  });
  const { least, usual, most } = cellLines;
  const starts = [0];
  for (let first = 0; first + most < lines.length; first = starts.at(-1) ?? first) {
    let [best, lowest] = [first + usual, Number.POSITIVE_INFINITY];
    for (let line = first + least; line <= first + most; line++) {
      const isAfterGap = depths[line - 1] === Number.POSITIVE_INFINITY;
      const cost = (depths[line] ?? 0) - (isAfterGap ? 0.5 : 0) + Math.abs(line - first - usual) / 100;
      if (cost < lowest) [best, lowest] = [line, cost];
    }
    starts.push(best);
  }
  return Uint32Array.from([...starts, lines.length - (lines.at(-1) === text.length ? 1 : 0)]);
}

export function textOfCell({ text, lines, starts }: Pick<IndexedFile, 'text' | 'lines' | 'starts'>, cell: number) {
  return text.slice(lines[starts[cell] ?? 0], lines[starts[cell + 1] ?? 0] ?? text.length);
}

/** A line with its break. */
export function textOfLine({ text, lines }: IndexedFile, line: number): string {
  return text.slice(lines[line], lines[line + 1] ?? text.length);
}

const textEnding =
  /\.(md|mdx|mdc|rst|txt|adoc|json|jsonc|ya?ml|toml|xml|html|css|csv|lock|cfg|ini|properties|props|csproj|sln|log)$|(^|\/)[A-Z]+$/i;

/** True for a file of code; false for texts, data and settings. */
export function isCode(path: string): boolean {
  return !textEnding.test(path);
}
