import * as z from 'zod';
import { answerText, editListSchema } from './edits.ts';

/** Answers of chat models: what edits are in them, and what nobody but the developer can place. Lines count from one. */

const placeSchema = z.strictObject({ line: z.int(), count: z.int() });

/** How an open part of an answer is meant; `id` as the question has it. */
const choiceSchema = z.discriminatedUnion('as', [
  /** In place of these lines; `count` 0 puts it before `line`. */
  z.strictObject({ as: z.literal('lines'), id: z.string().max(40), line: z.int().min(1), count: z.int().min(0) }),
  /** It belongs to this file. */
  z.strictObject({ as: z.literal('file'), id: z.string().max(40), path: z.string().min(1).max(4096) }),
  /** It is the whole file. */
  z.strictObject({ as: z.literal('whole'), id: z.string().max(40) }),
  /** It is left out. */
  z.strictObject({ as: z.literal('nothing'), id: z.string().max(40) }),
]);
export type AnswerChoice = z.infer<typeof choiceSchema>;

const questionReasons = [
  'noMatch',
  'ambiguous',
  'elided',
  'noPlace',
  'headerMissing',
  'overlaps',
  'notWhole',
  'exists',
  'noFile',
  'fileUnknown',
  'unreadable',
] as const;

export const questionSchema = z.strictObject({
  id: z.string(),
  /** Where the part begins in the answer. */
  at: z.int(),
  /** Null where the answer names none, or none that is known. */
  documentId: z.string().nullable(),
  path: z.string().nullable(),
  reason: z.enum(questionReasons),
  detail: z.string().nullable(),
  /** The part of the answer, its lines with space, - and + before them. */
  text: z.string(),
  /** Lines of the document's version that may be meant. */
  places: z.array(placeSchema),
  /** Paths that may be meant. */
  files: z.array(z.string()),
  maybeWhole: z.boolean(),
});
export type AnswerQuestion = z.infer<typeof questionSchema>;

const readDocumentSchema = z.strictObject({
  documentId: z.string(),
  path: z.string(),
  baseVersionId: z.string(),
  edits: editListSchema,
});

export const answerChannels = {
  /**
   * Finds the edits in an answer and places them in the versions that the consumer has received. Nothing is changed: `documents`
   * is what `live:applyEdits` takes.
   */
  'answers:read': {
    params: z.strictObject({
      text: answerText,
      /** The document that parts without a path are meant for; by default the one in front. */
      documentId: z.string().min(1).max(4096).optional(),
      choices: z.array(choiceSchema).max(1_000).default([]),
    }),
    result: z.strictObject({
      documents: z.array(readDocumentSchema),
      created: z.array(z.strictObject({ documentId: z.string(), path: z.string(), text: z.string() })),
      deleted: z.array(z.strictObject({ documentId: z.string(), path: z.string() })),
      renamed: z.array(z.strictObject({ documentId: z.string(), newDocumentId: z.string(), path: z.string() })),
      questions: z.array(questionSchema),
      /** How many parts are in their documents already. */
      done: z.int(),
    }),
  },
} as const;
