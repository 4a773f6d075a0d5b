import type * as z from 'zod';
import { AppError } from '../../base/appError.ts';
import type { Workspace } from '../../base/workspace.ts';
import {
  type Constraint,
  type constraintChannels,
  constraintSchema,
  maxConstraints,
  type RulesFileContent,
} from '../../protocol/constraints.ts';
import { type Consumer, trustedConsumers } from '../../protocol/consumer.ts';
import { RedactionRefusal } from '../../redaction/redactedEdits.ts';
import type { Redaction } from '../../redaction/redaction.ts';
import type { RulesFile } from '../../sources/rules/rulesFile.ts';
import { ChangeSet } from '../../text/changeSet.ts';
import { SourceText } from '../../text/sourceText.ts';
import { textDiff } from '../../text/textDiff.ts';
import { compilePattern, excerptLength, judge } from '../judge.ts';

type Channels = typeof constraintChannels;
type Parsed<C extends keyof Channels> = z.output<Channels[C]['params']>;
type Value<C extends keyof Channels> = z.infer<Channels[C]['result']>;

/** Answers what is asked and changed of constraints; each request concerns one project. */
export class ConstraintHandlers {
  readonly #workspace: Workspace;
  readonly #file: RulesFile;
  readonly #newId: () => string;
  readonly #redaction: Redaction;

  constructor(workspace: Workspace, file: RulesFile, newId: () => string, redaction: Redaction) {
    this.#workspace = workspace;
    this.#file = file;
    this.#newId = newId;
    this.#redaction = redaction;
  }

  async list(params: Parsed<'constraints:list'>): Promise<Value<'constraints:list'>> {
    const projectId = projectOf(this.#workspace, params.projectId);
    const { constraints } = await this.#file.validRules(projectId);
    return { projectId, constraints: constraints.map((constraint) => this.#redacted(projectId, constraint)) };
  }

  async create(params: Parsed<'constraints:create'>, consumer: Consumer): Promise<Value<'constraints:create'>> {
    const { projectId: asked, source = trustedConsumers.has(consumer) ? 'user' : 'project', ...fields } = params;
    checkSource(source, consumer);
    await checkPattern(fields.check);
    const projectId = projectOf(this.#workspace, asked);
    const constraint = await this.#change(projectId, (content) => {
      content.constraints ??= [];
      const { constraints } = content;
      if (constraints.length >= maxConstraints) {
        throw new AppError('REQUEST_INVALID', `A project holds at most ${maxConstraints} constraints.`);
      }
      const created = constraintSchema.parse({ id: this.#freshId(constraints), source, ...fields });
      constraints.push(created);
      return created;
    });
    return { projectId, constraint: this.#redacted(projectId, constraint) };
  }

  async update(params: Parsed<'constraints:update'>, consumer: Consumer): Promise<Value<'constraints:update'>> {
    const { projectId: asked, id, check, text, ...fields } = params;
    await checkPattern(check ?? undefined);
    const projectId = projectOf(this.#workspace, asked);
    const constraint = await this.#change(projectId, (content) => {
      const entry = find(content, id);
      checkSource(entry.source, consumer);
      checkSource(fields.source, consumer);
      for (const [key, value] of Object.entries(fields)) if (value !== undefined) entry[key] = value;
      if (text !== undefined) entry.text = this.#raw(projectId, entry.text, text);
      if (check === null) delete entry.check;
      else if (check !== undefined) entry.check = check;
      return constraintSchema.strip().parse(entry);
    });
    return { projectId, constraint: this.#redacted(projectId, constraint) };
  }

  async delete(params: Parsed<'constraints:delete'>, consumer: Consumer): Promise<Value<'constraints:delete'>> {
    const projectId = projectOf(this.#workspace, params.projectId);
    const constraint = await this.#change(projectId, (content) => {
      const entry = find(content, params.id);
      checkSource(entry.source, consumer);
      content.constraints = content.constraints?.filter((other) => other !== entry);
      return constraintSchema.strip().parse(entry);
    });
    return { projectId, constraint: this.#redacted(projectId, constraint) };
  }

  /** Finds violations of the project's constraints in a text. */
  async judge(params: Parsed<'constraints:judge'>): Promise<Value<'constraints:judge'>> {
    const projectId = projectOf(this.#workspace, params.projectId);
    const { constraints } = await this.#file.rules(projectId);
    const { violations, refused } = await judge(constraints, params.text, params.file);
    const text = SourceText.from(params.text);
    const redacted = this.#redaction.redact(projectId, text).text;
    const lineText = (line: number) =>
      redacted.slice(redacted.lineAt(line - 1).start, redacted.lineAt(line - 1).end).trim();
    return {
      projectId,
      violations: violations.map((one) => ({
        ...one,
        text: this.#redaction.redactText(projectId, one.text).text,
        // A part of a line may hold a part of a secret.
        excerpt: one.line === null || redacted === text ? one.excerpt : lineText(one.line).slice(0, excerptLength),
      })),
      refused: [...refused],
    };
  }

  #redacted(projectId: string, constraint: Constraint): Constraint {
    return { ...constraint, text: this.#redaction.redactText(projectId, constraint.text).text };
  }

  /** A redacted text that was changed, as the raw text was changed by it. */
  #raw(projectId: string, before: string, text: string): string {
    const raw = SourceText.from(before);
    const redacted = this.#redaction.redact(projectId, raw).text;
    const changes = ChangeSet.of(textDiff(redacted.toString(), text), redacted.length);
    const made = this.#redaction.edit(projectId, raw, changes);
    if (made instanceof RedactionRefusal) throw new AppError(made.code, `${made.reason}.`);
    return made.apply(raw).toString();
  }

  #change<T>(projectId: string, edit: (content: RulesFileContent) => T): Promise<T> {
    return this.#file.change(projectId, edit);
  }

  #freshId(constraints: readonly Pick<Constraint, 'id'>[]): string {
    for (;;) {
      const id = this.#newId();
      if (!constraints.some((constraint) => constraint.id === id)) return id;
    }
  }
}

/** The asked project, or that of the active document. */
export function projectOf(workspace: Workspace, asked: string | undefined, documentId?: string): string {
  if (asked !== undefined) return asked;
  const document = documentId ?? workspace.activeDocument();
  if (document === null) throw new AppError('DOCUMENT_NONE');
  return workspace.locate(document).projectId;
}

/** What the user set is never cut from a prompt: nobody else may set it, or take it away. */
function checkSource(source: Constraint['source'] | undefined, consumer: Consumer): void {
  if (source === 'user' && !trustedConsumers.has(consumer)) throw new AppError('CONSTRAINT_FORBIDDEN');
}

function find(content: RulesFileContent, id: string): NonNullable<RulesFileContent['constraints']>[number] {
  const entry = content.constraints?.find((constraint) => constraint.id === id);
  if (entry === undefined) throw new AppError('CONSTRAINT_UNKNOWN');
  return entry;
}

async function checkPattern(check: Constraint['check']): Promise<void> {
  if (check === undefined || (await compilePattern(check.pattern)) !== null) return;
  throw new AppError(
    'REQUEST_INVALID',
    'check.pattern is not a regular expression that can be searched in linear time.',
  );
}
