import { partWithin } from '../tokens/tokenFit.ts';
import type { Floors } from './budget.ts';
import { type DetailOverride, type OverrideOf, overrideFor } from './detailOverride.ts';
import type { Measure, RenderedPiece } from './measure.ts';
import { type Layer, type LevelOfDetail, levelsOfDetail, type Piece } from './piece.ts';

/** How a piece stands in the prompt: at a level of detail, in part (full, but of fewer lines), or not at all. */
export interface TrimEntry {
  readonly piece: Piece;
  lod: LevelOfDetail | 'cut';
  rendered: RenderedPiece | null;
  /** Whether it is shown in part. */
  partial: boolean;
  /** What it would take in full. */
  readonly fullTokens: number;
  /** What an anchor has set for it. */
  readonly override: DetailOverride | null;
}

/** What still holds while room is made, stage by stage. */
const stages = [
  { withFloors: true, withPins: true, withWritten: true },
  { withFloors: false, withPins: true, withWritten: true },
  { withFloors: false, withPins: false, withWritten: true },
  { withFloors: false, withPins: false, withWritten: false },
];

/** The order in which layers give way; rules never do. */
const givingWay: readonly Layer[] = ['retrieved', 'settings', 'immediate'];

/** A piece before any trimming: in full, or as low as its window has been collapsed or closed. */
export function trimEntryOf(piece: Piece, measure: Measure, overrideOf?: OverrideOf): TrimEntry {
  const full = measure.at(piece, 'full');
  const override = overrideFor(piece, overrideOf);
  const lod = override === null ? 'full' : isOut(override) ? 'cut' : override.ceiling;
  const rendered = lod === 'full' ? full : lod === 'cut' ? null : measure.at(piece, lod);
  return { piece, lod, rendered: rendered, partial: false, fullTokens: full.tokens, override: override };
}

function tokensOf(entries: readonly TrimEntry[]): number {
  return entries.reduce((sum, entry) => sum + (entry.rendered?.tokens ?? 0), 0);
}

/**
 * Makes room: lowers pieces until at least `excess` tokens are saved. Retrieved gives way first, then Settings, then Immediate;
 * within a layer the lowest weight first (what is expanded last of all), from Full over Summary and Gist to nothing; a layer is
 * exhausted to its floor before the next is touched. When the floors leave too much, they are given up in the same order, then the pins,
 * and at the very end what was written down. Returns the tokens saved.
 */
export function trim(entries: readonly TrimEntry[], excess: number, floors: Floors, measure: Measure): number {
  let saved = 0;
  const written = entries.filter(isWritten);
  for (const { withFloors, withPins, withWritten } of stages) {
    for (const layer of givingWay) {
      if (saved >= excess) return saved;
      const ofLayer = entries.filter((entry) => entry.piece.layer === layer && !isWritten(entry));
      saved += trimLayer(ofLayer, excess - saved, withFloors ? floors[layer] : 0, measure, withPins);
      if (layer === 'retrieved') saved += trimLayer(written, excess - saved, withWritten ? floors.written : 0, measure);
    }
  }
  return saved;
}

/** Shrinks rules to `room` tokens: knowledge before project rules, by relevance; user constraints stay. */
export function trimRules(entries: readonly TrimEntry[], room: number, measure: Measure): void {
  const rules = entries.filter(({ piece }) => piece.layer === 'rules');
  const tokens = tokensOf(rules);
  if (tokens > room) trimLayer(rules, tokens - room, 0, measure);
}

/**
 * The entry that room which trimming left over goes to: what was written down, then within a layer pins first, then in the reverse order of
 * trimming, in the layer that gave way last and, when `below`, in those that it was exhausted for, and at last in rules. Null when none can
 * be raised within `room` tokens. Entries in `tried` are passed over, and each one that was looked at is added to them.
 */
export function nextToRaise(
  entries: readonly TrimEntry[],
  room: number,
  below: boolean,
  measure: Measure,
  tried: Set<TrimEntry>,
): TrimEntry | null {
  for (const entry of inTrimmingOrder(entries.filter((entry) => isWritten(entry) && !tried.has(entry))).reverse()) {
    tried.add(entry);
    if (raisedTo(entry, room, measure) !== null) return entry;
  }
  const last = givingWay.findLastIndex((layer) =>
    entries.some((entry) => entry.piece.layer === layer && isLowered(entry)),
  );
  const ways: readonly Layer[] = givingWay.slice(below ? 0 : Math.max(0, last), last + 1).reverse();
  for (const layer of below ? [...ways, 'rules' as const] : ways) {
    const ofLayer = entries.filter((entry) => entry.piece.layer === layer && !tried.has(entry));
    const pinnedFirst = inTrimmingOrder(ofLayer)
      .reverse()
      .sort((a, b) => Number(isPinned(b)) - Number(isPinned(a)));
    for (const entry of pinnedFirst) {
      tried.add(entry);
      if (raisedTo(entry, room, measure) !== null) return entry;
      if (isPinned(entry) && entry.lod === 'cut') return null;
    }
  }
  return null;
}

