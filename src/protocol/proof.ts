import * as z from 'zod';

/** What Live Context did for an agent on a day, in counts alone: no text is kept. */
export const proofDaySchema = z.lazy(() =>
  z.strictObject({
    /** Where the developer is, `2026-11-22`. */
    day: z.iso.date(),
    /** Who asked, without what tells its sessions apart. */
    agent: z.string(),
    /** Edits of documents that were made. */
    edits: z.int(),
    /** Those made against an older text, over what the developer did since. */
    rebased: z.int(),
    /** Rebased ones that, made on the text of that moment as they were sent, would have left another text. */
    misplacedAvoided: z.int(),
    /** Edits that met what the developer had changed, and were given back with both sides. */
    conflicts: z.int(),
    /** Edits that were refused for anything else. */
    refused: z.int(),
    /** Edits that the developer undid or wrote anew within ten minutes. */
    rewritten: z.int(),
    deliveries: z.int(),
    /** What was delivered, with the call that asked for it. */
    deliveredTokens: z.int(),
    /** What the same agent would have had to read in the cheapest ordinary way: reads of lines or git's diff, with their calls. */
    ordinaryTokens: z.int(),
  }),
);
export type ProofDay = z.infer<typeof proofDaySchema>;

export const proofChannels = {
  /** What Live Context saved, by day and agent, the newest day first; kept for 90 days. */
  'proof:get': { params: z.strictObject({}), result: z.strictObject({ days: z.array(proofDaySchema) }) },
} as const;
