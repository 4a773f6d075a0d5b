import * as z from 'zod';

/** What a reply is made of and whom it went to: one for every text that leaves through the session. */

export const formats = ['markdown', 'json', 'messages', 'xml'] as const;
export type Format = (typeof formats)[number];

const receiptVersionId = z.string().min(1).max(64);

export const receiptSchema = z.lazy(() =>
  z.strictObject({
    /** Of the delivery, for `deliveries:get` and `deliveries:commit`; absent of a preview. */
    id: z.string().optional(),
    consumer: z.string(),
    projectId: z.string(),
    documentId: z.string().nullable(),
    /** The newest version that this reply knows: give it as `since` next time. */
    now: receiptVersionId.nullable(),
    format: z.enum(formats),
    /** Of the reply's text in UTF-8. */
    sha256: z.string(),
    bytes: z.int(),
    /** How many placeholders stand in it for secrets. */
    redactions: z.int(),
    /** Whether the consumer counts as having seen it. */
    delivered: z.boolean(),
  }),
);
export type Receipt = z.infer<typeof receiptSchema>;
