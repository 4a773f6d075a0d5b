import type { Clock } from '../../base/clock.ts';
import type { Workspace } from '../../base/workspace.ts';
import type { Checkpoint } from '../../history/versions/checkpoint.ts';
import type { DocumentHistory, Edit } from '../../history/versions/documentHistory.ts';
import type { Version } from '../../history/versions/versionId.ts';
import type { Documents } from '../../live/documents.ts';
import type { ParsedParams, TimelineEntry, Value } from '../../protocol/channels.ts';
import type { Redaction } from '../../redaction/redaction.ts';

type WireCheckpoint = TimelineEntry['checkpoints'][number];

/** Answers what is asked about the past: the timeline, checkpoints. */
export class TimelineHandlers {
  readonly #clock: Clock;
  readonly #workspace: Workspace;
  readonly #documents: Documents;
  readonly #redaction: Redaction;

  constructor(clock: Clock, workspace: Workspace, documents: Documents, redaction: Redaction) {
    this.#clock = clock;
    this.#workspace = workspace;
    this.#documents = documents;
    this.#redaction = redaction;
  }

  async timeline(params: ParsedParams<'live:timeline'>): Promise<Value<'live:timeline'>> {
    const { documentId, history } = await this.#documents.find(params.documentId);
    const now = history.seal();
    const { path: file } = this.#workspace.locate(documentId);
    return { documentId, file, now: now.id, entries: timelineOf(history, this.#wired(documentId)) };
  }

  async createCheckpoint(params: ParsedParams<'checkpoints:create'>): Promise<Value<'checkpoints:create'>> {
    const { documentId, history } = await this.#documents.find(params.documentId);
    const checkpoint = history.checkpoint('named', this.#clock.now(), params.name);
    return { documentId, checkpoint: this.#wired(documentId)(checkpoint) };
  }

  /** A checkpoint as it leaves: its name is the developer's text. */
  #wired(documentId: string): (checkpoint: Checkpoint) => WireCheckpoint {
    const { projectId } = this.#workspace.locate(documentId);
    return ({ version, kind, timestamp, name }) => ({
      versionId: version.id,
      kind,
      timestamp: new Date(timestamp).toISOString(),
      ...(name === undefined ? {} : { name: this.#redaction.redactText(projectId, name).text }),
    });
  }
}

/** Every retained version with the edit that made it and the checkpoints on it, new to old. */
function timelineOf(history: DocumentHistory, wired: (checkpoint: Checkpoint) => WireCheckpoint): TimelineEntry[] {
  const edits = new Map(history.edits.map((edit) => [edit.version.number, edit]));
  const versions = new Map<number, Version>(history.versions.map((version) => [version.number, version]));
  for (const { version } of history.checkpoints) versions.set(version.number, version);
  return [...versions.values()]
    .sort((a, b) => b.number - a.number)
    .map((version) => {
      const edit = edits.get(version.number);
      const checkpoints = history.checkpoints.filter((checkpoint) => checkpoint.version.number === version.number);
      return {
        versionId: version.id,
        timestamp: new Date(version.timestamp).toISOString(),
        ...(edit === undefined ? {} : { edit: wireEdit(history, edit) }),
        checkpoints: checkpoints.map(wired),
      };
    });
}

/** `added` and `removed` are UTF-16 units. */
function wireEdit(history: DocumentHistory, { base, version, origin, reason }: Edit): TimelineEntry['edit'] {
  const changes = history.between(base.number, version.number)?.changes ?? [];
  const added = changes.reduce((sum, change) => sum + change.newText.length, 0);
  const removed = changes.reduce((sum, change) => sum + change.end - change.start, 0);
  return { origin, added, removed, ...(reason === undefined ? {} : { reason }) };
}
