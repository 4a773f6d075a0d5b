import MiniSearch from 'minisearch';
import { linesOf } from './chunk.ts';
import { type TextChunk, textChunks } from './textChunks.ts';
import { searchWords } from './words.ts';

export interface IndexBounds {
  readonly files: number;
  readonly chunks: number;
  /** UTF-16 units of all chunks together. */
  readonly units: number;
}

export const defaultBounds: IndexBounds = { files: 5_000, chunks: 20_000, units: 24 * 1024 * 1024 };

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
  /** The words that were found in it. */
  readonly words: readonly string[];
}

interface Entry extends TextChunk {
  readonly id: number;
  readonly path: string;
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
    tokenize: searchWords,
    processTerm: (word) => word,
    autoVacuum: false,
  });
  readonly #entries = new Map<number, Entry>();
  readonly #files = new Map<string, readonly Entry[]>();
  #units = 0;
  #next = 0;

  constructor(bounds: IndexBounds = defaultBounds) {
    this.#bounds = bounds;
  }

  get paths(): readonly string[] {
    return [...this.#files.keys()];
  }

  get chunkCount(): number {
    return this.#entries.size;
  }

  /** Whether another file would not be taken in. */
  get isFull(): boolean {
    const { files, chunks, units } = this.#bounds;
    return this.#files.size >= files || this.#entries.size >= chunks || this.#units >= units;
  }

  /** Takes in the text of a path in place of the one before; stops now and then, so that a long one can be done in slices. */
  *put(path: string, text: string): Generator<void, void> {
    if (!this.#files.has(path) && this.#files.size >= this.#bounds.files) return;
    const before = new Map<string, Entry[]>();
    for (const entry of this.#files.get(path) ?? []) {
      before.set(entry.text, [...(before.get(entry.text) ?? []), entry]);
    }
    const after: Entry[] = [];
    // What stays keeps its place in the index, at whatever line it now stands.
    const added: TextChunk[] = [];
    for (const chunk of textChunks(text)) {
      const same = before.get(chunk.text)?.shift();
      if (same === undefined) added.push(chunk);
      else after.push({ ...same, firstLine: chunk.firstLine });
    }
    for (const entry of [...before.values()].flat()) this.#drop(entry);
    for (const entry of after) this.#entries.set(entry.id, entry);
    this.#setFile(path, after);
    for (const chunk of added) {
      yield;
      if (this.#entries.size >= this.#bounds.chunks || this.#units + chunk.text.length > this.#bounds.units) return;
      const entry = { ...chunk, path, id: this.#next++ };
      this.#search.add({ id: entry.id, text: entry.text });
      this.#entries.set(entry.id, entry);
      this.#units += entry.text.length;
      this.#setFile(path, [...(this.#files.get(path) ?? []), entry]);
    }
  }

  /** Forgets a path, and every path in it when it is a folder. */
  remove(path: string): void {
    for (const [file, entries] of this.#files) {
      if (file !== path && !file.startsWith(`${path}/`)) continue;
      for (const entry of entries) this.#drop(entry);
      this.#files.delete(file);
    }
  }

  /** The chunks that fit best, best first; equal ones by path and line. */
  search(
    words: readonly QueryWord[],
    limit: number,
    wanted: (hit: Omit<Hit, 'score' | 'words'>) => boolean,
  ): readonly Hit[] {
    const weights = new Map(words.map(({ word, weight }) => [word, weight]));
    if (weights.size === 0) return [];
    const found = this.#search.search([...weights.keys()].join(' '), {
      tokenize: (query) => query.split(' '),
      boostTerm: (word) => weights.get(word) ?? 1,
    });
    const hits: Hit[] = [];
    let worst = Number.POSITIVE_INFINITY;
    for (const { id, score: exact, terms } of found) {
      // The library keeps its averages by adding up, so the last digits depend on what was once there.
      const score = Math.round(exact * 1e6) / 1e6;
      if (hits.length >= limit && score < worst) break;
      const entry = this.#entries.get(id);
      if (entry === undefined) continue;
      const lines = { path: entry.path, text: entry.text, firstLine: entry.firstLine, lastLine: lastLineOf(entry) };
      if (!wanted(lines)) continue;
      hits.push({ ...lines, score, words: terms });
      worst = score;
    }
    return hits.sort(byRank).slice(0, limit);
  }

  #setFile(path: string, entries: readonly Entry[]): void {
    if (entries.length === 0) this.#files.delete(path);
    else this.#files.set(path, entries);
  }

  #drop(entry: Entry): void {
    this.#search.remove({ id: entry.id, text: entry.text });
    this.#entries.delete(entry.id);
    this.#units -= entry.text.length;
  }
}

function lastLineOf({ firstLine, text }: TextChunk): number {
  return firstLine + linesOf(text).length - 1;
}

function byRank(a: Hit, b: Hit): number {
  return b.score - a.score || (a.path < b.path ? -1 : a.path > b.path ? 1 : a.firstLine - b.firstLine);
}
