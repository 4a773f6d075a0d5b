import * as z from 'zod';
import type { Sha256 } from '../../base/ports/hash.ts';
import { origins } from '../../protocol/prompt/liveContext.ts';
import { ChangeSet } from '../../text/changeSet.ts';
import { SourceText } from '../../text/sourceText.ts';
import { checkpointKinds } from '../versions/checkpoint.ts';
import { DocumentHistory, type HistoryLimits, type HistoryRecord } from '../versions/documentHistory.ts';
import type { EditLabel } from '../versions/versionColumns.ts';
import { type Version, type VersionSequence, versionOf } from '../versions/versionId.ts';
import { checkedLine, checkedLines } from './checkedLines.ts';

/**
 * The stored form of a history: checked lines, each a list of records. The first record is the base with the oldest text. What stands
 * behind a line that does not match its checksum is lost, be it the torn last line that a kill leaves or a damaged one.
 */

/** Number of records that share a checksum when a history is written whole. */
const recordsPerLine = 64;

const int = z.int();
/** Number, timestamp and run. */
const versionSchema = z
  .tuple([int.positive(), int, z.string()])
  .transform(([number, at, run]) => versionOf(number, at, run));
/** Origin, whether it joins, and a reason. */
const labelSchema = z.lazy(() =>
  z.tuple([z.enum(origins), z.boolean(), z.string().nullable()]).transform(
    ([origin, joins, reason]): EditLabel => ({
      origin,
      ...(joins ? { joins } : {}),
      ...(reason === null ? {} : { reason }),
    }),
  ),
);
const changesSchema = z.unknown().transform((value, context) => {
  try {
    return ChangeSet.fromJSON(value);
  } catch (error) {
    context.addIssue({ code: 'custom', message: String(error) });
    return z.NEVER;
  }
});
const kindSchema = z.enum(checkpointKinds);

/** File, document, version, text and the first version before it that is no longer kept. */
const baseSchema = z.lazy(() =>
  z.tuple([z.literal('base'), z.string(), z.string(), versionSchema, z.string(), int.nullable()]),
);

/** How each kind of record is stored; its kind stands before these fields. */
const recordSchemas = {
  edit: z
    .tuple([versionSchema, labelSchema, changesSchema, int.nullable()])
    .transform(([version, label, changes, folded]): HistoryRecord => {
      return { kind: 'edit', version, label, changes, ...(folded === null ? {} : { folded }) };
    }),
  label: z.tuple([int, labelSchema]).transform(([number, label]): HistoryRecord => ({ kind: 'label', number, label })),
  checkpoint: z
    .tuple([
      kindSchema,
      versionSchema,
      int,
      z.string().nullable(),
      z.tuple([z.string(), changesSchema, int]).nullable(),
    ])
    .transform(([kind, version, timestamp, name, other]): HistoryRecord => {
      const detached = other && { text: SourceText.from(other[0]), changes: other[1], base: other[2] };
      const given = { ...(name === null ? {} : { name }), ...(detached === null ? {} : { detached }) };
      return { kind: 'checkpoint', checkpoint: { kind, version, timestamp, ...given } };
    }),
  unpin: z.tuple([kindSchema]).transform(([as]): HistoryRecord => ({ kind: 'unpin', as })),
  watermark: z.tuple([z.string(), int]).transform(([consumer, number]): HistoryRecord => {
    return { kind: 'watermark', consumer, number };
  }),
  forget: z.tuple([z.string()]).transform(([consumer]): HistoryRecord => ({ kind: 'forget', consumer })),
} as const;

/** Thrown when nothing of a stored history can be trusted. */
export class DamagedHistoryError extends Error {}

/** A history as read back. */
export interface RestoredHistory {
  readonly history: DocumentHistory;
  /** Lines behind the last trusted one were lost, more than the torn end that a kill leaves. */
  readonly damaged: boolean;
}

/** The lines of a history with all that happened so far. */
export function snapshotLines(documentId: string, file: string, history: DocumentHistory, sha256: Sha256): string {
  const { oldest } = history;
  const text = history.textOf(oldest.number)?.toString() ?? '';
  const records = [
    ['base', file, documentId, plain(oldest), text, history.folded],
    ...history.records().map(storedForm),
  ];
  let lines = '';
  for (let at = 0; at < records.length; at += recordsPerLine)
    lines += checkedLine(records.slice(at, at + recordsPerLine), sha256);
  return lines;
}

