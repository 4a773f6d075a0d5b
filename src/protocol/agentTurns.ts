import * as z from 'zod';
import { receiptSchema } from './prompt/receipt.ts';
import { longId } from './schemas.ts';

/**
 * Channels of an agent's hooks: programs that it runs on each prompt and around each file write.
 * They use the agent's consumer, so that no tool repeats what a hook reported.
 */

/** Absolute paths of files as the agent names them; one file may be named in several ways. */
const paths = z.array(longId).min(1).max(256);

/**
 * Maximum length of a reported write, UTF-16 units. The agent is shown a longer change like anybody
 * else's.
 */
const turnText = z.string().max(1_000_000);

/** The content that a tool writes, for each of its files. */
const fileWriteSchema = z.lazy(() =>
  z.discriminatedUnion('kind', [
    /** Replaces texts of the file, one after another. */
    z.strictObject({
      kind: z.literal('replace'),
      edits: z.array(z.strictObject({ oldText: turnText, newText: turnText, everywhere: z.boolean() })).max(256),
    }),
    z.strictObject({ kind: z.literal('whole'), text: turnText }),
    /** An `apply_patch` envelope. */
    z.strictObject({ kind: z.literal('patch'), text: turnText }),
  ]),
);
export type FileWrite = z.infer<typeof fileWriteSchema>;

export const agentTurnChannels = {
  /**
   * Reports the active document, the unsaved documents and the changes since this agent's last
   * turn. A delivery of the changes.
   */
  'agents:turn': {
    params: z.strictObject({
      /** The longest text, UTF-16 units; what does not fit is continued by `live:changesSince`. */
      maxCharacters: z.int().min(1_500).max(100_000).default(6_000),
      /** Counts as seen only once `deliveries:commit` says that it has arrived. */
      hold: z.boolean().default(false),
    }),
    result: z.strictObject({ text: z.string(), receipt: receiptSchema }),
  },
  /**
   * Decides if the agent may write files on disk; refused while the editor has unsaved text of one.
   */
  'agents:beforeWrite': {
    params: z.strictObject({ paths }),
    result: z.strictObject({
      allowed: z.boolean(),
      /** Why not, and what to do instead. */
      reason: z.string().optional(),
    }),
  },
  /**
   * Reports that the agent has written files. A change read from disk is attributed to the agent
   * only if it is exactly the result of `write`; anything else is reported as a change.
   */
  'agents:afterWrite': {
    params: z.strictObject({ paths, write: fileWriteSchema.optional() }),
    result: z.strictObject({}),
  },
  /** Says which agent of a session is about to make a call: a subagent, or else the main one. */
  'agents:call': {
    params: z.strictObject({ call: z.string().min(1).max(200), agent: z.string().min(1).max(200).optional() }),
    result: z.strictObject({}),
  },
  /** The agent forgot the reports: its conversation was shortened or restarted. */
  'agents:forget': { params: z.strictObject({}), result: z.strictObject({}) },
} as const;
