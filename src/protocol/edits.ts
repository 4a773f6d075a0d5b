import * as z from 'zod';
import { fromOne, lazyObject, longId, versionId } from './schemas.ts';

/**
 * Agents' edits. All edits of a document refer to the text of `baseVersionId` as it was shown, with
 * secrets as placeholders, never to the result of another edit. Lines and columns count from one;
 * columns and offsets are UTF-16 units. Any line break in an edit's text becomes the document's
 * own.
 */

/** UTF-16 units of one edit's text. */
const maxText = 5_000_000;
/** An answer of a chat model with edits in it. */
const answerText = z.string().min(1).max(maxText);

/** Maximum number of documents in a request, and of edits in each. */
const maxDocuments = 64;
const maxEdits = 1_000;

const position = z.strictObject({ line: fromOne, column: fromOne });
const newText = z.string().max(maxText);

const textEditSchema = z.lazy(() =>
  z
    .discriminatedUnion('type', [
      z
        .strictObject({ type: z.literal('range'), start: position, end: position, newText })
        .describe(
          'What stands from start up to, not including, end; start = end inserts. Lines and columns count from 1',
        ),
      z
        .strictObject({ type: z.literal('offsets'), start: z.int().min(0), end: z.int().min(0), newText })
        .describe('The same with offsets in UTF-16 units'),
      z
        .strictObject({
          type: z.literal('replace'),
          oldText: z.string().min(1).max(maxText),
          newText,
          occurrence: fromOne.optional().describe('Which one is meant, from 1; without it there must be only one'),
        })
        .describe('An exact text of the base version'),
      z
        .strictObject({ type: z.literal('patch'), patch: z.string().min(1).max(maxText) })
        .describe('Hunks of a unified diff of this document; their kept and removed lines must stand there exactly'),
    ])
    .describe('One change of the text of the base version'),
);
export type TextEdit = z.infer<typeof textEditSchema>;

const fileEditSchema = z.lazy(() =>
  z.discriminatedUnion('type', [
    z.strictObject({ type: z.literal('create'), newText }).describe('Makes the file; the only edit of its document'),
    z
      .strictObject({ type: z.literal('rename'), to: longId.describe('Its new path') })
      .describe('Renames or moves the file, with all other edits in it'),
    z
      .strictObject({ type: z.literal('delete') })
      .describe('Deletes the file if it still is the base version, saved; the only edit of its document'),
  ]),
);

const editSchema = z.union([textEditSchema, fileEditSchema]);
export type WireEdit = z.infer<typeof editSchema>;

const target = {
  documentId: longId.describe('The document_id, or a path'),
  baseVersionId: versionId
    .optional()
    .describe(
      'The version that the edits were made against (version_id), or sha256:… of the file as you read it, in hex; by default, for replace and patch, what you were last told',
    ),
  edits: z
    .array(editSchema)
    .min(1)
    .max(maxEdits)
    .describe('All speak of the text of baseVersionId, none of what another edit leaves'),
};
const targetSchema = z.strictObject(target).superRefine((one, context) => {
  const problem = targetProblem(one);
  if (problem !== null) context.addIssue({ code: 'custom', message: problem });
});
export type EditTarget = z.infer<typeof targetSchema>;

/** Why the edits of one document do not go together; null when they do. */
function targetProblem({ baseVersionId, edits }: Pick<EditTarget, 'baseVersionId' | 'edits'>): string | null {
  const types = edits.map(({ type }) => type);
  if (edits.length > 1 && types.some((type) => type === 'create' || type === 'delete'))
    return 'create and delete stand alone: put a new text into create';
  if (types.filter((type) => type === 'rename').length > 1) return 'a document is renamed twice';
  // A text that is quoted says where it stood.
  const needsBase = types.some((type) => type === 'range' || type === 'offsets' || type === 'delete');
  return needsBase && baseVersionId === undefined
    ? 'baseVersionId is missing: the version_id or sha256:… of what you read'
    : null;
}

