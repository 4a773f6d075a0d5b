import type { Disposable } from '../../base/disposable.ts';
import { Emitter } from '../../base/event.ts';
import { LruMap } from '../../base/lruMap.ts';
import type { LineRange } from '../../base/ports/language.ts';
import type { Workspace } from '../../base/ports/workspace.ts';
import type { Piece } from '../../engine/piece.ts';
import type { SourceText } from '../../text/sourceText.ts';
import { languageOfFile } from '../fileLanguage.ts';
import type { PieceSource, SourceRequest } from '../gather.ts';
import { namesOf, parentFolder } from '../paths.ts';
import { type Chunk, ChunkPieces } from './chunk.ts';
import type { Hit, LexicalIndex, QueryWord } from './index/lexicalIndex.ts';
import { maxEntries, ProjectIndex, type ProjectIndexParts } from './index/projectIndex.ts';
import { searchWords } from './index/words.ts';
import { importedNames, isDistinctive, isImport, isTest, longLine, moduleOf } from './nearness.ts';
import { definitionLines } from './symbols.ts';

/** Hits that are looked at, and those that are given. */
const maxCandidates = 60;
const maxHits = 16;
/** Maximum number of chunks of the current document: it is mostly shown anyway. */
const maxOwnHits = 2;
/** Maximum number of words that are considered. */
const maxQueryWords = 120;
/** Lines before and after the cursor whose words are looked for. */
const aroundLines = 10;
/** What is found by words alone is never as sure as what is known. */
const bestScore = 0.8;
/** Less relevant chunks are noise. */
const leastScore = 0.3;
/** Information in words that makes half a proof, bits; where only few chunks could have been hit by accident, for each doubling of their number. */
const convincingBits = 24;
const convincingBitsPerDoubling = 3;
/** A score that moves by less stays what it was: pieces keep their order while somebody types. */
const scoreStep = 0.08;
const rememberedDocuments = 64;
/** An index of few files is ready before anybody could read that it is not: so many, or so long, ms. */
const minReportedFiles = 100;
const minReportedMs = 500;
/** More declarations of one name say nothing. */
const maxDeclarations = 40;
/** Maximum number of projects that keep their index; the least recently used one goes first. */
const maxIndexedProjects = 4;

