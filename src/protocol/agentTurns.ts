import * as z from 'zod';
import { longId } from './longId.ts';
import { receiptSchema } from './prompt/receipt.ts';

/**
 * What an agent's hooks ask: programs that it runs by itself when it is spoken to and before and after it writes a file. They ask as the
 * agent's consumer, so that what they tell is not told again by a tool.
 */

/** Absolute paths of files as the agent names them; one file may be named in several ways. */
const paths = z.array(longId).min(1).max(256);

/** A longer text of a write is not reported, UTF-16 units: the agent is then told of its own change as of any other. */
const turnText = z.string().max(1_000_000);

/** What a tool was told to write into each of its files. */
const fileWriteSchema = z.lazy(() =>
  z.discriminatedUnion('kind', [
    /** Texts that stand in the file put in place of others, one after another. */
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
  /**
   * The agent has written files. What the editor reads from disk is the agent's own, and no news to it, where it is exactly what `write`
   * makes of the text before; anything else is news.
   */
  'agents:afterWrite': {
    params: z.strictObject({ paths, write: fileWriteSchema.optional() }),
    result: z.strictObject({}),
  },
  /** The agent no longer knows what it was told: its conversation was shortened or begun anew. */
  'agents:forget': { params: z.strictObject({}), result: z.strictObject({}) },
} as const;
