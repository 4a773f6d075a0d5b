import type { LiveContext } from '../../documents/liveContext.ts';
import type { OutlineEntry } from '../../documents/outline.ts';
import { writeBlock } from '../../engine/format/markdown.ts';
import type { CountTokens } from '../../engine/measure.ts';
import type { DocumentPart, LevelOfDetail, Piece } from '../../engine/piece.ts';
import type { ShareableText } from '../../redaction/redactedText.ts';
import type { TextSpan } from '../../text/textChange.ts';
import { partWithin } from '../../tokens/tokenFit.ts';
import type { FitsPatch } from './diffs.ts';

export interface ImmediateOptions {
  /** A longer document is shown as an excerpt of nearly this many tokens, its outline included. */
  readonly excerptTokens: number;
  readonly count: CountTokens;
  /** True if a text has at most `excerptTokens` and is shown whole. */
  readonly isWhole: (text: ShareableText) => boolean;
  readonly fitsPatch: FitsPatch;
}

/** The usual length of a token of code, UTF-16 units. */
const usualUnits = 4;
/** Lines around the cursor that the summary shows, and their UTF-16 units. */
const collapsedLines = 3;
const collapsedUnits = 4_000;
/** Maximum share of an outline of what is shown beyond so many UTF-16 units: a short excerpt has none. */
const outlineShare = 1 / 7;
const unitsWithoutOutline = 3_000;
/** The summary is mostly an outline. */
const collapsedOutlineShare = 1 / 2;

/**
 * The current document: excerpt, outline with the cursor's lines, or position and size alone. An
 * excerpt has whole lines; a line that is too long for it is shown around the cursor, with its
 * columns.
 */
export function documentPiece(live: LiveContext, options: ImmediateOptions): Piece {
  const parts = new DocumentParts(live, options);
  return {
    id: 'document',
    layer: 'immediate',
    window: 'document',
    source: live.editorState.file,
    location: { documentId: live.editorState.document_id, line: live.editorState.cursor?.line ?? 1 },
    projectId: live.editorState.project_id,
    weight: 1,
    keep: 'gist',
    render: (lod) => ({ kind: 'document', part: parts.at(lod) }),
    renderWithin: (units) => ({ kind: 'document', part: parts.excerpt(units) }),
  };
}

/** The parts of one version of a document. The longest is cached, since finding it takes long. */
class DocumentParts {
  readonly #live: LiveContext;
  readonly #options: ImmediateOptions;
  #full: DocumentPart | null = null;

  constructor(live: LiveContext, options: ImmediateOptions) {
    this.#live = live;
    this.#options = options;
  }