function isLowered({ lod, partial, override }: TrimEntry): boolean {
  return partial || (lod !== 'full' && (override === null || (!isOut(override) && lod !== override.ceiling)));
}

/** Whether it was written down for the prompt, and gives way within its bound only after all else. */
function isWritten({ piece }: TrimEntry): boolean {
  return piece.keep === 'bounded';
}

function isOut({ closed, removed = false }: DetailOverride): boolean {
  return closed || removed;
}

function isPinned({ override }: TrimEntry): boolean {
  return override?.pinned ?? false;
}

/** Raises an entry by at most `room` tokens, as far as it goes, and returns how to undo it; null when it cannot be raised. */
export function raise(entry: TrimEntry, room: number, measure: Measure): (() => void) | null {
  const { lod, rendered, partial } = entry;
  const next = raisedTo(entry, room, measure);
  if (next === null) return null;
  Object.assign(entry, next);
  return () => Object.assign(entry, { lod, rendered, partial });
}

/** To full, else to as much of its text as fits, else to its summary: a mere line is not worth the change. */
function raisedTo(
  { piece, lod, rendered, partial, override }: TrimEntry,
  room: number,
  measure: Measure,
): Pick<TrimEntry, 'lod' | 'rendered' | 'partial'> | null {
  const isFull = lod === 'full' && !partial;
  if (isFull || (override !== null && (isOut(override) || override.ceiling !== 'full'))) return null;
  const taken = rendered?.tokens ?? 0;
  const most = taken + room;
  const full = measure.at(piece, 'full');
  if (full.tokens <= most) return full.tokens <= taken ? null : { lod: 'full', rendered: full, partial: false };
  const part = shortenedWithin(piece, full.tokens, most, measure);
  if (part !== null) return part.tokens <= taken ? null : { lod: 'full', rendered: part, partial: true };
  const summary = measure.at(piece, 'summary');
  return summary.tokens <= taken || summary.tokens > most
    ? null
    : { lod: 'summary', rendered: summary, partial: false };
}

function trimLayer(
  entries: readonly TrimEntry[],
  excess: number,
  floor: number,
  measure: Measure,
  withPins = false,
): number {
  let spare = tokensOf(entries) - floor;
  let saved = 0;
  for (const entry of inTrimmingOrder(entries)) {
    while (saved < excess && spare > 0) {
      const gain = lowerDetail(entry, Math.min(excess - saved, spare), spare, measure, withPins);
      if (gain === null) break;
      saved += gain;
      spare -= gain;
    }
  }
  return saved;
}

/** The lowest weight first; what is expanded last of all. */
function inTrimmingOrder(entries: readonly TrimEntry[]): TrimEntry[] {
  return [...entries].sort(
    (a, b) =>
      Number(a.override?.last ?? false) - Number(b.override?.last ?? false) ||
      a.piece.weight - b.piece.weight ||
      (a.piece.id < b.piece.id ? 1 : -1),
  );
}

/** Lowers a piece by one step; null when it can't go lower without saving more than `spare`. */
function lowerDetail(
  entry: TrimEntry,
  wanted: number,
  spare: number,
  measure: Measure,
  withPins: boolean,
): number | null {
  const { piece, override } = entry;
  const tokens = entry.rendered?.tokens ?? 0;
  if (entry.lod === 'cut') return null;
  if (entry.lod === 'full' && !entry.partial) {
    const part = shortenedWithin(piece, tokens, tokens - wanted, measure);
    if (part !== null) {
      entry.rendered = part;
      entry.partial = true;
      return tokens - part.tokens;
    }
  }
  for (const next of levelsBelow(entry.lod, piece)) {
    if (next === 'cut' && withPins && override?.pinned) continue;
    const rendered = next === 'cut' ? null : measure.at(piece, next);
    const gain = tokens - (rendered?.tokens ?? 0);
    if (gain <= 0 || gain > spare) continue;
    entry.lod = next;
    entry.rendered = rendered;
    entry.partial = false;
    return gain;
  }
  return null;
}

function levelsBelow(lod: LevelOfDetail, { keep }: Piece): readonly (LevelOfDetail | 'cut')[] {
  if (keep === 'whole') return [];
  const below: (LevelOfDetail | 'cut')[] = levelsOfDetail.slice(levelsOfDetail.indexOf(lod) + 1);
  return keep === 'gist' ? below : [...below, 'cut'];
}

/**
 * A part of a piece of at most `room` tokens and nearly that many, or null when it has no parts or its summary would serve as well.
 */
function shortenedWithin(piece: Piece, tokens: number, room: number, measure: Measure): RenderedPiece | null {
  if (piece.renderWithin === undefined) return null;
  const summary = measure.at(piece, 'summary').tokens;
  if (room <= summary) return null;
  const { renderWithin } = piece;
  const most = measure.at(piece, 'full').block.length;
  const best = partWithin(room, { first: (most * room) / tokens, most }, (units) =>
    measure.of(piece, renderWithin(units)),
  );
  return best !== null && best.tokens > summary ? best : null;
}
