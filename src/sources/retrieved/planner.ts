import { type IndexedFile, textOfCell, textOfLine, type WordIndex } from './index/wordIndex.ts';
import { isCommon } from './index/words.ts';
import type { Query } from './query.ts';

/** A word in more cells is ignored; a name with more uses is not searched for. */
const mostPlaces = 4_000;
const maxUses = 40;
/** Smaller projects rate the rarity of words as if they had this many cells. */
const leastCells = 256;
/** A name of more declarations, or a short plain word in more cells, is not shown by its declaring lines. */
const maxDeclarations = 3;
const maxPlainPlaces = 20;
const mostWindows = 600;
/** Number of files whose windows and names count even where no word of the query is in them. */
const maxBestFiles = 12;

/** Weights of a file: base, changed together with the edited ones, best match. */
const fileWeights = { base: 0.4, together: 2.4, match: 1 };
/** Texts and data are worth less than code. */
const textShare = 0.15;
/** Weights of a window: base, its uses of changed names, the target of a definition. */
const windowWeights = { base: 0.15, uses: 2, pointed: 4 };
const maxUseScore = 1.5;
/** Share of a window's words that counts for the windows beside it. */
const beside = 0.3;
/**
 * Queries whose best cell matches less than this are weak: about as many rare words, with and
 * without edits.
 */
const weakMatch = { edited: 5, unedited: 1 };
/** Value of the names that no chosen window has shown yet, and of the window itself. */
const gains = { names: 0.15, window: 2 };
/** Windows of a lower gain for their tokens are noise, after edits and without. */
const leastGain = { edited: 0.005, unedited: 0.006 };
/** Keeps windows of a few tokens from being chosen for that alone. */
const windowTokens = 100;

/** Declaring lines may take a number of tokens and a share of the room. */
const signatureRoom = { tokens: 200, share: 0.2 };
const signatureTokens = 4;
/** Share of a name's rank for being in the document in front, and the power of its rarity. */
const ownRank = 0.2;
const rarityPower = 0.2;

/** Tokens of a gap between lines, a file's heading, and its name above declaring lines. */
const gapTokens = 2;
const headingTokens = 20;
const nameTokens = 9;

/** The developer's current work, and the room. */
export interface ChoiceRequest {
  readonly query: Query;
  /** Path of the document in front. */
  readonly own: string;
  /** Frequency of changing together with the edited files, 0 to 1. */
  readonly together: ReadonlyMap<string, number>;
  /** Definitions of the names at the cursor. */
  readonly pointed: readonly PointedLines[];
  readonly room: number;
  readonly isAllowed: (path: string) => boolean;
  readonly count: (text: string) => number;
}

/** Lines of a file, from zero, both ends inside. */
export interface PointedLines {
  readonly path: string;
  readonly first: number;
  readonly last: number;
}

/** The lines of a file that are worth their tokens, from zero, ascending. */
export interface ChosenLines {
  readonly file: IndexedFile;
  readonly lines: readonly number[];
  readonly value: number;
  /** Null where declaring lines alone are shown. */
  readonly why: RetrievalReason | null;
}

/** Reasons for a window, the best first. */
const reasons = ['definition', 'use', 'changed-together', ''] as const;
export type RetrievalReason = (typeof reasons)[number];
/** A file that changed with the edited ones less often than this has no such reason. */
const leastTogether = 0.1;

interface Window {
  readonly file: IndexedFile;
  readonly cell: number;
  readonly why: RetrievalReason;
  readonly value: number;
  readonly tokens: number;
  readonly names: readonly number[];
}

interface Chosen {
  readonly lines: Set<number>;
  value: number;
  why: RetrievalReason | null;
}

/**
 * Chooses the lines of other files that are worth most for their tokens: declaring lines, then
 * windows.
 */
export class LineChoice {
  readonly #index: WordIndex;
  readonly #request: ChoiceRequest;
  /** The words of the document in front; none before it is indexed. */
  readonly #own: ReadonlySet<number>;
  readonly #chosen = new Map<IndexedFile, Chosen>();

  constructor(index: WordIndex, request: ChoiceRequest) {
    this.#index = index;
    this.#request = request;
    this.#own = new Set(index.get(request.own)?.words);
  }

