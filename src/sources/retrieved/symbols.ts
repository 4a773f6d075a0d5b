import { Emitter } from '../../base/event.ts';
import { LruMap } from '../../base/lruMap.ts';
import type { Clock } from '../../base/ports/clock.ts';
import type { LanguageFeatures, LineRange } from '../../base/ports/language.ts';
import type { SymbolEntry, Workspace } from '../../base/ports/workspace.ts';
import type { Piece } from '../../engine/piece.ts';
import type { SourceText } from '../../text/sourceText.ts';
import type { PieceSource, SourceRequest } from '../gather.ts';
import { type Chunk, ChunkPieces } from './chunk.ts';
import type { ProjectTexts } from './index/projectTexts.ts';
import { codeNamesIn, isCommon } from './index/words.ts';
import { isImport, longLine } from './nearness.ts';

/** Lines before and after the cursor whose names are looked up. */
const definitionMargin = 3;
const maxNames = 10;
const maxDefinitions = 10;
/** Lines of the symbol around the cursor that are shown. */
const maxEnclosingLines = 60;
/** A language service that is not ready is not waited for any longer, ms: the index answers, and the service the next time. */
const serviceMs = 60;
/** Maximum number of lines of a selection that are looked at. */
const maxSelectedLines = 40;
/** How long an answer serves for the same name in the same line, ms. */
const definitionsMs = 30_000;
const maxSymbolAnswers = 256;
const enclosingScore = 0.85;

interface SymbolAnswer {
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
  /** Whether the cursor touches it or the selection holds it. */
  readonly isPointedAt: boolean;
  /** Whether it is asked of something, as in `console.log`: then only a language service knows whose it is. */
  readonly isMember: boolean;
}

/** Where a name is declared as far as the lines of the project's files show. */
export type DeclarationLookup = (request: SourceRequest, name: string, isPointedAt: boolean) => readonly LineRange[];

/** Lines of a definition that are shown: more of a name that the developer points at. */
export function definitionLines(isPointedAt: boolean): number {
  return isPointedAt ? 40 : 16;
}

/**
 * The definitions of the names in the selection and near the cursor, and the symbol around it: from the editor's language services,
 * and where those know nothing of a name or are not ready, from the declarations in the indexed files.
 */
export class SymbolSource implements PieceSource {
  readonly name = 'SYMBOLS';
  readonly #workspace: Workspace;
  readonly #features: LanguageFeatures;
  readonly #texts: ProjectTexts;
  readonly #clock: Clock;
  readonly #declarations: DeclarationLookup;
  readonly #answeredLate = new Emitter<void>();
  readonly #pieces = new ChunkPieces();
  /** By document, name and line. */
  readonly #answers = new LruMap<string, SymbolAnswer>(maxSymbolAnswers);

  /** A language service that was not ready has answered. */
  readonly onDidAnswerLate = this.#answeredLate.event;

  constructor(
    workspace: Workspace,
    features: LanguageFeatures,
    texts: ProjectTexts,
    clock: Clock,
    declarations: DeclarationLookup,
  ) {
    this.#declarations = declarations;
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

  async #definitions(request: SourceRequest, near: NearName): Promise<readonly Chunk[]> {
    const { documentId, projectId } = request;
    const { name, offset, key, score, isPointedAt, isMember } = near;
    const rawOffset = request.rawOffset(offset);
    if (rawOffset === null) return [];
    const most = definitionLines(isPointedAt);
    const served = await this.#soon(
      this.#ask(`${documentId}\n${key}`, () => this.#features.definitions(documentId, rawOffset)),
    );
    const declared = served?.filter((range) => !isOwnImport(request, range)) ?? [];
    const known = declared.length > 0;
    const ranges = known ? declared : isMember && !isPointedAt ? [] : this.#declarations(request, name, isPointedAt);
    const chunks = ranges.slice(0, maxDefinitions).map((range) => {
      const what = {
        origin: 'definition',
        documentId: range.documentId,
        projectId,
        why: `defines ${name}`,
        score,
      } as const;
      const last = range.endLine > range.startLine || !known ? range.endLine : null;
      return this.#texts.declaration(what, range.startLine, last, most);
    });
    return (await Promise.all(chunks)).filter((chunk) => chunk !== null);
  }

  /** Null when there is no answer soon; then the answer is told when it comes. */
  async #soon<T>(asked: Promise<T>): Promise<T | null> {
    let isLate = false;
    const late = new Promise<null>((resolve) => {
      const waiting = this.#clock.after(serviceMs, () => {
        isLate = true;
        resolve(null);
      });
      const answered = () => {
        waiting.dispose();
        if (isLate) this.#answeredLate.fire();
      };
      void asked.then(answered, answered);
    });
    return Promise.race([asked, late]);
  }

  #ask(key: string, ask: () => Promise<readonly LineRange[]>): Promise<readonly LineRange[]> {
    const now = this.#clock.now();
    const known = this.#answers.get(key);
    if (known !== undefined && now < known.until) return known.ranges;
    const ranges = ask();
    this.#answers.set(key, { until: now + definitionsMs, ranges });
    return ranges;
  }

  async #enclosing(request: SourceRequest, cursorOffset: number): Promise<readonly Chunk[]> {
    const { documentId, projectId, live } = request;
    const line = live.text.lineIndexOf(Math.min(cursorOffset, live.text.length));
    const symbol = innermost((await this.#soon(this.#workspace.symbols(documentId))) ?? [], line);
    if (symbol === null) return [];
    const why = `the ${symbol.kind} ${symbol.name} around the cursor`;
    const what = { origin: 'enclosing', documentId, projectId, why, score: enclosingScore } as const;
    const last = Math.min(symbol.endLine, symbol.startLine + maxEnclosingLines - 1);
    const chunk = await this.#texts.chunk(what, symbol.startLine, last);
    return chunk === null ? [] : [chunk];
  }
}

