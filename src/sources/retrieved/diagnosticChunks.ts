import type { FileError, LanguageFeatures } from '../../base/ports/language.ts';
import type { Piece } from '../../engine/piece.ts';
import type { PieceSource, SourceRequest } from '../gather.ts';
import { chunkPiece } from './chunk.ts';
import type { ProjectTexts } from './index/projectTexts.ts';

const maxErrors = 10;
/** Lines before and after the error's. */
const marginLines = 3;
/** A message is given by its beginning, UTF-16 units. */
const messageLength = 200;

/** Errors in the project's other files. Those of the current document are in the editor's state. */
export function diagnosticChunks(features: LanguageFeatures, texts: ProjectTexts): PieceSource {
  const pieces = async ({ documentId: current, projectId }: SourceRequest): Promise<readonly Piece[]> => {
    const known = features.errors(projectId).filter(({ documentId }) => documentId !== current);
    const errors = await Promise.all(
      known.slice(0, maxErrors).map(async (error) => {
        const message = await texts.message(projectId, error.documentId, error.line, error.message);
        return { ...error, message: message.replace(/\s+/g, ' ').slice(0, messageLength) };
      }),
    );
    const chunks = await Promise.all(
      places(errors).map(({ documentId, first, last, messages }, rank) => {
        const why = `error: ${messages.join('; ')}`;
        const what = { origin: 'diagnostic', documentId, projectId, why, score: 0.7 - 0.02 * rank } as const;
        return texts.chunk(what, first - marginLines, last + marginLines);
      }),
    );
    return chunks.filter((chunk) => chunk !== null).map(chunkPiece);
  };
  return { name: 'DIAGNOSTICS', pieces };
}

interface DiagnosticPlace {
  readonly documentId: string;
  readonly first: number;
  readonly last: number;
  readonly messages: readonly string[];
}

/** Joins errors whose surroundings touch. */
function places(errors: readonly FileError[]): readonly DiagnosticPlace[] {
  const found: DiagnosticPlace[] = [];
  for (const { documentId, line, message } of errors.toSorted((a, b) => a.line - b.line)) {
    const index = found.findIndex((one) => one.documentId === documentId && line - one.last <= 2 * marginLines + 1);
    const near = found[index];
    if (near === undefined) found.push({ documentId, first: line, last: line, messages: [message] });
    else found[index] = { ...near, last: line, messages: [...new Set([...near.messages, message])] };
  }
  const order = new Map(errors.map(({ documentId }, rank) => [documentId, rank]));
  return found.sort((a, b) => (order.get(a.documentId) ?? 0) - (order.get(b.documentId) ?? 0) || a.first - b.first);
}