/** A line with what happened last. */
export function recordsLine(records: readonly HistoryRecord[], sha256: Sha256): string {
  return checkedLine(records.map(storedForm), sha256);
}

/** The document of a stored history; null when its first line is damaged. */
export function documentOf(stored: string, sha256: Sha256): string | null {
  const first = stored.slice(0, stored.indexOf('\n') + 1);
  return baseOf([...checkedLines(first, sha256)][0]?.value)?.documentId ?? null;
}

/**
 * Builds a history from its stored form; `pause` may let others go first after each line. Throws {@link DamagedHistoryError} when
 * not even its beginning can be trusted, or it was written into a file with another name.
 */
export async function restoreHistory(
  stored: string,
  name: string,
  sequence: VersionSequence,
  limits: HistoryLimits,
  sha256: Sha256,
  pause: () => Promise<void> = async () => {},
): Promise<RestoredHistory> {
  const lines = checkedLines(stored, sha256);
  let next = lines.next();
  const first = next.done ? null : next.value;
  const base = baseOf(first?.value);
  if (first === null || base?.file !== name) throw new DamagedHistoryError('The first line is not its base');
  const { version, text, folded } = base;
  const history = new DocumentHistory(version, SourceText.from(text), sequence, limits, folded);
  sequence.passed(version.number);
  let damaged = !replay(history, (first.value as readonly unknown[]).slice(1), sequence);
  for (next = lines.next(); !next.done && !damaged; next = lines.next()) {
    await pause();
    damaged = next.value === null || !replay(history, next.value.value, sequence);
  }
  if (damaged || next.value === true) history.markGap();
  return { history, damaged };
}

/** False where a record is none, or does not fit the one before. */
function replay(history: DocumentHistory, records: unknown, sequence: VersionSequence): boolean {
  try {
    for (const value of z.array(z.unknown()).parse(records)) {
      const record = toRecord(value);
      history.replay(record);
      if (record.kind === 'edit') sequence.passed(record.version.number);
      if (record.kind === 'checkpoint') sequence.passed(record.checkpoint.version.number);
    }
    return true;
  } catch {
    return false;
  }
}

interface StoredBase {
  readonly file: string;
  readonly documentId: string;
  readonly version: Version;
  readonly text: string;
  readonly folded: number | null;
}

function baseOf(value: unknown): StoredBase | null {
  const base = baseSchema.safeParse(Array.isArray(value) ? value[0] : undefined);
  if (!base.success) return null;
  const [, file, documentId, version, text, folded] = base.data;
  return { file, documentId, version, text, folded };
}

/** Throws when it is no record. */
function toRecord(value: unknown): HistoryRecord {
  const [kind, ...fields] = z.array(z.unknown()).parse(value);
  if (typeof kind !== 'string' || !(kind in recordSchemas)) throw new DamagedHistoryError('Not a record');
  return recordSchemas[kind as keyof typeof recordSchemas].parse(fields);
}

function storedForm(record: HistoryRecord): readonly unknown[] {
  const { kind } = record;
  if (kind === 'edit')
    return [kind, plain(record.version), plainLabel(record.label), record.changes.toJSON(), record.folded ?? null];
  if (kind === 'label') return [kind, record.number, plainLabel(record.label)];
  if (kind === 'unpin') return [kind, record.as];
  if (kind === 'watermark') return [kind, record.consumer, record.number];
  if (kind === 'forget') return [kind, record.consumer];
  const { kind: as, version, timestamp, name, detached } = record.checkpoint;
  const other = detached && [detached.text.toString(), detached.changes.toJSON(), detached.base];
  return [kind, as, plain(version), timestamp, name ?? null, other ?? null];
}

function plain({ number, timestamp, run }: Version): readonly [number, number, string] {
  return [number, timestamp, run];
}

function plainLabel({ origin, joins = false, reason }: EditLabel): readonly [string, boolean, string | null] {
  return [origin, joins, reason ?? null];
}
