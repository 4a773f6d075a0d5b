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
  { withFloors: true, withPins: true },
  { withFloors: false, withPins: true },
  { withFloors: false, withPins: false },
];

/** The order in which layers give way; rules never do. */
const givingWay: readonly Layer[] = ['retrieved', 'settings', 'immediate'];

/** A piece before any trimming: in full, or as low as its window has been collapsed or closed. */
export function trimEntryOf(piece: Piece, measure: Measure, overrideOf?: OverrideOf): TrimEntry {
  const full = measure.at(piece, 'full');
  const override = overrideFor(piece, overrideOf);
  const lod = override === null ? 'full' : override.closed ? 'cut' : override.ceiling;
  const rendered = lod === 'full' ? full : lod === 'cut' ? null : measure.at(piece, lod);
  return { piece, lod, rendered: rendered, partial: false, fullTokens: full.tokens, override: override };
}

export function tokensOf(entries: readonly TrimEntry[]): number {
  return entries.reduce((sum, entry) => sum + (entry.rendered?.tokens ?? 0), 0);
}

/**
 * Makes room: lowers pieces until at least `excess` tokens are saved. Retrieved gives way first, then Settings, then Immediate;
 * within a layer the lowest weight first (what is expanded last of all), from Full over Summary and Gist to nothing; a layer is
 * exhausted to its floor before the next is touched. When the floors leave too much, they are given up in the same order, and at the
 * very end the pins. Returns the tokens saved.
 */
export function trim(
  entries: readonly TrimEntry[],
  excess: number,
  floors: Readonly<Record<Layer, number>>,
  measure: Measure,
): number {
  let saved = 0;
  for (const { withFloors, withPins } of stages) {
    for (const layer of givingWay) {
      if (saved >= excess) return saved;
      const ofLayer = entries.filter(({ piece }) => piece.layer === layer);
      saved += trimLayer(ofLayer, excess - saved, withFloors ? floors[layer] : 0, measure, withPins);
    }
  }
  return saved;
}

/**
 * Over their share, rules shrink to it: knowledge before project, by relevance; user constraints stay. Returns the warning.
 */
export function trimRules(entries: readonly TrimEntry[], room: number, measure: Measure): readonly string[] {
  const rules = entries.filter(({ piece }) => piece.layer === 'rules');
  const tokens = tokensOf(rules);
  if (tokens <= room) return [];
  trimLayer(rules, tokens - room, 0, measure);
  const cut = rules.filter(({ lod }) => lod === 'cut').length;
  return [`CONTEXT_RULES_OVERBUDGET: rules take ${tokens} tokens, their share is ${room}; ${cut} were left out`];
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
  const order = [...entries].sort(
    (a, b) =>
      Number(a.override?.last ?? false) - Number(b.override?.last ?? false) ||
      a.piece.weight - b.piece.weight ||
      (a.piece.id < b.piece.id ? 1 : -1),
  );
  for (const entry of order) {
    while (saved < excess && spare > 0) {
      const gain = lower(entry, Math.min(excess - saved, spare), spare, measure, withPins);
      if (gain === null) break;
      saved += gain;
      spare -= gain;
    }
  }
  return saved;
}

/** Lowers a piece by one step; null when it can't go lower without saving more than `spare`. */
function lower(entry: TrimEntry, wanted: number, spare: number, measure: Measure, withPins: boolean): number | null {
  const { piece, override } = entry;
  const tokens = entry.rendered?.tokens ?? 0;
  if (entry.lod === 'cut') return null;
  if (entry.lod === 'full' && !entry.partial) {
    const part = within(piece, tokens, tokens - wanted, measure);
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
    if (gain < 0 || gain > spare) continue;
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
 * A part of a piece of at most `room` tokens, or null when it has no parts or its summary would serve as well. The number of units
 * is estimated from tokens per unit and lowered until it fits.
 */
function within(piece: Piece, tokens: number, room: number, measure: Measure): RenderedPiece | null {
  if (piece.renderWithin === undefined) return null;
  const summary = measure.at(piece, 'summary').tokens;
  let units = (measure.at(piece, 'full').block.length * room) / tokens;
  for (let tries = 0; tries < 6 && room > summary; tries++) {
    const part = measure.of(piece, piece.renderWithin(Math.floor(units)));
    if (part.tokens <= room) return part.tokens > summary ? part : null;
    units *= (room / part.tokens) * 0.97;
  }
  return null;
}
