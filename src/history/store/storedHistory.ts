import * as z from 'zod';
import type { Sha256 } from '../../base/hash.ts';
import { origins } from '../../protocol/liveContext.ts';
import { ChangeSet } from '../../text/changeSet.ts';
import { SourceText } from '../../text/sourceText.ts';
import { checkpointKinds } from '../versions/checkpoint.ts';
import { DocumentHistory, type HistoryLimits, type HistoryRecord } from '../versions/documentHistory.ts';
import { type Version, type VersionSequence, versionOf } from '../versions/versionId.ts';

/**
 * The stored form of a history: one line a record, `<first 16 hex digits of the line's SHA-256> <JSON>`. The first line holds
 * the oldest text. A torn last line is what a kill leaves and is dropped; any other fault means damage.
 */

const versionSchema = z.strictObject({ number: z.int().positive(), timestamp: z.int() });
const changesSchema = z.unknown().transform((value, context) => {
  try {
    return ChangeSet.fromJSON(value);
  } catch (error) {
    context.addIssue({ code: 'custom', message: String(error) });
    return z.NEVER;
  }
});

const baseSchema = z.strictObject({
  kind: z.literal('base'),
  documentId: z.string(),
  version: versionSchema,
  text: z.string(),
  folded: z.int().nullable(),
});
const labelFields = { origin: z.enum(origins), reason: z.string().optional() };
const recordSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('edit'),
    version: versionSchema,
    changes: changesSchema,
    ...labelFields,
    folded: z.int().optional(),
  }),
  z.strictObject({ kind: z.literal('label'), number: z.int(), ...labelFields }),
  z.strictObject({
    kind: z.literal('checkpoint'),
    as: z.enum(checkpointKinds),
    version: versionSchema,
    timestamp: z.int(),
    name: z.string().optional(),
    detached: z.strictObject({ text: z.string(), changes: changesSchema, base: z.int() }).optional(),
  }),
  z.strictObject({ kind: z.literal('unpin'), as: z.enum(checkpointKinds) }),
  z.strictObject({ kind: z.literal('watermark'), consumer: z.string(), number: z.int() }),
  z.strictObject({ kind: z.literal('forget'), consumer: z.string() }),
]);

/** Thrown when a stored history cannot be trusted. */
export class DamagedHistoryError extends Error {}

/** A history as read back; `torn` when the last line was incomplete, so that the file must be written anew. */
export interface RestoredHistory {
  readonly documentId: string;
  readonly history: DocumentHistory;
  readonly torn: boolean;
  /** UTF-16 units of the file: of its first line, which holds the oldest text, and of all that came after it. */
  readonly whole: number;
  readonly grown: number;
}

/** The first line of a stored history, and the lines of what happened so far. */
export function snapshotLines(documentId: string, history: DocumentHistory, sha256: Sha256): string {
  const { oldest } = history;
  const text = history.textOf(oldest.number)?.toString() ?? '';
  const base = line({ kind: 'base', documentId, version: plain(oldest), text, folded: history.folded }, sha256);
  return (
    base +
    history
      .records()
      .map((record) => recordLine(record, sha256))
      .join('')
  );
}

export function recordLine(record: HistoryRecord, sha256: Sha256): string {
  if (record.kind === 'edit')
    return line({ ...record, version: plain(record.version), changes: record.changes.toJSON() }, sha256);
  if (record.kind !== 'checkpoint') return line(record, sha256);
  const { kind: as, version, timestamp, name, detached } = record.checkpoint;
  const other = detached && { text: detached.text.toString(), changes: detached.changes.toJSON(), base: detached.base };
  return line({ kind: 'checkpoint', as, version: plain(version), timestamp, name, detached: other }, sha256);
}

/** Builds a history from its stored form. Throws {@link DamagedHistoryError}. */
export function restoreHistory(
  stored: string,
  sequence: VersionSequence,
  limits: HistoryLimits,
  sha256: Sha256,
): RestoredHistory {
  const lines = stored.split('\n');
  const tail = lines.pop();
  const parsed = lines.map((text, index) => parseLine(text, sha256, index === lines.length - 1 && tail === ''));
  const torn = tail !== '' || parsed.at(-1) === null;
  const base = baseSchema.safeParse(parsed[0]);
  if (!base.success) throw new DamagedHistoryError('The first line is not a base');
  const { documentId, text, folded } = base.data;
  const history = new DocumentHistory(
    restoreVersion(base.data.version),
    SourceText.from(text),
    sequence,
    limits,
    folded,
  );
  for (const value of parsed.slice(1)) if (value !== null) replay(history, value);
  const { newest, checkpoints } = history;
  for (const { number } of [newest, ...checkpoints.map((one) => one.version)]) sequence.passed(number);
  const whole = lines[0]?.length ?? 0;
  return { documentId, history, torn, whole, grown: stored.length - whole };
}

function replay(history: DocumentHistory, value: unknown): void {
  const record = recordSchema.safeParse(value);
  if (!record.success) throw new DamagedHistoryError(z.prettifyError(record.error));
  try {
    history.replay(toRecord(record.data));
  } catch (error) {
    throw new DamagedHistoryError(String(error));
  }
}

function toRecord(stored: z.infer<typeof recordSchema>): HistoryRecord {
  if (stored.kind === 'checkpoint') {
    const { as: kind, timestamp, name, detached } = stored;
    const other = detached && { ...detached, text: SourceText.from(detached.text) };
    const version = restoreVersion(stored.version);
    return {
      kind: 'checkpoint',
      checkpoint: {
        kind,
        version,
        timestamp,
        ...(name === undefined ? {} : { name }),
        ...(other ? { detached: other } : {}),
      },
    };
  }
  if (stored.kind === 'edit') {
    const { version, changes, origin, reason, folded } = stored;
    const rest = { ...(reason === undefined ? {} : { reason }), ...(folded === undefined ? {} : { folded }) };
    return { kind: 'edit', version: restoreVersion(version), changes, origin, ...rest };
  }
  if (stored.kind !== 'label') return stored;
  const { kind, number, origin, reason } = stored;
  return { kind, number, origin, ...(reason === undefined ? {} : { reason }) };
}

function line(value: unknown, sha256: Sha256): string {
  const json = JSON.stringify(value);
  return `${sha256(json).slice(0, 16)} ${json}\n`;
}

/** The value of a line; null when it is the last line and torn. */
function parseLine(text: string, sha256: Sha256, last: boolean): unknown {
  const json = text.slice(17);
  if (text[16] === ' ' && sha256(json).startsWith(text.slice(0, 16))) return JSON.parse(json);
  if (last) return null;
  throw new DamagedHistoryError('A line does not match its checksum');
}

function plain(version: Version): { readonly number: number; readonly timestamp: number } {
  return { number: version.number, timestamp: version.timestamp };
}

function restoreVersion(stored: { readonly number: number; readonly timestamp: number }): Version {
  return versionOf(stored.number, stored.timestamp);
}
