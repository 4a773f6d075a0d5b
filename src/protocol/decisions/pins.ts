import * as z from 'zod';
import { lazyObject, longId } from '../schemas.ts';

/**
 * Pins are lines that the developer wants in every prompt. Lines count from one; both ends are
 * inside.
 */

const lines = z.strictObject({ first: z.int().min(1), last: z.int().min(1) });
const pinSchema = lazyObject(() => ({
  id: z.string(),
  documentId: z.string(),
  projectId: z.string(),
  file: z.string(),
  lines,
}));
export type Pin = z.infer<typeof pinSchema>;

/** The channels of pins; without a project that of the active document is meant. */
export const pinChannels = {
  /**
   * Pins lines of a document, or `all`. Default: the selection, or the cursor's line, of the active document.
   */
  'pins:create': {
    params: z.strictObject({ documentId: longId.optional(), lines: z.union([lines, z.literal('all')]).optional() }),
    result: lazyObject(() => ({
      pin: pinSchema,
      /** The ids of the oldest pins, which had to make room. */
      unpinned: z.array(z.string()),
    })),
  },
  'pins:list': {
    params: z.strictObject({ projectId: longId.optional() }),
    result: z.lazy(() => z.strictObject({ projectId: z.string(), pins: z.array(pinSchema) })),
  },
  /** Unpins; a pin that is gone already is fine. */
  'pins:delete': {
    params: z.strictObject({ projectId: longId.optional(), id: z.string().min(1).max(100) }),
    result: z.strictObject({ projectId: z.string(), deleted: z.boolean() }),
  },
} as const;
