import * as z from 'zod';
import { agentTurnChannels } from './agentTurns.ts';
import { contextFileChannels } from './contextFiles.ts';
import { constraintChannels } from './decisions/constraints.ts';
import { pinChannels } from './decisions/pins.ts';
import { preferenceChannels } from './decisions/preferences.ts';
import { redactionChannels } from './decisions/redactions.ts';
import { answerChannels, editChannels } from './edits.ts';
import { type UntrackedReason, untrackedReasons } from './errorCodes.ts';
import {
  accountSchema,
  assembleResultSchema,
  budgetSchema,
  budgetStateSchema,
  inspectionSchema,
  promptTraceSchema,
} from './prompt/assembly.ts';
import { deliveryChannels } from './prompt/deliveries.ts';
import { checkpointKinds, liveContextPayloadSchema, origins, planHintSchema } from './prompt/liveContext.ts';
import { profileNames } from './prompt/profiles.ts';
import { formats, receiptSchema } from './prompt/receipt.ts';
import { whyNotChannels } from './prompt/whyNot.ts';
import { proofChannels } from './proof.ts';
import { lazyObject, longId, versionId } from './schemas.ts';
import { replyLength } from './settings.ts';
import { windowChannels } from './windows.ts';

/**
 * All channels of the session, each with its parameters and its result. Commands, the view, tools,
 * MCP and the extension API use only these. Schemas are `z.lazy`, so that starting a window builds
 * few of them. Lines count from one; offsets and lengths are UTF-16 units; timestamps are ISO 8601
 * UTC.
 */

/**
 * A document's URI or its path, absolute or relative to a project. Default: the active document.
 */
const documentId = longId.optional().describe('document_id or path; default: the current document');
/** A preview shows what a delivery would give and moves nothing. */
const preview = z.boolean().default(false).describe('Only show what would be delivered; moves no watermark');

/** The bound of the reply's text, UTF-16 units; what does not fit is continued, never cut off. */
const maxCharacters = replyLength.optional().describe('Longest reply, in characters');
/**
 * Delivers the text without moving the watermark until `deliveries:commit` confirms its arrival.
 */
const hold = z.boolean().default(false).describe('Move the watermark only with deliveries:commit');

/**
 * Range of the patch or text if it does not fit into one reply, UTF-16 units. All parts joined are
 * the whole.
 */
const part = z.lazy(() => z.strictObject({ start: z.int(), end: z.int(), length: z.int() }).optional());

/** Fields of a changed document with any status. */
const ofChange = {
  documentId: z.string(),
  file: z.string(),
  versionId,
  /** Who or what made the changes, in the order of the first of each. */
  origins: z.array(z.enum(origins)),
  /** True if the file on disk has this text. */
  saved: z.boolean(),
  part,
};

const changedDocumentSchema = z.lazy(() =>
  z.discriminatedUnion('status', [
    z.strictObject({
      status: z.literal('changed'),
      ...ofChange,
      fromVersionId: versionId,
      patch: z.string(),
      /** The same as edits, each of a text that stands once in the earlier version: shorter where lines are long. */
      edits: z.array(z.strictObject({ oldText: z.string(), newText: z.string() })).optional(),
    }),
    /** The whole text is shorter than the patch. */
    z.strictObject({ status: z.literal('rewritten'), ...ofChange, fromVersionId: versionId, text: z.string() }),
    /** After changes the document has the consumer's version again. */
    z.strictObject({ status: z.literal('restored'), ...ofChange, fromVersionId: versionId }),
    /** The requested version has expired: the whole text instead. */
    z.strictObject({ status: z.literal('gone'), code: z.literal('VERSION_GONE'), ...ofChange, text: z.string() }),
  ]),
);
export type ChangedDocument = z.infer<typeof changedDocumentSchema>;

const checkpointSchema = lazyObject(() => ({
  versionId,
  kind: z.enum(checkpointKinds),
  timestamp: z.iso.datetime(),
  name: z.string().optional(),
}));

const timelineEntrySchema = lazyObject(() => ({
  versionId,
  timestamp: z.iso.datetime(),
  /** Present on the versions that an edit made; `added` and `removed` are lines. */
  edit: z
    .strictObject({ origin: z.enum(origins), reason: z.string().optional(), added: z.int(), removed: z.int() })
    .optional(),
  checkpoints: z.array(checkpointSchema),
}));
export type TimelineEntry = z.infer<typeof timelineEntrySchema>;

const documentStatusSchema = z.lazy(() =>
  z.discriminatedUnion('tracked', [
    z.strictObject({ tracked: z.literal(true), documentId: z.string(), file: z.string(), projectId: z.string() }),
    z.strictObject({
      tracked: z.literal(false),
      documentId: z.string(),
      file: z.string(),
      reason: z.literal(Object.keys(untrackedReasons) as UntrackedReason[]),
    }),
  ]),
);

const noticeSchema = lazyObject(() => ({ code: z.string(), message: z.string(), timestamp: z.iso.datetime() }));
export type Notice = z.infer<typeof noticeSchema>;

const assembleParams = z.strictObject({
  projectId: longId.optional(),
  documentId,
  cursorPosition: z.int().min(0).optional(),
  /** The profile decides the output reserve and the system text, never the order of the layers. */
  skillId: z.enum(profileNames).default('chat'),
  /** The person's own request: goes last and uncut. */
  additionalInput: z.string().max(200_000).optional(),
  format: z.enum(formats).default('markdown'),
  preview,
  hold,
  maxCharacters,
  /**
   * With the format `messages`: remembers a chat's prompts; `continue` returns one message in Markdown
   * with what is new to the chat, or all messages if it needs them.
   */
  thread: z.enum(['begin', 'continue']).optional(),
  /** Maximum input of the receiving model, tokens. It can lower a budget but never raises it. */
  inputLimit: z.int().min(1).optional(),
});

