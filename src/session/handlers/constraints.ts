import { AppError } from '../../base/appError.ts';
import type { Workspace } from '../../base/ports/workspace.ts';
import { compilePattern } from '../../edits/judge/patterns.ts';
import { type Consumer, trustedConsumers } from '../../protocol/consumer.ts';
import type { Constraint, RulesFileContent } from '../../protocol/decisions/constraints.ts';
import { constraintSchema, maxConstraints } from '../../protocol/decisions/constraints.ts';
import { RedactionRefusal } from '../../redaction/redactedEdits.ts';
import type { Redaction } from '../../redaction/redaction.ts';
import { ChangeSet } from '../../text/changeSet.ts';
import { SourceText } from '../../text/sourceText.ts';
import { textDiff } from '../../text/textDiff.ts';
import type { SessionServices } from '../services.ts';
import type { HandlersOf } from './handlers.ts';

/** The constraints of a project: each request concerns one project. */
export function constraintHandlers({ workspace, rules, newId, redaction }: SessionServices): HandlersOf<'constraints'> {
  const redacted = (projectId: string, { text, check, ...constraint }: Constraint): Constraint => ({
    ...constraint,
    text: redaction.redactText(projectId, text).text,
    ...(check === undefined
      ? {}
      : { check: { ...check, pattern: redaction.redactText(projectId, check.pattern).text } }),
  });
  return {
    'constraints:list': async (params) => {
      const projectId = projectOf(workspace, params.projectId);
      const { constraints } = await rules.validRules(projectId);
      return { projectId, constraints: constraints.map((constraint) => redacted(projectId, constraint)) };
    },
    'constraints:create': async (params, consumer) => {
      const { projectId: asked, source = trustedConsumers.has(consumer) ? 'user' : 'project', ...fields } = params;
      checkSource(source, consumer);
      await requirePattern(fields.check);
      const projectId = projectOf(workspace, asked);
      const constraint = await rules.change(projectId, (content) => {
        const { constraints } = content;
        if (constraints.length >= maxConstraints) {
          throw new AppError('REQUEST_INVALID', `A project holds at most ${maxConstraints} constraints.`);
        }
        const created = constraintSchema.parse({ id: freshId(newId, constraints), source, ...fields });
        constraints.push(created);
        return created;
      });
      return { projectId, constraint: redacted(projectId, constraint) };
    },
    'constraints:update': async (params, consumer) => {
      const { projectId: asked, id, check, text, ...fields } = params;
      await requirePattern(check ?? undefined);
      const projectId = projectOf(workspace, asked);
      const constraint = await rules.change(projectId, (content) => {
        const entry = findConstraint(content, id);
        checkSource(entry.source, consumer);
        checkSource(fields.source, consumer);
        for (const [key, value] of Object.entries(fields)) if (value !== undefined) entry[key] = value;
        if (text !== undefined) entry.text = rawText(redaction, projectId, entry.text, text);
        if (check === null) delete entry.check;
        else if (check !== undefined) entry.check = check;
        return constraintSchema.strip().parse(entry);
      });
      return { projectId, constraint: redacted(projectId, constraint) };
    },
    'constraints:delete': async (params, consumer) => {
      const projectId = projectOf(workspace, params.projectId);
      const constraint = await rules.change(projectId, (content) => {
        const entry = findConstraint(content, params.id);
        checkSource(entry.source, consumer);
        content.constraints = content.constraints.filter((other) => other !== entry);
        return constraintSchema.strip().parse(entry);
      });
      return { projectId, constraint: redacted(projectId, constraint) };
    },
  };
}

/** A redacted text that was changed, as the raw text was changed by it. */
function rawText(redaction: Redaction, projectId: string, before: string, text: string): string {
  const raw = SourceText.from(before);
  const redacted = redaction.redact(projectId, raw).text;
  const changes = ChangeSet.of(textDiff(redacted.toString(), text), redacted.length);
  const edited = redaction.edit(projectId, raw, changes);
  if (edited instanceof RedactionRefusal) throw new AppError(edited.code, `${edited.reason}.`);
  return edited.newText.toString();
}

function freshId(newId: () => string, constraints: readonly Pick<Constraint, 'id'>[]): string {
  for (;;) {
    const id = newId();
    if (!constraints.some((constraint) => constraint.id === id)) return id;
  }
}

/** The asked project, or that of the active document. */
export function projectOf(workspace: Workspace, asked: string | undefined, documentId?: string): string {
  if (asked !== undefined) return asked;
  const document = documentId ?? workspace.activeDocument();
  if (document === null) throw new AppError('DOCUMENT_NONE');
  return workspace.locate(document).projectId;
}

/** The user's constraints are never cut from a prompt, so only the user may set or delete them. */
function checkSource(source: Constraint['source'] | undefined, consumer: Consumer): void {
  if (source === 'user' && !trustedConsumers.has(consumer)) throw new AppError('CONSTRAINT_FORBIDDEN');
}

function findConstraint(content: RulesFileContent, id: string): RulesFileContent['constraints'][number] {
  const entry = content.constraints.find((constraint) => constraint.id === id);
  if (entry === undefined) throw new AppError('CONSTRAINT_UNKNOWN');
  return entry;
}

async function requirePattern(check: Constraint['check']): Promise<void> {
  if (check === undefined || (await compilePattern(check.pattern)) !== null) return;
  throw new AppError('CONSTRAINT_PATTERN');
}
