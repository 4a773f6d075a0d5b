import * as z from 'zod';
import { maxConstraints } from '../protocol/decisions/constraints.ts';
import {
  chunkPartSchema,
  constraintPartSchema,
  instructionsPartSchema,
  settingPartSchema,
} from '../protocol/prompt/prompt.ts';
import { type Measure, TokenCountError } from './measure.ts';
import { type Layer, layers, type Piece, type PieceContent } from './piece.ts';

/** Maximum number of pieces of a layer in one assembly. */
const capacities: readonly (readonly [Layer, number])[] = [
  ['retrieved', 200],
  ['rules', maxConstraints],
];

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

/** The pieces of a request that may be shown, and what became of the others. */
interface Admission {
  readonly pieces: readonly Piece[];
  readonly warnings: readonly string[];
  readonly violations: readonly string[];
}

/**
 * Admits the pieces that belong to the project, are well-formed and countable, have an id of their
 * own and fit the capacities. A refused piece costs itself and a warning.
 */
export function admit(projectId: string, pieces: readonly Piece[], measure: Measure): Admission {
  const warnings: string[] = [];
  const violations: string[] = [];
  const own: Piece[] = [];
  for (const piece of pieces) {
    if (piece.projectId === projectId) own.push(piece);
    else {
      warnings.push(`CONTEXT_SCOPE_VIOLATION: a piece of another project was refused (${piece.layer})`);
      violations.push(`CONTEXT_SCOPE_VIOLATION layer=${piece.layer}`);
    }
  }
  const ids = new Set<string>();
  const admitted = withinCapacity(own, warnings).filter((piece) => {
    const refusal = ids.has(piece.id)
      ? `CONTEXT_LAYER_INVALID: two pieces have one id (${piece.layer})`
      : admissionRefusal(piece, measure);
    if (refusal === null) ids.add(piece.id);
    else warnings.push(refusal);
    return refusal === null;
  });
  return { pieces: admitted, warnings, violations };
}

/** Pieces do not change, so each is checked once. */
const checkedPieces = new WeakMap<Piece, boolean>();

function admissionRefusal(piece: Piece, measure: Measure): string | null {
  let isWellFormed = checkedPieces.get(piece);
  if (isWellFormed === undefined) {
    isWellFormed = isPieceWellFormed(piece);
    checkedPieces.set(piece, isWellFormed);
  }
  if (!isWellFormed)
    return `CONTEXT_LAYER_INVALID: a piece of the layer ${String(piece.layer)} is malformed and was left out`;
  try {
    measure.at(piece, 'full');
    return null;
  } catch (error) {
    if (!(error instanceof TokenCountError)) throw error;
    return `CONTEXT_TOKENS_INVALID: ${piece.id} has no valid token count and was left out`;
  }
}

function isPieceWellFormed(piece: Piece): boolean {
  if (!pieceSchema.safeParse(piece).success) return false;
  try {
    const content = piece.render('full');
    const schema = contentSchemas[content.kind];
    return schema === undefined || ('part' in content && schema.safeParse(content.part).success);
  } catch {
    return false;
  }
}

/** Keeps the pieces of the highest weights where a layer has too many. */
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
