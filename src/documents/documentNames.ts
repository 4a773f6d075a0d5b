import { AppError } from '../base/appError.ts';
import type { Workspace } from '../base/ports/workspace.ts';
import type { Histories } from './histories.ts';

/** Maximum number of documents that an error about an ambiguous name lists. */
const maxNamed = 5;

/**
 * Resolves names of documents: an id (a URI in any spelling), an absolute path, or a path in a
 * project as replies give it.
 */
export class DocumentNames {
  readonly #workspace: Workspace;
  readonly #histories: Histories;

  constructor(workspace: Workspace, histories: Histories) {
    this.#workspace = workspace;
    this.#histories = histories;
  }

  /**
   * The id of a document that is open, known or has a file; for a link, the id of its target.
   * Throws `DOCUMENT_AMBIGUOUS`, `DOCUMENT_MISSING` or, if a link leads out of the project,
   * `DOCUMENT_OUTSIDE`.
   */
  async idOf(name: string): Promise<string> {
    if (this.#isKnown(name)) return name;
    const possible = this.#workspace.idsOf(name);
    // A scheme has two letters at least: one letter is a drive.
    if (/^[a-z][a-z0-9+.-]+:/i.test(name)) return this.#resolved(possible[0] ?? name, name);
    const ids = await Promise.all(possible.map((id) => this.#workspace.resolved(id)));
    const files = ids.filter((id) => id !== null);
    const exist = await Promise.all(files.map((id) => this.#isKnown(id) || this.#hasFile(id)));
    const shown = this.#histories.documents.filter((id) => this.#workspace.locate(id).path === name);
    const found = [...new Set([...files.filter((_, index) => exist[index]), ...shown])];
    if (found.length === 0 && files.length < ids.length) throw leadsOut(name);
    return only(found, name) ?? this.#missing(name);
  }

  /** As {@link idOf}, for a file to rename or delete; refuses links. */
  async ownIdOf(name: string): Promise<string> {
    const id = await this.idOf(name);
    const possible = this.#workspace.idsOf(name);
    const resolved = await Promise.all(possible.map((own) => this.#workspace.resolved(own)));
    if (possible.includes(id) || !resolved.includes(id)) return id;
    throw new AppError(
      'EDIT_INVALID',
      `${name} is a link to ${this.#workspace.locate(id).path}: name that file itself.`,
    );
  }

  /**
   * The id of a document to create, in the project `projectId` if the path fits several. Throws
   * `DOCUMENT_AMBIGUOUS`, or `DOCUMENT_OUTSIDE` if no project is open or a link leads out of it.
   */
  async newIdOf(name: string, projectId?: string): Promise<string> {
    const possible = this.#workspace.idsOf(name);
    const own = possible.filter((id) => this.#workspace.locate(id).projectId === projectId);
    const id = only(own.length > 0 ? own.slice(0, 1) : possible, name);
    if (id === null) throw new AppError('DOCUMENT_OUTSIDE');
    return this.#resolved(id, name);
  }

  async #resolved(documentId: string, name: string): Promise<string> {
    const id = this.#isKnown(documentId) ? documentId : await this.#workspace.resolved(documentId);
    if (id === null) throw leadsOut(name);
    return id;
  }

  /** Does not disclose whether files outside the projects exist. */
  async #hasFile(documentId: string): Promise<boolean> {
    return this.#workspace.locate(documentId).projectId !== 'none' && (await this.#workspace.hasFile(documentId));
  }

  #isKnown(documentId: string): boolean {
    return this.#histories.get(documentId) !== null || this.#workspace.holds(documentId);
  }

  #missing(name: string): never {
    const file = name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1);
    const paths = this.#histories.documents.map((id) => this.#workspace.locate(id).path);
    const similar = paths.filter((path) => path === file || path.endsWith(`/${file}`)).slice(-maxNamed);
    const hint = similar.length === 0 ? '' : ` There is ${similar.join(', ')}.`;
    throw new AppError('DOCUMENT_MISSING', `No document is named ${name}.${hint}`);
  }
}

function leadsOut(name: string): AppError {
  return new AppError('DOCUMENT_OUTSIDE', `${name} is, or lies below, a symbolic link that leads out of the project.`);
}

function only(found: readonly string[], name: string): string | null {
  if (found.length <= 1) return found[0] ?? null;
  const named = found.slice(0, maxNamed);
  throw new AppError('DOCUMENT_AMBIGUOUS', `${name} may be ${named.join(' or ')}.`, { candidates: named });
}