/** Whether a definition is but the line that imports the name: all that a service knows where it does not find the module. */
function isOwnImport({ documentId, live: { text } }: SourceRequest, range: LineRange): boolean {
  if (range.documentId !== documentId || range.startLine >= text.lineCount) return false;
  const { start, end } = text.lineAt(range.startLine);
  const line = text.slice(start, Math.min(end, start + longLine));
  return isImport(line) || /^\s*(?:type\s+)?[\w$]+(?:\s+as\s+[\w$]+)?,?\s*$/.test(line);
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

/** The names in the selection, then those near the cursor, the nearest first, each once. Nearness counts lines first, then columns. */
function namesNear(
  { live: { text, editorState }, rawOffset }: SourceRequest,
  cursorOffset: number,
): readonly NearName[] {
  const cursor = Math.min(cursorOffset, text.length);
  const at = text.lineIndexOf(cursor);
  const selected = editorState.selections.filter(
    ({ start, end }) => start.offset < end.offset && end.offset <= text.length,
  );
  const names: (NearName & { readonly distance: number })[] = [];
  const addLine = (line: number) => {
    const { start, end } = text.lineAt(line);
    if (end - start > longLine) return;
    const shown = text.slice(start, end);
    const isComment = /^\s*(\/\/|\/?\*|#(?!define|include)|--|;)/.test(shown);
    for (const { name, offset } of codeNamesIn(shown)) {
      if (name.length < 2 || isCommon(name) || rawOffset(start + offset) === null) continue;
      if (isComment && /^\p{Lu}?\p{Ll}*$/u.test(name)) continue;
      const column = cursor - start - offset;
      const gap = line === at ? Math.max(-column, column - name.length, 0) : longLine * Math.abs(line - at);
      const isSelected = selected.some(
        (range) => range.start.offset <= start + offset && start + offset < range.end.offset,
      );
      const isPointedAt = gap === 0 || isSelected;
      const score = isPointedAt ? 0.95 : line === at ? 0.9 : Math.max(0.5, 0.8 - 0.1 * (Math.abs(line - at) - 1));
      const isMember = /[.>:]\s*$/.test(shown.slice(0, offset)) && !/\.\.\.$/.test(shown.slice(0, offset));
      const key = `${offset}\n${shown}`;
      const distance = isSelected ? Math.min(gap, 0.5) : gap;
      names.push({ name, offset: start + offset, key, score, isPointedAt, isMember, distance });
    }
  };
  for (const line of candidateLines(text, at, selected)) addLine(line);
  const nearest = new Map<string, NearName>();
  for (const name of names.sort((a, b) => a.distance - b.distance || a.offset - b.offset)) {
    if (!nearest.has(name.name)) nearest.set(name.name, name);
  }
  return [...nearest.values()].slice(0, maxNames);
}

/** The lines around the cursor and the first ones of each selection, each once. */
function candidateLines(
  text: SourceText,
  at: number,
  selected: SourceRequest['live']['editorState']['selections'],
): ReadonlySet<number> {
  const lines = new Set<number>();
  const add = (first: number, last: number) => {
    for (let line = Math.max(0, first); line <= Math.min(last, text.lineCount - 1); line++) lines.add(line);
  };
  for (const { start, end } of selected) {
    const first = text.lineIndexOf(start.offset);
    add(first, Math.min(text.lineIndexOf(end.offset), first + maxSelectedLines - 1));
  }
  add(at - definitionMargin, at + definitionMargin);
  return lines;
}
