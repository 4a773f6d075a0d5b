import * as z from 'zod';
import { longId } from './longId.ts';
import { plainText } from './plainText.ts';
import { contextItemSchema, contextSchema, contextStatsSchema, interactionSchema } from './prompt/contextModel.ts';
import { minReplyLength } from './settings.ts';
import { windowKinds } from './windowKinds.ts';

/** Windows and the channels on which a person or a model acts on them. */

/** How much of a window is wanted: at most its gist or summary, what the budget allows, or to be shortened last. */
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
  'piece',
  'write',
] as const;
export type ActionName = (typeof actionNames)[number];

/** What can be set for a single piece of a window: how it differs from the others. */
export const pieceSettings = ['removed', 'pinned', 'expanded', 'collapsed'] as const;
export type PieceSetting = (typeof pieceSettings)[number];

/** What the action `piece` does to a piece: set it apart, set it back, read it whole, open its place. */
export const pieceDeeds = ['remove', 'pin', 'expand', 'collapse', 'restore', 'read', 'open'] as const;
export type PieceDeed = (typeof pieceDeeds)[number];

/** A place in a document that an anchor leads to; lines count from one. */
export const placeSchema = z.strictObject({ documentId: z.string(), line: z.int().min(1) });
export type Place = z.infer<typeof placeSchema>;

const windowPieceSchema = z.lazy(() =>
  z.strictObject({
    id: z.string(),
    /** What the action `piece` calls it by; its id serves, too. */
    name: z.string(),
    lod: z.enum(['full', 'summary', 'gist', 'cut']),
    tokens: z.int(),
    fullTokens: z.int(),
    why: z.string(),
    place: placeSchema.nullable(),
    /** What has been set for it; `auto` when nothing. */
    setting: z.enum(['auto', ...pieceSettings]),
  }),
);

/** How much of a window stands in the next prompt; `Gone` when none of its pieces does. */
const shownDetail = z.enum(['Full', 'Summary', 'Gist', 'Gone']);

const windowSchema = z.lazy(() =>
  z.strictObject({
    /** Unique in its conversation: `<kind>-<number>`. */
    id: z.string(),
    kind: z.enum(windowKinds),
    layer: z.enum(['rules', 'settings', 'retrieved', 'immediate']),
    detail: z.enum(details),
    pinned: z.boolean(),
    /** Whether it has been closed; its trace is the summary that was given. */
    closed: z.boolean(),
    trace: z.string(),
    /** The level at which the prompt shows it now. */
    shown: shownDetail,
    tokens: z.int(),
    fullTokens: z.int(),
    pieces: z.int(),
    shownPieces: z.int(),
    /** Its pieces one by one, those that are left out included. */
    parts: z.array(windowPieceSchema),
    context: contextSchema,
  }),
);
export type WindowState = z.infer<typeof windowSchema>;

const conversationSchema = z.lazy(() =>
  z.strictObject({
    /** Names the conversation in other channels. */
    conversationId: z.string(),
    /** Whose prompts it is about: `clipboard` (with the view), `lm-tools` (Copilot and other chats with tools), `live:<thread>`, `mcp:<session>`. */
    consumer: z.string(),
    /** What an MCP client calls itself, the beginning of what was asked first in a chat thread; of no other. */
    name: z.string().optional(),
    /** Random: tells it from every other one, in this process and in others. */
    sessionId: z.string(),
    started: z.iso.datetime(),
    /** When something was delivered to the consumer last. */
    lastDelivery: z.iso.datetime().nullable(),
    /** Its windows, those used last first. */
    windows: z.array(
      z.strictObject({
        id: z.string(),
        kind: z.enum(windowKinds),
        projectId: z.string(),
        documentId: z.string().nullable(),
        detail: z.enum(details),
        pinned: z.boolean(),
        closed: z.boolean(),
        trace: z.string(),
        /** How many pieces are set apart. */
        pieces: z.int(),
        history: z.array(interactionSchema),
      }),
    ),
    /** What was said and shown, old to new; of each text the beginning. */
    items: z.array(contextItemSchema),
    stats: contextStatsSchema,
  }),
);
export type ConversationState = z.infer<typeof conversationSchema>;

export const windowChannels = {
  /** Every conversation of this window, the one used last first. Only surfaces of the developer may ask. */
  'conversations:list': {
    params: z.strictObject({
      /** Maximum number of items of each that are given, the newest. */
      items: z.int().min(0).max(1_000).default(50),
    }),
    result: z.strictObject({ conversations: z.array(conversationSchema) }),
  },
  /**
   * Tells what was said in the asker's own conversation so far, old to new: what is known already stays, what is said otherwise now is
   * obsolete. Chat messages hold of it what fits.
   */
  'conversations:say': {
    params: z.lazy(() =>
      z.strictObject({
        /** What the consumer calls itself. */
        name: plainText(100).min(1).optional(),
        talk: z
          .array(z.strictObject({ type: z.enum(['User', 'Assistant']), content: z.string().max(1_000_000) }))
          .max(1_000)
          .optional(),
        /** Calls of tools that the model has made since, each in a line. */
        tools: z.array(z.string().max(10_000)).max(100).optional(),
        /** The context files that hold rounds that prompts had no room for. */
        archived: z.array(z.string().max(200)).max(200).optional(),
      }),
    ),
    result: z.strictObject({ conversationId: z.string(), items: z.int() }),
  },
  /** The windows of a conversation around a document, as the consumer's next prompt shows them. Delivers nothing. */
  'windows:list': {
    params: z.strictObject({
      documentId: longId.optional(),
      /** Whose windows are meant, as `conversations:list` names it: for surfaces of the developer alone. Without it the asker's own. */
      conversationId: longId.optional(),
      /** Whether each window's content is given; the anchors and the history always are. */
      contents: z.boolean().default(true),
    }),
    result: z.lazy(() =>
      z.strictObject({
        conversationId: z.string(),
        projectId: z.string(),
        documentId: z.string(),
        windows: z.array(windowSchema),
        stats: contextStatsSchema,
        /** `CODE: what happened`. */
        warnings: z.array(z.string()),
      }),
    ),
  },
  /** Executes an anchor by its id, from whichever surface it comes. */
  'windows:act': {
    params: z.lazy(() =>
      z.strictObject({
        id: z.string().max(200),
        params: z.record(z.string().max(100), z.union([z.string().max(20_000), z.number()])).default({}),
        conversationId: longId.optional(),
        /** The longest prompt that the asker can take, UTF-16 units, as long as it has had none. */
        maxCharacters: z.int().min(minReplyLength).optional(),
      }),
    ),
    result: z.lazy(() =>
      z.strictObject({
        windowId: z.string(),
        kind: z.enum(windowKinds),
        action: z.string(),
        /** The history line's words. */
        result: z.string(),
        /** What it brought: how the next prompt shows the window, and whether the budget still limits it. */
        brought: z.string().optional(),
        /** What was asked to be read. */
        text: z.string().optional(),
        place: placeSchema.optional(),
        /** The window's anchors from now on, by id. */
        anchors: contextSchema.shape.anchors,
        history: z.array(interactionSchema),
      }),
    ),
  },
} as const;
