import type { Workspace } from '../../base/ports/workspace.ts';
import type { Piece } from '../../engine/piece.ts';
import type { PieceSource, SourceRequest } from '../gather.ts';
import { ChunkPieces } from './chunk.ts';
import type { ProjectTexts } from './index/projectTexts.ts';

/** So many cells before and after the current one are told. */
const cellsAround = 4;
/** Of a longer cell its first lines. */
const cellLines = 200;

/** The cells around the current one: what a notebook's cell uses was made in those before it. */
export class NotebookCells implements PieceSource {
  readonly name = 'NOTEBOOK';
  readonly #workspace: Workspace;
  readonly #texts: ProjectTexts;
  readonly #pieces = new ChunkPieces();

  constructor(workspace: Workspace, texts: ProjectTexts) {
    this.#workspace = workspace;
    this.#texts = texts;
  }

  async pieces({ documentId: current, projectId }: SourceRequest): Promise<readonly Piece[]> {
    const cells = this.#workspace.cells(current);
    const own = cells.indexOf(current);
    const chunks = await Promise.all(
      cells.map(async (documentId, at) => {
        const distance = Math.abs(at - own);
        if (own < 0 || distance === 0 || distance > cellsAround) return null;
        const why = `cell ${at + 1} of ${cells.length}; the current one is cell ${own + 1}`;
        const what = { origin: 'cell', documentId, projectId, why, score: 0.95 - 0.05 * distance } as const;
        return this.#texts.chunk(what, 0, cellLines - 1);
      }),
    );
    return this.#pieces.of(chunks.filter((chunk) => chunk !== null));
  }
}
