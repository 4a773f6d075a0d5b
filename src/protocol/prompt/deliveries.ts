import * as z from 'zod';
import { longId } from '../longId.ts';
import { formats } from './receipt.ts';

/** What was handed out, to whom and when. `at` is ms since the Unix epoch. */

const deliveredDocumentSchema = z.lazy(() =>
  z.strictObject({
    documentId: z.string(),
    file: z.string(),
    /** The version that the consumer was shown; null when it is no longer kept. */
    versionId: z.string().nullable(),
    /** Lines that have come and gone since; null when the document is not open or the version is no longer kept. */
    unseen: z.strictObject({ added: z.int(), removed: z.int() }).nullable(),
  }),
);

/** What a text was handed out as: a prompt's format, or a part of a document, a diff, a reply as JSON. */
export const deliveredFormats = [...formats, 'text', 'patch'] as const;

/** What was asked, in words for people, by the channel. */
export const askedTexts: Readonly<Record<string, string>> = {
  'live:get': 'context',
  'context:assemble': 'context',
  'live:changesSince': 'changes',
  'live:version': 'a version',
  'live:applyEdits': 'answer to an edit',
  'agents:turn': 'changes, as it was spoken to',
  'windows:act': 'part of a window',
};

/** The path of the notebook that a cell is in; VS Code names a cell after it and a mark of its own. */
export function withoutCellMark(file: string): string {
  return file.replace(/(\.ipynb)#.*$/, '$1');
}

const deliverySchema = z.lazy(() =>
  z.strictObject({
    id: z.string(),
    consumer: z.string(),
    at: z.int(),
    /** What was asked: the channel, and those of its parameters that are numbers, marks or ids. */
    channel: z.string(),
    asked: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
    format: z.enum(deliveredFormats),
    bytes: z.int(),
    /** As the model counts whose prompts are counted; null when it could not be counted. */
    tokens: z.int().nullable(),
    documents: z.array(deliveredDocumentSchema),
    /** Whether its text is kept still; only {@link deliveryChannels} `deliveries:get` checks it. */
    rebuildable: z.boolean(),
  }),
);
export type Delivery = z.infer<typeof deliverySchema>;

/** Why a text can't be shown as it was delivered. */
const missingReasons = ['notKept', 'expired', 'damaged', 'hidden'] as const;
export type MissingReason = (typeof missingReasons)[number];

/** The developer sees every delivery; any other consumer its own. */
export const deliveryChannels = {
  /** The newest first. */
  'deliveries:list': {
    params: z.lazy(() =>
      z.strictObject({
        consumer: z.string().min(1).max(200).optional(),
        documentId: longId.optional(),
        limit: z.int().min(1).max(1_000).default(50),
      }),
    ),
    result: z.strictObject({ deliveries: z.array(deliverySchema) }),
  },
  /** A delivery's text, put together again from the parts that are kept. */
  'deliveries:get': {
    params: z.strictObject({ id: z.string().min(1).max(64) }),
    result: z.lazy(() =>
      z.strictObject({
        delivery: deliverySchema,
        /** Null when it can't be had. */
        text: z.string().nullable(),
        /** Of the text as it was delivered, in UTF-8. */
        sha256: z.string(),
        /** Whether `text` has that hash: it is what was delivered, byte for byte. */
        checked: z.boolean(),
        /** What keeps it from that: never kept, expired, damaged, or secrets in it that are known only now and were hidden. */
        missing: z.enum(missingReasons).nullable(),
      }),
    ),
  },
  /** Confirms that a text asked for with `hold` has reached the consumer: its watermark moves. Doing it twice changes nothing. */
  'deliveries:commit': {
    params: z.strictObject({ id: z.string().min(1).max(64) }),
    result: z.strictObject({ delivered: z.boolean() }),
  },
} as const;
