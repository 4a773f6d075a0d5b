import { AppError } from '../../base/appError.ts';
import type { TrackedDocument } from '../../documents/documents.ts';
import type { KnownFile } from '../../edits/answers/answerPlan.ts';
import type { SessionServices } from '../services.ts';

export interface BaseFile extends KnownFile {
  readonly versionId: string;
}

/** The files that the paths of an answer mean, read once per version. */
export class AnswerFiles {
  readonly #services: SessionServices;
  readonly #versions = new Map<string, BaseFile>();

  constructor(services: SessionServices) {
    this.#services = services;
  }

  /** Returns the files by path, files with similar paths, and the document in front. */
  async find(paths: readonly string[], inFront: string | undefined) {
    const { documents } = this.#services;
    const known = await documents.ofProject(true);
    const all = known.map((document) => ({ document, path: this.#pathOf(document) }));
    const found = new Map<string, TrackedDocument>();
    for (const written of paths.filter((one) => !this.isOutside(one))) {
      const wanted = plainPath(written);
      const ends = all.filter(({ path }) => path.endsWith(`/${wanted}`));
      const one = all.find(({ document, path }) => path === wanted || document.documentId === written)?.document;
      const document = one ?? (await this.#closed(written)) ?? (ends.length === 1 ? ends[0]?.document : undefined);
      if (document !== undefined) found.set(written, document);
    }
    const near = (path: string) =>
      all.map((one) => one.path).filter((other) => other.endsWith(`/${baseName(path)}`) || other === baseName(path));
    const front = await documents.find(inFront).catch(() => null);
    return { found, near, front };
  }

  /** A document in a version, by default the current one; the same object for the same version. */
  versionOf(document: TrackedDocument, number: number | undefined): BaseFile {
    const { documentId, history } = document;
    const newest = history.seal();
    const marked = number === undefined ? null : history.version(number);
    const key = `${documentId} ${(marked ?? newest).id}`;
    const known = this.#versions.get(key);
    if (known !== undefined) return known;
    const text = marked === null ? null : history.textOf(marked.number);
    const { id: versionId } = marked === null || text === null ? newest : marked;
    const redacted = this.#services.documents.redacted(document, text ?? history.text);
    const file = { id: documentId, path: this.#pathOf(document), text: redacted.text.toString(), versionId };
    this.#versions.set(key, file);
    return file;
  }

  /**
   * True if a path is outside the project. A path that only looks absolute gets a suggestion
   * instead.
   */
  isOutside(written: string): boolean {
    const isIdInside = /^[a-z][a-z\d+.-]+:/i.test(written) && this.#isInside(written);
    const isAbsolute = /^(?:[\\/~]|[a-z][a-z\d+.-]*:)/i.test(written);
    return (
      written.split(/[/\\]/).includes('..') || (isAbsolute && this.#insideId(written) === undefined && !isIdInside)
    );
  }

  idOf(written: string): string {
    const { projectFiles, documents } = this.#services;
    return this.#insideId(written) ?? projectFiles.documentId(documents.project(), plainPath(written));
  }

  /** The target of a rename: an id, or a path of the project. */
  newPlace(written: string): string {
    return this.#insideId(written) ?? plainPath(written);
  }

  /** The id for an absolute path that lies in a project; undefined for any other. */
  #insideId(written: string): string | undefined {
    if (!/^(?:[\\/]|[a-z]:[\\/])/i.test(written)) return undefined;
    return this.#services.workspace.idsOf(written).find((id) => this.#isInside(id));
  }

  #isInside(id: string): boolean {
    return this.#services.workspace.locate(id).projectId !== 'none';
  }

  #pathOf({ documentId }: TrackedDocument): string {
    return this.#services.workspace.locate(documentId).path;
  }

  /** A closed file by its path; undefined if there is no such file that can be followed. */
  async #closed(written: string): Promise<TrackedDocument | undefined> {
    try {
      return await this.#services.documents.find(this.idOf(written));
    } catch (error) {
      if (error instanceof AppError) return undefined;
      throw error;
    }
  }
}

/** A path in the form that projects use. */
function plainPath(path: string): string {
  return path.replaceAll('\\', '/').replace(/^(?:\.?\/)+/, '');
}

function baseName(path: string): string {
  return plainPath(path).split('/').at(-1) ?? path;
}