/** Lines of a text, with what both sides made of them. */
const conflictSchema = lazyObject(() => ({
  /** Their current place. */
  firstLine: z.int(),
  lastLine: z.int(),
  /** The lines in the base version, with the edits, and in the current text. */
  base: z.string(),
  yours: z.string(),
  theirs: z.string(),
}));

const freshSchema = lazyObject(() => ({
  versionId: z.string(),
  lineCount: z.int(),
  /** First line of `text`; a long document is cut to the lines around the conflict. */
  firstLine: z.int(),
  lastLine: z.int(),
  text: z.string(),
}));
export type FreshText = z.infer<typeof freshSchema>;

/**
 * A violation by an edit: a line of the edited text, from one, or null if something required is
 * missing.
 */
const violationSchema = lazyObject(() => ({
  constraintId: z.string(),
  /** The constraint's. */
  text: z.string(),
  line: z.int().nullable(),
  excerpt: z.string().nullable(),
  /** A model's reason; null where a pattern found it. */
  why: z.string().nullable(),
}));
export type EditViolation = z.infer<typeof violationSchema>;

/**
 * Reasons why constraints were not judged: no model is chosen or usable, its reply or the text is
 * unusable, or the pattern is not linear-time or too slow for this text.
 */
export const unjudgedReasons = [
  'noModel',
  'modelFailed',
  'modelForbidden',
  'unreadableVerdict',
  'textTooLong',
  'pattern',
  'patternSlow',
] as const;
export type UnjudgedReason = (typeof unjudgedReasons)[number];

/** Constraints that were not judged, by reason; the developer's own surfaces are told which. */
const unjudgedSchema = lazyObject(() => ({
  why: z.enum(unjudgedReasons),
  count: z.int(),
  constraints: z.array(z.string()).optional(),
}));

const editOutcomes = ['applied', 'rebased', 'conflict', 'failed'] as const;

const editedDocumentSchema = lazyObject(() => ({
  documentId: z.string(),
  file: z.string(),
  /** `rebased`: applied over what the developer did since the base version. */
  outcome: z.enum(editOutcomes),
  /** Absent where the file was made, or renamed alone. */
  baseVersionId: z.string().optional(),
  /** The change of the file itself, for applied and rebased edits only. */
  change: z.enum(['created', 'renamed', 'deleted']).optional(),
  /** The id that a renamed document has now. */
  renamedTo: z.string().optional(),
  /** The version with the edits in it; only of applied and rebased ones. */
  newVersionId: z.string().optional(),
  /**
   * True if the file on disk has the edited text, false if only the editor has. For applied and
   * rebased edits only.
   */
  saved: z.boolean().optional(),
  /**
   * Unified diff from the base version to the text before a rebased edit. Absent if it is long or
   * was not requested.
   */
  meanwhile: z.string().optional(),
  /** Why it was refused. */
  code: z.string().optional(),
  reason: z.string().optional(),
  /** Constraints that the edits violate, be they refused for it or made. */
  violations: z.array(violationSchema).optional(),
  conflicts: z.array(conflictSchema).optional(),
  fresh: freshSchema.optional(),
}));
export type EditedDocument = z.infer<typeof editedDocumentSchema>;

/** Outcome of a request; for a refused one it is the error's `data`. */
export const editsResultSchema = lazyObject(() => ({
  documents: z.array(editedDocumentSchema),
  unjudged: z.array(unjudgedSchema).optional(),
}));
export type EditsResult = z.infer<typeof editsResultSchema>;

