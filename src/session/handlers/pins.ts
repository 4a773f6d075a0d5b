import { AppError } from '../../base/appError.ts';
import { selectionEnds, type Workspace } from '../../base/ports/workspace.ts';
import type { SessionServices } from '../services.ts';
import { projectOf } from './constraints.ts';
import type { HandlersOf } from './handlers.ts';

type PinServices = Pick<SessionServices, 'workspace' | 'documents' | 'pins'>;

/** Lines that the developer pins for every prompt. */
export function pinHandlers({ workspace, documents, pins }: PinServices): HandlersOf<'pins'> {
  return {
    'pins:create': async (params) => {
      const { documentId, history } = await documents.find(params.documentId, true);
      const { lineCount } = history.text;
      const all = { first: 1, last: lineCount };
      const lines = params.lines === 'all' ? all : (params.lines ?? selectedLines(workspace, documentId));
      if (lines.first > lines.last || lines.last > lineCount)
        throw new AppError(
          'LINES_OUTSIDE',
          `Lines ${lines.first} to ${lines.last} are outside the text of ${lineCount} lines.`,
        );
      return pins.create(documentId, history.text, lines);
    },
    'pins:list': async (params) => {
      const projectId = projectOf(workspace, params.projectId);
      return { projectId, pins: await pins.list(projectId) };
    },
    'pins:delete': async ({ id, ...params }) => {
      const projectId = projectOf(workspace, params.projectId);
      return { projectId, deleted: await pins.delete(projectId, id) };
    },
  };
}

/** The lines of the first selection. One that ends where a line starts does not reach into it. */
function selectedLines(workspace: Workspace, documentId: string): { readonly first: number; readonly last: number } {
  const selection = workspace.editor(documentId)?.selections[0];
  if (selection === undefined)
    throw new AppError('DOCUMENT_NONE', 'The document is not shown in an editor; name its lines.');
  const [start, end] = selectionEnds(selection);
  const last = end.column === 0 && end.line > start.line ? end.line - 1 : end.line;
  return { first: start.line + 1, last: last + 1 };
}
