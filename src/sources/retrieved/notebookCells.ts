import type { Workspace } from '../../base/ports/workspace.ts';
import type { Piece } from '../../engine/piece.ts';
import type { PieceSource, SourceRequest } from '../gather.ts';
import type { CellOutputs } from './cellOutputs.ts';
import { type Chunk, chunkPiece, linesOf } from './chunk.ts';
import type { ProjectTexts } from './index/projectTexts.ts';

/** Number of cells before and after the current one that are shown. */
const cellsAround = 4;
/** Number of cells before the current one whose outputs are shown besides its own. */
const outputsBefore = 2;
/** Maximum number of lines of a cell. */
const cellLines = 200;

/**
 * The cells around the current one, its output and the outputs before it: a cell uses names of the
 * cells above.
 */
export class NotebookCells implements PieceSource {
  readonly name = 'NOTEBOOK';
  readonly #workspace: Workspace;
  readonly #texts: ProjectTexts;
  readonly #outputs: CellOutputs;

  constructor(workspace: Workspace, texts: ProjectTexts, outputs: CellOutputs) {
    this.#workspace = workspace;
    this.#texts = texts;
    this.#outputs = outputs;
  }

  async pieces({ documentId: current, projectId }: SourceRequest): Promise<readonly Piece[]> {
    const cells = this.#workspace.cells(current);
    const own = cells.indexOf(current);
    const chunks = await Promise.all(
      cells.map(async (documentId, at) => {
        const distance = Math.abs(at - own);
        if (own < 0 || distance > cellsAround) return [];
        const why = `cell ${at + 1} of ${cells.length}; the current one is cell ${own + 1}`;
        const what = { documentId, projectId, score: 0.95 - 0.05 * distance } as const;
        const cell = distance === 0 ? null : this.#texts.chunk({ ...what, origin: 'cell', why }, 0, cellLines - 1);
        const printed = at <= own && own - at <= outputsBefore ? this.#output(what, `output of cell ${at + 1}`) : null;
        return [await cell, await printed];
      }),
    );
    return chunks
      .flat()
      .filter((chunk) => chunk !== null)
      .map(chunkPiece);
  }

  async #output(what: Pick<Chunk, 'documentId' | 'projectId' | 'score'>, why: string): Promise<Chunk | null> {
    const { documentId, projectId } = what;
    const output = this.#workspace.cellOutput(documentId);
    if (output === null || (await this.#texts.text(projectId, documentId)) === null) return null;
    const { path } = this.#workspace.locate(documentId);
    const text = await this.#outputs.text(documentId, projectId, path, output);
    if (text.trim() === '') return null;
    const lines = { first_line: 1, last_line: linesOf(text).length };
    return { ...what, ...lines, origin: 'output', file: `output of ${path}`, language: 'plaintext', why, text };
  }
}
