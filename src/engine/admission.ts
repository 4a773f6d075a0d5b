import { chunkPartSchema } from '../protocol/prompt/prompt.ts';
import { type Measure, TokenCountError } from './measure.ts';
import type { Piece } from './piece.ts';

/** Begins the warning about a piece of another project. */
export const scopeViolation = 'CONTEXT_SCOPE_VIOLATION';

/** Pieces do not change, so each is checked once. */
const checkedPieces = new WeakSet<Piece>();

/**
 * Admits the pieces that belong to the project, are well-formed and countable, and have an id of
 * their own. A refused piece costs itself and a warning.
 */
export function admit(projectId: string, pieces: readonly Piece[], measure: Measure) {
  const warnings: string[] = [];
  const ids = new Set<string>();
  const admitted = pieces.filter((piece) => {
    const refusal = whyNotAdmitted(piece, projectId, ids, measure);
    if (refusal === null) ids.add(piece.id);
    else warnings.push(refusal);
    return refusal === null;
  });
  return { pieces: admitted, warnings };
}

function whyNotAdmitted(piece: Piece, projectId: string, ids: ReadonlySet<string>, measure: Measure): string | null {
  const { id, layer } = piece;
  if (piece.projectId !== projectId) return `${scopeViolation}: a piece of another project was refused (${layer})`;
  if (ids.has(id)) return `CONTEXT_LAYER_INVALID: two pieces have one id (${layer})`;
  if (!isWellFormed(piece)) return `CONTEXT_LAYER_INVALID: a piece of the layer ${layer} is malformed and was left out`;
  try {
    measure.at(piece, 'full');
    return null;
  } catch (error) {
    if (!(error instanceof TokenCountError)) throw error;
    return `CONTEXT_TOKENS_INVALID: ${id} has no valid token count and was left out`;
  }
}

function isWellFormed(piece: Piece): boolean {
  if (checkedPieces.has(piece)) return true;
  if (!(piece.weight >= 0 && piece.weight <= 1)) return false;
  try {
    const content = piece.render('full');
    if (content.kind === 'chunk' && !chunkPartSchema.safeParse(content.part).success) return false;
  } catch {
    return false;
  }
  checkedPieces.add(piece);
  return true;
}
