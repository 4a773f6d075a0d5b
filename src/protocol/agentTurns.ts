import * as z from 'zod';
import { receiptSchema } from './receipt.ts';

/**
 * What an agent's hooks ask: programs that it runs by itself when it is spoken to and before and after it writes a file. They ask as the
 * agent's consumer, so that what they tell is not told again by a tool.
 */

/** Absolute paths of files as the agent names them; one file may be named in several ways. */
const paths = z.array(z.string().min(1).max(4096)).min(1).max(256);

export const agentTurnChannels = {
  /**
   * What the developer looks at, which documents are unsaved, and what changed since this agent's last turn. A delivery of the changes.
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
  /** Whether the agent may write files on disk now: not under text that stands unsaved in the editor. */
  'agents:beforeWrite': {
    params: z.strictObject({ paths }),
    result: z.strictObject({
      allowed: z.boolean(),
      /** Why not, and what to do instead. */
      reason: z.string().optional(),
    }),
  },
  /** The agent has written files: what the editor reads from disk because of it is the agent's own, and no news to it. */
  'agents:afterWrite': { params: z.strictObject({ paths }), result: z.strictObject({}) },
  /** The agent no longer knows what it was told: its conversation was shortened or begun anew. */
  'agents:forget': { params: z.strictObject({}), result: z.strictObject({}) },
} as const;
