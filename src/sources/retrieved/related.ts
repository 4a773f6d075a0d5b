import type { Disposable } from '../../base/disposable.ts';
import { Emitter } from '../../base/event.ts';
import { LruMap } from '../../base/lruMap.ts';
import type { Commits } from '../../base/ports/commits.ts';
import type { Workspace } from '../../base/ports/workspace.ts';
import type { Piece } from '../../engine/piece.ts';
import type { SourceText } from '../../text/sourceText.ts';
import { languageOfFile } from '../fileLanguage.ts';
import type { PieceSource, SourceRequest } from '../gather.ts';
import { isInstructionFile } from '../rules/instructions.ts';
import { type Chunk, chunkPiece, scatteredChunk } from './chunk.ts';
import type { Definitions } from './definitions.ts';
import { type IndexAbsence, ProjectIndex, type ProjectIndexParts } from './index/projectIndex.ts';
import { type IndexedFile, isCode, textOfLine, type WordIndex } from './index/wordIndex.ts';
import { type ChosenLines, LineChoice, type PointedLines } from './planner.ts';
import { queryOf, recentHunks } from './query.ts';
import { changedTogether } from './together.ts';

/** Maximum number of projects that keep their index; the least recently used one goes first. */
const maxIndexedProjects = 4;
/** Score of the best file; each further one scores a step less. Pins and errors score more. */
const bestFileScore = 0.65;
const scoreStep = 0.02;
const leastScore = 0.1;
/** Tokens where nothing was edited, and beside a document that is no code. */
const uneditedRoom = 1_500;
const textRoom = 500;
/** A name that more files declare is not looked up; of a declaration some lines are shown. */
const maxDeclaringFiles = 3;
const declaredLinesShown = 15;

/** Counts the tokens of a text for the model that prompts are made for. */
export type TokenCount = (text: string) => number;

interface RelatedParts extends ProjectIndexParts {
  readonly workspace: Workspace;
  readonly commits: Commits;
  readonly definitions: Definitions;
  readonly counter: () => Promise<TokenCount>;
  /** Number of tokens that the developer allows at most. */
  readonly most: () => number;
}

/**
 * Retrieves the code of other files that the developer's current work needs, as far as there is
 * room. Keeps one index a project.
 */
