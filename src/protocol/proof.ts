import * as z from 'zod';
import { lazyObject } from './schemas.ts';

/** Counts of one agent on one day. No text is stored. */
export const proofDaySchema = lazyObject(() => ({
  /** The developer's local date, e.g. `2026-11-22`. */
  day: z.iso.date(),
  /** The client, without ids of its sessions. */
  agent: z.string(),
  /** Applied edits. */
  edits: z.int(),
  /** Edits of an older text that were rebased over the developer's changes. */
  rebased: z.int(),
  /** Rebased edits that would have left another text if applied as sent. */
  misplacedAvoided: z.int(),
  /** Edits returned with both sides because they met the developer's changes. */
  conflicts: z.int(),
  /** Edits refused for any other reason. */
  refused: z.int(),
  /** Edits that the developer undid or rewrote within ten minutes. */
  rewritten: z.int(),
  deliveredTokens: z.int(),
}));
export type ProofDay = z.infer<typeof proofDaySchema>;

export const proofChannels = {
  /** Counts by day and agent, newest day first; kept for 90 days. */
  'proof:get': { params: z.strictObject({}), result: z.strictObject({ days: z.array(proofDaySchema) }) },
} as const;
