import { AppError } from '../../base/appError.ts';
import { LruMap } from '../../base/lruMap.ts';
import { changedLines, patchViewOf } from '../../documents/diffSummary.ts';
import type { Checkpoint } from '../../documents/versions/checkpoint.ts';
import type { DocumentHistory, Edit } from '../../documents/versions/documentHistory.ts';
import type { Version } from '../../documents/versions/versionId.ts';
import type { TimelineEntry } from '../../protocol/channels.ts';
import { trustedConsumers } from '../../protocol/consumer.ts';
import { pageEnd } from '../../text/pages.ts';
import type { SessionServices } from '../services.ts';
import type { Handlers } from './handlers.ts';

type WireCheckpoint = TimelineEntry['checkpoints'][number];
type EditSize = ReturnType<typeof changedLines>;

/** Maximum length of a reply besides the text and the names of its document, UTF-16 units. */
const roomForFrame = 500;

type VersionChannel = 'live:version' | 'live:timeline' | 'checkpoints:create';

/** The versions of a document: their texts and diffs, the timeline, checkpoints. */
export function versionHandlers(services: SessionServices): Pick<Handlers, VersionChannel> {
  const { clock, workspace, documents, redaction, plans, summaries } = services;
  /** A checkpoint's name is the developer's text: it may hold a secret. */
  const wire =
    (documentId: string) =>
    ({ version, kind, timestamp, name }: Checkpoint): WireCheckpoint => ({
      versionId: version.id,
      kind,
      timestamp: new Date(timestamp).toISOString(),
      name: name && redaction.redactText(workspace.locate(documentId).projectId, name).text,
    });
  /** Patches of whole files would not all stay known. */
  const sizes = new WeakMap<DocumentHistory, LruMap<string, EditSize>>();
  return {
    'live:timeline': async (params, consumer) => {
      const { documentId, history } = await documents.find(params.documentId);
      const now = history.seal();
      const { path: file, projectId } = workspace.locate(documentId);
      const view = { ...patchViewOf(workspace, redaction, documentId), context: 0 };
      const known = sizes.get(history) ?? new LruMap<string, EditSize>(2 * newestVersions);
      sizes.set(history, known);
      const sizeOf = ({ base, version }: Edit) =>
        known.getOrMake(`${base.number} ${version.number} ${view.redacted.epoch}`, () =>
          changedLines(summaries.between(history, base, version, view).patch),
        );
      const refused = trustedConsumers.has(consumer) ? [...plans.refusedOf(projectId, file)] : [];
      return { documentId, file, now: now.id, entries: timelineOf(history, wire(documentId), sizeOf), refused };
    },
    'checkpoints:create': async ({ name, ...params }) => {
      const { documentId, history } = await documents.find(params.documentId);
      const { projectId } = workspace.locate(documentId);
      const own = name && redaction.redactText(projectId, name).text;
      const checkpoint = history.checkpoint('named', clock.now(), own);
      return { documentId, checkpoint: wire(documentId)(checkpoint) };
    },
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

/**
 * Maximum number of listed versions, newest first. Older ones are listed if a checkpoint retains
 * them.
 */
const newestVersions = 300;

/** Versions with the edit that made each and the checkpoints on it, new to old. */
function timelineOf(
  history: DocumentHistory,
  wire: (checkpoint: Checkpoint) => WireCheckpoint,
  sizeOf: (edit: Edit) => EditSize,
): TimelineEntry[] {
  const newest = history.newestEdits(newestVersions);
  const edits = new Map(newest.map((edit) => [edit.version.number, edit]));
  const start = newest[0]?.base ?? history.newest;
  const versions = new Map<number, Version>([[start.number, start]]);
  for (const { version } of newest) versions.set(version.number, version);
  for (const { kind, version } of history.checkpoints)
    if (kind !== 'saved' || version.number > start.number) versions.set(version.number, version);
  return [...versions.values()]
    .sort((a, b) => a.number - b.number)
    .map((version) => {
      const edit = edits.get(version.number);
      const checkpoints = history.checkpoints.filter((checkpoint) => checkpoint.version.number === version.number);
      return {
        versionId: version.id,
        timestamp: new Date(version.timestamp).toISOString(),
        edit: edit && { origin: edit.origin, ...sizeOf(edit), reason: edit.reason },
        checkpoints: checkpoints.map(wire),
      };
    })
    .reverse();
}
