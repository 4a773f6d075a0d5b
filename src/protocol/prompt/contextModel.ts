import * as z from 'zod';

/**
 * The context model: what a window shows, as data. Fields are only ever added, as optional; a
 * deprecated one lives two more versions, so what a newer release adds is let through and dropped.
 */

/** Versions with one `major` are compatible: what was rendered for one still serves for the other. */
const contextVersionSchema = z.lazy(() =>
  z.object({
    /** The version of the source data; it never falls. */
    major: z.int().min(0),
    /** The version of the level of detail. */
    minor: z.int().min(0),
    /** The version of the rendering. */
    patch: z.int().min(0),
  }),
);
export type ContextVersion = z.infer<typeof contextVersionSchema>;

const lodNames = ['Full', 'Summary', 'Gist'] as const;
export type LodName = (typeof lodNames)[number];

const anchorTypes = ['Button', 'Form', 'Reference'] as const;
/** The letters that the ids of anchors begin with. */
export const anchorLetters: Readonly<Record<(typeof anchorTypes)[number], string>> = {
  Button: 'b',
  Form: 'f',
  Reference: 'r',
};
/** Any of them, for a regular expression. */
export const anyAnchorLetter = `[${Object.values(anchorLetters).join('')}]`;

/**
 * Button: an action without parameters. Form: one with parameters, written `name:type` (`string`, `int`), optional ones with `?`.
 * Reference: a place, to be found and not to be operated.
 */
const anchorInfoSchema = z.lazy(() =>
  z.object({
    type: z.enum(anchorTypes),
    params: z.array(z.string()),
    target: z.string().nullable(),
    /** The registry's name of the action. */
    action: z.string().optional(),
    /** What it does, in a few words. */
    description: z.string().optional(),
  }),
);
export type AnchorInfo = z.infer<typeof anchorInfoSchema>;

/** Maximum number of executions that a window remembers. */
export const maxInteractions = 20;

export const interactionSchema = z.lazy(() =>
  z.object({
    action: z.string(),
    result: z.string(),
    timestamp: z.iso.datetime(),
    /** The consumer that executed it: the window's own, or one that speaks for the developer. */
    by: z.string().optional(),
  }),
);
export type Interaction = z.infer<typeof interactionSchema>;

export const contextSchema = z.object({
  header: z.object({
    /** The window's kind. */
    appId: z.string().min(1),
    sessionId: z.string().min(1),
    version: contextVersionSchema,
    /** Of the source's version, never of the rendering. */
    timestamp: z.iso.datetime(),
  }),
  state: z.object({
    currentLod: z.enum(lodNames),
    focusId: z.string().nullable(),
    custom: z.record(z.string(), z.unknown()).nullable(),
  }),
  /** Markdown: the prompt's own blocks, as they stand in it. */
  content: z.string(),
  anchors: z.record(z.string(), anchorInfoSchema),
  /** Old to new. */
  history: z.array(interactionSchema).max(maxInteractions).nullable(),
});
export type Context = z.infer<typeof contextSchema>;

const contextItemTypes = ['System', 'User', 'Assistant', 'Tool', 'Window'] as const;

/** A place in a conversation: a text, or the id of a window, which is rendered fresh each time. */
export const contextItemSchema = z.lazy(() =>
  z.object({
    id: z.string(),
    type: z.enum(contextItemTypes),
    content: z.string(),
    /** From the conversation's one clock: rises with every item. */
    seq: z.int().min(1),
    isObsolete: z.boolean(),
  }),
);
export type ContextItem = z.infer<typeof contextItemSchema>;

export const contextStatsSchema = z.lazy(() =>
  z.strictObject({
    totalItems: z.int(),
    activeItems: z.int(),
    obsoleteItems: z.int(),
    windowItems: z.int(),
    estimatedTokens: z.int(),
  }),
);
export type ContextStats = z.infer<typeof contextStatsSchema>;
