import type { Piece } from '../engine/piece.ts';
import type { PieceSetting } from '../protocol/windows.ts';

/** Maximum number of pieces of a window that can be set apart; what was set longest ago is forgotten. */
const maxPieces = 200;
/** A chunk that shares fewer lines with a known one, or a smaller part of the shorter, is another one, unless both are the same. */
const sameLines = 3;
const sameShare = 0.5;

/** A piece that differs from the others of its window. */
export interface SetPiece {
  /** Of the piece when it was there last. */
  readonly id: string;
  readonly setting: PieceSetting;
  /** Whether the piece of that id is this one: another chunk may stand in its lines now. */
  readonly isThere: boolean;
  /** What a chunk is known by where its line numbers change; null of other pieces, and of one that was not seen since a reload. */
  readonly chunk: KnownChunk | null;
}

interface KnownChunk {
  readonly documentId: string;
  /** Without indentation and blank lines. */
  readonly lines: readonly string[];
}

/** The pieces with another setting for one of them; null takes it away. */
export function withPiece(
  pieces: readonly SetPiece[],
  piece: Piece,
  setting: PieceSetting | null,
): readonly SetPiece[] {
  const others = pieces.filter(({ id, isThere }) => id !== piece.id || !isThere);
  if (setting === null) return others;
  return [...others, { id: piece.id, setting, isThere: true, chunk: knownChunk(piece) }].slice(-maxPieces);
}

/** What has been set for the piece of an id. */
export function settingOf(pieces: readonly SetPiece[], id: string): PieceSetting | undefined {
  return pieces.find((set) => set.isThere && set.id === id)?.setting;
}

/**
 * The pieces where they stand now. A chunk is found again by its lines: typing above it moves it, typing in it changes some of them. What
 * is not among the present pieces is remembered.
 */
export function followed(pieces: readonly SetPiece[], present: readonly Piece[]): readonly SetPiece[] {
  if (pieces.length === 0) return pieces;
  const taken = new Set<string>();
  return pieces.map((set) => {
    if (set.chunk === null) {
      const own = present.find(({ id }) => id === set.id);
      return own === undefined ? set : { ...set, isThere: true, chunk: knownChunk(own) };
    }
    const own = sameChunk(set, set.chunk, present, taken);
    if (own === null) return { ...set, isThere: false };
    taken.add(own.id);
    const isWhole = own.chunk.lines.length >= set.chunk.lines.length;
    return { ...set, id: own.id, isThere: true, chunk: isWhole ? own.chunk : set.chunk };
  });
}

/** The chunk of the same document that shares the most lines; of equals the one that stands where it stood. */
function sameChunk(
  { id }: SetPiece,
  known: KnownChunk,
  present: readonly Piece[],
  taken: ReadonlySet<string>,
): { readonly id: string; readonly chunk: KnownChunk } | null {
  const candidates = present.flatMap((piece) => {
    const chunk = piece.location?.documentId === known.documentId && !taken.has(piece.id) ? knownChunk(piece) : null;
    const shared = chunk === null ? 0 : sharedLines(known.lines, chunk.lines);
    const sizes = [known.lines.length, chunk?.lines.length ?? 0];
    const isSame = shared === Math.max(...sizes) || (shared >= sameLines && shared >= Math.min(...sizes) * sameShare);
    return chunk !== null && isSame ? [{ id: piece.id, chunk, shared }] : [];
  });
  const [best] = candidates.sort((a, b) => b.shared - a.shared || Number(b.id === id) - Number(a.id === id));
  return best ?? null;
}

function knownChunk(piece: Piece): KnownChunk | null {
  const content = piece.location === null ? null : piece.render('full');
  if (piece.location === null || content?.kind !== 'chunk') return null;
  const lines = content.part.text.split(/\r\n|\r|\n/).map((line) => line.trim());
  const filled = lines.filter((line) => line !== '');
  return filled.length === 0 ? null : { documentId: piece.location.documentId, lines: filled };
}

function sharedLines(some: readonly string[], others: readonly string[]): number {
  const left = new Map<string, number>();
  for (const line of others) left.set(line, (left.get(line) ?? 0) + 1);
  return some.filter((line) => {
    const count = left.get(line) ?? 0;
    left.set(line, count - 1);
    return count > 0;
  }).length;
}
