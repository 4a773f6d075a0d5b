import * as z from 'zod';
import { AppError } from '../base/appError.ts';

/**
 * The form of edits for models: one list without nesting, which costs few tokens in every request.
 * The fields of an edit determine its kind. The form of the channel `live:applyEdits`, with `type`
 * or `documents`, is accepted as well.
 */

const positionInput = z
  .string()
  .regex(/^[1-9]\d*:[1-9]\d*$/, 'a position is "line:column", both counted from 1')
  .transform((text) => {
    const [line = 1, column = 1] = text.split(':').map(Number);
    return { line, column };
  });

const flatEditSchema = z.lazy(() =>
  z.strictObject({
    oldText: z.string().optional().describe('exact text of the base version'),
    newText: z.string().optional().describe('alone: text of a new file'),
    occurrence: z.int().optional().describe('which oldText, from 1, if there are several'),
    patch: z.string().optional().describe('instead: hunks of a unified diff'),
    start: positionInput.optional().describe('instead: "line:column" from 1'),
    end: positionInput.optional().describe('excluded'),
    documentId: z.string().optional().describe('if another document'),
    baseVersionId: z.string().optional(),
    to: z.string().optional().describe('instead: new path of the file'),
    delete: z.boolean().optional().describe('instead: deletes the file'),
  }),
);
type FlatEdit = z.infer<typeof flatEditSchema>;

const flatEditsSchema = z.lazy(() =>
  z.object({
    documentId: z.string().optional().describe('document_id or path of what you read'),
    baseVersionId: z.string().optional().describe('version_id or sha256:… of what you read; oldText, patch need none'),
    edits: z.array(flatEditSchema).optional(),
    answer: z.string().optional().describe('instead: multi-file patch, apply_patch or search/replace blocks'),
    summary: z.string().optional().describe('purpose, in a few words'),
    save: z.boolean().optional(),
  }),
);

/** JSON Schema of the input for models. */
export const editInputSchema = () => z.toJSONSchema(flatEditsSchema, { io: 'input' });

const inputSchema = z.lazy(() =>
  z.looseObject({
    documents: z.undefined().optional(),
    documentId: z.unknown().optional(),
    baseVersionId: z.unknown().optional(),
    edits: z.array(z.looseObject({})),
  }),
);

/** Models learn of the developer's changes from `live_context_changes`, once. */
const withoutMeanwhile = { meanwhile: false };

/**
 * Converts a model's input to the parameters of `live:applyEdits`; input in the channel's own form
 * stays unchanged for the session to validate. Throws `REQUEST_INVALID` for an edit in neither
 * form.
 */
export function editParams(input: unknown): unknown {
  const parsed = inputSchema.safeParse(input);
  if (!parsed.success) return typeof input === 'object' && input !== null ? { ...withoutMeanwhile, ...input } : input;
  const { documentId, baseVersionId, edits, ...rest } = parsed.data;
  // Each document's edits in the channel's form, still to be validated by the session.
  const targets = new Map<unknown, { documentId: unknown; baseVersionId: unknown; edits: object[] }>();
  for (const [index, edit] of edits.entries()) {
    const { documentId: own = documentId, baseVersionId: base = baseVersionId, ...change } = edit;
    const target = targets.get(own) ?? { documentId: own, baseVersionId: base, edits: [] };
    target.edits.push('type' in change ? change : channelForm(change, index));
    targets.set(own, { ...target, baseVersionId: target.baseVersionId ?? base });
  }
  const [only, ...others] = targets.values();
  return { ...withoutMeanwhile, ...rest, ...(others.length === 0 ? only : { documents: [...targets.values()] }) };
}

function channelForm(edit: object, index: number): object {
  const parsed = flatEditSchema.safeParse(edit);
  if (!parsed.success) throw new AppError('REQUEST_INVALID', `edits[${index}]: ${z.prettifyError(parsed.error)}`);
  const form = formOf(parsed.data);
  if (form === null)
    throw new AppError(
      'REQUEST_INVALID',
      `edits[${index}]: an edit has either oldText and newText, or patch, or start, end and newText, or newText alone, to, or delete.`,
    );
  return form;
}

function formOf({ oldText, newText, occurrence, patch, start, end, to, delete: deletes }: FlatEdit): object | null {
  if (to !== undefined) return { type: 'rename', to };
  if (deletes) return { type: 'delete' };
  if (patch !== undefined) return { type: 'patch', patch };
  if (newText === undefined) return null;
  if (oldText !== undefined) return { type: 'replace', oldText, newText, occurrence };
  if (start !== undefined) return { type: 'range', start, end: end ?? start, newText };
  return end === undefined && occurrence === undefined ? { type: 'create', newText } : null;
}
