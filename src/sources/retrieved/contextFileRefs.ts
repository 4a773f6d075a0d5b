import type { Piece } from '../../engine/piece.ts';
import type { ContextRef } from '../../protocol/contextFiles.ts';
import type { PieceSource, SourceRequest } from '../gather.ts';
import { ChunkPieces, linesOf } from './chunk.ts';

/** A context file as it enters a prompt: whole while it is short, else head, ref and tail. */
export interface ShownFile {
  readonly ref: ContextRef;
  readonly text: string;
}

/** The newest score the highest, each older one so much less. */
const firstScore = 0.6;
const scoreStep = 0.1;

/** The newest context files of the conversation: hint, head, tail and the id to read the rest by. */
export class ContextFileRefs implements PieceSource {
  readonly name = 'CONTEXT_FILES';
  readonly #newest: (projectId: string) => Promise<readonly ShownFile[]>;
  readonly #pieces = new ChunkPieces();

  /** `newest` gives a few recent files of a project, the newest first. */
  constructor(newest: (projectId: string) => Promise<readonly ShownFile[]>) {
    this.#newest = newest;
  }

  async pieces({ projectId }: SourceRequest): Promise<readonly Piece[]> {
    const shown = await this.#newest(projectId);
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
      score: Math.max(0, firstScore - rank * scoreStep),
      text,
    }));
    return this.#pieces.of(chunks);
  }
}

function languageOf({ mimeType }: ContextRef): string {
  if (mimeType === 'application/json') return 'json';
  return mimeType === 'text/markdown' ? 'markdown' : mimeType === 'text/x-diff' ? 'diff' : 'plaintext';
}