export const channels = {
  /** The Live Context as a prompt, in one of the formats. */
  'live:get': {
    params: lazyObject(() => ({
      documentId,
      format: z.enum(formats).default('markdown'),
      preview,
      /** Default: the setting `liveContext.recentDiffs`. */
      diffs: z.int().min(0).max(20).optional().describe('Number of recent diffs'),
      /** Adds the origin of each part of the text and the changes since the last delivery. */
      trace: z.boolean().default(false).describe('Also tell where each part of the prompt comes from'),
      maxCharacters,
      hold,
      have: z
        .array(versionId)
        .max(64)
        .optional()
        .describe('Versions whose whole text you hold: returns one patch. []: everything again'),
      /** The client whose prompt is delivered to the developer, who alone may name one. */
      reader: z.string().min(1).max(200).optional(),
    })),
    result: lazyObject(() => ({
      text: z.string(),
      payload: liveContextPayloadSchema,
      receipt: receiptSchema,
      account: accountSchema,
      trace: promptTraceSchema.optional(),
    })),
  },
  /** Changes since a version or since this consumer's last delivery, unsaved edits included. */
  'live:changesSince': {
    params: z.strictObject({
      since: versionId.optional().describe('`now` or `version_id` of a reply; default: your last look'),
      documentId: documentId.describe('Only this document'),
      more: z.string().max(64).optional().describe('Continues the reply that named it'),
      preview,
      maxCharacters,
      hold,
    }),
    result: lazyObject(() => ({
      text: z.string(),
      /** The version that was asked from; null for the last look. */
      since: versionId.nullable(),
      documents: z.array(changedDocumentSchema),
      /**
       * Files that changed on disk while their document was unsaved, each reported once. The
       * patch leads from `versionId` to the file.
       */
      diverged: z
        .array(z.strictObject({ documentId: z.string(), file: z.string(), versionId, patch: z.string() }))
        .optional(),
      /** Goes on with what did not fit; null when everything has been reported. */
      more: z.string().nullable(),
      receipt: receiptSchema,
    })),
  },
  /**
   * Text of a version (or some of its lines), or its diff to another one. Default: the current
   * text.
   */
  'live:version': {
    params: lazyObject(() => ({
      documentId,
      versionId: versionId.optional().describe('Default: the text now'),
      lines: z
        .strictObject({ first: z.int().min(1), last: z.int().min(1) })
        .optional()
        .describe('From 1, both included'),
      compareWith: versionId.optional(),
      offset: z.int().min(0).optional().describe('nextOffset of the reply before'),
      maxCharacters,
    })),
    result: lazyObject(() => ({
      documentId: z.string(),
      file: z.string(),
      versionId,
      lineCount: z.int(),
      text: z.string().optional(),
      patch: z.string().optional(),
      /** Offset of the next part, UTF-16 units; absent at the end. */
      nextOffset: z.int().optional(),
    })),
  },
  /** Versions and checkpoints of a document, new to old. */
  'live:timeline': {
    params: z.strictObject({ documentId }),
    result: lazyObject(() => ({
      documentId: z.string(),
      file: z.string(),
      now: versionId,
      entries: z.array(timelineEntrySchema),
      /** Recently refused edits of agents, new to old. For the developer only. */
      refused: z.array(planHintSchema),
    })),
  },
  /** The active document, unavailable features and recent failures. */
  'live:status': {
    params: z.strictObject({}),
    result: lazyObject(() => ({
      document: documentStatusSchema.nullable(),
      /** The model whose tokens are counted. */
      model: z.string(),
      /** True if git's HEAD can be a checkpoint. */
      git: z.boolean(),
      trackedDocuments: z.int(),
      notices: z.array(noticeSchema),
    })),
  },
  /** Pins the text now under a name (the command Take Snapshot). */
  'checkpoints:create': {
    params: z.strictObject({ documentId, name: z.string().trim().min(1).max(200).optional() }),
    result: z.strictObject({ documentId: z.string(), checkpoint: checkpointSchema }),
  },
  /** Assembles a whole prompt. `cursorPosition` is an offset in UTF-16 units. */
  'context:assemble': { params: assembleParams, result: assembleResultSchema },
  /**
   * The layers of an assembly in detail, only with the setting `liveContext.debug`. Delivers
   * nothing.
   */
  'context:inspect': { params: assembleParams.omit({ preview: true }), result: inspectionSchema },
  'context:budget:get': { params: z.strictObject({}), result: budgetStateSchema },
  /** Changes the budget if `version` is still the present one; only the developer may. */
  'context:budget:update': {
    params: z.strictObject({ version: z.int(), budget: budgetSchema.partial() }),
    result: budgetStateSchema,
  },
  ...whyNotChannels,
  ...deliveryChannels,
  ...agentTurnChannels,
  ...editChannels,
  ...answerChannels,
  ...constraintChannels,
  ...preferenceChannels,
  ...pinChannels,
  ...proofChannels,
  ...contextFileChannels,
  ...windowChannels,
  ...redactionChannels,
} as const;

export type Channel = keyof typeof channels;
/** Parameters as a caller sends them. */
export type Params<C extends Channel> = z.input<(typeof channels)[C]['params']>;
/** Parameters as a handler receives them, with defaults. */
export type ParsedParams<C extends Channel> = z.output<(typeof channels)[C]['params']>;
export type Value<C extends Channel> = z.infer<(typeof channels)[C]['result']>;

/** True if a channel has the parameter. */
export function takes(channel: Channel, name: string): boolean {
  const { params } = channels[channel];
  const built = params instanceof z.ZodLazy ? params.unwrap() : params;
  return 'shape' in built && Object.hasOwn(built.shape, name);
}
