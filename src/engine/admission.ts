import * as z from 'zod';
import { LruMap } from '../base/lruMap.ts';
import { maxConstraints } from '../protocol/decisions/constraints.ts';
import {
  chunkPartSchema,
  constraintPartSchema,
  instructionsPartSchema,
  settingPartSchema,
} from '../protocol/prompt/prompt.ts';
import { Batch } from './batch.ts';
import type { OverrideOf } from './detailOverride.ts';
import { type Measure, TokenCountError } from './measure.ts';
import { type Layer, layers, type Piece, type PieceContent } from './piece.ts';
import { type TrimEntry, trimEntryOf } from './trimming.ts';

/** How many pieces of a layer one assembly takes at most. */
const capacities: readonly (readonly [Layer, number])[] = [
  ['retrieved', 200],
  ['rules', maxConstraints],
];
/** Maximum number of batches that are remembered. */
const maxKnownBatches = 32;

const pieceSchema = z.lazy(() =>
  z.looseObject({
    id: z.string().min(1),
    layer: z.enum(layers),
    source: z.string().min(1),
    weight: z.number().min(0).max(1),
  }),
);

const contentSchemas: Readonly<Partial<Record<PieceContent['kind'], z.ZodType>>> = {
  constraint: constraintPartSchema,
  instructions: instructionsPartSchema,
  setting: settingPartSchema,
  chunk: chunkPartSchema,
};

/** What of a request's pieces is let in. */
interface Admission {
  readonly batches: readonly Batch[];
  readonly warnings: readonly string[];
  readonly violations: readonly string[];
}

interface AdmissionRequest {
  readonly projectId: string;
  readonly pieces: readonly Piece[];
  readonly overrideOf?: OverrideOf;
}

/**
 * Lets pieces in: those of the request's project, well-formed, countable, within the capacities. Whatever is refused costs only itself and
 * a warning. A layer whose pieces are the same as in an earlier prompt is neither checked nor measured again.
 */
export class Admissions {
  readonly #measure: Measure;
  /** Batches that were let in whole and that no anchor has changed, by their first piece. */
  readonly #known = new LruMap<Piece, Batch>(maxKnownBatches);

  constructor(measure: Measure) {
    this.#measure = measure;
  }

  admit({ projectId, pieces, overrideOf }: AdmissionRequest): Admission {
    const warnings: string[] = [];
    const violations: string[] = [];
    const { own = [], foreign = [] } = Object.groupBy(layerStretches(pieces), ([first]) =>
      first?.projectId === projectId ? 'own' : 'foreign',
    );
    for (const { layer } of foreign.flat()) {
      warnings.push(`CONTEXT_SCOPE_VIOLATION: a piece of another project was refused (${layer})`);
      violations.push(`CONTEXT_SCOPE_VIOLATION layer=${layer}`);
    }
    const batches: Batch[] = [];
    for (const stretch of isWithinCapacity(own) ? own : layerStretches(withinCapacity(own.flat(), warnings)))
      batches.push(this.#batchOf(stretch, overrideOf, batches, warnings));
    return { batches, warnings, violations };
  }

  #batchOf(
    pieces: readonly Piece[],
    overrideOf: OverrideOf | undefined,
    before: readonly Batch[],
    warnings: string[],
  ): Batch {
    const [first] = pieces;
    // The pieces of Immediate are made anew for each prompt, and rules take no override.
    const isStanding = first?.layer === 'rules' || (overrideOf === undefined && first?.layer !== 'immediate');
    const key = isStanding ? first : undefined;
    const known = key && this.#known.get(key);
    if (known?.isOf(pieces) && before.every((batch) => batch.isApartFrom(known))) return known;
    const entries = new Map<string, TrimEntry>();
    for (const piece of pieces) {
      const { id } = piece;
      if (entries.has(id) || before.some(({ ids }) => ids.has(id))) {
        warnings.push(`CONTEXT_LAYER_INVALID: two pieces have one id (${piece.layer})`);
        continue;
      }
      const entry = this.#entryOf(piece, overrideOf, warnings);
      if (entry !== null) entries.set(id, entry);
    }
    const batch = new Batch([...entries.values()]);
    if (key !== undefined && batch.isOf(pieces)) this.#known.set(key, batch);
    return batch;
  }

  #entryOf(piece: Piece, overrideOf: OverrideOf | undefined, warnings: string[]): TrimEntry | null {
    const content = checkedPieces.has(piece) ? undefined : wellFormedContent(piece);
    if (content !== undefined) checkedPieces.set(piece, content !== null);
    if (!checkedPieces.get(piece)) {
      warnings.push(`CONTEXT_LAYER_INVALID: a piece of the layer ${String(piece.layer)} is malformed and was left out`);
      return null;
    }
    try {
      this.#measure.at(piece, 'full', content ?? undefined);
      return trimEntryOf(piece, this.#measure, overrideOf);
    } catch (error) {
      if (!(error instanceof TokenCountError)) throw error;
      warnings.push(`CONTEXT_TOKENS_INVALID: ${piece.id} has no valid token count and was left out`);
      return null;
    }
  }
}

/** The pieces, in their order, parted where another layer or project begins. */
function layerStretches(pieces: readonly Piece[]): readonly (readonly Piece[])[] {
  const stretches: (readonly Piece[])[] = [];
  for (let start = 0, end = 0; start < pieces.length; start = end) {
    const first = pieces[start];
    do end++;
    while (end < pieces.length && pieces[end]?.layer === first?.layer && pieces[end]?.projectId === first?.projectId);
    stretches.push(pieces.slice(start, end));
  }
  return stretches;
}

/** Whether a piece is well-formed: it stays what it is, so it is looked at once. */
const checkedPieces = new WeakMap<Piece, boolean>();

/** A piece's content in full; null when the one or the other is malformed. */
function wellFormedContent(piece: Piece): PieceContent | null {
  if (!pieceSchema.safeParse(piece).success) return null;
  try {
    const content = piece.render('full');
    const schema = contentSchemas[content.kind];
    const isValid = schema === undefined || ('part' in content && schema.safeParse(content.part).success);
    return isValid ? content : null;
  } catch {
    return null;
  }
}

function isWithinCapacity(stretches: readonly (readonly Piece[])[]): boolean {
  return capacities.every(([layer, limit]) => {
    const sizes = stretches.map((pieces) => (pieces[0]?.layer === layer ? pieces.length : 0));
    return sizes.reduce((sum, size) => sum + size, 0) <= limit;
  });
}

/** Of too many chunks the lowest scores go, of too many rules those with the lowest weight. */
function withinCapacity(pieces: readonly Piece[], warnings: string[]): readonly Piece[] {
  let kept = pieces;
  for (const [layer, limit] of capacities) {
    const ofLayer = kept.filter((piece) => piece.layer === layer);
    if (ofLayer.length <= limit) continue;
    const best = new Set([...ofLayer].sort((a, b) => b.weight - a.weight).slice(0, limit));
    kept = kept.filter((piece) => piece.layer !== layer || best.has(piece));
    warnings.push(
      `CONTEXT_CAPACITY: ${ofLayer.length - limit} pieces over the limit of ${limit} in ${layer} were left out`,
    );
  }
  return kept;
}
