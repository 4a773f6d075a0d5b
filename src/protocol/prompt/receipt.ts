import * as z from 'zod';
import { lazyObject, versionId } from '../schemas.ts';

/** The receipt of a delivered text, in one form for every text that leaves the session. */

export const formats = ['markdown', 'json', 'messages', 'xml'] as const;
export type Format = (typeof formats)[number];

export const receiptSchema = lazyObject(() => ({
  /** Id of the delivery, for `deliveries:get` and `deliveries:commit`; absent for a preview. */
  id: z.string().optional(),
  consumer: z.string(),
  projectId: z.string(),
  documentId: z.string().nullable(),
  /** The newest version that this reply knows: give it as `since` next time. */
  now: versionId.nullable(),
  format: z.enum(formats),
  /** Hash of the reply's text in UTF-8. */
  sha256: z.string(),
  bytes: z.int(),
  /** Number of placeholders for secrets. */
  redactions: z.int(),
  /** True if the consumer's watermark moved. */
  delivered: z.boolean(),
}));
export type Receipt = z.infer<typeof receiptSchema>;
