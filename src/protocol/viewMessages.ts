import * as z from 'zod';

/**
 * What the view and the extension send each other. The view asks over the channels; what only the editor can do (copy,
 * open a diff) are its commands. Every request is answered once, by id.
 */

/** The editor's commands that the view may run. */
export const viewCommands = [
  'liveContext.copyContext',
  'liveContext.copyContextAs',
  'liveContext.copyChangesSinceLastCopy',
  'liveContext.takeAnchorSnapshot',
  'liveContext.compareWithVersion',
  'liveContext.openContextFile',
  'liveContext.saveTerminalOutputAsContextFile',
  'liveContext.saveSelectionAsContextFile',
  'liveContext.exportConversation',
  'liveContext.importConversation',
  'liveContext.clearContextFiles',
  'liveContext.showLog',
] as const;

export const fromViewSchema = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('request'), id: z.int(), channel: z.string(), params: z.unknown() }),
  z.strictObject({ type: z.literal('command'), id: z.int(), command: z.enum(viewCommands) }),
  /** Opens the editor's own diff of two versions; without `right` the text now. */
  z.strictObject({
    type: z.literal('compare'),
    id: z.int(),
    documentId: z.string(),
    left: z.string(),
    right: z.string().optional(),
  }),
  /** Shows lines of a document in the editor; lines count from one. */
  z.strictObject({ type: z.literal('reveal'), id: z.int(), documentId: z.string(), line: z.int().min(1) }),
  /** Shows a context file in the editor, at a line if one is given; lines count from one. */
  z.strictObject({
    type: z.literal('openFile'),
    id: z.int(),
    conversationId: z.string(),
    fileId: z.string(),
    line: z.int().min(1).optional(),
  }),
]);
export type FromView = z.infer<typeof fromViewSchema>;

/** The answer to a request is a `Result` of `result.ts`. */
export type ToView =
  | { readonly type: 'changed' }
  | { readonly type: 'reply'; readonly id: number; readonly result: unknown };
