import * as z from 'zod';
import { lazyObject } from '../schemas.ts';

/**
 * The context model: a window's content as data. Fields are only added, as optional; a deprecated
 * one stays for two more versions. Unknown fields are accepted and dropped.
 */

/** Versions with the same `major` are compatible. */
const contextVersionSchema = z.lazy(() =>
  z.object({
    /** Version of the source data; never decreases. */
    major: z.int().min(0),
    /** Version of the level of detail. */
    minor: z.int().min(0),
    /** Version of the rendering. */
    patch: z.int().min(0),
  }),
);

const lodNames = ['Full', 'Summary', 'Gist'] as const;

/**
 * Button: an action without parameters. Form: one with parameters, `name:type` (`string`, `int`),
 * `?` if optional. Reference: a place, not an action.
 */
const anchorInfoSchema = z.lazy(() =>
  z.object({
    type: z.enum(['Button', 'Form', 'Reference']),
    params: z.array(z.string()),
    target: z.string().nullable(),
    /** One of the verbs. */
    action: z.string().optional(),
    /** Half a line for models. */
    description: z.string().optional(),
  }),
);
export type AnchorInfo = z.infer<typeof anchorInfoSchema>;

/** Maximum number of executions in a window's history. */
export const maxInteractions = 20;

export const interactionSchema = z.lazy(() =>
  z.object({
    action: z.string(),
    result: z.string(),
    timestamp: z.iso.datetime(),
    /** The consumer that executed it. */
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
    /** Time of the source's version, never of the rendering. */
    timestamp: z.iso.datetime(),
  }),
  state: z.object({
    currentLod: z.enum(lodNames),
    focusId: z.string().nullable(),
    custom: z.record(z.string(), z.unknown()).nullable(),
  }),
  /** Markdown: the prompt's own blocks. */
  content: z.string(),
  anchors: z.record(z.string(), anchorInfoSchema),
  /** Old to new. */
  history: z.array(interactionSchema).max(maxInteractions).nullable(),
});
export type Context = z.infer<typeof contextSchema>;

/** A text, or the id of a window, which is rendered anew each time. */
export const contextItemSchema = z.lazy(() =>
  z.object({
    id: z.string(),
    type: z.enum(['System', 'User', 'Assistant', 'Tool', 'Window']),
    content: z.string(),
    /** From the conversation's clock: rises with every item. */
    seq: z.int().min(1),
    isObsolete: z.boolean(),
  }),
);
export type ContextItem = z.infer<typeof contextItemSchema>;

export const contextStatsSchema = lazyObject(() => ({
  totalItems: z.int(),
  activeItems: z.int(),
  obsoleteItems: z.int(),
  windowItems: z.int(),
  estimatedTokens: z.int(),
}));
export type ContextStats = z.infer<typeof contextStatsSchema>;
