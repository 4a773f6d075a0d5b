import { AppError } from '../../base/appError.ts';
import { patchViewOf } from '../../documents/diffSummary.ts';
import { pageEnd } from '../../text/pages.ts';
import type { SessionServices } from '../services.ts';
import type { Handlers } from './handlers.ts';

/** Maximum length of a reply besides the text and the names of its document, UTF-16 units. */
const roomForFrame = 500;

/** Answers requests for a version's text or the diff of two versions. */
export function versionHandlers(services: SessionServices): Pick<Handlers, 'live:version'> {
  const { workspace, documents, summaries, redaction } = services;
  return {
    'live:version': async (params) => {
      const document = await documents.find(params.documentId);
      const { documentId, history } = document;
      const version = params.versionId === undefined ? history.seal() : documents.version(document, params.versionId);
      const raw = history.textOf(version.number);
      if (raw === null) throw new RangeError(`${version.id} is not retained`);
      const { text } = documents.redacted(document, raw);
      const file = workspace.locate(documentId).path;
      const head = { documentId, file, versionId: version.id, lineCount: text.lineCount };
      const room = (params.maxCharacters ?? Number.POSITIVE_INFINITY) - roomForFrame - documentId.length - file.length;
      if (room < 1) throw new AppError('REQUEST_INVALID', 'maxCharacters leaves no room for a text.');
      const page = (whole: string) => pageOf(whole, params.offset ?? 0, room);
      if (params.compareWith !== undefined) {
        const other = documents.version(document, params.compareWith);
        const [from, to] = version.number <= other.number ? [version, other] : [other, version];
        const { patch } = summaries.between(history, from, to, patchViewOf(workspace, redaction, documentId));
        const { text: part, ...next } = page(patch);
        return { ...head, patch: part, ...next };
      }
      if (params.lines === undefined) return { ...head, ...page(text.toString()) };
      const { first, last } = params.lines;
      if (first > last || last > text.lineCount) throw new AppError('LINES_OUTSIDE');
      return { ...head, ...page(text.slice(text.lineAt(first - 1).start, text.lineAt(last - 1).endWithBreak)) };
    },
  };
}

/** As much of the text from `offset` on as fits, and the next offset. */
function pageOf(text: string, offset: number, room: number): { readonly text: string; readonly nextOffset?: number } {
  if (offset > text.length) {
    throw new AppError('REQUEST_INVALID', `offset ${offset} is outside the text of ${text.length} units.`);
  }
  const end = pageEnd(text, offset, room);
  return { text: text.slice(offset, end), ...(end < text.length ? { nextOffset: end } : {}) };
}
