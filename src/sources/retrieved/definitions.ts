import { Emitter } from '../../base/event.ts';
import { LruMap } from '../../base/lruMap.ts';
import { type Clock, soon } from '../../base/ports/clock.ts';
import type { LanguageFeatures, LineRange } from '../../base/ports/language.ts';
import type { SourceRequest } from '../gather.ts';
import { codeNamesIn, importLine, isCommon, longLine } from './index/words.ts';

/** Lines before and after the cursor whose names are looked up. */
const definitionMargin = 3;
const maxNames = 10;
const maxDefinitions = 10;
/**
 * Maximum time that a prompt waits for a language service, ms. A later answer serves the next
 * prompt.
 */
const serviceMs = 60;
/** Lifetime of an answer for the same name in the same line, ms. */
const definitionsMs = 30_000;
const maxDefinitionAnswers = 256;
/** Lines of a definition that are shown: more of a name that the developer points at. */
const definitionLines = { near: 16, pointedAt: 40 };

interface NearName {
  readonly name: string;
  /** UTF-16 units. */
  readonly offset: number;
  /** Line and column in it, to recognise it. */
  readonly key: string;
  /** True if the cursor touches it or the selection holds it. */
  readonly isPointedAt: boolean;
}

/** Definitions of the names in the selection and near the cursor. */
export interface NearDefinitions {
  readonly ranges: readonly LineRange[];
  /** Names that the developer points at and no language service knows. */
  readonly unknown: readonly string[];
}

/**
 * Finds definitions of the names in the selection and near the cursor by the editor's language
 * services.
 */
export class Definitions {
  readonly #features: LanguageFeatures;
  readonly #clock: Clock;
  readonly #answeredLate = new Emitter<void>();
  /** By document, name and line. */
  readonly #answers = new LruMap<string, { readonly until: number; readonly ranges: Promise<readonly LineRange[]> }>(
    maxDefinitionAnswers,
  );

  /** A language service that was not ready has answered. */
  readonly onDidAnswerLate = this.#answeredLate.event;

  constructor(features: LanguageFeatures, clock: Clock) {
    this.#features = features;
    this.#clock = clock;
  }

  async near(request: SourceRequest): Promise<NearDefinitions> {
    if (request.cursorOffset === null) return { ranges: [], unknown: [] };
    const found = await Promise.all(
      namesNear(request, request.cursorOffset).map(async ({ name, offset, key, isPointedAt }) => {
        const rawOffset = request.rawOffset(offset);
        const asked = rawOffset === null ? null : await this.#soon(this.#ask(request.documentId, rawOffset, key));
        const most = isPointedAt ? definitionLines.pointedAt : definitionLines.near;
        const ranges = asked?.filter((range) => !isOwnImport(request, range)) ?? [];
        return { name, isPointedAt, ranges: ranges.map((range) => withEnd(range, most)) };
      }),
    );
    return {
      ranges: found.flatMap(({ ranges }) => ranges).slice(0, maxDefinitions),
      unknown: found.flatMap(({ name, isPointedAt, ranges }) => (isPointedAt && ranges.length === 0 ? [name] : [])),
    };
  }

  /** Null when there is no answer soon; then it is reported when it comes. */
  async #soon<T>(asked: Promise<T>): Promise<T | null> {
    const answer = await soon(this.#clock, serviceMs, asked, null);
    const answered = () => this.#answeredLate.fire();
    if (answer === null) void asked.then(answered, answered);
    return answer;
  }

  #ask(documentId: string, offset: number, name: string): Promise<readonly LineRange[]> {
    const key = `${documentId}\n${name}`;
    const now = this.#clock.now();
    const known = this.#answers.get(key);
    if (known !== undefined && now < known.until) return known.ranges;
    const ranges = this.#features.definitions(documentId, offset);
    this.#answers.set(key, { until: now + definitionsMs, ranges });
    return ranges;
  }
}

/**
 * Cuts a definition to `most` lines. If a service gives only the name's line, the lines after it
 * are taken too.
 */
function withEnd(range: LineRange, most: number): LineRange {
  const { startLine, endLine } = range;
  const last = endLine > startLine ? endLine : startLine + definitionLines.near - 1;
  return { ...range, endLine: Math.min(last, startLine + most - 1) };
}

/** True for the line that imports the name: a service that does not find the module returns it. */
function isOwnImport({ documentId, live: { text } }: SourceRequest, range: LineRange): boolean {
  if (range.documentId !== documentId || range.startLine >= text.lineCount) return false;
  const { start, end } = text.lineAt(range.startLine);
  const line = text.slice(start, Math.min(end, start + longLine));
  return importLine.test(line) || /^\s*(?:type\s+)?[\w$]+(?:\s+as\s+[\w$]+)?,?\s*$/.test(line);
}

/** The names near the cursor, selected ones first, then by lines and columns, each once. */
function namesNear(
  { live: { text, editorState }, rawOffset }: SourceRequest,
  cursorOffset: number,
): readonly NearName[] {
  const cursor = Math.min(cursorOffset, text.length);
  const at = text.lineIndexOf(cursor);
  const lastLine = Math.min(text.lineCount - 1, at + definitionMargin);
  const names: (NearName & { readonly distance: number })[] = [];
  for (let line = Math.max(0, at - definitionMargin); line <= lastLine; line++) {
    const { start, end } = text.lineAt(line);
    if (end - start > longLine) continue;
    const shown = text.slice(start, end);
    for (const { name, offset } of codeNamesIn(shown)) {
      const first = start + offset;
      if (name.length < 2 || isCommon(name) || rawOffset(first) === null) continue;
      const gap =
        line === at ? Math.max(first - cursor, cursor - first - name.length, 0) : longLine * Math.abs(line - at);
      const isSelected = editorState.selections.some((one) => one.start.offset <= first && first < one.end.offset);
      const distance = isSelected ? Math.min(gap, 0.5) : gap;
      names.push({ name, offset: first, key: `${offset}\n${shown}`, isPointedAt: distance < 1, distance });
    }
  }
  const nearest = new Map<string, NearName>();
  for (const name of names.sort((a, b) => a.distance - b.distance || a.offset - b.offset)) {
    if (!nearest.has(name.name)) nearest.set(name.name, name);
  }
  return [...nearest.values()].slice(0, maxNames);
}
