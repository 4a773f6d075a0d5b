import { LruMap } from '../../base/lruMap.ts';
import type { Clock } from '../../base/ports/clock.ts';
import type { CellOutput, Workspace } from '../../base/ports/workspace.ts';
import { decodeUtf8, encodeUtf8, firstCharacter } from '../../base/utf8.ts';
import type { Piece } from '../../engine/piece.ts';
import { inlineText, maxInlineBytes } from '../../files/output/inline.ts';
import type { ContextFiles } from '../../files/store/contextFiles.ts';
import { TerminalText } from '../../files/terminal/terminalText.ts';
import { sharedConversation } from '../../protocol/contextFiles.ts';
import type { Redaction } from '../../redaction/redaction.ts';
import type { PieceSource, SourceRequest } from '../gather.ts';
import { type Chunk, chunkPiece, linesOf } from './chunk.ts';
import type { ProjectTexts } from './index/projectTexts.ts';

/** Number of cells before and after the current one that are shown. */
const cellsAround = 4;
/** Number of cells before the current one whose outputs are shown besides its own. */
const outputsBefore = 2;
/** Maximum number of lines of a cell. */
const cellLines = 200;
/** Maximum number of outputs that are remembered as they are shown. */
const keptOutputs = 64;

interface NotebookServices {
  readonly clock: Clock;
  readonly workspace: Workspace;
  readonly texts: ProjectTexts;
  readonly redaction: Redaction;
  readonly contextFiles: ContextFiles;
  readonly onFault: (error: unknown) => void;
}

/**
 * The cells around the current one, its output and the outputs before it: a cell uses names of the
 * cells above. A long output is shown by head, id and tail of its context file.
 */
export class NotebookCells implements PieceSource {
  readonly name = 'NOTEBOOK';
  readonly #services: NotebookServices;
  readonly #shown = new LruMap<string, { readonly of: string; readonly text: string }>(keptOutputs);

  constructor(services: NotebookServices) {
    this.#services = services;
  }

  async pieces({ documentId: current, projectId }: SourceRequest): Promise<readonly Piece[]> {
    const { workspace, texts } = this.#services;
    const cells = workspace.cells(current);
    const own = cells.indexOf(current);
    const chunks = await Promise.all(
      cells.map(async (documentId, at) => {
        const distance = Math.abs(at - own);
        if (own < 0 || distance > cellsAround) return [];
        const why = `cell ${at + 1} of ${cells.length}; the current one is cell ${own + 1}`;
        const what = { documentId, projectId, score: 0.95 - 0.05 * distance } as const;
        const cell = distance === 0 ? null : texts.chunk({ ...what, origin: 'cell', why }, 0, cellLines - 1);
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
    const { workspace, texts, redaction } = this.#services;
    const output = workspace.cellOutput(documentId);
    if (output === null || (await texts.text(projectId, documentId)) === null) return null;
    const { path } = workspace.locate(documentId);
    const of = JSON.stringify([projectId, redaction.epoch, output]);
    const known = this.#shown.get(documentId);
    const text = known?.of === of ? known.text : await this.#textOf(documentId, projectId, path, output);
    this.#shown.set(documentId, { of, text });
    if (text.trim() === '') return null;
    const lines = { first_line: 1, last_line: linesOf(text).length };
    return { ...what, ...lines, origin: 'output', file: `output of ${path}`, language: 'plaintext', why, text };
  }

  /** An output as a terminal shows it, without secrets. A long one of a running cell is shown by its end. */
  async #textOf(documentId: string, projectId: string, path: string, output: CellOutput): Promise<string> {
    const { redaction, contextFiles: files, onFault } = this.#services;
    const text = await this.#asShown(output.text);
    if (encodeUtf8(text).length <= maxInlineBytes) return redaction.redactOutput(projectId, text).text;
    const end = (why: string) => {
      const last = encodeUtf8(redaction.redactOutput(projectId, text).text).subarray(-maxInlineBytes);
      return `… ${why}, its end:\n${decodeUtf8(last.subarray(firstCharacter(last)))}`;
    };
    if (output.isRunning) return end('still running');
    const key = JSON.stringify([documentId, text]);
    const about = { source: 'notebook', projectId, hint: `Output of ${path}`, mimeType: 'text/plain' } as const;
    try {
      await files.saveOnce({ conversationId: sharedConversation, ...about }, key, text);
      return await inlineText(await files.open(sharedConversation, files.idOf('notebook', key)), maxInlineBytes);
    } catch (error) {
      onFault(error);
      return end('it could not be kept as a context file');
    }
  }

  async #asShown(raw: string): Promise<string> {
    if (!/[\x00-\x08\x0b-\x1f\x7f-\x9f]/.test(raw)) return raw;
    const terminal = new TerminalText(this.#services.clock);
    return (await terminal.push(raw)) + (await terminal.end());
  }
}