  at(lod: LevelOfDetail): DocumentPart {
    if (lod === 'gist') return this.#part(null, []);
    if (lod === 'summary') {
      const units = Math.min(collapsedUnits, this.#options.excerptTokens);
      const rows = outlineWithin(this.#live.outline, units * collapsedOutlineShare);
      return this.#part(excerptOf(this.#live, units - rows.join('\n').length, collapsedLines), rows);
    }
    this.#full ??= this.#fullPart();
    return this.#full;
  }

  /** Text around the cursor and an outline of the rest, together of at most `units` UTF-16 units. */
  excerpt(units: number): DocumentPart {
    const room = Math.max(0, Math.floor((units - unitsWithoutOutline) * outlineShare));
    const shown = excerptOf(this.#live, units - room, Number.POSITIVE_INFINITY) ?? { first: 0, last: -1 };
    const rest = this.#live.outline.filter(({ first_line: at }) => at <= shown.first || at > shown.last + 1);
    const rows = outlineWithin(rest, room);
    return this.#part(excerptOf(this.#live, units - rows.join('\n').length, Number.POSITIVE_INFINITY), rows);
  }

  #part(shown: Extent | null, rows: readonly string[]): DocumentPart {
    const { versionId: version_id, text, editorState } = this.#live;
    return {
      file: editorState.file,
      language: editorState.language,
      version_id,
      excerpt: excerptFact(text, shown),
      ...(rows.length === 0 ? {} : { outline: [...rows] }),
      current_document: this.#live.text.slice(shown?.start ?? 0, shown?.end ?? 0),
    };
  }

  #fullPart(): DocumentPart {
    const { versionId: version_id, text, editorState } = this.#live;
    if (!this.#options.isWhole(text)) return this.#longestExcerpt();
    const current_document = text.toString();
    return { file: editorState.file, language: editorState.language, version_id, current_document };
  }

  #longestExcerpt(): DocumentPart {
    const { excerptTokens, count } = this.#options;
    const size = { first: excerptTokens * usualUnits, most: this.#live.text.length };
    const found = partWithin(excerptTokens, size, (units) => {
      const part = this.excerpt(units);
      return { part, tokens: count(writeBlock({ kind: 'document', part })) };
    });
    return found?.part ?? this.at('gist');
  }
}

/**
 * The rows of an outline within a number of UTF-16 units: the longest declarations, in their order.
 */
function outlineWithin(outline: readonly OutlineEntry[], units: number): readonly string[] {
  const span = ({ first_line, last_line }: OutlineEntry) => last_line - first_line;
  const shown = new Set<OutlineEntry>();
  let left = units;
  for (const entry of outline.toSorted((a, b) => span(b) - span(a))) {
    left -= outlineRow(entry).length + 1;
    if (left < 0) break;
    shown.add(entry);
  }
  return outline.filter((entry) => shown.has(entry)).map(outlineRow);
}

function outlineRow({ first_line, name, depth }: OutlineEntry): string {
  return `${'  '.repeat(depth)}${first_line} ${name}`;
}

function excerptFact(text: ShareableText, shown: Extent | null): NonNullable<DocumentPart['excerpt']> {
  const line_count = text.lineCount;
  if (shown === null) return { first_line: 0, last_line: 0, line_count };
  const { first, last, start, end } = shown;
  const line = text.lineAt(first);
  const isCut = start > line.start || end < text.lineAt(last).endWithBreak;
  const columns = isCut ? { first_column: start - line.start + 1, last_column: end - line.start } : {};
  return { first_line: first + 1, last_line: last + 1, line_count, ...columns };
}

/** Lines of a document, from zero, and the offsets that are shown; they may lie inside one line. */
interface Extent extends TextSpan {
  readonly first: number;
  readonly last: number;
}

/**
 * Whole lines around the cursor's, at most `length` units and `lines` lines before and after it.
 * Text before the cursor gets two thirds of the room. A part of the cursor's line if that alone is
 * longer; null if there is no room.
 */
function excerptOf({ text, editorState }: LiveContext, length: number, lines: number): Extent | null {
  const around = Math.min((editorState.cursor?.line ?? 1) - 1, text.lineCount - 1);
  const line = text.lineAt(around);
  const room = length - (line.endWithBreak - line.start);
  if (room < 0) return columnsAround(text, around, editorState.cursor?.offset ?? 0, length);
  const startWithin = (units: number) => {
    const first = Math.max(around - lines, firstLineFrom(text, Math.max(0, line.start - units)));
    return { first, start: text.lineAt(first).start };
  };
  const before = line.start - startWithin(room - Math.floor(room / 3)).start;
  const last = Math.min(around + lines, lastLineTo(text, Math.min(text.length, line.endWithBreak + room - before)));
  const end = text.lineAt(last).endWithBreak;
  return { ...startWithin(room - (end - line.endWithBreak)), last, end };
}

/** The first line that begins at an offset or behind it, where one does. */
function firstLineFrom(text: ShareableText, offset: number): number {
  const index = text.lineIndexOf(offset);
  return text.lineAt(index).start < offset ? index + 1 : index;
}

/** The last line that ends with its break at an offset or before it. */
function lastLineTo(text: ShareableText, offset: number): number {
  const index = text.lineIndexOf(offset);
  return text.lineAt(index).endWithBreak > offset ? index - 1 : index;
}

/**
 * At most `length` units of a line around an offset, two thirds of them before it. No surrogate
 * pair is split.
 */
function columnsAround(text: ShareableText, index: number, offset: number, length: number): Extent | null {
  const line = text.lineAt(index);
  const before = offset - Math.floor((length * 2) / 3);
  const from = Math.max(line.start, Math.min(before, line.end - length));
  const to = Math.min(line.end, from + length);
  const isSecondHalf = (at: number) => at < text.length && /^[\udc00-\udfff]/.test(text.slice(at, at + 1));
  const start = isSecondHalf(from) ? from + 1 : from;
  const end = isSecondHalf(to) ? to - 1 : to;
  return start < end ? { first: index, last: index, start, end } : null;
}