/** Searches the project for the words around the cursor and of the recent diffs. One index a project. */
export class LexicalSearch implements PieceSource, Disposable {
  readonly name = 'SEARCH';
  readonly #workspace: Workspace;
  readonly #parts: ProjectIndexParts;
  /** The last used last. */
  readonly #projects = new LruMap<string, ProjectIndex>(maxIndexedProjects, {
    onEvict: (project) => project.dispose(),
  });
  readonly #pieces = new ChunkPieces();
  /** The last scores by document, path and line. */
  readonly #scores = new LruMap<string, ReadonlyMap<string, number>>(rememberedDocuments);
  readonly #subscription: Disposable;
  readonly #settled = new Emitter<void>();

  /** Fires when an index has nothing left to do: what is found may have changed. */
  readonly onDidSettle = this.#settled.event;

  constructor(workspace: Workspace, parts: ProjectIndexParts) {
    this.#workspace = workspace;
    const onSettled = () => {
      this.#scores.clear();
      this.#settled.fire();
    };
    this.#parts = { ...parts, onSettled };
    this.#subscription = parts.files.onDidChange(({ projectId, path }) => this.#projects.get(projectId)?.changed(path));
  }

  /** What is indexed by now: the first request begins the index and does not wait for it. */
  async pieces(request: SourceRequest): Promise<readonly Piece[]> {
    if (request.projectId === 'none') return [];
    const project = this.#project(request.projectId);
    project.followOpenDocuments(this.#openTexts(request.projectId));
    const words = project.index.chosen(queryWords(request));
    const own = this.#workspace.locate(request.documentId).path;
    const cursor = lineOfCursor(request);
    let ownHits = 0;
    const hits = project.index.search(words, maxCandidates, (hit) => {
      if (!this.#stands(request.projectId, hit)) return false;
      if (hit.path !== own) return true;
      const isNear = hit.firstLine <= cursor + aroundLines && cursor - aroundLines <= hit.lastLine;
      return !isNear && ownHits++ < maxOwnHits;
    });
    const query = new Query(words, project.index);
    const before = this.#scores.get(request.documentId);
    const near = this.#nearness(request, own);
    const scored = hits.map((hit) => {
      const key = `${hit.path}:${hit.firstLine}`;
      const score = Math.min(bestScore, query.relevance(hit.words) * near(hit.path));
      const last = before?.get(key);
      return { hit, key, score: last !== undefined && Math.abs(last - score) < scoreStep ? last : score };
    });
    this.#scores.set(request.documentId, new Map(scored.map(({ key, score }) => [key, score])));
    const relevant = scored
      .filter(({ score }) => score >= leastScore)
      .sort((a, b) => b.score - a.score || (a.key < b.key ? -1 : 1))
      .slice(0, maxHits);
    return this.#pieces.of(relevant.map(({ hit, score }) => this.#chunkOf(request.projectId, hit, score)));
  }

  gaps({ projectId }: SourceRequest): readonly string[] {
    const project = this.#projects.peek(projectId);
    if (project === undefined) return [];
    const { indexed, leftOut, unread, isCutShort, isWalking, begun } = project.progress;
    const isLong = indexed >= minReportedFiles || this.#parts.clock.now() - begun >= minReportedMs;
    return [
      ...(isWalking && isLong ? [`SEARCH_INDEXING: ${indexed} files are indexed so far`] : []),
      ...(leftOut > 0 ? [`SEARCH_LEFT_OUT: ${leftOut} files found no room in the index of ${indexed}`] : []),
      ...(isCutShort
        ? [`SEARCH_LEFT_OUT: of more than ${maxEntries} names in the project the deepest were not looked at`]
        : []),
      ...(unread.length > 0 ? [`SEARCH_UNREADABLE: ${namesOf(unread.map((path) => path || '.'))} cannot be read`] : []),
    ];
  }

  /**
   * Where a name is declared, by the shape of the lines of the indexed files: here, else where the document imports from, else near by.
   * Of a name that many files declare nothing is known, unless the developer points at it.
   */
  declarations(
    { projectId, documentId, live }: SourceRequest,
    name: string,
    isPointedAt: boolean,
  ): readonly LineRange[] {
    if (projectId === 'none') return [];
    const { index } = this.#project(projectId);
    if (index.declarationCount(name) > maxDeclarations) return [];
    const own = this.#workspace.locate(documentId).path;
    const imported = importedNames(live.text);
    const rank = (path: string): number => {
      if (path === own) return 4;
      if (imported.has(moduleOf(path))) return 3 - (isTest(path) ? 0.5 : 0);
      const near = parentFolder(path) === parentFolder(own) ? 2 : path.split('/')[0] === own.split('/')[0] ? 1 : 0;
      return near - (isTest(path) ? 0.5 : 0);
    };
    const places = index
      .declarations(name, definitionLines(isPointedAt))
      .map((place) => ({ ...place, rank: rank(place.path) }))
      .sort((a, b) => b.rank - a.rank || (a.path < b.path ? -1 : a.path > b.path ? 1 : a.firstLine - b.firstLine));
    const best = places.filter((place) => place.rank === places[0]?.rank);
    const [first] = best;
    if (first === undefined) return [];
    const isSure = best.length === 1 && (first.rank >= 2 || isDistinctive(name));
    if (!isPointedAt && !isSure) return [];
    return best.slice(0, 3).map(({ path, firstLine, lastLine }) => ({
      documentId: this.#parts.files.documentId(projectId, path),
      startLine: firstLine - 1,
      endLine: lastLine - 1,
    }));
  }

  /** How much nearer than a stranger a file is: a neighbour, one that is imported, one that is open and being edited. */
  #nearness({ projectId, live }: SourceRequest, own: string): (path: string) => number {
    const { histories, files } = this.#parts;
    const imported = importedNames(live.text);
    return (path) => {
      if (imported.has(moduleOf(path))) return 1.25;
      if (histories.isOpen(files.documentId(projectId, path))) return 1.2;
      return parentFolder(path) === parentFolder(own) ? 1.15 : isTest(path) && !isTest(own) ? 0.9 : 1;
    };
  }

  /** Settles when a project's index has nothing left to do. */
  async settled(projectId: string): Promise<void> {
    await this.#projects.get(projectId)?.settled();
  }

  /** Starts every index anew: what is excluded has changed. */
  reset(): void {
    for (const project of this.#projects.values()) project.reset();
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#settled.dispose();
    for (const project of this.#projects.values()) project.dispose();
    this.#projects.clear();
  }

  #project(projectId: string): ProjectIndex {
    return this.#projects.getOrMake(projectId, () => new ProjectIndex(projectId, this.#parts));
  }

  #openTexts(projectId: string): ReadonlyMap<string, SourceText> {
    const { histories, files } = this.#parts;
    const texts = new Map<string, SourceText>();
    for (const documentId of histories.documents) {
      const text = histories.isOpen(documentId) ? histories.textOf(documentId) : null;
      const place = this.#workspace.locate(documentId);
      if (text === null || place.projectId !== projectId) continue;
      if (files.documentId(projectId, place.path) === documentId) texts.set(place.path, text);
    }
    return texts;
  }

  /** Whether an open document still has these lines here: what the developer has changed meanwhile is stale. */
  #stands(projectId: string, { path, firstLine, text }: Omit<Hit, 'score' | 'words'>): boolean {
    const { histories, files, allowed, redaction } = this.#parts;
    const documentId = files.documentId(projectId, path);
    if (!allowed(documentId)) return false;
    const raw = histories.isOpen(documentId) ? histories.textOf(documentId) : null;
    if (raw === null) return true;
    const now = redaction.redact(projectId, raw, documentId).text;
    if (firstLine > now.lineCount) return false;
    const { start } = now.lineAt(firstLine - 1);
    return start + text.length <= now.length && now.slice(start, start + text.length) === text;
  }

  #chunkOf(projectId: string, hit: Hit, score: number): Chunk {
    const documentId = this.#parts.files.documentId(projectId, hit.path);
    return {
      origin: 'search',
      documentId,
      projectId,
      file: hit.path,
      first_line: hit.firstLine,
      last_line: hit.lastLine,
      language: this.#workspace.editor(documentId)?.language ?? languageOfFile(hit.path),
      why: 'related',
      score,
      text: hit.text,
    };
  }
}

