import * as z from 'zod';
import { origins } from '../../protocol/prompt/liveContext.ts';
import { ChangeSet } from '../../text/changeSet.ts';
import { SourceText } from '../../text/sourceText.ts';
import { checkpointKinds } from '../versions/checkpoint.ts';
import type { HistoryRecord } from '../versions/documentHistory.ts';
import { versionOf } from '../versions/versionId.ts';

/** The stored form of version 0.1.0, when version numbers were counted: one object a line. It is read, and written anew in today's. */

const storedVersion = z
  .strictObject({ number: z.int().positive(), timestamp: z.int() })
  .transform(({ number, timestamp }) => versionOf(number, timestamp, ''));
const label = { origin: z.enum(origins), reason: z.string().optional() };

export const countedRecordSchema = {
  base: z.strictObject({
    kind: z.literal('base'),
    documentId: z.string(),
    version: storedVersion,
    text: z.string(),
    folded: z.int().nullable(),
  }),
  other: z.discriminatedUnion('kind', [
    z.strictObject({
      kind: z.literal('edit'),
      version: storedVersion,
      changes: z.unknown(),
      ...label,
      folded: z.int().optional(),
    }),
    z.strictObject({ kind: z.literal('label'), number: z.int(), ...label }),
    z.strictObject({
      kind: z.literal('checkpoint'),
      as: z.enum([...checkpointKinds, 'periodic']),
      version: storedVersion,
      timestamp: z.int(),
      name: z.string().optional(),
      detached: z.strictObject({ text: z.string(), changes: z.unknown(), base: z.int() }).optional(),
    }),
    z.strictObject({ kind: z.literal('unpin'), as: z.enum([...checkpointKinds, 'periodic']) }),
    z.strictObject({ kind: z.literal('watermark'), consumer: z.string(), number: z.int() }),
    z.strictObject({ kind: z.literal('forget'), consumer: z.string() }),
  ]),
};

/** The record that a line of version 0.1.0 stands for; null for a periodic checkpoint, which there is none any more. Throws otherwise. */
export function countedRecordOf(value: unknown): HistoryRecord | null {
  const stored = countedRecordSchema.other.parse(value);
  if (stored.kind === 'edit') {
    const { origin, reason, folded } = stored;
    const label = { origin, ...(reason === undefined ? {} : { reason }) };
    const changes = ChangeSet.fromJSON(stored.changes);
    return { kind: 'edit', version: stored.version, changes, label, ...(folded === undefined ? {} : { folded }) };
  }
  if (stored.kind === 'label') {
    const { number, origin, reason } = stored;
    return { kind: 'label', number, label: { origin, ...(reason === undefined ? {} : { reason }) } };
  }
  if (stored.kind === 'unpin') return stored.as === 'periodic' ? null : { kind: 'unpin', as: stored.as };
  if (stored.kind !== 'checkpoint') return stored;
  const { as: kind, timestamp, name, detached: other } = stored;
  if (kind === 'periodic') return null;
  const detached = other && {
    text: SourceText.from(other.text),
    changes: ChangeSet.fromJSON(other.changes),
    base: other.base,
  };
  const given = { ...(name === undefined ? {} : { name }), ...(detached === undefined ? {} : { detached }) };
  return { kind: 'checkpoint', checkpoint: { kind, version: stored.version, timestamp, ...given } };
}