export class RelatedCode implements PieceSource, Disposable {
  readonly name = 'SEARCH';
  readonly #parts: RelatedParts;
  readonly #indexParts: ProjectIndexParts;
  readonly #together: ReturnType<typeof changedTogether>;
  /** The last used last. */
  readonly #projects = new LruMap<string, ProjectIndex>(maxIndexedProjects, {
    onEvict: (project) => project.dispose(),
  });
  readonly #subscription: Disposable;
  readonly #settled = new Emitter<void>();

  /** Fires when an index has nothing left to do: other code may be found now. */
  readonly onDidSettle = this.#settled.event;

  constructor(parts: RelatedParts) {
    this.#parts = parts;
    this.#indexParts = { ...parts, onSettled: () => this.#settled.fire() };
    this.#together = changedTogether(parts.commits, parts.clock);
    this.#subscription = parts.files.onDidChange(({ projectId, path }) => this.#projects.get(projectId)?.changed(path));
  }

  /**
   * Plans with what is indexed so far. The first request starts the index and does not wait for it.
   */
  async pieces(request: SourceRequest, gaps: string[] = []): Promise<readonly Piece[]> {
    const { projectId, documentId, live, cursorOffset } = request;
    if (projectId === 'none') return [];
    const count = await this.#parts.counter();
    const project = this.#projects.getOrMake(projectId, () => new ProjectIndex(projectId, this.#indexParts));
    const open = this.#openTexts(projectId);
    for (const path of open.keys()) project.prefer(path);
    project.followOpenDocuments(open);
    const own = this.#parts.workspace.locate(documentId).path;
    const { histories, files, clock, allowed, redaction } = this.#parts;
    const edited = [...open.keys()].flatMap((path) => {
      const id = files.documentId(projectId, path);
      const history = histories.get(id);
      if (history === null) return [];
      const shown = (text: SourceText) => redaction.redact(projectId, text, id).text;
      const hunks = recentHunks(history, clock.now(), shown);
      return hunks.length === 0 ? [] : [{ path, hunks }];
    });
    const paths = new Set(edited.map(({ path }) => path));
    const together = await this.#together(projectId, paths.size === 0 ? new Set([own]) : paths);
    const cursorLine = cursorOffset === null ? null : live.text.lineIndexOf(Math.min(cursorOffset, live.text.length));
    const index = project.index;
    const near = await this.#parts.definitions.near(request);
    const choice = new LineChoice(index, {
      query: queryOf(
        edited.flatMap(({ hunks }) => hunks),
        live.text,
        cursorLine,
      ),
      own,
      together,
      pointed: [
        ...near.ranges.flatMap(({ documentId: id, startLine, endLine }) => {
          const { path } = this.#parts.workspace.locate(id);
          return files.documentId(projectId, path) === id ? [{ path, first: startLine, last: endLine }] : [];
        }),
        ...near.unknown.flatMap((name) => declaredLines(index, name)),
      ],
      // A document that is no code, or one in a project without edits, needs little of other files.
      room: Math.min(
        this.#parts.most(),
        request.room ?? Number.POSITIVE_INFINITY,
        isCode(own) ? (edited.length > 0 ? Number.POSITIVE_INFINITY : uneditedRoom) : textRoom,
      ),
      isAllowed: (path) => {
        // Rules of the project have a layer of their own.
        if (isInstructionFile(path) || !allowed(files.documentId(projectId, path))) return false;
        return project.isCurrent(path, open.get(path));
      },
      count,
    });
    gaps.push(...project.gaps);
    return this.#chunksOf(projectId, choice.plan()).map(chunkPiece);
  }

  /** Settles when a project's index has nothing left to do. */
  async settled(projectId: string): Promise<void> {
    await this.#projects.get(projectId)?.settled();
  }

  /** The reason why the search does not know a file; null if it does. */
  async absence(projectId: string, path: string): Promise<IndexAbsence | null> {
    const project = this.#projects.peek(projectId);
    return project === undefined ? 'indexing' : project.absence(path);
  }

  /** The declarations of a name, each with its first line and the rest of it; lines count from one. */
  declared(projectId: string, name: string) {
    const declaring = this.#projects.peek(projectId)?.index.declaring(name) ?? [];
    return [...declaring].flatMap((file) =>
      file.declarations.flatMap(({ name: declared, line }, at) => {
        if (declared !== name) return [];
        const text = textOfLine(file, line - 1);
        const depth = indentOf(text);
        const next = file.declarations.slice(at + 1).find((one) => indentOf(textOfLine(file, one.line - 1)) <= depth);
        const last = (next?.line ?? file.lines.length + 1) - 1;
        const rest = file.text.slice(file.lines[line], file.lines[last] ?? file.text.length);
        return [{ path: file.path, lines: { first: line, last }, text, rest }];
      }),
    );
  }

  /** Rebuilds every index: the exclusions have changed. */
  reset(): void {
    for (const project of this.#projects.values()) project.reset();
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#settled.dispose();
    for (const project of this.#projects.values()) project.dispose();
    this.#projects.clear();
  }

  #openTexts(projectId: string): ReadonlyMap<string, SourceText> {
    const { histories, files } = this.#parts;
    const texts = new Map<string, SourceText>();
    for (const documentId of histories.documents) {
      const text = histories.isOpen(documentId) ? histories.textOf(documentId) : null;
      const place = this.#parts.workspace.locate(documentId);
      if (text === null || place.projectId !== projectId) continue;
      if (files.documentId(projectId, place.path) === documentId) texts.set(place.path, text);
    }
    return texts;
  }

  /** A chunk for each file with windows, and one for the declaring lines of all others. */
  #chunksOf(projectId: string, planned: readonly ChosenLines[]): readonly Chunk[] {
    const declared = planned.filter(({ why }) => why === null);
    const chunks = planned.flatMap(({ file, lines, why }, rank): readonly Chunk[] => {
      if (why === null) return [];
      const documentId = this.#parts.files.documentId(projectId, file.path);
      const language = this.#parts.workspace.editor(documentId)?.language ?? languageOfFile(file.path);
      const score = Math.max(leastScore, bestFileScore - rank * scoreStep);
      const about = { origin: 'search', documentId, projectId, file: file.path, language, why, score } as const;
      const numbers = lines.map((line) => line + 1);
      return [scatteredChunk(about, numbers, (line) => endedLine(file, line - 1))];
    });
    const [best] = declared;
    if (best === undefined) return chunks;
    const text = declared
      .map(({ file, lines }) => `${file.path}\n${lines.map((line) => endedLine(file, line)).join('')}`)
      .join('');
    const language = languageOfFile(best.file.path);
    const place = { documentId: projectId, projectId, file: 'declarations', first_line: 0, last_line: 0 };
    return [...chunks, { ...place, origin: 'declarations', language, why: '', score: bestFileScore, text }];
  }
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}

/** A line with a break, also the last one. */
function endedLine(file: IndexedFile, line: number): string {
  const text = textOfLine(file, line);
  return /[\r\n]$/.test(text) ? text : `${text}\n`;
}

/** The declarations of a name, if few files declare it. */
function declaredLines(index: WordIndex, name: string): readonly PointedLines[] {
  const declaring = index.declaring(name);
  if (declaring.size > maxDeclaringFiles) return [];
  return [...declaring].flatMap(({ path, declarations }) =>
    declarations
      .filter((declaration) => declaration.name === name)
      .map(({ line }) => ({ path, first: line - 1, last: line - 1 + declaredLinesShown })),
  );
}
