import { LruMap } from '../../base/lruMap.ts';
import type { LevelOfDetail, Piece } from '../../engine/piece.ts';
import type { ChunkPart } from '../../protocol/prompt/prompt.ts';
import type { WindowKind } from '../../protocol/windowKinds.ts';

/** Lines that the summary of a chunk shows. */
const headLines = 8;
/** Maximum number of pieces that a source caches. */
const keptPieces = 512;

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

/** A chunk as a piece: full / first lines / one line. Its weight is its score. */
export function chunkPiece(chunk: Chunk): Piece {
  const { origin, documentId, projectId, lines, ...part } = chunk;
  const piece: Piece = {
    id: `chunk:${origin}:${documentId}:${part.first_line}-${part.last_line}`,
    layer: 'retrieved',
    window: windows[origin] ?? 'retrieved',
    source: part.file,
    location: withoutPlace.includes(origin) ? null : { documentId, line: part.first_line },
    projectId,
    weight: part.score,
    ...(sized.includes(origin) ? { isSized: true } : {}),
    ...shownAs(part),
  };
  if (lines !== undefined) scattered.set(piece, chunk);
  return piece;
}

/** The chunks of pieces that leave out lines between others. */
const scattered = new WeakMap<Piece, Chunk>();

/** A chunk at its levels of detail, and its first lines alone. */
function shownAs(part: Omit<ChunkPart, 'detail'>): Pick<Piece, 'render'> & Required<Pick<Piece, 'renderWithin'>> {
  return {
    render: (lod) => ({ kind: 'chunk', part: degradedChunk(part, lod) }),
    renderWithin: (units) => ({ kind: 'chunk', part: chunkHead(part, firstLines(part.text, units)) }),
  };
}

function degradedChunk(part: Omit<ChunkPart, 'detail'>, lod: LevelOfDetail): ChunkPart {
  if (lod === 'full') return part;
  if (lod === 'gist') return { ...part, text: '', detail: 'line' };
  return chunkHead(part, linesOf(part.text).slice(0, headLines).join(''));
}

function chunkHead(part: Omit<ChunkPart, 'detail'>, head: string): ChunkPart {
  return head === part.text ? part : { ...part, text: head, detail: 'head' };
}

/** The first whole lines within a number of UTF-16 units. */
export function firstLines(text: string, units: number): string {
  return text.length <= units ? text : text.slice(0, text.lastIndexOf('\n', units - 1) + 1);
}

/** Keeps the pieces of a source while their chunks stay the same, so that each is measured once. */
export class ChunkPieces {
  readonly #kept = new LruMap<string, { readonly chunk: Chunk; readonly piece: Piece }>(keptPieces);

  /** The pieces of the chunks; scores are rounded to hundredths. */
  of(chunks: readonly Chunk[]): readonly Piece[] {
    return chunks.map((chunk) => this.#pieceOf({ ...chunk, score: Math.round(chunk.score * 100) / 100 }));
  }

  #pieceOf(chunk: Chunk): Piece {
    const fresh = chunkPiece(chunk);
    const kept = this.#kept.get(fresh.id);
    if (kept !== undefined && JSON.stringify(kept.chunk) === JSON.stringify(chunk)) return kept.piece;
    this.#kept.set(fresh.id, { chunk, piece: fresh });
    return fresh;
  }
}

/** Lines that are shown already: numbers from one, both ends inside. */
interface ShownLines {
  readonly first: number;
  readonly last: number;
}

/**
 * Returns the retrieved pieces without lines that another piece shows. Of overlapping chunks the
 * highest score wins, on a tie the first. Lines that Immediate shows of the current document are
 * cut off. Other pieces pass.
 *
 * Laws: no two chunks share a line, nor does one share a line with Immediate; every dropped chunk
 * overlaps one of at least its score, or Immediate.
 */
export function withoutOverlaps(pieces: readonly Piece[], immediate: readonly Piece[] = []): readonly Piece[] {
  const shown = shownLines(immediate);
  const candidates = pieces.flatMap((piece) => outside(piece, shown));
  const kept = new Map<Piece, Piece>();
  const taken = new Map<string, Span[]>();
  for (const piece of candidates.toSorted((a, b) => b.weight - a.weight)) {
    const part = partOf(piece);
    if (part === null) {
      kept.set(piece, piece);
      continue;
    }
    const place = placeOfChunk(piece, part);
    const others = taken.get(place) ?? [];
    const rest = others.some((other) => overlap(part, other)) ? withoutLines(piece, others) : piece;
    if (rest === null) continue;
    kept.set(piece, rest);
    taken.set(place, [...others, part]);
  }
  return candidates.flatMap((piece) => kept.get(piece) ?? []);
}

