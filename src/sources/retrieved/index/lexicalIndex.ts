import MiniSearch, { type SearchResult } from 'minisearch';
import { linesOf } from '../chunk.ts';
import { declarationsIn, endOfDeclaration } from './declarations.ts';
import { type TextChunk, textChunks } from './textChunks.ts';
import { searchWords } from './words.ts';

export interface IndexBounds {
  readonly files: number;
  readonly chunks: number;
  /** UTF-16 units of all chunks together. */
  readonly units: number;
}

export const defaultBounds: IndexBounds = { files: 20_000, chunks: 60_000, units: 64 * 1024 * 1024 };

/** In a project of fewer chunks a word is taken to be as rare as in one of so many. */
const leastChunks = 256;

/** Maximum numbers of words that a query looks up, and of chunks in which they stand all together: what bounds its time. */
const maxWords = 24;
const maxLookups = 6_000;

/** A word to look for, and how much it matters (1 is usual). */
export interface QueryWord {
  readonly word: string;
  readonly weight: number;
}

export interface Hit {
  readonly path: string;
  /** From one. */
  readonly firstLine: number;
  readonly lastLine: number;
  readonly text: string;
  /** BM25+, of no fixed scale. */
  readonly score: number;
  readonly words: readonly string[];
}

interface IndexedChunk extends TextChunk {
  readonly id: number;
  readonly path: string;
  readonly declares: ReadonlySet<string>;
}

/** Where a name is declared; lines from one, both ends inside. */
export interface DeclaredPlace {
  readonly path: string;
  readonly firstLine: number;
  readonly lastLine: number;
}

/**
 * The chunks of a project's texts, ranked by BM25+ (Lv and Zhai, 2011) as `minisearch` does it. Bounded: what would go over a
 * bound is not taken in.
 *
 * Law: within its bounds it answers as an index made anew of the last text of each path would.
 */
