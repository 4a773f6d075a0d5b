import type { CountTokens } from '../../engine/measure.ts';
import type { DocumentPart, LevelOfDetail, Piece } from '../../engine/piece.ts';
import type { LiveContext } from '../../live/liveContext.ts';
import type { LiveContextPayload } from '../../protocol/prompt/liveContext.ts';
import type { ShareableText } from '../../redaction/redactedText.ts';
import { fitsTokens, partWithin } from '../../tokens/tokenFit.ts';

export interface DocumentWindowOptions {
  /** A document of more tokens is shown as an excerpt of nearly so many. */
  readonly excerptTokens: number;
  readonly count: CountTokens;
  /** Whether the text shows `<cursor/>` and `<sel:N>…</sel:N>` marks. */
  readonly markers: boolean;
}

/** The usual length of a token of code, UTF-16 units. */
const usualUnits = 4;
/** Lines around the cursor that the summary shows. */
const cursorLines = 3;

/** The current document: excerpt / outline with the cursor's lines / position and size alone. */
export function documentPieces(live: LiveContext, options: DocumentWindowOptions): readonly Piece[] {
  return [
    {
      id: 'document',
      layer: 'immediate',
      window: 'document',
      source: live.editorState.file,
      location: { documentId: live.editorState.document_id, line: live.editorState.cursor?.line ?? 1 },
      projectId: live.editorState.project_id,
      weight: 1,
      keep: 'gist',
      render: (lod) => ({ kind: 'document', part: documentPart(live, options, lod) }),
      renderWithin: (units) => ({ kind: 'document', part: excerptPart(live, options, units) }),
    },
  ];
}

function documentPart(live: LiveContext, options: DocumentWindowOptions, lod: LevelOfDetail): DocumentPart {
  const { versionId: version_id, text } = live;
  const { excerptTokens, count } = options;
  if (lod === 'full' && fitsTokens(text, excerptTokens, count)) {
    const current_document = shownText(live, options, 0, text.length);
    return { version_id, current_document, language: live.editorState.language };
  }
  if (lod === 'full') return longestExcerpt(live, options);
  if (lod === 'gist') return writtenPart(live, options, null, false);
  return writtenPart(live, options, linesAroundCursor(text, cursorLine(live)), true);
}

/** The position and size alone when the cursor's line takes more than the limit. */
function longestExcerpt(live: LiveContext, options: DocumentWindowOptions): DocumentPart {
  const { excerptTokens, count } = options;
  const size = { first: excerptTokens * usualUnits, most: live.text.length };
  const found = partWithin(excerptTokens, size, (units) => {
    const part = excerptPart(live, options, units);
    return { part, tokens: count(part.current_document) };
  });
  return found?.part ?? writtenPart(live, options, null, true);
}

function excerptPart(live: LiveContext, options: DocumentWindowOptions, units: number): DocumentPart {
  return writtenPart(live, options, excerptLines(live.text, cursorLine(live), units), true);
}

function cursorLine({ text, editorState }: LiveContext): number {
  return Math.min((editorState.cursor?.line ?? 1) - 1, text.lineCount - 1);
}

function writtenPart(
  live: LiveContext,
  options: DocumentWindowOptions,
  lines: DocumentLines | null,
  outlined: boolean,
): DocumentPart {
  const { versionId: version_id, text } = live;
  const start = lines === null ? 0 : text.lineAt(lines.first).start;
  const end = lines === null ? 0 : text.lineAt(lines.last).endWithBreak;
  const line_count = text.lineCount;
  const excerpt =
    lines === null
      ? { first_line: 0, last_line: 0, line_count }
      : { first_line: lines.first + 1, last_line: lines.last + 1, line_count };
  const outline = outlined ? { outline: [...live.outline] } : {};
  const { language } = live.editorState;
  return { version_id, current_document: shownText(live, options, start, end), excerpt, ...outline, language };
}

interface DocumentLines {
  readonly first: number;
  readonly last: number;
}

/**
 * Whole lines around a line, at most `length` units; text before the cursor gets two thirds of the room. Null when the line
 * alone is longer: a line is never cut.
 */
function excerptLines(text: ShareableText, around: number, length: number): DocumentLines | null {
  const line = text.lineAt(around);
  let room = length - (line.endWithBreak - line.start);
  if (room < 0) return null;
  let first = around;
  let last = around;
  const take = (index: number, budget: number): boolean => {
    if (index < 0 || index >= text.lineCount) return false;
    const { start, endWithBreak } = text.lineAt(index);
    if (endWithBreak - start > budget) return false;
    room -= endWithBreak - start;
    return true;
  };
  const reserved = Math.floor(room / 3);
  while (take(first - 1, room - reserved)) first--;
  while (take(last + 1, room)) last++;
  while (take(first - 1, room)) first--;
  return { first, last };
}

function linesAroundCursor(text: ShareableText, around: number): DocumentLines {
  return { first: Math.max(0, around - cursorLines), last: Math.min(text.lineCount - 1, around + cursorLines) };
}

/** The text between two offsets, with marks when they are asked for. */
function shownText(live: LiveContext, options: DocumentWindowOptions, start: number, end: number): string {
  if (!options.markers) return live.text.slice(start, end);
  let shown = '';
  let at = start;
  for (const mark of marks(live.editorState)) {
    if (mark.offset < start || mark.offset > end) continue;
    shown += live.text.slice(at, mark.offset) + mark.text;
    at = mark.offset;
  }
  return shown + live.text.slice(at, end);
}

function marks(
  editor: LiveContextPayload['editor_state'],
): readonly { readonly offset: number; readonly text: string }[] {
  const found = editor.selections.flatMap(({ start, end }, index) => [
    { offset: start.offset, text: `<sel:${index + 1}>` },
    { offset: end.offset, text: `</sel:${index + 1}>` },
  ]);
  if (editor.cursor !== null) found.push({ offset: editor.cursor.offset, text: '<cursor/>' });
  return found.sort((a, b) => a.offset - b.offset);
}
