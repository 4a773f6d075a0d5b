import { editorStateOf } from '../../../src/documents/editorState.ts';
import type { Piece } from '../../../src/engine/piece.ts';
import type { ChunkPart } from '../../../src/protocol/prompt/prompt.ts';
import type { SourceRequest } from '../../../src/sources/gather.ts';
import type { MemoryWorkspace } from '../memoryWorkspace.ts';
import { live } from './samplePieces.ts';

/** What the engine asks a source when the developer stands in a document. */
export function requestAt(workspace: MemoryWorkspace, documentId: string): SourceRequest {
  const place = workspace.locate(documentId);
  const snapshot = workspace.editor(documentId);
  const text = workspace.histories.textOf(documentId);
  if (snapshot === null || text === null) throw new RangeError(`${documentId} is not open`);
  const redacted = workspace.redaction.document(place.projectId, documentId);
  const editorState = editorStateOf(documentId, place, snapshot, text, redacted, () => true);
  return {
    documentId,
    projectId: place.projectId,
    live: live(text, editorState),
    cursorOffset: workspace.documents.get(documentId)?.cursor ?? null,
    rawOffset: (offset) => offset,
  };
}

/** The chunks that pieces show in full. */
export function chunksOf(pieces: readonly Piece[]): readonly ChunkPart[] {
  return pieces.map((piece) => {
    const content = piece.render('full');
    if (content.kind !== 'chunk') throw new RangeError(`${piece.id} is no chunk`);
    return content.part;
  });
}
