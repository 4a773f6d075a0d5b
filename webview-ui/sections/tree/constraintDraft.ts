import type { Params } from '../../../src/protocol/channels.ts';
import type { Constraint } from '../../../src/protocol/decisions/constraints.ts';

/** What the developer is typing of a constraint: each field as the form has it. */
export interface ConstraintDraft {
  readonly text: string;
  readonly type: Constraint['type'];
  readonly source: Constraint['source'];
  /** Whether a pattern is checked, and how. */
  readonly check: 'none' | NonNullable<Constraint['check']>['kind'];
  readonly pattern: string;
  /** Which files are judged; empty for all. */
  readonly files: string;
}

export const emptyDraft: ConstraintDraft = {
  text: '',
  type: 'convention',
  source: 'user',
  check: 'none',
  pattern: '',
  files: '',
};

export function draftOfConstraint({ text, type, source, check }: Constraint): ConstraintDraft {
  const { kind = 'none', pattern = '', files = '' } = check ?? {};
  return { text, type, source, check: kind, pattern, files };
}

/** The parameters that make a constraint of a draft. */
export function createParams(draft: ConstraintDraft, projectId: string): Params<'constraints:create'> {
  const { text, type, source } = draft;
  const check = checkOf(draft);
  return { projectId, text, type, source, ...(check === null ? {} : { check }) };
}

/** The parameters that make a constraint what the draft says. */
export function updateParams(draft: ConstraintDraft, projectId: string, id: string): Params<'constraints:update'> {
  const { text, type, source } = draft;
  return { projectId, id, text, type, source, check: checkOf(draft) };
}

function checkOf({ check: kind, pattern, files }: ConstraintDraft): NonNullable<Constraint['check']> | null {
  if (kind === 'none') return null;
  return files.trim() === '' ? { kind, pattern } : { kind, pattern, files: files.trim() };
}
