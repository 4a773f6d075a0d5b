import * as z from 'zod';
import { maxConstraints } from '../protocol/decisions/constraints.ts';
import {
  chunkPartSchema,
  constraintPartSchema,
  instructionsPartSchema,
  settingPartSchema,
} from '../protocol/prompt/prompt.ts';
import type { OverrideOf } from './detailOverride.ts';
import { type Measure, TokenCountError } from './measure.ts';
import { layers, type Piece, type PieceContent } from './piece.ts';
import { type TrimEntry, trimEntryOf } from './trimming.ts';

/** What one assembly takes at most. */
const maxChunks = 200;

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

interface Admission {
  readonly entries: TrimEntry[];
  readonly warnings: string[];
  readonly violations: string[];
}

/**
 * Lets pieces in: those of the request's project, well-formed, countable, within the capacities. Whatever is refused costs only
 * itself and a warning.
 */
export function admit(
  request: { readonly projectId: string; readonly pieces: readonly Piece[]; readonly overrideOf?: OverrideOf },
  measure: Measure,
): Admission {
  const admission: Admission = { entries: [], warnings: [], violations: [] };
  const seen = new Set<string>();
  const own = request.pieces.filter(({ projectId, layer }) => {
    if (projectId === request.projectId) return true;
    admission.warnings.push(`CONTEXT_SCOPE_VIOLATION: a piece of another project was refused (${layer})`);
    admission.violations.push(`CONTEXT_SCOPE_VIOLATION layer=${layer}`);
    return false;
  });
  for (const piece of withinCapacity(own, admission.warnings)) {
    if (seen.has(piece.id)) {
      admission.warnings.push(`CONTEXT_LAYER_INVALID: two pieces have one id (${piece.layer})`);
    } else {
      seen.add(piece.id);
      admitOne(piece, admission, measure, request.overrideOf);
    }
  }
  return admission;
}

function admitOne(
  piece: Piece,
  { entries, warnings }: Admission,
  measure: Measure,
  overrideOf: OverrideOf | undefined,
): void {
  if (!isWellFormed(piece)) {
    warnings.push(`CONTEXT_LAYER_INVALID: a piece of the layer ${String(piece.layer)} is malformed and was left out`);
    return;
  }
  try {
    entries.push(trimEntryOf(piece, measure, overrideOf));
  } catch (error) {
    if (!(error instanceof TokenCountError)) throw error;
    warnings.push(`CONTEXT_TOKENS_INVALID: ${piece.id} has no valid token count and was left out`);
  }
}

/** A piece stays what it is, so it is looked at once. */
const checkedPieces = new WeakMap<Piece, boolean>();

function isWellFormed(piece: Piece): boolean {
  const known = checkedPieces.get(piece);
  if (known !== undefined) return known;
  const valid = pieceSchema.safeParse(piece).success && isWellFormedContent(piece);
  checkedPieces.set(piece, valid);
  return valid;
}

function isWellFormedContent(piece: Piece): boolean {
  try {
    const content = piece.render('full');
    const schema = contentSchemas[content.kind];
    return schema === undefined || ('part' in content && schema.safeParse(content.part).success);
  } catch {
    return false;
  }
}

/** Of too many chunks the lowest scores go, of too many rules those with the lowest weight. */
function withinCapacity(pieces: readonly Piece[], warnings: string[]): readonly Piece[] {
  let kept = pieces;
  for (const [layer, limit] of [
    ['retrieved', maxChunks],
    ['rules', maxConstraints],
  ] as const) {
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
