import * as z from 'zod';
import { contextSchema, contextStatsSchema, llmMessageSchema, renderOptionsSchema } from './contextModel.ts';

/** Windows and the channels on which a person or a model acts on them. */

/** In the order of the prompt; each groups pieces of one layer. */
export const windowKinds = [
  'constraints',
  'instructions',
  'settings',
  'retrieved',
  'diagnostics',
  'contextFiles',
  'document',
  'diffs',
  'editorState',
  'plan',
] as const;
export type WindowKind = (typeof windowKinds)[number];

/** How much of a window is wished for: at most its gist or summary, what the budget allows, or to be shortened last. */
export const details = ['gist', 'summary', 'auto', 'expanded'] as const;
export type Detail = (typeof details)[number];

/** Every action that a registry entry can declare. */
export const actionNames = [
  'expand',
  'collapse',
  'pin',
  'unpin',
  'close',
  'open',
  'openInEditor',
  'compareWithVersion',
  'addConstraint',
  'readMore',
  'readChunk',
] as const;
export type ActionName = (typeof actionNames)[number];

const windowSchema = z.strictObject({
  /** Unique in its conversation: `<kind>-<number>`. */
  id: z.string(),
  kind: z.enum(windowKinds),
  layer: z.enum(['rules', 'settings', 'retrieved', 'immediate']),
  detail: z.enum(details),
  pinned: z.boolean(),
  /** Whether it has been closed; its trace is the summary that was given. */
  closed: z.boolean(),
  trace: z.string(),
  /** The level at which the prompt shows it now; `Gone` when none of its pieces is in it. */
  shown: z.enum(['Full', 'Summary', 'Gist', 'Gone']),
  tokens: z.int(),
  fullTokens: z.int(),
  pieces: z.int(),
  shownPieces: z.int(),
  context: contextSchema,
});
export type WindowState = z.infer<typeof windowSchema>;

/** A place in a document that an anchor leads to; lines count from one. */
export const placeSchema = z.strictObject({ documentId: z.string(), line: z.int().min(1) });
export type Place = z.infer<typeof placeSchema>;

const documentId = z.string().min(1).max(4096).optional();

export const windowChannels = {
  /** The windows of the consumer's conversation around a document, as the next prompt shows them. Delivers nothing. */
  'windows:list': {
    params: z.strictObject({
      documentId,
      /** Whether each window's content is given; the anchors and the history always are. */
      contents: z.boolean().default(true),
      /** Also renders the conversation to messages. */
      render: renderOptionsSchema.optional(),
    }),
    result: z.strictObject({
      conversationId: z.string(),
      projectId: z.string(),
      documentId: z.string(),
      windows: z.array(windowSchema),
      stats: contextStatsSchema,
      messages: z.array(llmMessageSchema).optional(),
      /** `CODE: what happened`. */
      warnings: z.array(z.string()),
    }),
  },
  /** Executes an anchor by its id, from whichever surface it comes. */
  'windows:act': {
    params: z.strictObject({
      id: z.string().max(200),
      params: z.record(z.string().max(100), z.union([z.string().max(20_000), z.number()])).default({}),
    }),
    result: z.strictObject({
      windowId: z.string(),
      kind: z.enum(windowKinds),
      action: z.string(),
      /** The history line's words. */
      result: z.string(),
      /** What was asked to be read. */
      text: z.string().optional(),
      place: placeSchema.optional(),
      /** The window's anchors from now on, by id. */
      anchors: contextSchema.shape.anchors,
      history: z.array(z.strictObject({ action: z.string(), result: z.string(), timestamp: z.iso.datetime() })),
    }),
  },
} as const;

export type WindowChannel = keyof typeof windowChannels;
export type WindowValue<C extends WindowChannel> = z.infer<(typeof windowChannels)[C]['result']>;
