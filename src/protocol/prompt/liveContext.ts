import * as z from 'zod';
import { lazyObject } from '../schemas.ts';

/**
 * Wire form of the Live Context. Fields are snake_case; lines and columns count from one, offsets
 * are UTF-16 units.
 */

export const origins = ['typing', 'undo', 'redo', 'agent', 'disk', 'format', 'unknown'] as const;
/** Who or what changed the text. */
export type Origin = (typeof origins)[number];

/**
 * Reasons to mark a version: at open, at save, on demand, git's HEAD, a branch switch that changed
 * many files.
 */
export const checkpointKinds = ['opened', 'saved', 'named', 'head', 'switched'] as const;
export type CheckpointKind = (typeof checkpointKinds)[number];

const diffSummarySchema = lazyObject(() => ({
  /** The path of the document that changed. */
  file: z.string().optional(),
  version_id: z.string(),
  timestamp: z.iso.datetime(),
  /** A unified diff that applies byte for byte, unless `detail` says that it was shortened. */
  patch: z.string(),
  /** The same as edits, each of a text that stands once in the earlier version: shorter where lines are long. */
  edits: z.array(z.strictObject({ oldText: z.string(), newText: z.string() })).optional(),
  first_line: z.int().nullable(),
  last_line: z.int().nullable(),
  is_error: z.boolean().optional(),
  reason: z.string().optional(),
  /** The version that the patch applies to. */
  base_version_id: z.string().optional(),
  origin: z.enum(origins).optional(),
  /** Present when the patch was too long: what is there instead. */
  detail: z.enum(['hunk-headers', 'line-counts']).optional(),
}));
export type DiffSummary = z.infer<typeof diffSummarySchema>;

const positionSchema = z.lazy(() => z.strictObject({ line: z.int(), column: z.int(), offset: z.int() }));

const editorStateSchema = lazyObject(() => ({
  file: z.string(),
  document_id: z.string(),
  project_id: z.string(),
  language: z.string(),
  line_count: z.int(),
  length: z.int(),
  cursor: positionSchema.nullable(),
  selections: z.array(z.strictObject({ start: positionSchema, end: positionSchema })),
  visible_ranges: z.array(z.strictObject({ first_line: z.int(), last_line: z.int() })),
  dirty: z.boolean(),
  encoding: z.string(),
  eol: z.enum(['LF', 'CRLF']),
  /** State of the file on disk, as last read or saved, compared with this text. */
  disk: z.enum(['same', 'changed', 'deleted', 'none']),
  /** Patch from this unsaved text to the changed file; a long one is cut to its hunk headers. */
  disk_diff: z.string().optional(),
  open_tabs: z.array(z.strictObject({ file: z.string(), active: z.boolean(), dirty: z.boolean() })),
  /** Open tabs beside those named. */
  more_tabs: z.int().min(1).optional(),
  diagnostics: z.array(
    z.strictObject({
      severity: z.enum(['error', 'warning', 'info', 'hint']),
      line: z.int(),
      column: z.int(),
      message: z.string(),
      source: z.string().optional(),
      code: z.string().optional(),
    }),
  ),
}));
export type EditorState = z.infer<typeof editorStateSchema>;

export const planHintSchema = lazyObject(() => ({
  id: z.string(),
  consumer: z.string(),
  summary: z.string(),
  /** Absent where a file was made, or renamed alone. */
  base_version_id: z.string().optional(),
  outcome: z.enum(['applied', 'rebased', 'conflict', 'failed']),
  new_version_id: z.string().optional(),
  reason: z.string().optional(),
  /** The error code of a refused edit. */
  code: z.string().optional(),
  timestamp: z.iso.datetime(),
  file: z.string().optional(),
  /** Change that a refused edit requested of its base version; `is_error` is set. */
  diff: diffSummarySchema.optional(),
}));
export type PlanHint = z.infer<typeof planHintSchema>;

export const liveContextPayloadSchema = lazyObject(() => ({
  file: z.string(),
  language: z.string(),
  /** The version that `current_document` is (a part of). */
  version_id: z.string(),
  /**
   * Current text of the editor, unsaved edits included. With `excerpt` only the named lines, or
   * columns of one line.
   */
  current_document: z.string(),
  excerpt: z
    .strictObject({
      first_line: z.int(),
      last_line: z.int(),
      line_count: z.int().optional(),
      /** Shown columns of a line that is too long, from one, both ends inside, UTF-16 units. */
      first_column: z.int().optional(),
      last_column: z.int().optional(),
    })
    .optional(),
  /** A declaration a row, `1054 fn flag_count(args)`, nested by indentation. */
  outline: z.array(z.string()).optional(),
  /** Changes of the whole project, new to old. */
  recent_diffs: z.array(diffSummarySchema),
  anchor_diff: diffSummarySchema.nullable(),
  editor_state: editorStateSchema,
  plan_hints: z.array(planHintSchema),
}));
export type LiveContextPayload = z.infer<typeof liveContextPayloadSchema>;
