import type { Disposable } from '../../base/disposable.ts';
import { Emitter } from '../../base/event.ts';
import { LruMap } from '../../base/lruMap.ts';
import type { Workspace } from '../../base/workspace.ts';
import type { Piece } from '../../engine/piece.ts';
import type { SourceText } from '../../text/sourceText.ts';
import { languageOfFile } from '../fileLanguage.ts';
import type { PieceSource, SourceRequest } from '../gather.ts';
import { type Chunk, ChunkPieces } from './chunk.ts';
import type { Hit, QueryWord } from './lexicalIndex.ts';
import { ProjectIndex, type ProjectIndexParts } from './projectIndex.ts';
import { searchWords } from './words.ts';

const maxHits = 40;
/** Of the current document at most so many: it is mostly shown anyway. */
const maxOwnHits = 8;
/** So many words are considered. */
const maxWords = 120;
/** Lines before and after the cursor whose words are looked for. */
const aroundLines = 10;
/** Longer lines are no person's. UTF-16 units. */
const longLine = 1_000;
/** What is found by words alone is never as sure as what is known. */
const bestScore = 0.8;
/** Scores go by steps, so that a piece stays the same while its score hardly moves. */
const scoreStep = 0.05;
/** So many projects keep their index; the least recently used one goes first. */
const maxProjects = 4;

/** Searches the project for the words around the cursor and of the recent diffs. One index a project. */
export class LexicalSearch implements PieceSource, Disposable {
  readonly name = 'SEARCH';
  readonly #workspace: Workspace;
  readonly #parts: ProjectIndexParts;
  /** The last used last. */
  readonly #projects = new LruMap<string, ProjectIndex>(maxProjects, { onEvict: (project) => project.dispose() });
  readonly #pieces = new ChunkPieces();
  readonly #subscription: Disposable;
  readonly #settled = new Emitter<void>();

  /** Tells that an index has nothing left to do: what is found may have changed. */
  readonly onDidSettle = this.#settled.event;

  constructor(workspace: Workspace, parts: ProjectIndexParts) {
    this.#workspace = workspace;
    this.#parts = { ...parts, onSettled: () => this.#settled.fire() };
    this.#subscription = parts.files.onDidChange(({ projectId, path }) => this.#projects.get(projectId)?.changed(path));
  }

  /** What is indexed by now: the first request begins the index and does not wait for it. */
  async pieces(request: SourceRequest): Promise<readonly Piece[]> {
    if (request.projectId === 'none') return [];
    const project = this.#project(request.projectId);
    project.followOpenDocuments(this.#openTexts(request.projectId));
    const words = project.index.chosen(queryWords(request));
    const own = this.#workspace.locate(request.documentId).path;
    const cursor = cursorLine(request);
    let ownHits = 0;
    const hits = project.index.search(words, maxHits, (hit) => {
      if (!this.#stands(request.projectId, hit)) return false;
      if (hit.path !== own) return true;
      const isNear = hit.firstLine <= cursor + aroundLines && cursor - aroundLines <= hit.lastLine;
      return !isNear && ownHits++ < maxOwnHits;
    });
    const best = hits.find(({ path }) => path !== own) ?? hits[0];
    const scores = relativeScores(hits, best, words);
    return this.#pieces.of(hits.flatMap((hit, index) => this.#chunkOf(request.projectId, hit, scores[index] ?? 0)));
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

  #chunkOf(projectId: string, hit: Hit, score: number): readonly Chunk[] {
    if (score <= 0) return [];
    const documentId = this.#parts.files.documentId(projectId, hit.path);
    return [
      {
        origin: 'search',
        documentId,
        projectId,
        file: hit.path,
        first_line: hit.firstLine,
        last_line: hit.lastLine,
        language: this.#workspace.editor(documentId)?.language ?? languageOfFile(hit.path),
        why: 'shares words with what you are working on',
        score,
        text: hit.text,
      },
    ];
  }
}

/** How much of the query the best hit answers, and how near each comes to it: 0..0.8 in steps. */
function relativeScores(hits: readonly Hit[], best: Hit | undefined, words: readonly QueryWord[]): readonly number[] {
  if (best === undefined) return [];
  const found = new Set(best.words);
  const all = words.reduce((sum, { weight }) => sum + weight, 0);
  const covered = words.reduce((sum, { word, weight }) => sum + (found.has(word) ? weight : 0), 0);
  const top = bestScore * Math.sqrt(covered / all);
  return hits.map(({ score }) => Math.round((top * Math.min(1, score / best.score)) / scoreStep) * scoreStep);
}

/** Zero-based. */
function cursorLine({ live, cursorOffset }: SourceRequest): number {
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
    const at = cursorLine(request);
    for (
      let line = Math.max(0, at - aroundLines);
      line <= Math.min(at + aroundLines, live.text.lineCount - 1);
      line++
    ) {
      const { start, end } = live.text.lineAt(line);
      const distance = Math.abs(line - at);
      if (end - start <= longLine) add(live.text.slice(start, end), distance === 0 ? 3 : distance <= 3 ? 2 : 1);
    }
  }
  for (const { patch } of live.recentDiffs) {
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
    .slice(0, maxWords);
}
