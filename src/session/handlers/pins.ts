import { AppError } from '../../base/appError.ts';
import type { Workspace } from '../../base/workspace.ts';
import type { Documents } from '../../live/documents.ts';
import type { PinParams, PinValue } from '../../protocol/pins.ts';
import type { Pins } from '../../sources/retrieved/pins.ts';

/** Answers what is asked about pins. */
export class PinHandlers {
  readonly #workspace: Workspace;
  readonly #documents: Documents;
  readonly #pins: Pins;

  constructor(workspace: Workspace, documents: Documents, pins: Pins) {
    this.#workspace = workspace;
    this.#documents = documents;
    this.#pins = pins;
  }

  async create(params: PinParams<'pins:create'>): Promise<PinValue<'pins:create'>> {
    const { documentId, history } = await this.#documents.find(params.documentId, true);
    const lines = params.lines ?? this.#selectedLines(documentId);
    const { lineCount } = history.text;
    if (lines.first > lines.last || lines.last > lineCount)
      throw new AppError(
        'LINES_OUTSIDE',
        `Lines ${lines.first} to ${lines.last} are outside the text of ${lineCount} lines.`,
      );
    return this.#pins.create(documentId, history.text, lines);
  }

  async list({ projectId = this.#activeProject() }: PinParams<'pins:list'>): Promise<PinValue<'pins:list'>> {
    return { projectId, pins: await this.#pins.list(projectId) };
  }

  async delete({ projectId = this.#activeProject(), id }: PinParams<'pins:delete'>): Promise<PinValue<'pins:delete'>> {
    return { projectId, deleted: await this.#pins.delete(projectId, id) };
  }

  /** The lines of the first selection. One that ends where a line starts does not reach into it. */
  #selectedLines(documentId: string): { readonly first: number; readonly last: number } {
    const selection = this.#workspace.editor(documentId)?.selections[0];
    if (selection === undefined)
      throw new AppError('DOCUMENT_NONE', 'The document is not shown in an editor; name its lines.');
    const [start, end] = [selection.anchor, selection.active].sort((a, b) => a.offset - b.offset) as [
      typeof selection.anchor,
      typeof selection.anchor,
    ];
    const last = end.column === 0 && end.line > start.line ? end.line - 1 : end.line;
    return { first: start.line + 1, last: last + 1 };
  }

  #activeProject(): string {
    const active = this.#workspace.activeDocument();
    if (active === null) throw new AppError('DOCUMENT_NONE');
    return this.#workspace.locate(active).projectId;
  }
}
