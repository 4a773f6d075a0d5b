import { LruMap } from '../../base/lruMap.ts';
import type { LevelOfDetail, Piece } from '../../engine/piece.ts';
import type { ChunkPart } from '../../protocol/prompt/prompt.ts';
import type { WindowKind } from '../../protocol/windowKinds.ts';

/** Lines that the summary of a chunk shows. */
const headLines = 8;
/** Maximum number of pieces that a source caches. */
const keptPieces = 512;

/** Where a chunk comes from; it stands in the piece's id. */
export type ChunkOrigin =
  | 'pin'
  | 'definition'
  | 'enclosing'
  | 'edit'
  | 'search'
  | 'diagnostic'
  | 'cell'
  | 'output'
  | 'context-file';

/** Lines of a document that may matter now. */
export interface Chunk extends Omit<ChunkPart, 'detail'> {
  readonly origin: ChunkOrigin;
  readonly documentId: string;
  readonly projectId: string;
}

/** Chunks of these origins stand in windows of their own. */
const windows: Readonly<Partial<Record<ChunkOrigin, WindowKind>>> = {
  diagnostic: 'diagnostics',
  'context-file': 'contextFiles',
};

/** A chunk as a piece: full / first lines / one line. Its weight is its score. */
export function chunkPiece(chunk: Chunk): Piece {
  const { origin, documentId, projectId, ...part } = chunk;
  return {
    id: `chunk:${origin}:${documentId}:${part.first_line}-${part.last_line}`,
    layer: 'retrieved',
    window: windows[origin] ?? 'retrieved',
    source: part.file,
    location: origin === 'context-file' ? null : { documentId, line: part.first_line },
    projectId,
    weight: part.score,
    ...shownAs(part),
  };
}

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

/** The first whole lines, of at most so many units. */
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
    if (kept !== undefined && isSameChunk(kept.chunk, chunk)) return kept.piece;
    this.#kept.set(fresh.id, { chunk, piece: fresh });
    return fresh;
  }
}

function isSameChunk(a: Chunk, b: Chunk): boolean {
  const { text, why, score, language, file, projectId } = a;
  return (
    text === b.text &&
    why === b.why &&
    score === b.score &&
    language === b.language &&
    file === b.file &&
    projectId === b.projectId
  );
}

/** Lines that are shown already: numbers from one, both ends inside. */
interface ShownLines {
  readonly first: number;
  readonly last: number;
}

/**
 * The retrieved pieces without what another piece shows. Of chunks that overlap the one with the highest score stays, of
 * equal ones the first; the order stays. What Immediate shows of the current document is cut off a chunk, and a chunk inside
 * it is dropped. Pieces that are no chunks pass.
 *
 * Laws: no two of the chunks share a line, nor does one with the lines that Immediate shows; every dropped chunk overlaps a
 * kept one of at least its score, or Immediate.
 */
export function withoutOverlaps(pieces: readonly Piece[], immediate: readonly Piece[] = []): readonly Piece[] {
  const shown = shownLines(immediate);
  const candidates = pieces.flatMap((piece) => outside(piece, shown));
  const kept = new Set<Piece>();
  const taken = new Map<string, ChunkPart[]>();
  for (const piece of candidates.toSorted((a, b) => b.weight - a.weight)) {
    const part = partOf(piece);
    const others = part === null ? [] : (taken.get(placeOfChunk(piece, part)) ?? []);
    if (part !== null && others.some((other) => overlap(part, other))) continue;
    kept.add(piece);
    if (part !== null) taken.set(placeOfChunk(piece, part), [...others, part]);
  }
  return candidates.filter((piece) => kept.has(piece));
}

function partOf(piece: Piece): ChunkPart | null {
  const content = piece.render('full');
  return content.kind === 'chunk' ? content.part : null;
}

function placeOfChunk(piece: Piece, part: ChunkPart): string {
  return `${piece.projectId}\n${part.file}`;
}

function overlap(a: ChunkPart, b: ChunkPart): boolean {
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

/** Clipped pieces are kept as long as what they were cut from. */
const clips = new WeakMap<Piece, { readonly first: number; readonly last: number; readonly piece: Piece }>();

function clipped(piece: Piece, part: ChunkPart, first: number, last: number): Piece {
  const known = clips.get(piece);
  if (known?.first === first && known.last === last) return known.piece;
  const from = first - part.first_line;
  const text = linesOf(part.text)
    .slice(from, from + last - first + 1)
    .join('');
  const shorter = { ...part, first_line: first, last_line: last, text };
  const id = `${piece.id.slice(0, piece.id.lastIndexOf(':'))}:${first}-${last}`;
  const location = piece.location && { ...piece.location, line: first };
  const clip: Piece = { ...piece, id, location, ...shownAs(shorter) };
  clips.set(piece, { first, last, piece: clip });
  return clip;
}

/** The lines with their breaks. */
export function linesOf(text: string): readonly string[] {
  return text.match(/[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+$/g) ?? [];
}