/** What is looked for: the words around the cursor and of the recent diffs, and what each tells. */
class Query {
  readonly #words: readonly { readonly word: string; readonly bits: number; readonly weighed: number }[];
  /** The words that a word is made of, such as `read` of `readfilesync`. */
  readonly #parts = new Map<string, readonly { readonly word: string; readonly bits: number }[]>();
  readonly #total: number;
  readonly #convincing: number;

  constructor(words: readonly QueryWord[], index: LexicalIndex) {
    this.#words = words.map(({ word, weight }) => {
      const bits = index.information(word);
      return { word, bits, weighed: weight * bits };
    });
    for (const { word: whole } of words) {
      const parts = this.#words.filter(({ word }) => word.length < whole.length && whole.includes(word));
      this.#parts.set(whole, parts);
    }
    this.#total = this.#words.reduce((sum, { weighed }) => sum + weighed, 0);
    this.#convincing = Math.min(convincingBits, convincingBitsPerDoubling * Math.log2(1 + index.chunkCount));
  }

  /**
   * How relevant a chunk with some of the words is, 0..0.8, whatever else is found: the share of what the words tell that it answers,
   * and little where all that they tell is little, for a common word proves nothing. A chunk among N is the one that matters with odds
   * of 1 to N before anything is known, so that the bits that convince grow with log2 N. A word and the words
   * that it is made of prove what the one or the others do, not both.
   */
  relevance(found: readonly string[]): number {
    if (this.#total === 0) return 0;
    const has = new Set(found);
    let answered = 0;
    let bits = 0;
    for (const one of this.#words) {
      if (!has.has(one.word)) continue;
      answered += one.weighed;
      const parts = this.#parts.get(one.word)?.filter(({ word }) => has.has(word)) ?? [];
      bits += Math.max(0, one.bits - parts.reduce((sum, part) => sum + part.bits, 0));
    }
    return bestScore * Math.sqrt(answered / this.#total) * (1 - 2 ** (-bits / this.#convincing));
  }
}

/** Zero-based. */
function lineOfCursor({ live, cursorOffset }: SourceRequest): number {
  return live.text.lineIndexOf(Math.min(cursorOffset ?? 0, live.text.length));
}

/** The words of the lines around the cursor, nearer ones weighing more, and of the changed lines of the recent diffs. */
function queryWords(request: SourceRequest): readonly QueryWord[] {
  const { live, cursorOffset } = request;
  const weights = new Map<string, number>();
  const add = (text: string, weight: number) => {
    for (const word of searchWords(text)) weights.set(word, Math.max(weight, weights.get(word) ?? 0));
  };
  if (cursorOffset !== null) {
    const at = lineOfCursor(request);
    for (
      let line = Math.max(0, at - aroundLines);
      line <= Math.min(at + aroundLines, live.text.lineCount - 1);
      line++
    ) {
      const { start, end } = live.text.lineAt(line);
      const distance = Math.abs(line - at);
      const text = live.text.slice(start, Math.min(end, start + longLine));
      if (end - start <= longLine && !isImport(text)) add(text, distance === 0 ? 3 : distance <= 3 ? 2 : 1);
    }
  }
  for (const { patch } of live.recentDiffs.map(({ diff }) => diff)) {
    for (const line of patch
      .slice(0, 20 * longLine)
      .split('\n')
      .slice(0, 200)) {
      if (/^[+-](?!--|\+\+)/.test(line) && line.length <= longLine) add(line.slice(1), 1.5);
    }
  }
  return [...weights]
    .map(([word, weight]) => ({ word, weight }))
    .sort((a, b) => b.weight - a.weight)
    .slice(0, maxQueryWords);
}
