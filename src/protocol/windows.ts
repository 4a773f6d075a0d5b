import * as z from 'zod';
import { contextItemSchema, contextSchema, contextStatsSchema, interactionSchema } from './prompt/contextModel.ts';
import { lazyObject, longId, plainText } from './schemas.ts';
import { replyLength } from './settings.ts';
import { windowKinds } from './windowKinds.ts';

/** Windows, and the channels for acting on them. */

/** Levels at which a prompt shows a window or a piece. */
export const shownLevels = ['Full', 'Summary', 'Gist', 'Gone'] as const;
export type Level = (typeof shownLevels)[number];

/** Everything that can be done to a window or one of its pieces; people read the view's names. */
export const verbs = ['expand', 'shorten', 'keep', 'remove', 'putBack', 'read', 'add', 'tick', 'close'] as const;
export type Verb = (typeof verbs)[number];

/** Choices made by the verbs for a window or a piece. */
export const settingSchema = z.strictObject({
  /**
   * Maximum level; it falls below `Full` after the others of its layer. Null: as the budget allows.
   */
  level: z.enum(shownLevels).nullable(),
  /** Left out last. */
  kept: z.boolean(),
});
export type Setting = z.infer<typeof settingSchema>;

/** A place in a document; lines count from one. */
export const placeSchema = z.strictObject({ documentId: z.string(), line: z.int().min(1) });
export type Place = z.infer<typeof placeSchema>;

const windowPieceSchema = lazyObject(() => ({
  id: z.string(),
  /** Its name as the parameter `piece` of a verb; the id works, too. */
  name: z.string(),
  shown: z.enum(shownLevels),
  tokens: z.int(),
  fullTokens: z.int(),
  why: z.string(),
  place: placeSchema.nullable(),
  ...settingSchema.shape,
}));

const windowSchema = lazyObject(() => ({
  /** Unique in its conversation: the kind, from the second one on with a number. */
  id: z.string(),
  kind: z.enum(windowKinds),
  layer: z.enum(['rules', 'settings', 'retrieved', 'immediate']),
  ...settingSchema.shape,
  /** Given with its removal. */
  summary: z.string(),
  /** The level in the next prompt; `Gone` if it shows none of its pieces. */
  shown: z.enum(shownLevels),
  tokens: z.int(),
  fullTokens: z.int(),
  pieces: z.int(),
  shownPieces: z.int(),
  /** All pieces, also those left out. */
  parts: z.array(windowPieceSchema),
  context: contextSchema,
}));
export type WindowState = z.infer<typeof windowSchema>;

const conversationSchema = lazyObject(() => ({
  /** Names the conversation in other channels. */
  conversationId: z.string(),
  /**
   * `clipboard` (with the view), `lm-tools` (Copilot and other chats), `live:<thread>`,
   * `mcp:<session>`.
   */
  consumer: z.string(),
  /** Name that an MCP client gives itself, or the beginning of a chat thread's first question. */
  name: z.string().optional(),
  /** Random and unique across processes. */
  sessionId: z.string(),
  started: z.iso.datetime(),
  /** Time of the last delivery to the consumer. */
  lastDelivery: z.iso.datetime().nullable(),
  /** Most recently used first. */
  windows: z.array(
    z.strictObject({
      id: z.string(),
      kind: z.enum(windowKinds),
      projectId: z.string(),
      documentId: z.string().nullable(),
      ...settingSchema.shape,
      summary: z.string(),
      /** Number of pieces with a setting of their own. */
      pieces: z.int(),
      history: z.array(interactionSchema),
    }),
  ),
  /** Old to new; only the beginning of each text. */
  items: z.array(contextItemSchema),
  stats: contextStatsSchema,
}));
export type ConversationState = z.infer<typeof conversationSchema>;

export const windowChannels = {
  /**
   * All conversations of this editor window, most recently used first. For the developer's own
   * surfaces only.
   */
  'conversations:list': {
    params: z.strictObject({
      /** Maximum number of items of each conversation, the newest. */
      items: z.int().min(0).max(1_000).default(50),
    }),
    result: z.strictObject({ conversations: z.array(conversationSchema) }),
  },
  /**
   * Reports the talk of the requester's own conversation, old to new. Talk that differs from an
   * earlier report makes that obsolete. Chat messages contain as much of it as fits.
   */
  'conversations:say': {
    params: lazyObject(() => ({
      /** The consumer's own name. */
      name: plainText(100).min(1).optional(),
      talk: z
        .array(z.strictObject({ type: z.enum(['User', 'Assistant']), content: z.string().max(1_000_000) }))
        .max(1_000)
        .optional(),
      /** Tool calls that the model has made since, one line each. */
      tools: z.array(z.string().max(10_000)).max(100).optional(),
      /** Context files with rounds that did not fit into prompts. */
      archived: z.array(z.string().max(200)).max(10_000).optional(),
    })),
    result: z.strictObject({ conversationId: z.string(), items: z.int() }),
  },
  /**
   * Windows of a conversation around a document, as in the consumer's next prompt. Delivers
   * nothing.
   */
  'windows:list': {
    params: z.strictObject({
      documentId: longId.optional(),
      /**
       * From `conversations:list`, for the developer's own surfaces only. Default: the requester's
       * own.
       */
      conversationId: longId.optional(),
      /** Include the contents of windows; anchors and history are always included. */
      contents: z.boolean().default(true),
    }),
    result: lazyObject(() => ({
      conversationId: z.string(),
      projectId: z.string(),
      documentId: z.string(),
      windows: z.array(windowSchema),
      stats: contextStatsSchema,
      /** `CODE: what happened`. */
      warnings: z.array(z.string()),
    })),
  },
  /** Executes an anchor by its id, from any surface. */
  'windows:act': {
    params: lazyObject(() => ({
      id: z.string().max(200),
      params: z.record(z.string().max(100), z.union([z.string().max(20_000), z.number()])).default({}),
      conversationId: longId.optional(),
      /** Longest prompt that the requester accepts before its first one, UTF-16 units. */
      maxCharacters: replyLength.optional(),
    })),
    result: lazyObject(() => ({
      windowId: z.string(),
      kind: z.enum(windowKinds),
      action: z.string(),
      /** As in the history. */
      result: z.string(),
      /** The window's level in the next prompt, and a note if the budget still limits it. */
      brought: z.string().optional(),
      /** Present for `read`. */
      text: z.string().optional(),
    })),
  },
} as const;