export class LexicalIndex {
  readonly #bounds: IndexBounds;
  readonly #search = new MiniSearch<{ readonly id: number; readonly text: string }>({
    fields: ['text'],
    tokenize: (words) => words.split(' '),
    processTerm: (word) => word,
    autoVacuum: false,
  });
  readonly #entries = new Map<number, IndexedChunk>();
  readonly #files = new Map<string, readonly IndexedChunk[]>();
  /** The chunks that declare a name. */
  readonly #declaring = new Map<string, Set<number>>();
  /** In how many chunks a word stands. */
  readonly #spread = new Map<string, number>();
  #units = 0;
  /** Whether the last chunk found no room. */
  #refused = false;
  #next = 0;

  constructor(bounds: IndexBounds = defaultBounds) {
    this.#bounds = bounds;
  }

  get paths(): readonly string[] {
    return [...this.#files.keys()];
  }

  get fileCount(): number {
    return this.#files.size;
  }

  has(path: string): boolean {
    return this.#files.has(path);
  }

  get chunkCount(): number {
    return this.#entries.size;
  }

  /** Whether another file would not be taken in. */
  get isFull(): boolean {
    return this.#refused || this.#files.size >= this.#bounds.files;
  }

  /**
   * Takes in the text of a path in place of the one before; stops after each chunk, so that a long text can be done in slices.
   * A chunk that is still there keeps its place, at whatever line it now stands.
   */
  *put(path: string, text: string): Generator<void, void> {
    if (!this.#files.has(path) && this.#files.size >= this.#bounds.files) return;
    const before = new Map<string, IndexedChunk[]>();
    for (const entry of this.#files.get(path) ?? []) {
      before.set(entry.text, [...(before.get(entry.text) ?? []), entry]);
    }
    const after: IndexedChunk[] = [];
    for (const chunk of textChunks(text)) {
      const same = before.get(chunk.text)?.shift();
      const entry = same === undefined ? this.#add(path, chunk) : { ...same, firstLine: chunk.firstLine };
      if (entry === null) break;
      this.#entries.set(entry.id, entry);
      after.push(entry);
      yield;
    }
    for (const entry of [...before.values()].flat()) this.#drop(entry);
    if (after.length === 0) this.#files.delete(path);
    else this.#files.set(path, after);
  }

  /** Forgets a path, and every path in it when it is a folder. */
  remove(path: string): void {
    for (const [file, entries] of this.#files) {
      if (file !== path && !file.startsWith(`${path}/`)) continue;
      for (const entry of entries) this.#drop(entry);
      this.#files.delete(file);
    }
  }

  /**
   * The words worth looking for: of many those that matter and are rare, as many as can be looked up in a few ms. Words that
   * stand nowhere cost nothing and stay.
   */
  chosen(words: readonly QueryWord[]): readonly QueryWord[] {
    const rank = ({ word, weight }: QueryWord) =>
      weight * Math.log(1 + this.#entries.size / (this.#spread.get(word) ?? 1));
    let room = maxLookups;
    let known = 0;
    return words
      .map((word) => ({ ...word, rank: rank(word) }))
      .sort((a, b) => b.rank - a.rank)
      .filter(({ word }) => {
        const spread = this.#spread.get(word) ?? 0;
        if (spread === 0) return true;
        if (spread > room || known >= maxWords) return false;
        room -= spread;
        known++;
        return true;
      });
  }

  /** What finding a word tells, in bits (Shannon 1948): the fewer chunks have it, the more; a word that none has, nothing. */
  information(word: string): number {
    const spread = this.#spread.get(word) ?? 0;
    return spread === 0 ? 0 : Math.max(0, Math.log2(Math.max(leastChunks, this.#entries.size) / spread));
  }

  /** In how many chunks a name is declared. */
  declarationCount(name: string): number {
    return this.#declaring.get(name)?.size ?? 0;
  }

  /** Where a name is declared, each to the end of its declaration, `maxLines` at most. */
  declarations(name: string, maxLines: number): readonly DeclaredPlace[] {
    return [...(this.#declaring.get(name) ?? [])].flatMap((id) => {
      const entry = this.#entries.get(id);
      if (entry === undefined) return [];
      const lines = this.#linesFrom(entry, maxLines);
      return declarationsIn(entry.text)
        .filter((declaration) => declaration.name === name)
        .map(({ line }) => {
          const firstLine = entry.firstLine + line - 1;
          const lastLine = entry.firstLine + endOfDeclaration(lines, line, maxLines) - 1;
          return { path: entry.path, firstLine, lastLine };
        });
    });
  }

  /** The lines of a chunk and some that follow it; blank ones where no chunk holds them. */
  #linesFrom({ path, firstLine }: IndexedChunk, more: number): readonly string[] {
    const lines: string[] = [];
    const size = (entry: IndexedChunk) => linesOf(entry.text).length;
    for (const entry of this.#files.get(path) ?? []) {
      if (entry.firstLine < firstLine) continue;
      while (lines.length < entry.firstLine - firstLine) lines.push('');
      lines.push(...linesOf(entry.text).map((line) => line.replace(/[\r\n]+$/, '')));
      if (entry.firstLine > firstLine && lines.length > size(entry) + more) break;
    }
    return lines;
  }

  /** The chunks that fit best, best first; equal ones by path and line. `wanted` is asked in that order. */
  search(
    words: readonly QueryWord[],
    limit: number,
    wanted: (hit: Omit<Hit, 'score' | 'words'>) => boolean,
  ): readonly Hit[] {
    const weights = new Map(words.map(({ word, weight }) => [word, weight]));
    if (weights.size === 0) return [];
    const found = this.#search.search([...weights.keys()].join(' '), { boostTerm: (word) => weights.get(word) ?? 1 });
    const hits: Hit[] = [];
    for (const run of runs(found)) {
      const same = run.flatMap(({ id, score, terms }): Hit[] => {
        const entry = this.#entries.get(id);
        if (entry === undefined) return [];
        const { path, text, firstLine } = entry;
        return [{ path, text, firstLine, lastLine: lastLineOf(entry), score: rounded(score), words: terms }];
      });
      for (const hit of same.sort(byPlace)) {
        if (hits.length >= limit) return hits;
        if (wanted(hit)) hits.push(hit);
      }
    }
    return hits;
  }

  /** Null when there is no room for it. */
  #add(path: string, chunk: TextChunk): IndexedChunk | null {
    const { chunks, units } = this.#bounds;
    this.#refused = this.#entries.size >= chunks || this.#units + chunk.text.length > units;
    if (this.#refused) return null;
    const declares = new Set(declarationsIn(chunk.text).map(({ name }) => name));
    const entry = { ...chunk, path, id: this.#next++, declares };
    for (const name of declares) this.#declaring.set(name, (this.#declaring.get(name) ?? new Set()).add(entry.id));
    const words = searchWords(entry.text);
    for (const word of new Set(words)) this.#spread.set(word, (this.#spread.get(word) ?? 0) + 1);
    this.#search.add({ id: entry.id, text: words.join(' ') });
    this.#units += entry.text.length;
    return entry;
  }

  #drop(entry: IndexedChunk): void {
    const words = searchWords(entry.text);
    for (const word of new Set(words)) {
      const spread = (this.#spread.get(word) ?? 1) - 1;
      if (spread === 0) this.#spread.delete(word);
      else this.#spread.set(word, spread);
    }
    for (const name of entry.declares) {
      const ids = this.#declaring.get(name);
      ids?.delete(entry.id);
      if (ids?.size === 0) this.#declaring.delete(name);
    }
    this.#refused = false;
    this.#search.remove({ id: entry.id, text: words.join(' ') });
    this.#entries.delete(entry.id);
    this.#units -= entry.text.length;
  }
}

/** Results of equal score together. */
function* runs(found: readonly SearchResult[]): Generator<readonly SearchResult[]> {
  let run: SearchResult[] = [];
  for (const result of found) {
    const first = run[0];
    if (first !== undefined && rounded(first.score) !== rounded(result.score)) {
      yield run;
      run = [];
    }
    run.push(result);
  }
  yield run;
}

/** The library keeps its averages by adding up, so that the last digits depend on what was once there. */
function rounded(score: number): number {
  return Math.round(score * 1e6) / 1e6;
}

function lastLineOf({ firstLine, text }: TextChunk): number {
  return firstLine + linesOf(text).length - 1;
}

function byPlace(a: Hit, b: Hit): number {
  return a.path < b.path ? -1 : a.path > b.path ? 1 : a.firstLine - b.firstLine;
}
