import { FileSystemError } from '../../base/fileSystem.ts';
import type { FileHead, ProjectFiles } from '../../base/projectFiles.ts';
import {
  type Constraint,
  constraintSchema,
  type RulesFileContent,
  rulesFileSchema,
} from '../../protocol/constraints.ts';
import { type PreferenceDecision, preferenceDecisionSchema } from '../../protocol/preferences.ts';
import type { WatchedFiles } from '../watchedFiles.ts';
import { jsonPlaces } from './jsonPlaces.ts';

/** Where a project keeps its constraints and the decisions about preferences, so that a team can commit them (design E). */
export const rulesFilePath = '.vscode/live-context.json';

/** A longer file is not read, bytes. */
const maxBytes = 4 * 1024 * 1024;

/** What a project's file says. */
export interface ProjectRules {
  readonly constraints: readonly Constraint[];
  readonly preferences: readonly PreferenceDecision[];
}

/** Says that something of the developer's cannot be used: a code, and where and why without any text of theirs. */
export type Warn = (code: string, message: string) => void;

/** A file that cannot be changed: it is invalid and would lose what it holds, or it cannot be written. */
export class RulesFileError extends Error {
  readonly code: 'CONSTRAINTS_INVALID' | 'CONSTRAINTS_READ_ONLY';

  constructor(code: RulesFileError['code'], message: string) {
    super(message);
    this.name = 'RulesFileError';
    this.code = code;
  }
}

const none: ProjectRules = { constraints: [], preferences: [] };

type Parsed =
  | { readonly valid: true; readonly rules: ProjectRules; readonly content: RulesFileContent }
  | { readonly valid: false; readonly message: string };

/**
 * The file `.vscode/live-context.json` of each project. An invalid one counts as empty, is said once, and is never overwritten.
 */
export class RulesFile {
  readonly #files: ProjectFiles;
  readonly #watched: WatchedFiles;
  readonly #warn: Warn;
  readonly #parsed = new WeakMap<FileHead, Parsed>();
  /** The last change of each project: changes wait for each other. */
  readonly #changes = new Map<string, Promise<unknown>>();

  constructor(files: ProjectFiles, watched: WatchedFiles, warn: Warn) {
    this.#files = files;
    this.#watched = watched;
    this.#warn = warn;
  }

  /** The same object until the file changes. */
  async rules(projectId: string): Promise<ProjectRules> {
    const head = await this.#watched.read(projectId, rulesFilePath, maxBytes);
    if (head === null) return none;
    const parsed = this.#parsed.get(head) ?? this.#parseNew(head);
    return parsed.valid ? parsed.rules : none;
  }

  /** Like {@link rules}, but throws a {@link RulesFileError} when the file is invalid. */
  async validRules(projectId: string): Promise<ProjectRules> {
    const head = await this.#watched.read(projectId, rulesFilePath, maxBytes);
    if (head === null) return none;
    const parsed = this.#parsed.get(head) ?? this.#parseNew(head);
    if (!parsed.valid) throw new RulesFileError('CONSTRAINTS_INVALID', parsed.message);
    return parsed.rules;
  }

  /**
   * Changes the file: `edit` alters the content in place, and what it throws stops the change. Reads what is on the disk now; changes
   * of one project wait for each other. Throws a {@link RulesFileError}.
   */
  change<T>(projectId: string, edit: (content: RulesFileContent) => T): Promise<T> {
    const before = this.#changes.get(projectId) ?? Promise.resolve();
    const change = before.then(
      () => this.#change(projectId, edit),
      () => this.#change(projectId, edit),
    );
    this.#changes.set(projectId, change);
    return change;
  }

  async #change<T>(projectId: string, edit: (content: RulesFileContent) => T): Promise<T> {
    const head = await this.#files.read(projectId, rulesFilePath, maxBytes);
    const parsed = head === null ? null : parse(head);
    if (parsed?.valid === false) throw new RulesFileError('CONSTRAINTS_INVALID', parsed.message);
    const content = parsed?.content ?? { version: 1, constraints: [] };
    const result = edit(content);
    try {
      await this.#files.write(projectId, rulesFilePath, `${JSON.stringify(content, null, 2)}\n`);
    } catch (error) {
      const kind = error instanceof FileSystemError ? error.kind : 'other';
      const why = kind === 'full' ? 'the disk is full' : kind === 'denied' ? 'it is not allowed' : 'it failed';
      throw new RulesFileError('CONSTRAINTS_READ_ONLY', `${rulesFilePath} cannot be written: ${why}.`);
    } finally {
      this.#watched.forget(projectId, rulesFilePath);
    }
    return result;
  }

  #parseNew(head: FileHead): Parsed {
    const parsed = parse(head);
    this.#parsed.set(head, parsed);
    if (!parsed.valid) this.#warn('CONSTRAINTS_INVALID', parsed.message);
    return parsed;
  }
}

function parse({ text, whole }: FileHead): Parsed {
  if (!whole) return { valid: false, message: `${rulesFilePath} is longer than ${maxBytes} bytes.` };
  const places = jsonPlaces(text);
  if (places.errorLine !== null) return invalid(places.errorLine, 'not JSON');
  const content: unknown = JSON.parse(text);
  const checked = rulesFileSchema.safeParse(content);
  if (!checked.success) {
    const [issue] = checked.error.issues;
    const path = issue?.path ?? [];
    return invalid(places.lineOf(path), `${path.join('.')}: ${issue?.message}`);
  }
  const rules = {
    constraints: (checked.data.constraints ?? []).map((entry) => constraintSchema.strip().parse(entry)),
    preferences: (checked.data.preferences ?? []).map((entry) => preferenceDecisionSchema.strip().parse(entry)),
  };
  return { valid: true, rules, content: checked.data };
}

function invalid(line: number, reason: string): Parsed {
  return { valid: false, message: `${rulesFilePath}, line ${line}: ${reason}` };
}
