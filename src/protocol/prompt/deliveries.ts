import * as z from 'zod';
import { lazyObject, longId } from '../schemas.ts';
import { formats } from './receipt.ts';

/** Delivered texts with their consumer and time. `at` is ms since the Unix epoch. */

const deliveredDocumentSchema = lazyObject(() => ({
  documentId: z.string(),
  file: z.string(),
  /** The version that the consumer was shown; null when it is no longer kept. */
  versionId: z.string().nullable(),
  /** Lines added and removed since; null if the document is closed or the version has expired. */
  unseen: z.strictObject({ added: z.int(), removed: z.int() }).nullable(),
}));

/** Format of a delivered text: a prompt's, a part of a document, or a patch. */
export const deliveredFormats = [...formats, 'text', 'patch'] as const;

/** Names of the channels for people. */
export const askedTexts: Readonly<Record<string, string>> = {
  'live:get': 'context',
  'context:assemble': 'context',
  'live:changesSince': 'changes',
  'live:version': 'a version',
  'live:applyEdits': 'answer to an edit',
  'agents:turn': 'changes, with your message',
  'windows:act': 'an action',
  'windows:list': 'an action',
  'files:list': 'Context files',
  'files:read': 'Context files',
  'files:tail': 'Context files',
  'files:grep': 'Context files',
};

/** Path of the notebook of a cell; VS Code names a cell by that path with a mark of its own. */
export function withoutCellMark(file: string): string {
  return file.replace(/(\.ipynb)#.*$/, '$1');
}

const deliverySchema = lazyObject(() => ({
  id: z.string(),
  consumer: z.string(),
  at: z.int(),
  /** The channel, with its parameters that are numbers, marks or ids. */
  channel: z.string(),
  asked: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
  format: z.enum(deliveredFormats),
  bytes: z.int(),
  /** As the model counts whose prompts are counted; null when it could not be counted. */
  tokens: z.int().nullable(),
  documents: z.array(deliveredDocumentSchema),
  /** True if the text is still stored; only `deliveries:get` checks it. */
  rebuildable: z.boolean(),
}));
export type Delivery = z.infer<typeof deliverySchema>;

/** Why a text can't be shown as it was delivered. */
const missingReasons = ['notKept', 'expired', 'damaged', 'hidden'] as const;
export type MissingReason = (typeof missingReasons)[number];

/** The developer sees every delivery; any other consumer its own. */
export const deliveryChannels = {
  /** The newest first. */
  'deliveries:list': {
    params: lazyObject(() => ({
      consumer: z.string().min(1).max(200).optional(),
      limit: z.int().min(1).max(1_000).default(50),
    })),
    result: z.strictObject({ deliveries: z.array(deliverySchema) }),
  },
  /** A delivery's text, put together again from the parts that are kept. */
  'deliveries:get': {
    params: z.strictObject({ id: z.string().min(1).max(64) }),
    result: lazyObject(() => ({
      delivery: deliverySchema,
      /** Null when it can't be had. */
      text: z.string().nullable(),
      /** Hash of the delivered text in UTF-8. */
      sha256: z.string(),
      /** True if `text` has that hash, byte for byte. */
      checked: z.boolean(),
      /**
       * Reason if not: never stored, expired, damaged, or it has secrets that became known later
       * and are hidden.
       */
      missing: z.enum(missingReasons).nullable(),
    })),
  },
  /** Keeps a tool's reply as its text was sent to the agent. */
  'deliveries:keep': {
    params: lazyObject(() => ({
      channel: z.string().max(64),
      asked: z.record(z.string().max(64), z.union([z.string().max(4_096), z.number(), z.boolean()])),
      outcome: z.string().max(64),
      documents: z.array(z.strictObject({ documentId: longId, versionId: z.string().max(80).optional() })).max(256),
      text: z.string().max(1_000_000),
    })),
    result: z.strictObject({}),
  },
  /**
   * Confirms that a text requested with `hold` has reached the consumer: its watermark moves.
   * Idempotent.
   */
  'deliveries:commit': {
    params: z.strictObject({ id: z.string().min(1).max(64) }),
    result: z.strictObject({ delivered: z.boolean() }),
  },
} as const;
