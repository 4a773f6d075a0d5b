import { partWithin } from '../tokens/tokenFit.ts';
import { documentShare, notesShare } from './budget.ts';
import { type DetailOverride, type OverrideOf, overrideFor } from './detailOverride.ts';
import type { Measure, RenderedPiece } from './measure.ts';
import { type Layer, type LevelOfDetail, layers, type Piece } from './piece.ts';

/**
 * The share of a piece in the prompt: a level of detail, a part (full, but of fewer lines), or
 * nothing.
 */
export interface Entry {
  readonly piece: Piece;
  readonly lod: LevelOfDetail | 'cut';
  readonly rendered: RenderedPiece | null;
  readonly partial: boolean;
  /** Tokens in full. */
  readonly fullTokens: number;
  /** Set by an anchor. */
  readonly override: DetailOverride | null;
}

/** The layers in the order in which they take what others leave. */
const takingOrder: readonly Layer[] = ['immediate', 'settings', 'retrieved', 'rules'];

/** A piece while all fits: in full, or as low as was requested. */
export function entryOf(piece: Piece, measure: Measure, overrideOf?: OverrideOf): Entry {
  const full = measure.at(piece, 'full');
  const override = overrideOf === undefined ? null : overrideFor(piece, overrideOf);
  const lod = override === null ? 'full' : override.removed ? 'cut' : override.ceiling;
  const rendered = lod === 'full' ? full : lod === 'cut' ? null : measure.at(piece, lod);
  return { piece, lod, rendered, partial: false, fullTokens: full.tokens, override };
}

/**
 * Fits pieces into `room` tokens. First come the developer's constraints and the gists of the
 * document, its newest change, the editor's state and pins; then a document that does not fit gets its share; then
 * each layer gets its own, the highest weight first. Unused room goes to Immediate, then Settings,
 * Retrieved and Rules.
 */
export function fill(
  entries: readonly Entry[],
  room: number,
  shares: Readonly<Record<Layer, number>>,
  measure: Measure,
): readonly Entry[] {
  const filled = new Map<Entry, Entry>();
  let left = room;
  const nowOf = (entry: Entry) => filled.get(entry) ?? entry;
  const set = (entry: Entry, next: Entry) => {
    left += tokensOf(nowOf(entry)) - tokensOf(next);
    filled.set(entry, next);
  };
  const raise = (entry: Entry, most: number) => {
    const now = nowOf(entry);
    const next = raised(now, entry.lod, tokensOf(now) + Math.max(0, Math.min(most, left)), measure);
    if (next !== null) set(entry, next);
  };
  left -= entries.reduce((sum, entry) => sum + tokensOf(entry), 0);
  for (const entry of entries) set(entry, leastOf(entry, measure));
  const ordered = entries.toSorted(byPrecedence);
  const showGists = (gone: readonly Entry[]) => {
    for (const entry of gone) {
      if (nowOf(entry).lod !== 'cut' || entry.lod === 'cut') continue;
      const gist = atLevel(entry, 'gist', measure);
      if (tokensOf(gist) <= left) set(entry, gist);
    }
  };
  showGists(ordered.filter(({ override }) => override?.kept));
  let notes = room * notesShare;
  for (const note of ordered.filter(({ piece }) => piece.keep === 'bounded')) {
    const before = left;
    raise(note, notes);
    notes -= before - left;
  }
  const document = ordered.find(({ piece }) => piece.id === 'document');
  if (document !== undefined) raise(document, room * documentShare - tokensOf(nowOf(document)));
  const ofLayer = (layer: Layer) => ordered.filter((entry) => entry.piece.layer === layer && entry !== document);
  const rest = document === undefined ? room : room - tokensOf(nowOf(document));
  for (const layer of layers) {
    const own = ofLayer(layer);
    let share = rest * shares[layer] - own.reduce((sum, entry) => sum + tokensOf(nowOf(entry)), 0);
    for (const entry of own) {
      const before = left;
      raise(entry, share);
      share -= before - left;
    }
  }
  for (const layer of takingOrder) {
    if (layer === 'immediate' && document !== undefined) raise(document, left);
    for (const entry of ofLayer(layer)) raise(entry, left);
  }
  showGists(ordered);
  return entries.map(nowOf);
}

function tokensOf({ rendered }: Entry): number {
  return rendered?.tokens ?? 0;
}

/** Pins first, then what is expanded, then by weight. */
function byPrecedence(a: Entry, b: Entry): number {
  return (
    Number(b.override?.kept ?? false) - Number(a.override?.kept ?? false) ||
    Number(b.override?.last ?? false) - Number(a.override?.last ?? false) ||
    b.piece.weight - a.piece.weight ||
    (a.piece.id < b.piece.id ? -1 : 1)
  );
}

function atLevel(entry: Entry, lod: LevelOfDetail, measure: Measure): Entry {
  return { ...entry, lod, rendered: measure.at(entry.piece, lod), partial: false };
}

/** The least that must stay of a piece. */
function leastOf(entry: Entry, measure: Measure): Entry {
  const { keep } = entry.piece;
  if (keep === 'whole') return entry;
  if (keep === 'gist' || (keep === 'unlessRemoved' && entry.lod !== 'cut')) return atLevel(entry, 'gist', measure);
  return { ...entry, lod: 'cut', rendered: null };
}

/**
 * Returns the piece at the highest level up to `ceiling` within `most` tokens; null if it has that
 * already.
 */
function raised(entry: Entry, ceiling: Entry['lod'], most: number, measure: Measure): Entry | null {
  const { piece } = entry;
  if (ceiling === 'cut' || (entry.lod === ceiling && !entry.partial) || piece.keep === 'whole') return null;
  const best = atLevel(entry, ceiling, measure);
  if (tokensOf(best) <= most) return best;
  const summary = ceiling === 'gist' ? null : atLevel(entry, 'summary', measure);
  const fits = summary !== null && tokensOf(summary) <= most ? summary : null;
  if (ceiling === 'full') {
    const part = partOfPiece(piece, fits === null ? 0 : tokensOf(fits), most, measure);
    if (part !== null)
      return part.tokens <= tokensOf(entry) ? null : { ...entry, lod: 'full', rendered: part, partial: true };
    if (entry.partial) return null;
  }
  return fits === null || tokensOf(fits) <= tokensOf(entry) ? null : fits;
}

/** A part that shows less than this beyond the piece's gist is not worth its place, tokens. */
const leastPart = 10;

/**
 * Returns a part of a piece of nearly `most` tokens; null if it shows no more than `otherwise`
 * tokens do.
 */
function partOfPiece(piece: Piece, otherwise: number, most: number, measure: Measure): RenderedPiece | null {
  const { renderWithin } = piece;
  const least = Math.max(otherwise, measure.at(piece, 'gist').tokens + leastPart);
  if (renderWithin === undefined || most <= least) return null;
  const full = measure.at(piece, 'full');
  const size = { first: (full.block.length * most) / full.tokens, most: full.block.length };
  const best = partWithin(most, size, (units) => measure.of(piece, renderWithin(units)));
  return best !== null && best.tokens > least ? best : null;
}
