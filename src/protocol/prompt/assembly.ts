import * as z from 'zod';
import type { ErrorCode } from '../errorCodes.ts';
import { lazyObject } from '../schemas.ts';
import { placeSchema } from '../windows.ts';
import { receiptSchema } from './receipt.ts';

/** The wire forms of the Context Engine. Counts are tokens. */

const layerNames = ['rules', 'settings', 'retrieved', 'immediate'] as const;

export const ledgerLineSchema = lazyObject(() => ({
  id: z.string(),
  layer: z.enum(layerNames),
  source: z.string(),
  /** `3-5,9`: the lines of a piece that leaves out some between them. */
  stretches: z.string().optional(),
  tokens: z.int(),
  fullTokens: z.int(),
  weight: z.number(),
  /** `kept` only if the whole source is in the prompt. */
  state: z.enum(['kept', 'degraded', 'cut']),
  lod: z.enum(['full', 'summary', 'gist', 'cut']),
  why: z.string(),
  /**
   * Lines of a source that is shown in part, from one (zero for none), their total, and the
   * columns of a line that is too long.
   */
  lines: z
    .strictObject({
      first: z.int(),
      last: z.int(),
      of: z.int(),
      columns: z.strictObject({ first: z.int(), last: z.int() }).optional(),
    })
    .optional(),
}));
export type LedgerLine = z.infer<typeof ledgerLineSchema>;

const layerSchema = z.strictObject({
  tokens: z.int(),
  truncated: z.boolean(),
  /** The warning line: this share of the budget. */
  share: z.int(),
});

const prefixStateSchema = lazyObject(() => ({
  hash: z.string(),
  tokens: z.int(),
  /**
   * Compared with the last delivery of the same project, consumer and profile; false without one.
   */
  unchanged: z.boolean(),
  /** There was no such delivery. */
  isFirst: z.boolean(),
}));

/**
 * Talk before the request that the prompt contains; a round is named by the `seq` of its first
 * item.
 */
const talkAccountSchema = lazyObject(() => ({ tokens: z.int(), kept: z.array(z.int()), leftOut: z.array(z.int()) }));
export type TalkAccount = z.infer<typeof talkAccountSchema>;

/** An assembly's account of itself. */
export const accountSchema = z.strictObject({
  /** Tokens of the final text or of all chat messages' contents. */
  tokenCount: z.int(),
  /**
   * Tokens outside the layers: system text, headings, windows, talk, the request and the format's
   * own.
   */
  otherTokens: z.int(),
  /** The model's limit without output reserve. */
  budget: z.int(),
  /** False if the counts are an estimate with a safety factor. */
  exact: z.boolean(),
  stablePrefixHash: z.string(),
  stablePrefixUnchanged: z.boolean(),
  prefix: prefixStateSchema,
  layers: z.strictObject({
    rules: layerSchema,
    settings: layerSchema,
    retrieved: layerSchema.extend({ chunks: z.int() }),
    immediate: layerSchema,
  }),
  ledger: z.array(ledgerLineSchema),
  /** Absent but for chat messages. */
  talk: talkAccountSchema.optional(),
  /**
   * Rules and settings that are missing in the prompt, as `CODE: what and why`. The prompt and the
   * warnings repeat them.
   */
  missing: z.array(z.string()),
  /** `CODE: what happened`. */
  warnings: z.array(z.string()),
});
export type Account = z.infer<typeof accountSchema>;

const pieceChangeSchema = lazyObject(() => ({
  id: z.string(),
  source: z.string(),
  change: z.enum(['added', 'altered', 'removed']),
  tokens: z.int(),
  tokensBefore: z.int(),
}));
export type PieceChange = z.infer<typeof pieceChangeSchema>;

/** Origin of a prompt's parts, and the changes since the one delivered before. */
export const promptTraceSchema = lazyObject(() => ({
  /**
   * In the order of the text, without overlap; `start` and `end` are UTF-16 units. System text
   * and headings are in no part.
   */
  parts: z.array(z.strictObject({ id: z.string(), start: z.int(), end: z.int(), place: placeSchema.nullable() })),
  /**
   * Compared with the last delivery of the same project, consumer and profile; null without one.
   */
  last: z
    .strictObject({
      timestamp: z.iso.datetime(),
      documentId: z.string(),
      tokenCount: z.int(),
      changes: z.array(pieceChangeSchema),
    })
    .nullable(),
}));
export type PromptTrace = z.infer<typeof promptTraceSchema>;

export const assembleResultSchema = accountSchema.extend({ prompt: z.string(), receipt: receiptSchema });

/** People type the limit: its failure has a code of its own. */
const limitCode: ErrorCode = 'CONTEXT_BUDGET_LIMIT';

/**
 * The developer's choices for the budget. Counts are tokens; shares are warning lines and sum to 1.
 */
export const budgetSchema = z.strictObject({
  /** All that the model takes; null for the model's own window. */
  modelLimit: z.int(limitCode).min(500, limitCode).max(10_000_000, limitCode).nullable(),
  /** Replaces the output reserve of the profile; null leaves it. */
  outputReserve: z.int().min(0).max(1_000_000).nullable(),
  shares: z
    .strictObject({
      rules: z.number().min(0).max(1),
      settings: z.number().min(0).max(1),
      retrieved: z.number().min(0).max(1),
      immediate: z.number().min(0).max(1),
    })
    .refine(
      (shares) => Math.abs(shares.rules + shares.settings + shares.retrieved + shares.immediate - 1) < 1e-9,
      'the shares must sum to 1',
    ),
});

export const budgetStateSchema = z.strictObject({ version: z.int(), budget: budgetSchema });
export type BudgetState = z.infer<typeof budgetStateSchema>;

export const inspectionSchema = accountSchema.extend({
  projectId: z.string(),
  documentId: z.string(),
  /** The conversation's items, a line each. */
  conversation: z.array(z.string()),
  contents: z.array(
    z.strictObject({
      id: z.string(),
      layer: z.enum(layerNames),
      source: z.string(),
      tokenCount: z.int(),
      text: z.string(),
    }),
  ),
});
