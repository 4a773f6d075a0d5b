import * as z from 'zod';
import { lazyObject, longId } from '../schemas.ts';

/** Preferences, learned from the developer's own texts, and the decisions about them. */

/** Habits that can be learned, by topic. */
export const habits = {
  quotes: ['single quotes', 'double quotes'],
  semicolons: ['semicolons end statements', 'no semicolons'],
  indentation: ['tabs', '2 spaces', '4 spaces', '6 spaces', '8 spaces'],
  naming: ['snake_case names', 'camelCase names'],
} as const;

/** `<language>:<topic>`. */
const preferenceId = z
  .string()
  .max(100)
  .regex(/^[\w.+#-]+:[a-z]+$/);

/**
 * A decision of the developer, stored beside the constraints. A rejected preference is never
 * proposed again.
 */
export const preferenceDecisionSchema = z.strictObject({
  id: preferenceId,
  decision: z.enum(['confirmed', 'edited', 'rejected']),
  /** Absent for a rejection. */
  text: z.string().trim().min(1).max(500).optional(),
});
export type PreferenceDecision = z.infer<typeof preferenceDecisionSchema>;

const preferenceSchema = lazyObject(() => ({
  id: preferenceId,
  state: z.enum(['learned', 'confirmed', 'edited', 'rejected']),
  /** Null for a rejected one. */
  text: z.string().nullable(),
  /** Certainty of the preference, 0..1; 1 if the developer confirmed or wrote it. */
  confidence: z.number().min(0).max(1),
}));
export type Preference = z.infer<typeof preferenceSchema>;

/** Whose learned preferences and project; without it the active document's. */
const preferencePlace = { documentId: longId.optional() };

export const preferenceChannels = {
  'preferences:list': {
    params: z.strictObject(preferencePlace),
    result: z.lazy(() => z.strictObject({ projectId: z.string(), preferences: z.array(preferenceSchema) })),
  },
  /** Confirms, edits or rejects a preference; `forget` takes a decision back. */
  'preferences:decide': {
    params: z.lazy(() =>
      z.discriminatedUnion('decision', [
        z.strictObject({ ...preferencePlace, id: preferenceId, decision: z.enum(['confirm', 'reject', 'forget']) }),
        z.strictObject({
          ...preferencePlace,
          id: preferenceId,
          decision: z.literal('edit'),
          text: z.string().trim().min(1).max(500),
        }),
      ]),
    ),
    result: z.lazy(() => z.strictObject({ projectId: z.string(), preferences: z.array(preferenceSchema) })),
  },
} as const;
