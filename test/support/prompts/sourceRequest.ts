import { editorStateOf } from '../../../src/documents/editorState.ts';
import type { Piece } from '../../../src/engine/piece.ts';
import type { DiffSummary } from '../../../src/protocol/prompt/liveContext.ts';
import type { ChunkPart } from '../../../src/protocol/prompt/prompt.ts';
import { RedactedText } from '../../../src/redaction/redactedText.ts';
import type { SourceRequest } from '../../../src/sources/gather.ts';
import type { MemoryWorkspace } from '../memoryWorkspace.ts';

/** What the engine asks a source when the developer stands in a document. */
export function requestAt(
  workspace: MemoryWorkspace,
  documentId: string,
  patches: readonly string[] = [],
): SourceRequest {
  const place = workspace.locate(documentId);
  const snapshot = workspace.editor(documentId);
  const text = workspace.histories.textOf(documentId);
  if (snapshot === null || text === null) throw new RangeError(`${documentId} is not open`);
  const recentDiffs = patches.map(
    (patch): DiffSummary => ({
      version_id: 'v',
      timestamp: '2025-10-09T12:00:00Z',
      patch,
      first_line: 1,
      last_line: 1,
    }),
  );
  const editorState = editorStateOf(
    documentId,
    place,
    snapshot,
    text,
    workspace.redaction.document(place.projectId, documentId),
    () => true,
  );
  return {
    documentId,
    projectId: place.projectId,
    live: {
      versionId: 'v',
      text: RedactedText.unchanged(text).text,
      outline: [],
      recentDiffs: recentDiffs.map((diff) => ({ documentId, diff })),
      anchorDiff: null,
      editorState,
      planHints: [],
    },
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
