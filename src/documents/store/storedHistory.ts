import * as z from 'zod';
import { readJournal } from '../../base/journal.ts';
import type { Sha256 } from '../../base/ports/hash.ts';
import { checkpointKinds, origins } from '../../protocol/prompt/liveContext.ts';
import { ChangeSet } from '../../text/changeSet.ts';
import { SourceText } from '../../text/sourceText.ts';
import { DocumentHistory, type HistoryLimits, type HistoryRecord } from '../versions/documentHistory.ts';
import { type Version, type VersionSequence, versionOf } from '../versions/versionId.ts';

const int = z.int();
/** Number, timestamp and run. */
const versionSchema = z
  .tuple([int.positive(), int, z.string()])
  .transform(([number, timestamp, run]) => versionOf(number, timestamp, run));
const changesSchema = z.unknown().transform((value, context) => {
  try {
    return ChangeSet.fromJSON(value);
  } catch (error) {
    context.addIssue({ code: 'custom', message: String(error) });
    return z.NEVER;
  }
});
const textSchema = z.string().transform((text) => SourceText.from(text));
const kindSchema = z.enum(checkpointKinds);

/**
 * The first record of a stored history: its oldest version, and the file that it was written to.
 */
const baseSchema = z.lazy(() =>
  z.object({
    kind: z.literal('base'),
    file: z.string(),
    documentId: z.string(),
    version: versionSchema,
    text: textSchema,
    folded: int.nullable(),
  }),
);

const recordSchema = z.lazy(() => {
  const label = z.object({
    origin: z.enum(origins),
    reason: z.string().exactOptional(),
    joins: z.boolean().exactOptional(),
  });
  const detached = z.object({ text: textSchema, changes: changesSchema, base: int });
  const checkpoint = z.object({
    kind: kindSchema,
    version: versionSchema,
    timestamp: int,
    name: z.string().exactOptional(),
    detached: detached.exactOptional(),
  });
  // Most records are edits: they are stored without names.
  const edit = z
    .tuple([versionSchema, changesSchema, label, int.nullable()])
    .transform(([version, changes, label, folded]) => {
      return { kind: 'edit' as const, version, changes, label, ...(folded === null ? {} : { folded }) };
    });
  const other = z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('label'), number: int, label }),
    z.object({ kind: z.literal('checkpoint'), checkpoint }),
    z.object({ kind: z.literal('unpin'), as: kindSchema }),
    z.object({ kind: z.literal('watermark'), consumer: z.string(), number: int }),
    z.object({ kind: z.literal('forget'), consumer: z.string() }),
  ]);
  return z.union([edit, other]);
});

/** Thrown when nothing of a stored history can be trusted. */
export class DamagedHistoryError extends Error {}

/** A history as read back. */
export interface RestoredHistory {
  readonly history: DocumentHistory;
  /** True if more was lost than the torn end that a kill leaves. */
  readonly damaged: boolean;
}

/** The records of a stored history, from its oldest text on. */
export function storedRecords(documentId: string, file: string, history: DocumentHistory): readonly unknown[] {
  const { oldest, folded } = history;
  const text = history.textOf(oldest.number)?.toString() ?? '';
  const base = { kind: 'base', file, documentId, version: stored(oldest), text, folded };
  return [base, ...history.records().map(storedRecord)];
}

/** The stored form of a record. */
export function storedRecord(record: HistoryRecord): unknown {
  if (record.kind === 'edit')
    return [stored(record.version), record.changes.toJSON(), record.label, record.folded ?? null];
  if (record.kind !== 'checkpoint') return record;
  const { version, detached, ...rest } = record.checkpoint;
  const other = detached && { ...detached, text: detached.text.toString(), changes: detached.changes.toJSON() };
  return { kind: 'checkpoint', checkpoint: { ...rest, version: stored(version), ...(other && { detached: other }) } };
}

/** The document of a stored history, null if its beginning is damaged, and its watermarks. */
export function summaryOf(
  text: string,
  sha256: Sha256,
): { readonly documentId: string | null; readonly watermarks: readonly (readonly [string, number])[] } {
  const lines = [...readJournal(text, sha256)];
  const watermarks = lines
    .flatMap((line) => line ?? [])
    .flatMap((value): [string, number][] => {
      const { data } = recordSchema.safeParse(value);
      return data?.kind === 'watermark' ? [[data.consumer, data.number]] : [];
    });
  return { documentId: baseSchema.safeParse(lines[0]?.[0]).data?.documentId ?? null, watermarks };
}

/**
 * Builds a history from the text of its file; `pause` runs after each line.
 *
 * @throws DamagedHistoryError if the first line is damaged or belongs to another file.
 */
export async function restoreHistory(
  stored: string,
  file: string,
  sequence: VersionSequence,
  limits: HistoryLimits,
  sha256: Sha256,
  pause: () => Promise<void>,
): Promise<RestoredHistory> {
  const lines = readJournal(stored, sha256);
  let next = lines.next();
  const [first, ...records] = (next.done ? null : next.value) ?? [];
  const { data: base } = baseSchema.safeParse(first);
  if (base?.file !== file) throw new DamagedHistoryError('The first line is not its base');
  const history = new DocumentHistory(base.version, base.text, sequence, limits, base.folded);
  sequence.passed(base.version.number);
  let damaged = !replay(history, records, sequence);
  for (next = lines.next(); !next.done && !damaged; next = lines.next()) {
    await pause();
    damaged = next.value === null || !replay(history, next.value, sequence);
  }
  if (damaged || next.value === true) history.markGap();
  return { history, damaged };
}

/** False if a record is malformed or does not fit the one before. */
function replay(history: DocumentHistory, records: readonly unknown[], sequence: VersionSequence): boolean {
  try {
    for (const value of records) {
      const record = recordSchema.parse(value);
      history.replay(record);
      if (record.kind === 'edit') sequence.passed(record.version.number);
      if (record.kind === 'checkpoint') sequence.passed(record.checkpoint.version.number);
    }
    return true;
  } catch {
    return false;
  }
}

function stored({ number, timestamp, run }: Version): readonly [number, number, string] {
  return [number, timestamp, run];
}
