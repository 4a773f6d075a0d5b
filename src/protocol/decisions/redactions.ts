import * as z from 'zod';
import { lazyObject, longId } from '../schemas.ts';

/** Redacted secrets; no message contains them. Lines count from one, columns from zero. */

/** Of several lines, the columns of the first. */
const placeSchema = lazyObject(() => ({
  ...{ documentId: z.string(), file: z.string(), line: z.int() },
  columns: z.tuple([z.int(), z.int()]),
}));

const redactionSchema = lazyObject(() => ({
  /** Replaces the secret, such as `[REDACTED:github-token:1]`. */
  placeholder: z.string(),
  kind: z.string(),
  /** The developer lets it be shown. */
  allowed: z.boolean(),
  /** Occurrences in the project's followed documents. */
  count: z.int(),
  /** The first occurrences, at most 100. */
  places: z.tuple([placeSchema], placeSchema),
}));
export type RedactionEntry = z.infer<typeof redactionSchema>;

/** The channels of redaction; without a project that of the active document is meant. */
export const redactionChannels = {
  /** The secrets in the followed documents of a project, and what is allowed of them. */
  'redactions:list': {
    params: z.strictObject({ projectId: longId.optional() }),
    result: lazyObject(() => ({
      projectId: z.string(),
      /** State of the setting `liveContext.redaction`. */
      on: z.boolean(),
      redactions: z.array(redactionSchema),
    })),
  },
  /** Lets a secret be shown in its project, or hides it again; only the developer may. */
  'redactions:allow': {
    params: z.strictObject({
      projectId: longId.optional(),
      placeholder: z.string().min(1).max(100),
      allowed: z.boolean(),
    }),
    result: z.lazy(() => z.strictObject({ projectId: z.string(), placeholder: z.string(), allowed: z.boolean() })),
  },
  /**
   * Hides a part of a document from agents, whatever stands there later; only the developer may.
   * Default: the selections of the active document. Offsets in UTF-16 units.
   */
  'redactions:hide': {
    params: z.strictObject({
      documentId: longId.optional(),
      span: z.strictObject({ start: z.int().min(0), end: z.int().min(0) }).optional(),
    }),
    result: z.lazy(() => z.strictObject({ file: z.string(), on: z.boolean() })),
  },
} as const;
