import { AppError } from '../../base/appError.ts';
import { KeyedLimiter } from '../../base/keyedLimiter.ts';
import { LruMap } from '../../base/lruMap.ts';
import { FileSystemError } from '../../base/ports/fileSystem.ts';
import type { ProjectFiles } from '../../base/ports/projectFiles.ts';
import type { RulesFileContent } from '../../protocol/decisions/constraints.ts';
import { type FileHead, headOf, type WatchedFiles } from '../watchedFiles.ts';
import { type ParsedRules, parseRules, rewrittenRules } from './rulesText.ts';

/** A project's file of constraints and decisions about preferences, to be committed. */
export const rulesFilePath = '.vscode/live-context.json';

/** Maximum number of projects whose rules are remembered. */
const maxProjects = 64;
/** Maximum number of problems that are reported of one text. */
const maxProblems = 20;

/** Reports a problem with a file of the developer's: a code and a message without its text. */
export type Warn = (code: string, message: string) => void;

/**
 * The file `.vscode/live-context.json` of each project: JSON with comments and trailing commas. A
 * malformed entry costs only itself. While the file is not JSON, its last content stays in force.
 * Each problem is reported once and stays in {@link ParsedRules.problems}. Changes keep comments
 * and formatting. A file that cannot be read is never overwritten.
 */
export class RulesFile {
  readonly #files: ProjectFiles;
  readonly #watched: WatchedFiles;
  readonly #warn: Warn;
  readonly #parsed = new WeakMap<FileHead, ParsedRules>();
  /** The last readable content of each project's file. */
  readonly #inForce = new LruMap<string, ParsedRules>(maxProjects);
  readonly #changes = new KeyedLimiter();

  constructor(files: ProjectFiles, watched: WatchedFiles, warn: Warn) {
    this.#files = files;
    this.#watched = watched;
    this.#warn = warn;
  }

  /**
   * The rules in force; the same object until the file changes. Rejects if the file cannot be read
   * from the disk.
   */
  async rules(projectId: string): Promise<ParsedRules> {
    const head = await this.#watched.readRaw(projectId, rulesFilePath);
    if (head === null) {
      this.#inForce.delete(projectId);
      return parseHead(null);
    }
    const rules = this.#parsed.get(head) ?? this.#parseNew(projectId, head);
    this.#parsed.set(head, rules);
    return rules;
  }

  /** Like {@link rules}, but throws `CONSTRAINTS_INVALID` if the file is malformed as a whole. */
  async validRules(projectId: string): Promise<ParsedRules> {
    const rules = await this.rules(projectId);
    if (rules.broken !== null) throw new AppError('CONSTRAINTS_INVALID', rules.broken);
    return rules;
  }

  /**
   * Reads the file from the disk, lets `edit` alter its content and writes it. If `edit` throws,
   * nothing is written. Changes of one project wait for each other. Throws `CONSTRAINTS_INVALID` or
   * `CONSTRAINTS_READ_ONLY`.
   */
  change<T>(projectId: string, edit: (content: RulesFileContent) => T): Promise<T> {
    return this.#changes.run(projectId, () => this.#change(projectId, edit));
  }

  async #change<T>(projectId: string, edit: (content: RulesFileContent) => T): Promise<T> {
    const head = await headOf(this.#files, projectId, rulesFilePath);
    const parsed = parseHead(head);
    if (parsed.broken !== null) throw new AppError('CONSTRAINTS_INVALID', parsed.broken);
    const { text, result } = rewrittenRules(head?.text ?? '', parsed, edit);
    try {
      await this.#files.write(projectId, rulesFilePath, text);
    } catch (error) {
      const kind = error instanceof FileSystemError ? error.kind : 'other';
      const why = kind === 'full' ? 'the disk is full' : kind === 'denied' ? 'it is not allowed' : 'it failed';
      throw new AppError('CONSTRAINTS_READ_ONLY', `${rulesFilePath} cannot be written: ${why}.`);
    } finally {
      this.#watched.forget(projectId, rulesFilePath);
    }
    return result;
  }

  #parseNew(projectId: string, head: FileHead): ParsedRules {
    const parsed = parseHead(head);
    for (const problem of parsed.problems.slice(0, maxProblems)) this.#warn('CONSTRAINTS_INVALID', problem);
    const { broken } = parsed;
    const before = this.#inForce.get(projectId);
    if (broken !== null && before !== undefined)
      return { ...before, broken, problems: [`${broken}; the rules that were read before stay in force`] };
    if (broken === null) this.#inForce.set(projectId, parsed);
    return parsed;
  }
}

function parseHead(head: FileHead | null): ParsedRules {
  const rules = parseRules(head?.whole ? head.text : '', rulesFilePath);
  if (head?.whole !== false) return rules;
  const broken = `${rulesFilePath} is longer than 4 MiB.`;
  return { ...rules, broken, problems: [broken] };
}
