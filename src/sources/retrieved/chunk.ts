import type { LevelOfDetail, Piece } from '../../engine/piece.ts';
import type { ChunkPart } from '../../protocol/prompt/prompt.ts';
import type { WindowKind } from '../../protocol/windowKinds.ts';

/** Lines that the summary of a chunk shows. */
const headLines = 8;

/** Source of a chunk; part of the piece's id. */
export type ChunkOrigin = 'pin' | 'search' | 'declarations' | 'diagnostic' | 'cell' | 'output' | 'context-file';

/** Lines of a document that may matter now. */
export interface Chunk extends Omit<ChunkPart, 'detail'> {
  readonly origin: ChunkOrigin;
  readonly documentId: string;
  readonly projectId: string;
  /** Numbers of the shown lines, if some between the first and the last are left out. */
  readonly lines?: readonly number[];
}

/** Origins of chunks that were chosen for the room of a prompt. */
const sized: readonly ChunkOrigin[] = ['search', 'declarations'];
/** Origins of chunks that are of no single document. */
const withoutPlace: readonly ChunkOrigin[] = ['context-file', 'declarations'];

/** Windows of the chunks that are not in the window of retrieved code. */
const windows: Readonly<Partial<Record<ChunkOrigin, WindowKind>>> = {
  diagnostic: 'diagnostics',
  'context-file': 'contextFiles',
};

/** A chunk as a piece: full / first lines / one line. Its weight is its score in hundredths. */
export function chunkPiece(chunk: Chunk): Piece {
  const { origin, documentId, projectId, lines, ...rest } = chunk;
  const part = { ...rest, score: Math.round(rest.score * 100) / 100 };
  const piece: Piece = {
    id: `chunk:${origin}:${documentId}:${part.first_line}-${part.last_line}`,
    layer: 'retrieved',
    window: windows[origin] ?? 'retrieved',
    source: part.file,
    stretches: lines && stretchesOf(lines),
    location: withoutPlace.includes(origin) ? null : { documentId, line: part.first_line },
    projectId,
    weight: part.score,
    ...(sized.includes(origin) ? { isSized: true } : {}),
    render: (lod) => ({ kind: 'chunk', part: degradedChunk(part, lod) }),
    renderWithin: (units) => ({ kind: 'chunk', part: chunkHead(part, firstLines(part.text, units)) }),
  };
  chunks.set(piece, chunk);
  return piece;
}

/** Names ascending lines by their stretches; undefined if there is only one. */
function stretchesOf(lines: readonly number[]): string | undefined {
  const firsts = lines.filter((line, at) => lines[at - 1] !== line - 1);
  const lasts = lines.filter((line, at) => lines[at + 1] !== line + 1);
  if (firsts.length < 2) return undefined;
  return firsts.map((first, at) => (first === lasts[at] ? first : `${first}-${lasts[at]}`)).join(',');
}

const chunks = new WeakMap<Piece, Chunk>();

function degradedChunk(part: Omit<ChunkPart, 'detail'>, lod: LevelOfDetail): ChunkPart {
  if (lod === 'full') return part;
  if (lod === 'gist') return { ...part, text: '', detail: 'name' };
  return chunkHead(part, linesOf(part.text).slice(0, headLines).join(''));
}

function chunkHead(part: Omit<ChunkPart, 'detail'>, head: string): ChunkPart {
  return head === part.text ? part : { ...part, text: head, detail: 'first-lines' };
}

/** The first whole lines within a number of UTF-16 units. */
export function firstLines(text: string, units: number): string {
  return text.length <= units ? text : text.slice(0, text.lastIndexOf('\n', units - 1) + 1);
}

/**
 * Returns the retrieved pieces without lines that another piece shows: of overlapping chunks the one
 * of the highest score keeps them, on a tie the first. Lines that Immediate shows of the current
 * document are left out. Other pieces pass.
 *
 * Laws: no two chunks share a line, nor does one share a line with Immediate; every line that is
 * left out is in Immediate or in a chunk of at least its score.
 */
export function withoutOverlaps(pieces: readonly Piece[], immediate: readonly Piece[]): readonly Piece[] {
  const shown = shownLines(immediate);
  const taken = new Map<string, Set<number>>();
  const kept = new Map<Piece, Piece>();
  for (const piece of pieces.toSorted((a, b) => b.weight - a.weight)) {
    const chunk = chunks.get(piece);
    if (chunk === undefined || chunk.first_line === 0) {
      kept.set(piece, piece);
      continue;
    }
    const place = `${chunk.projectId}\n${chunk.file}`;
    const { first, last } = shown.get(place) ?? { first: 0, last: 0 };
    const others = taken.get(place) ?? new Set();
    const numbers = numbersOf(chunk);
    const free = numbers.filter((line) => !others.has(line) && (line < first || line > last));
    if (free.length === 0) continue;
    kept.set(piece, free.length === numbers.length ? piece : chunkPiece(linesOfChunk(chunk, free)));
    taken.set(place, new Set([...others, ...free]));
  }
  return pieces.flatMap((piece) => kept.get(piece) ?? []);
}

function numbersOf({ lines, first_line, last_line }: Chunk): readonly number[] {
  return lines ?? Array.from({ length: last_line - first_line + 1 }, (_, at) => first_line + at);
}

/** A chunk of some of a chunk's lines. */
function linesOfChunk(chunk: Chunk, lines: readonly number[]): Chunk {
  const numbers = numbersOf(chunk);
  // Before a line after a gap the text has an ellipsis.
  const isAfterGap = (line: number, at: number) => at > 0 && numbers[at - 1] !== line - 1;
  const rows = numbers.flatMap((line, at) => (isAfterGap(line, at) ? [null, line] : [line]));
  const rowOf = new Map(rows.map((line, row) => [line, row]));
  const shown = linesOf(chunk.text);
  return scatteredChunk(chunk, lines, (line) => shown[rowOf.get(line) ?? 0] ?? '');
}

/**
 * A chunk of some lines of a text, ascending from one. An ellipsis, with the number of the line after
 * it, replaces the lines between them.
 */
export function scatteredChunk(
  chunk: Omit<Chunk, 'first_line' | 'last_line' | 'text' | 'lines'>,
  lines: readonly number[],
  textOf: (line: number) => string,
): Chunk {
  const text = lines
    .map((line, at) => `${at > 0 && lines[at - 1] !== line - 1 ? `… ${line}\n` : ''}${textOf(line)}`)
    .join('');
  return { ...chunk, first_line: lines[0] ?? 1, last_line: lines.at(-1) ?? 1, text, lines };
}

/** The lines of the current document that Immediate shows in full, by place. */
function shownLines(immediate: readonly Piece[]) {
  const shown = new Map<string, { readonly first: number; readonly last: number }>();
  for (const piece of immediate) {
    const content = piece.render('full');
    if (content.kind !== 'document') continue;
    const { excerpt } = content.part;
    const lines = { first: excerpt?.first_line ?? 1, last: excerpt?.last_line ?? Number.POSITIVE_INFINITY };
    if (lines.last > 0) shown.set(`${piece.projectId}\n${piece.source}`, lines);
  }
  return shown;
}

/** The lines with their breaks. */
export function linesOf(text: string): readonly string[] {
  return text.match(/[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+$/g) ?? [];
}