export const editChannels = {
  /**
   * Changes one document, or several atomically, and can create, rename and delete files. A refused
   * request changes nothing and fails with the code of the first refused document; the error's
   * `data` is then this channel's result.
   */
  'live:applyEdits': {
    params: z.lazy(() =>
      z
        .strictObject({
          documents: z
            .array(targetSchema)
            .min(1)
            .max(maxDocuments)
            .optional()
            .describe('Several documents, all or none; for one document its fields can stand at the top instead'),
          ...z.strictObject(target).partial().shape,
          answer: answerText
            .optional()
            .describe(
              'Instead of edits: patches or search/replace blocks with the paths of their files; see `answers:read`',
            ),
          summary: z
            .string()
            .max(500)
            .optional()
            .describe('What the edits are for; later contexts tell it with the outcome'),
          save: z.boolean().optional().describe('Save the files after it; by default a setting decides'),
          meanwhile: z
            .boolean()
            .default(true)
            .describe('Whether rebased edits come with the diff of what happened since the base version'),
        })
        .superRefine(({ documents, documentId, baseVersionId, edits, answer }, context) => {
          const isShort = documentId !== undefined && edits !== undefined;
          const isBare = [baseVersionId, edits].every((field) => field === undefined);
          const isLong = isBare && documentId === undefined;
          const message = isShort ? targetProblem({ baseVersionId, edits }) : null;
          const isOne =
            answer !== undefined ? documents === undefined && isBare : documents === undefined ? isShort : isLong;
          if (!isOne)
            context.addIssue({
              code: 'custom',
              message: 'either documents, or documentId, baseVersionId and edits, or answer',
            });
          else if (message !== null) context.addIssue({ code: 'custom', message });
        }),
    ),
    result: editsResultSchema,
  },
} as const;

const linePlaceSchema = z.strictObject({ line: z.int(), count: z.int() });

/** The choice for an open part of an answer, with the question's `id`. */
const choiceSchema = z.lazy(() =>
  z.discriminatedUnion('as', [
    /** In place of these lines; `count` 0 puts it before `line`. */
    z.strictObject({ as: z.literal('lines'), id: z.string().max(40), line: z.int().min(1), count: z.int().min(0) }),
    /** It belongs to this file. */
    z.strictObject({ as: z.literal('file'), id: z.string().max(40), path: longId }),
    /** It is the whole file. */
    z.strictObject({ as: z.literal('whole'), id: z.string().max(40) }),
    /** It is the whole file, made for the earlier version that it is nearest to. */
    z.strictObject({ as: z.literal('earlier'), id: z.string().max(40) }),
    /** It is left out. */
    z.strictObject({ as: z.literal('nothing'), id: z.string().max(40) }),
  ]),
);
export type AnswerChoice = z.infer<typeof choiceSchema>;

const questionReasons = [
  'noMatch',
  'ambiguous',
  'elided',
  'noPlace',
  'headerMissing',
  'overlaps',
  'notWhole',
  'earlier',
  'exists',
  'noFile',
  'fileUnknown',
  'outside',
  'example',
  'incomplete',
] as const;

export const questionSchema = lazyObject(() => ({
  id: z.string(),
  /** Offset of the part in the answer. */
  at: z.int(),
  /** Null where the answer names none, or none that is known. */
  documentId: z.string().nullable(),
  path: z.string().nullable(),
  reason: z.enum(questionReasons),
  /** The part of the answer, its lines with space, - and + before them. */
  text: z.string(),
  /** Lines of the document's version that may be meant. */
  places: z.array(linePlaceSchema),
  /** Paths that may be meant. */
  files: z.array(z.string()),
  maybeWhole: z.boolean(),
}));
export type AnswerQuestion = z.infer<typeof questionSchema>;

/** Parameters of `live:applyEdits`, and the path. */
const readDocumentSchema = z.strictObject({ ...target, path: z.string() });

export const answerChannels = {
  /**
   * Finds the edits in an answer and places them in the versions that the consumer received last,
   * then in the current texts or in its other deliveries of the past day. Changes nothing:
   * `documents` is the parameter of `live:applyEdits`.
   */
  'answers:read': {
    params: lazyObject(() => ({
      text: answerText,
      /** The document that parts without a path are meant for; by default the one in front. */
      documentId: longId.optional(),
      choices: z.array(choiceSchema).max(1_000).default([]),
    })),
    result: lazyObject(() => ({
      documents: z.array(readDocumentSchema),
      questions: z.array(questionSchema),
      /** Number of parts that the documents contain already. */
      done: z.int(),
    })),
  },
} as const;
