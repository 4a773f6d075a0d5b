import { LruMap } from '../../base/lruMap.ts';
import type { Clock } from '../../base/ports/clock.ts';
import type { Workspace } from '../../base/ports/workspace.ts';
import type { PlanLog } from '../../edits/planLog.ts';
import type { Checkpoint } from '../../history/versions/checkpoint.ts';
import type { DocumentHistory, Edit } from '../../history/versions/documentHistory.ts';
import type { Version } from '../../history/versions/versionId.ts';
import type { Documents } from '../../live/documents.ts';
import type { TimelineEntry } from '../../protocol/channels.ts';
import { trustedConsumers } from '../../protocol/consumer.ts';
import type { RedactedText } from '../../redaction/redactedText.ts';
import { type Redaction, scopeOf } from '../../redaction/redaction.ts';
import type { SourceText } from '../../text/sourceText.ts';
import type { Handlers } from './handlers.ts';

type WireCheckpoint = TimelineEntry['checkpoints'][number];

interface Dependencies {
  readonly clock: Clock;
  readonly workspace: Workspace;
  readonly documents: Documents;
  readonly redaction: Redaction;
  readonly plans: PlanLog;
}

/** The past of a document: its timeline and its checkpoints. */
export function timelineHandlers({
  clock,
  workspace,
  documents,
  redaction,
  plans,
}: Dependencies): Pick<Handlers, 'live:timeline' | 'checkpoints:create'> {
  /** A checkpoint's name is the developer's text: it may hold a secret. */
  const wire =
    (documentId: string) =>
    ({ version, kind, timestamp, name }: Checkpoint): WireCheckpoint => ({
      versionId: version.id,
      kind,
      timestamp: new Date(timestamp).toISOString(),
      ...(name === undefined ? {} : { name: redaction.redactText(workspace.locate(documentId).projectId, name).text }),
    });
  const sizes = new EditSizes();
  return {
    'live:timeline': async (params, consumer) => {
      const document = await documents.find(params.documentId);
      const { documentId, history } = document;
      const now = history.seal();
      const { path: file, projectId } = workspace.locate(documentId);
      const view = { epoch: redaction.epoch, of: (text: SourceText) => documents.redacted(document, text) };
      const toldEdit = (edit: Edit) => sizes.tell(history, edit, view);
      const refused = trustedConsumers.has(consumer) ? [...plans.refusedOf(projectId, file)] : [];
      return { documentId, file, now: now.id, entries: timelineOf(history, wire(documentId), toldEdit), refused };
    },
    'checkpoints:create': async ({ name, ...params }, consumer) => {
      const { documentId, history } = await documents.find(params.documentId);
      const scope = scopeOf(workspace.locate(documentId).projectId, consumer);
      const own = name === undefined ? undefined : redaction.redactText(scope, name).text;
      const checkpoint = history.checkpoint('named', clock.now(), own);
      return { documentId, checkpoint: wire(documentId)(checkpoint) };
    },
  };
}

/** Maximum number of versions that are listed, the newest; of older ones those that a checkpoint retains. */
const newestVersions = 300;

/** Versions with the edit that made each and the checkpoints on it, new to old. */
function timelineOf(
  history: DocumentHistory,
  wire: (checkpoint: Checkpoint) => WireCheckpoint,
  toldEdit: (edit: Edit) => TimelineEntry['edit'],
): TimelineEntry[] {
  const newest = history.newestEdits(newestVersions);
  const edits = new Map(newest.map((edit) => [edit.version.number, edit]));
  const start = newest[0]?.base ?? history.newest;
  const versions = new Map<number, Version>([[start.number, start]]);
  for (const { version } of newest) versions.set(version.number, version);
  for (const { kind, version } of history.checkpoints)
    if (kind !== 'saved' || version.number > start.number) versions.set(version.number, version);
  return [...versions.values()]
    .sort((a, b) => b.number - a.number)
    .map((version) => {
      const edit = edits.get(version.number);
      const checkpoints = history.checkpoints.filter((checkpoint) => checkpoint.version.number === version.number);
      return {
        versionId: version.id,
        timestamp: new Date(version.timestamp).toISOString(),
        ...(edit === undefined ? {} : { edit: toldEdit(edit) }),
        checkpoints: checkpoints.map(wire),
      };
    });
}

/** UTF-16 units of the redacted versions. */
interface EditSize {
  readonly added: number;
  readonly removed: number;
}

/** The versions of a document as they leave; with another epoch the same version may be redacted in another way. */
interface RedactedVersions {
  readonly epoch: string;
  readonly of: (text: SourceText) => RedactedText;
}

/** How much each edit added and removed. Versions never change, so it is kept, weakly with their history, and found out once. */
class EditSizes {
  readonly #kept = new WeakMap<DocumentHistory, LruMap<string, EditSize>>();

  tell(history: DocumentHistory, edit: Edit, redacted: RedactedVersions): TimelineEntry['edit'] {
    const { base, version, origin, reason } = edit;
    const kept = this.#kept.get(history) ?? new LruMap<string, EditSize>(2 * newestVersions);
    this.#kept.set(history, kept);
    const key = `${base.number} ${version.number} ${redacted.epoch}`;
    const size = kept.getOrMake(key, () => sizeOfEdit(history, edit, redacted));
    return { origin, ...size, ...(reason === undefined ? {} : { reason }) };
  }
}

function sizeOfEdit(history: DocumentHistory, { base, version }: Edit, redacted: RedactedVersions): EditSize {
  const changes = history.between(base.number, version.number);
  const [older, newer] = [history.textOf(base.number), history.textOf(version.number)].map((text) =>
    text === null ? null : redacted.of(text),
  );
  const lengthIn = (text: RedactedText | null | undefined, start: number, end: number) =>
    text?.lengthOf(start, end) ?? 0;
  const removed = changes?.changes.reduce((sum, { start, end }) => sum + lengthIn(older, start, end), 0) ?? 0;
  const added = changes?.inverseRanges().reduce((sum, { start, end }) => sum + lengthIn(newer, start, end), 0) ?? 0;
  return { added, removed };
}
