import type { Clock } from '../../base/ports/clock.ts';
import type { Piece } from '../../engine/piece.ts';
import { type ContextRef, sharedConversation } from '../../protocol/contextFiles.ts';
import type { PieceSource, SourceRequest } from '../gather.ts';
import { chunkPiece, linesOf } from './chunk.ts';

/** A context file as it enters a prompt: whole while it is short, else head, ref and tail. */
export interface RecentFile {
  readonly ref: ContextRef;
  readonly text: string;
}

/** Score of the newest file, and the step down to each older one. */
const firstScore = 0.6;
const refScoreStep = 0.1;

/**
 * Duration for which an output is shown beside any document, ms: the developer has just seen it.
 */
const freshMs = 5 * 60 * 1000;

/**
 * The newest context files that concern the document: hint, head, tail and the id of the rest. A
 * file concerns it while it is fresh, and if it names the document. `newest` returns a few recent
 * files that a conversation may read, the newest first.
 */
export function contextFileRefs(
  newest: (projectId: string, conversationId: string) => Promise<readonly RecentFile[]>,
  clock: Clock,
): PieceSource {
  const pieces = async (request: SourceRequest): Promise<readonly Piece[]> => {
    const { projectId, conversationId = sharedConversation, live } = request;
    const name = live.editorState.file.split('/').at(-1) ?? '';
    const now = clock.now();
    const shown = (await newest(projectId, conversationId)).filter(
      ({ ref, text }) => now - ref.createdAt <= freshMs || namesFile(`${ref.hint}\n${text}`, name),
    );
    const chunks = shown.map(({ ref, text }, rank) => ({
      origin: 'context-file' as const,
      documentId: ref.id,
      projectId,
      file: `context-file:${ref.id}`,
      // Of the shown text: what is left out has no lines here.
      first_line: 1,
      last_line: Math.max(1, linesOf(text).length),
      language: languageOf(ref),
      why: ref.hint,
      score: Math.max(0, firstScore - rank * refScoreStep),
      text,
    }));
    return chunks.map(chunkPiece);
  };
  return { name: 'CONTEXT_FILES', perConversation: true, pieces };
}

/** True if a text holds a file's name as a whole word. */
function namesFile(text: string, name: string): boolean {
  const escaped = name.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&');
  return name.length > 3 && new RegExp(`(?<![\\w.-])${escaped}(?![\\w-])`).test(text);
}

function languageOf({ mimeType }: ContextRef): string {
  if (mimeType === 'application/json') return 'json';
  return mimeType === 'text/markdown' ? 'markdown' : mimeType === 'text/x-diff' ? 'diff' : 'plaintext';
}