  plan(): readonly ChosenLines[] {
    const windows = this.#windows();
    const ranks = this.#ranks(windows);
    const { room } = this.#request;
    const forSignatures = Math.min(room / 2, signatureRoom.tokens + room * signatureRoom.share);
    const taken = this.#addSignatures(ranks, forSignatures);
    this.#addWindows(windows, ranks, room - taken);
    return [...this.#chosen]
      .map(([file, { lines, ...rest }]) => ({ file, ...rest, lines: [...lines].sort((a, b) => a - b) }))
      .sort((a, b) => b.value - a.value || (a.file.path < b.file.path ? -1 : 1));
  }

  /** The best windows: those that match the query, use changed names or are in the best files. */
  #windows(): readonly Window[] {
    const { query, own, together, isAllowed, pointed } = this.#request;
    const { words, uses } = this.#weights();
    const weak = query.changed.size > 0 ? weakMatch.edited : weakMatch.unedited;
    const others = [...this.#index.files].filter(({ path }) => path !== own);
    const scored = others.map((file) => {
      const matches = cellSums(file, words);
      return { file, matches, best: matches?.reduce((most, match) => Math.max(most, match)) ?? 0 };
    });
    const most = scored.reduce((largest, { best }) => Math.max(largest, best), weak);
    const rated = scored
      .map(({ file, matches, best }) => {
        const likely =
          fileWeights.base +
          fileWeights.together * Math.sqrt(together.get(file.path) ?? 0) +
          fileWeights.match * (best / most);
        return { file, matches, factor: likely * (file.isCode ? 1 : textShare) };
      })
      .sort((a, b) => b.factor - a.factor);
    const cells: Omit<Window, 'tokens' | 'names'>[] = [];
    for (const [rank, { file, matches, factor }] of rated.entries()) {
      const places = pointed.filter(({ path }) => path === file.path);
      const isBest = rank < maxBestFiles;
      if (matches === null && places.length === 0 && !isBest) continue;
      const used = cellSums(file, uses);
      const isTogether = (together.get(file.path) ?? 0) >= leastTogether;
      for (let cell = 0; cell < file.cells.length - 1; cell++) {
        const match = matches?.[cell] ?? 0;
        const isPointedAt = places.some(
          ({ first, last }) => (file.starts[cell] ?? 0) <= last && first < (file.starts[cell + 1] ?? 0),
        );
        if (match === 0 && !isPointedAt && !isBest) continue;
        const use = used?.[cell] ?? 0;
        const value =
          (windowWeights.base + (match / most) ** 2 + windowWeights.uses * Math.min(maxUseScore, use)) * factor +
          (isPointedAt ? windowWeights.pointed : 0);
        const isUse = use > 0 && wordsOfCell(file, cell).some((id) => (uses[id] ?? 0) > 0);
        const why = isPointedAt ? 'definition' : isUse ? 'use' : isTogether ? 'changed-together' : '';
        cells.push({ file, cell, why, value });
      }
    }
    return cells
      .sort((a, b) => b.value - a.value)
      .slice(0, mostWindows)
      .filter(({ file }) => isAllowed(file.path))
      .flatMap(({ file, cell, why, value }): Window[] => {
        const tokens = this.#tokensOf(file, cell);
        if (tokens === 0) return [];
        const names = [...wordsOfCell(file, cell)].filter(this.#isTelling);
        return [{ file, cell, why, value, names, tokens }];
      });
  }

  /** Weights of the query's words and of the uses of changed names, by word id. */
  #weights(): { readonly words: Float64Array; readonly uses: Float64Array } {
    const { query } = this.#request;
    const words = new Float64Array(this.#index.wordCount);
    const uses = new Float64Array(this.#index.wordCount);
    for (const [word, weight] of query.words) {
      const id = this.#index.idOf(word);
      if (id !== undefined) words[id] = weight * this.#rarityOf(id);
    }
    for (const name of query.changed) {
      const id = this.#index.idOf(name);
      const places = id === undefined ? 0 : this.#index.placesOf(id);
      if (id !== undefined && places > 0 && places <= maxUses) uses[id] = 1 / Math.sqrt(places);
    }
    return { words, uses };
  }

  /**
   * The likelihood that each name is needed, 0 to 1, from the windows that hold it and the document
   * in front.
   */
  #ranks(windows: readonly Window[]): ReadonlyMap<number, number> {
    const sums = new Map<number, number>();
    for (const { names, value } of windows) for (const id of names) sums.set(id, (sums.get(id) ?? 0) + value);
    for (const id of this.#own) if (this.#isTelling(id) && !sums.has(id)) sums.set(id, 0);
    const largest = Math.max(1e-9, ...sums.values());
    return new Map(
      [...sums].map(([id, sum]) => {
        const likely = (Math.sqrt(sum / largest) + (this.#own.has(id) ? ownRank : 0)) / (1 + ownRank);
        return [id, likely * this.#rarityOf(id) ** rarityPower];
      }),
    );
  }

  /** Adds declaring lines by rank for their tokens; returns the tokens that they take. */
  #addSignatures(ranks: ReadonlyMap<number, number>, room: number): number {
    const { query, own, isAllowed, count } = this.#request;
    const signatures = [...ranks].flatMap(([id, rank]) => {
      // Before anything is edited only names of the document in front are known to matter.
      if (query.changed.size === 0 && !this.#own.has(id)) return [];
      const name = this.#index.wordOf(id);
      if (plainWord.test(name) && this.#index.placesOf(id) > maxPlainPlaces) return [];
      const declaring = [...this.#index.declaring(name)];
      if (declaring.length > maxDeclarations || declaring.some(({ path }) => path === own)) return [];
      const found = new Map<string, { readonly file: IndexedFile; readonly line: number }>();
      for (const file of declaring) {
        for (const { name: other, line } of file.declarations) {
          const text = textOfLine(file, line - 1);
          if (other === name && isAllowed(file.path) && !found.has(text)) found.set(text, { file, line: line - 1 });
        }
      }
      if (found.size > maxDeclarations) return [];
      return [...found].map(([text, place]) => {
        const tokens = count(text);
        return { ...place, tokens, rank, density: rank / (tokens + signatureTokens) };
      });
    });
    let left = room;
    for (const { file, line, tokens, rank } of signatures.sort((a, b) => b.density - a.density)) {
      const cost = tokens + (this.#chosen.has(file) ? 0 : nameTokens);
      if (cost > left) continue;
      left -= cost;
      this.#choose(file, [line], rank, null);
    }
    return room - left;
  }

  /** Adds windows, each time the one of the most gain for its tokens. */
  #addWindows(windows: readonly Window[], ranks: ReadonlyMap<number, number>, room: number): void {
    const known = new Set(this.#own);
    const left = new Set(windows);
    const least = this.#request.query.changed.size > 0 ? leastGain.edited : leastGain.unedited;
    let spare = room;
    for (;;) {
      let best: Window | null = null;
      let most = least;
      for (const window of left) {
        const cost = this.#costOf(window);
        if (cost > spare) {
          left.delete(window);
          continue;
        }
        let names = 0;
        for (const id of window.names) if (!known.has(id)) names += ranks.get(id) ?? 0;
        const gain = (gains.names * names + gains.window * window.value) / (cost + windowTokens);
        if (gain <= most) continue;
        best = window;
        most = gain;
      }
      if (best === null) return;
      left.delete(best);
      spare -= this.#costOf(best);
      for (const id of best.names) known.add(id);
      const [first = 0, end = first] = best.file.starts.subarray(best.cell, best.cell + 2);
      const lines = Array.from({ length: end - first }, (_, at) => first + at);
      this.#choose(best.file, lines, best.value, best.why);
    }
  }

  /** `why` is null for declaring lines. */
  #choose(file: IndexedFile, lines: readonly number[], value: number, why: RetrievalReason | null): void {
    const chosen = this.#chosen.get(file) ?? { lines: new Set(), value: 0, why: null };
    for (const line of lines) chosen.lines.add(line);
    chosen.value += value;
    if (why !== null && (chosen.why === null || reasons.indexOf(why) < reasons.indexOf(chosen.why))) chosen.why = why;
    this.#chosen.set(file, chosen);
  }

  /** Tokens of a window with its file's heading, unless the file has one already. */
  #costOf({ file, tokens }: Window): number {
    const chosen = this.#chosen.get(file);
    const heading = chosen === undefined ? headingTokens : chosen.why === null ? headingTokens - nameTokens : 0;
    return tokens + gapTokens + heading;
  }

  /** 0 for blank lines. */
  #tokensOf(file: IndexedFile, cell: number): number {
    const known = file.tokens[cell] ?? 0;
    if (known > 0) return known;
    const text = textOfCell(file, cell);
    if (text.trim() === '') return 0;
    const tokens = Math.min(65_535, this.#request.count(text));
    file.tokens[cell] = tokens;
    return tokens;
  }

  /** 1 for the rarest words; 0 for a word that tells nothing. */
  #rarityOf(id: number): number {
    const cells = Math.max(leastCells, this.#index.cellCount);
    const places = this.#index.placesOf(id);
    return places === 0 || places > mostPlaces ? 0 : Math.log(1 + cells / places) / Math.log(1 + cells);
  }

  readonly #isTelling = (id: number): boolean => {
    const word = this.#index.wordOf(id);
    return word.length > 2 && !isCommon(word) && this.#rarityOf(id) > 0;
  };
}

const plainWord = /^\p{Ll}{1,3}$/u;

function wordsOfCell({ words, cells }: IndexedFile, cell: number): Uint32Array {
  return words.subarray(cells[cell], cells[cell + 1]);
}

/** Sum of the weights of the words of each cell and, in part, beside it; null if there is none. */
function cellSums({ words, cells }: IndexedFile, weights: Float64Array): Float64Array | null {
  let sums: Float64Array | null = null;
  for (let cell = 0, at = 0; cell < cells.length - 1; cell++) {
    for (const end = cells[cell + 1] ?? 0; at < end; at++) {
      const weight = weights[words[at] ?? 0] ?? 0;
      if (weight === 0) continue;
      sums ??= new Float64Array(cells.length - 1);
      sums[cell] = (sums[cell] ?? 0) + weight;
    }
  }
  return sums?.map((sum, cell) => sum + beside * ((sums[cell - 1] ?? 0) + (sums[cell + 1] ?? 0))) ?? null;
}
