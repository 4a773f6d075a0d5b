import * as z from 'zod';
import type { Value } from './channels.ts';
import type { Account, PromptTrace } from './prompt/assembly.ts';
import type { LiveContextPayload } from './prompt/liveContext.ts';
import type { Result } from './result.ts';
import { longId } from './schemas.ts';
import type { Place } from './windows.ts';

/**
 * Messages between the view and the extension. The extension pushes snapshots; the view requests
 * texts and runs the editor's commands. Each request is answered once, by id.
 */

/** The editor's commands that the view may run. */
export const viewCommands = [
  'liveContext.copyContext',
  'liveContext.copyContextAs',
  'liveContext.copyChangesSinceLastCopy',
  'liveContext.applyAnswerFromClipboard',
  'liveContext.openPrompt',
  'liveContext.showLog',
  'liveContext.connectAnAgent',
  'liveContext.unpin',
  'liveContext.deleteConstraint',
  'workbench.action.chat.open',
  'workbench.action.openSettings',
  'workbench.trust.manage',
] as const;

export const fromViewSchema = z.lazy(() =>
  z.discriminatedUnion('type', [
    /** The page is there, and wants a snapshot. */
    z.strictObject({ type: z.literal('ready') }),
    /** From now on this consumer's prompt is shown. */
    z.strictObject({ type: z.literal('consumer'), consumer: z.string().min(1).max(200) }),
    z.strictObject({ type: z.literal('request'), id: z.int(), channel: z.string(), params: z.unknown() }),
    z.strictObject({
      type: z.literal('command'),
      id: z.int(),
      command: z.enum(viewCommands),
      /** The row that the command is about, as its menu gives it. */
      row: z.record(z.string().max(100), z.string().max(8192)).optional(),
    }),
    /** Asks if the clipboard holds an answer of a chat model. */
    z.strictObject({ type: z.literal('clipboard'), id: z.int() }),
    /** Asks the user for a line of text; the answer is null if they cancel. */
    z.strictObject({ type: z.literal('input'), id: z.int(), title: z.string().max(500), value: z.string().max(4096) }),
    /** Executes a window's anchor in the conversation of the consumer that is shown. */
    z.strictObject({
      type: z.literal('act'),
      id: z.int(),
      anchor: z.string().max(200),
      params: z.record(z.string().max(100), z.string().max(8192)),
    }),
    /** The text of a piece in the snapshot's prompt. */
    z.strictObject({ type: z.literal('text'), id: z.int(), piece: z.string().max(8192) }),
    /** Opens the editor's own diff of two versions; without `right` the text now. */
    z.strictObject({
      type: z.literal('compare'),
      id: z.int(),
      documentId: longId,
      left: z.string(),
      right: z.string().optional(),
    }),
    /** Puts the text of a version into the document. */
    z.strictObject({ type: z.literal('restore'), id: z.int(), documentId: longId, versionId: z.string() }),
    /** Opens the editor's own diff of a document and its file. */
    z.strictObject({ type: z.literal('compareWithDisk'), id: z.int(), documentId: longId }),
    /** Opens a delivery as it was, or its difference to the prompt now. */
    z.strictObject({ type: z.literal('delivery'), id: z.int(), delivery: z.string().max(64), compare: z.boolean() }),
    /** Shows a line (from one) of a document in the editor, and selects the columns (from zero). */
    z.strictObject({
      ...{ type: z.literal('reveal'), id: z.int(), documentId: longId, line: z.int().min(1) },
      columns: z.tuple([z.int().min(0), z.int().min(0)]).optional(),
    }),
  ]),
);
export type FromView = z.infer<typeof fromViewSchema>;

type Status = Value<'live:status'>;

/** Whose state the view shows: known at once when another document comes to the front. */
export interface ViewHead {
  readonly document: Status['document'];
  /** The name of the document's folder where the window has several. */
  readonly folder: string | null;
  /** In Restricted Mode the view offers nothing that would write to the project. */
  readonly isRestricted: boolean;
}

/** A prompt without its texts. */
export interface ViewPrompt {
  readonly account: Account;
  readonly payload: LiveContextPayload;
  /** Origins of the pieces by id. */
  readonly places: Readonly<Record<string, Place>>;
  readonly last: PromptTrace['last'];
}

/** The whole state of the view. */
export interface ViewSnapshot {
  readonly head: ViewHead;
  readonly status: Result<Status>;
  /** Whose prompt it is, and whose it could be. */
  readonly consumer: string;
  readonly consumers: readonly { readonly id: string; readonly name: string }[];
  /** The latest deliveries, the newest first; whatever the document. */
  readonly deliveries: Result<Value<'deliveries:list'>>;
  /** Null if the document in front is not followed, and until its picture is taken. */
  readonly detail: {
    readonly prompt: Result<ViewPrompt>;
    readonly windows: Result<Value<'windows:list'>>;
    readonly timeline: Result<Value<'live:timeline'>>;
    readonly budget: Result<Value<'context:budget:get'>>;
    readonly constraints: Result<Value<'constraints:list'>>;
    readonly pins: Result<Value<'pins:list'>>;
    readonly preferences: Result<Value<'preferences:list'>>;
    readonly redactions: Result<Value<'redactions:list'>>;
  } | null;
}

/** The answer to a question is a `Result` of `result.ts`. */
export type ToView =
  | { readonly type: 'snapshot'; readonly snapshot: ViewSnapshot }
  /** The window has the focus again. */
  | { readonly type: 'focus' }
  /** The form of a constraint is to be opened. */
  | { readonly type: 'edit'; readonly constraint: string }
  | { readonly type: 'reply'; readonly id: number; readonly result: unknown };
