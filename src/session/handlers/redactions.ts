import { AppError } from '../../base/appError.ts';
import { selectionEnds } from '../../base/ports/workspace.ts';
import { trustedConsumers } from '../../protocol/consumer.ts';
import type { RedactionEntry } from '../../protocol/decisions/redactions.ts';
import type { SessionServices } from '../services.ts';
import { projectOf } from './constraints.ts';
import type { HandlersOf } from './handlers.ts';

/** Maximum number of places listed per secret. */
const maxSecretPlaces = 100;

/** The hidden secrets, and what the developer allows to be shown. */
export function redactionHandlers(services: SessionServices): HandlersOf<'redactions'> {
  const { workspace, documents, redaction } = services;
  return {
    // The numbers of placeholders would confirm guesses.
    'redactions:list': async (params, consumer) => {
      if (!trustedConsumers.has(consumer)) throw new AppError('REDACTION_FORBIDDEN');
      const projectId = projectOf(workspace, params.projectId);
      return { projectId, on: redaction.isOn(), redactions: await listRedactions(services, projectId) };
    },
    'redactions:allow': async ({ projectId: asked, placeholder, allowed }, consumer) => {
      if (!trustedConsumers.has(consumer)) throw new AppError('REDACTION_FORBIDDEN');
      const projectId = projectOf(workspace, asked);
      if (!(await redaction.allow(projectId, placeholder, allowed))) throw new AppError('REDACTION_UNKNOWN');
      return { projectId, placeholder, allowed };
    },
    'redactions:hide': async (params, consumer) => {
      if (!trustedConsumers.has(consumer)) throw new AppError('REDACTION_FORBIDDEN');
      const { documentId, history } = await documents.find(params.documentId, true);
      const { path, projectId } = workspace.locate(documentId);
      const selections = workspace.editor(documentId)?.selections ?? [];
      const selected = selections.map(selectionEnds).map(([start, end]) => ({ start: start.offset, end: end.offset }));
      const { length } = history.text;
      const spans = (params.span ? [params.span] : selected).filter(({ start, end }) => start < end && end <= length);
      if (spans.every(({ start, end }) => history.text.slice(start, end).trim() === ''))
        throw new AppError('SELECTION_EMPTY');
      if (!(await redaction.hide(projectId, documentId, history.text, spans))) throw new AppError('SELECTION_UNPLACED');
      return { file: path, on: redaction.isOn() };
    },
  };
}

/** One entry a secret, with its places in the project's tracked documents. */
async function listRedactions({ workspace, documents, redaction }: SessionServices, projectId: string) {
  const entries = new Map<string, RedactionEntry>();
  const tracked = await documents.ofProject(false, projectId);
  for (const { documentId, history } of tracked.toSorted((a, b) => a.documentId.localeCompare(b.documentId))) {
    const { text } = history;
    const { path: file } = workspace.locate(documentId);
    for (const { start, end, placeholder, kind, allowed } of redaction.secretsOf(projectId, text, documentId)) {
      const line = text.lineIndexOf(start);
      const { start: first, end: last } = text.lineAt(line);
      const columns: [number, number] = [start - first, Math.min(end, last) - first];
      const place = { documentId, file, line: line + 1, columns };
      const entry = entries.get(placeholder);
      if (entry === undefined) entries.set(placeholder, { placeholder, kind, allowed, count: 1, places: [place] });
      else if (entry.count++ < maxSecretPlaces) entry.places.push(place);
    }
  }
  return [...entries.values()];
}
