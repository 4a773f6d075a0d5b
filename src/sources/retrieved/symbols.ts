import type { Clock } from '../../base/clock.ts';
import type { LanguageFeatures, LineRange } from '../../base/language.ts';
import { LruMap } from '../../base/lruMap.ts';
import type { SymbolEntry, Workspace } from '../../base/workspace.ts';
import type { Piece } from '../../engine/piece.ts';
import type { PieceSource, SourceRequest } from '../gather.ts';
import { type Chunk, ChunkPieces } from './chunk.ts';
import type { ProjectTexts } from './projectTexts.ts';
import { isCommon, namesIn } from './words.ts';

/** Lines before and after the cursor whose names are looked up. */
const aroundLines = 3;
const maxNames = 8;
const maxDefinitions = 10;
const maxLines = 60;
/** What stands around a definition that the provider gives by its name alone. */
const bareLines = 10;
const longLine = 1_000;
/** An answer serves so long for the same name in the same line, ms. */
const answerMs = 30_000;
const maxAnswers = 256;
const enclosingScore = 0.85;

interface Answer {
  readonly until: number;
  readonly ranges: Promise<readonly LineRange[]>;
}

interface NearName {
  readonly name: string;
  /** UTF-16 units. */
  readonly offset: number;
  /** Line and column in it, to tell it again. */
  readonly key: string;
  /** 0..1 */
  readonly score: number;
}

/** The definitions of the names near the cursor, and the symbol around it, from the editor's providers. */
export class SymbolSource implements PieceSource {
  readonly name = 'SYMBOLS';
  readonly #workspace: Workspace;
  readonly #features: LanguageFeatures;
  readonly #texts: ProjectTexts;
  readonly #clock: Clock;
  readonly #pieces = new ChunkPieces();
  /** By document, name and line. */
  readonly #answers = new LruMap<string, Answer>(maxAnswers);

  constructor(workspace: Workspace, features: LanguageFeatures, texts: ProjectTexts, clock: Clock) {
    this.#workspace = workspace;
    this.#features = features;
    this.#texts = texts;
    this.#clock = clock;
  }

  async pieces(request: SourceRequest): Promise<readonly Piece[]> {
    if (request.cursorOffset === null) return [];
    const names = namesNear(request, request.cursorOffset);
    const [enclosing, ...definitions] = await Promise.all([
      this.#enclosing(request, request.cursorOffset),
      ...names.map((name) => this.#definitions(request, name)),
    ]);
    const found = new Map<string, Chunk>();
    for (const chunk of [...(enclosing ?? []), ...definitions.flat().slice(0, maxDefinitions)]) {
      const key = `${chunk.documentId}:${chunk.first_line}`;
      if (!found.has(key)) found.set(key, chunk);
    }
    return this.#pieces.of([...found.values()]);
  }

  async #definitions(request: SourceRequest, { name, offset, key, score }: NearName): Promise<readonly Chunk[]> {
    const { documentId, projectId } = request;
    const rawOffset = request.rawOffset(offset);
    if (rawOffset === null) return [];
    const ranges = await this.#ask(`${documentId}\n${key}`, () => this.#features.definitions(documentId, rawOffset));
    const chunks = ranges.slice(0, maxDefinitions).map((range) => {
      const what = {
        origin: 'definition',
        documentId: range.documentId,
        projectId,
        why: `defines ${name}`,
        score,
      } as const;
      const end = range.endLine > range.startLine ? range.endLine : range.startLine + bareLines;
      return this.#texts.chunk(what, range.startLine, Math.min(end, range.startLine + maxLines - 1));
    });
    return (await Promise.all(chunks)).filter((chunk) => chunk !== null);
  }

  #ask(key: string, ask: () => Promise<readonly LineRange[]>): Promise<readonly LineRange[]> {
    const now = this.#clock.now();
    const known = this.#answers.get(key);
    if (known !== undefined && now < known.until) return known.ranges;
    const ranges = ask();
    this.#answers.set(key, { until: now + answerMs, ranges });
    return ranges;
  }

  async #enclosing(request: SourceRequest, cursorOffset: number): Promise<readonly Chunk[]> {
    const { documentId, projectId, live } = request;
    const line = live.text.lineIndexOf(Math.min(cursorOffset, live.text.length));
    const symbol = innermost(await this.#workspace.symbols(documentId), line);
    if (symbol === null) return [];
    const why = `the ${symbol.kind} ${symbol.name} around the cursor`;
    const what = { origin: 'enclosing', documentId, projectId, why, score: enclosingScore } as const;
    const last = Math.min(symbol.endLine, symbol.startLine + maxLines - 1);
    const chunk = await this.#texts.chunk(what, symbol.startLine, last);
    return chunk === null ? [] : [chunk];
  }
}

/** The smallest symbol of several lines that holds the line; null when none does. */
function innermost(symbols: readonly SymbolEntry[], line: number): SymbolEntry | null {
  const around = symbols.filter(
    ({ startLine, endLine }) => startLine <= line && line <= endLine && startLine < endLine,
  );
  return around.reduce<SymbolEntry | null>(
    (best, symbol) =>
      best === null || symbol.endLine - symbol.startLine < best.endLine - best.startLine ? symbol : best,
    null,
  );
}

/** The names near the cursor, the nearest first, each once. Nearness counts lines first, then columns. */
function namesNear({ live: { text }, rawOffset }: SourceRequest, cursorOffset: number): readonly NearName[] {
  const cursor = Math.min(cursorOffset, text.length);
  const at = text.lineIndexOf(cursor);
  const names: (NearName & { readonly distance: number })[] = [];
  for (let line = Math.max(0, at - aroundLines); line <= Math.min(at + aroundLines, text.lineCount - 1); line++) {
    const { start, end } = text.lineAt(line);
    if (end - start > longLine) continue;
    const shown = text.slice(start, end);
    for (const { name, offset } of namesIn(shown)) {
      if (name.length < 2 || isCommon(name) || rawOffset(start + offset) === null) continue;
      const column = cursor - start - offset;
      const gap = line === at ? Math.max(-column, column - name.length, 0) : longLine * Math.abs(line - at);
      const score = line === at ? (gap === 0 ? 0.95 : 0.9) : 0.8 - 0.1 * (Math.abs(line - at) - 1);
      names.push({ name, offset: start + offset, key: `${offset}\n${shown}`, score, distance: gap });
    }
  }
  const nearest = new Map<string, NearName>();
  for (const name of names.sort((a, b) => a.distance - b.distance)) {
    if (!nearest.has(name.name)) nearest.set(name.name, name);
  }
  return [...nearest.values()].slice(0, maxNames);
}
