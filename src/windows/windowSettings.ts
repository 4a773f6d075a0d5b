import type { DetailOverride } from '../engine/detailOverride.ts';
import type { Piece } from '../engine/piece.ts';
import type { Setting, Verb } from '../protocol/windows.ts';

/** Maximum number of pieces with a setting of their own; the oldest setting is forgotten. */
const maxPieces = 200;
/** Chunks that share fewer lines, or a smaller part of the shorter one, differ if unequal. */
const sameLines = 3;
const sameShare = 0.5;

export interface WindowSettings extends Setting {
  /** Given with the removal of the window; stays in the prompt. */
  readonly summary: string;
  readonly pieces: readonly SetPiece[];
}

/** A piece with a setting of its own. */
export interface SetPiece extends Setting {
  /** Id of the piece when it was last present. */
  readonly id: string;
  /** The piece with this id is this one; another chunk may have its lines now. */
  readonly isThere: boolean;
  /** Identifies a chunk whose line numbers change; null for others, and after a reload. */
  readonly chunk: KnownChunk | null;
}

interface KnownChunk {
  readonly documentId: string;
  /** Without indentation and blank lines. */
  readonly lines: readonly string[];
}

export const noSetting: Setting = { level: null, kept: false };
export const defaultSettings: WindowSettings = { ...noSetting, summary: '', pieces: [] };

/** Returns the setting after a verb; null for a verb that sets nothing. */
export function settingAfter(setting: Setting, verb: Verb): Setting | null {
  const changes: Partial<Record<Verb, Partial<Setting>>> = {
    expand: { level: 'Full' },
    shorten: { level: setting.level === 'Summary' || setting.level === 'Gist' ? 'Gist' : 'Summary' },
    keep: { kept: true },
    remove: { level: 'Gone' },
    putBack: noSetting,
  };
  const change = changes[verb];
  return change === undefined ? null : { ...setting, ...change };
}

export function isSet({ level, kept }: Setting): boolean {
  return level !== null || kept;
}

/** The engine's form of the settings for a piece; undefined when nothing is set for it. */
export function overrideOf(settings: WindowSettings, { id }: Pick<Piece, 'id'>): DetailOverride | undefined {
  const own = settingOf(settings.pieces, id);
  if (own === undefined && !isSet(settings)) return undefined;
  const level = own === undefined ? settings.level : (own.level ?? 'Full');
  return {
    ceiling: level === 'Summary' ? 'summary' : level === 'Gist' ? 'gist' : 'full',
    last: level === 'Full',
    kept: settings.kept || own?.kept === true,
    removed: settings.level === 'Gone' || own?.level === 'Gone',
  };
}

/** Returns the pieces with another setting for one of them; the default setting removes it. */
export function withPiece(pieces: readonly SetPiece[], piece: Piece, setting: Setting): readonly SetPiece[] {
  const others = pieces.filter(({ id, isThere }) => id !== piece.id || !isThere);
  if (!isSet(setting)) return others;
  return [...others, { ...setting, id: piece.id, isThere: true, chunk: knownChunk(piece) }].slice(-maxPieces);
}

export function settingOf(pieces: readonly SetPiece[], id: string): Setting | undefined {
  const set = pieces.find((one) => one.isThere && one.id === id);
  return set && { level: set.level, kept: set.kept };
}

/**
 * Returns the pieces at their present positions. A chunk is found again by its lines: typing above
 * it moves it, typing in it changes some of them. Absent pieces are remembered.
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

/** The chunk of the document with the most shared lines; on a tie, the one at the same position. */
function sameChunk({ id }: SetPiece, known: KnownChunk, present: readonly Piece[], taken: ReadonlySet<string>) {
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