type Span = Pick<ChunkPart, 'first_line' | 'last_line'>;

/**
 * A piece of scattered lines without those that others show. Null for any other piece, and if
 * nothing is left.
 */
function withoutLines(piece: Piece, others: readonly Span[]): Piece | null {
  const chunk = scattered.get(piece);
  if (chunk?.lines === undefined) return null;
  const isFree = (line: number) => !others.some((one) => one.first_line <= line && line <= one.last_line);
  const lines = chunk.lines.filter(isFree);
  if (lines.length === chunk.lines.length) return piece;
  const shown = linesOf(chunk.text);
  const texts = new Map<number, string>();
  for (let at = 0, next = 0; at < chunk.lines.length; at++) {
    const line = chunk.lines[at] ?? 0;
    if (at > 0 && chunk.lines[at - 1] !== line - 1) next++;
    texts.set(line, shown[next++] ?? '');
  }
  return lines.length === 0 ? null : chunkPiece(scatteredChunk(chunk, lines, (line) => texts.get(line) ?? ''));
}

/** Stands for lines that are left out. */
const gapLine = '…\n';

/**
 * A chunk of some lines of a text, ascending from one. An ellipsis replaces the lines between them.
 */
export function scatteredChunk(
  chunk: Omit<Chunk, 'first_line' | 'last_line' | 'text' | 'lines'>,
  lines: readonly number[],
  textOf: (line: number) => string,
): Chunk {
  const text = lines
    .map((line, at) => `${at > 0 && lines[at - 1] !== line - 1 ? gapLine : ''}${textOf(line)}`)
    .join('');
  return { ...chunk, first_line: lines[0] ?? 1, last_line: lines.at(-1) ?? 1, text, lines };
}

function partOf(piece: Piece): ChunkPart | null {
  const content = piece.render('full');
  return content.kind === 'chunk' ? content.part : null;
}

function placeOfChunk(piece: Piece, part: ChunkPart): string {
  return `${piece.projectId}\n${part.file}`;
}

function overlap(a: Span, b: Span): boolean {
  return a.first_line <= b.last_line && b.first_line <= a.last_line;
}

/** The lines of the current document that Immediate shows in full, by place. */
function shownLines(immediate: readonly Piece[]): ReadonlyMap<string, ShownLines> {
  const shown = new Map<string, ShownLines>();
  for (const piece of immediate) {
    const content = piece.render('full');
    if (content.kind !== 'document') continue;
    const { excerpt } = content.part;
    const lines = { first: excerpt?.first_line ?? 1, last: excerpt?.last_line ?? Number.POSITIVE_INFINITY };
    if (lines.last > 0) shown.set(`${piece.projectId}\n${piece.source}`, lines);
  }
  return shown;
}

/** Nothing, the piece, or its longer part before or after what is shown. */
function outside(piece: Piece, shown: ReadonlyMap<string, ShownLines>): readonly Piece[] {
  const part = partOf(piece);
  const lines = part === null ? undefined : shown.get(placeOfChunk(piece, part));
  if (part === null || lines === undefined) return [piece];
  if (part.last_line < lines.first || part.first_line > lines.last) return [piece];
  const before = lines.first - part.first_line;
  const after = part.last_line - lines.last;
  if (before <= 0 && after <= 0) return [];
  return before >= after
    ? [clipped(piece, part, part.first_line, lines.first - 1)]
    : [clipped(piece, part, lines.last + 1, part.last_line)];
}

function clipped(piece: Piece, part: ChunkPart, first: number, last: number): Piece {
  const from = first - part.first_line;
  const text = linesOf(part.text)
    .slice(from, from + last - first + 1)
    .join('');
  const shorter = { ...part, first_line: first, last_line: last, text };
  const id = `${piece.id.slice(0, piece.id.lastIndexOf(':'))}:${first}-${last}`;
  const location = piece.location && { ...piece.location, line: first };
  return { ...piece, id, location, ...shownAs(shorter) };
}

/** The lines with their breaks. */
export function linesOf(text: string): readonly string[] {
  return text.match(/[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+$/g) ?? [];
}
