import type { Disposable } from '../base/disposable.ts';
import { cached, LruMap } from '../base/lruMap.ts';
import type { ProjectFiles } from '../base/ports/projectFiles.ts';
import { decodeUtf8 } from '../base/utf8.ts';
import { within } from './paths.ts';

/** The beginning of a file, without its secrets. */
export interface FileHead {
  /**
   * Without a byte order mark. The beginning of a longer file; empty for one over {@link
   * maxReadBytes}.
   */
  readonly text: string;
  /** True if `text` is the whole file. */
  readonly whole: boolean;
}

/** Longer files are given by their head, UTF-16 units. */
const maxHeadUnits = 64 * 1024;
/** Longer files are not read at all, bytes. */
const maxReadBytes = 4 * 1024 * 1024;
/** Maximum number of cached answers, those about missing files included. */
const maxFolderAnswers = 4_000;
/** Bounds of a list: files, and folders below each other. */
const maxListed = 1_000;
const maxListDepth = 4;

/**
 * Reads project files once, and again after they change. Secrets are removed from the whole before
 * it is cut, except by {@link readRaw}.
 */
export class WatchedFiles implements Disposable {
  readonly #files: ProjectFiles;
  readonly #redact: (projectId: string, text: string) => string;
  readonly #subscription: Disposable;
  readonly #heads = new LruMap<string, Promise<FileHead | null>>(maxFolderAnswers);
  readonly #foldersAbove = new LruMap<string, Promise<readonly string[]>>(maxFolderAnswers);
  readonly #lists = new LruMap<string, Promise<readonly string[]>>(maxFolderAnswers);

  constructor(files: ProjectFiles, redact: (projectId: string, text: string) => string) {
    this.#files = files;
    this.#redact = redact;
    this.#subscription = files.onDidChange(({ projectId, path }) => this.forget(projectId, path));
  }

  dispose(): void {
    this.#subscription.dispose();
  }

  /** The head of a file; null if it is missing. Rejects if it cannot be read. */
  read(projectId: string, path: string): Promise<FileHead | null> {
    return cached(this.#heads, fileKey(projectId, path), async () => {
      const head = await headOf(this.#files, projectId, path);
      if (head === null) return null;
      const text = this.#redact(projectId, head.text);
      const end =
        text.length <= maxHeadUnits ? text.length : text.lastIndexOf('\n', maxHeadUnits - 1) + 1 || maxHeadUnits;
      return { ...head, text: text.slice(0, end), whole: head.whole && end === text.length };
    });
  }

  /** The whole of a file that the extension writes itself, with its secrets. */
  readRaw(projectId: string, path: string): Promise<FileHead | null> {
    return cached(this.#heads, `${fileKey(projectId, path)}/raw`, () => headOf(this.#files, projectId, path));
  }

  /** Forgets all texts: the secrets to remove have changed. */
  reset(): void {
    this.#heads.clear();
  }

  /** The folders above the project's root that belong to its repository, the nearest first. */
  foldersAbove(projectId: string): Promise<readonly string[]> {
    return cached(this.#foldersAbove, projectId, () => this.#files.foldersAbove(projectId));
  }

  /** A bounded number of the files below a folder, sorted; empty if the folder is missing. */
  list(projectId: string, folder: string): Promise<readonly string[]> {
    return cached(this.#lists, fileKey(projectId, folder), async () => {
      const paths: string[] = [];
      await this.#listInto(paths, projectId, folder, maxListDepth);
      return paths.sort();
    });
  }

  /** Forgets a changed file or folder, everything below it and the lists that hold it. */
  forget(projectId: string, path: string): void {
    const changed = fileKey(projectId, path);
    if (/(^|\/)\.git$/.test(path)) this.#foldersAbove.delete(projectId);
    for (const key of this.#heads.keys()) if (isWithin(key, changed)) this.#heads.delete(key);
    for (const key of this.#lists.keys()) {
      if (isWithin(key, changed) || isWithin(changed, key)) this.#lists.delete(key);
    }
  }

  async #listInto(paths: string[], projectId: string, folder: string, depth: number): Promise<void> {
    for (const { name, kind } of await this.#files.entries(projectId, folder)) {
      if (paths.length >= maxListed) return;
      const path = within(folder, name);
      if (kind === 'file') paths.push(path);
      else if (depth > 1) await this.#listInto(paths, projectId, path, depth - 1);
    }
  }
}

/** A file on the disk, with its secrets; null if it is missing. Rejects if it cannot be read. */
export async function headOf(files: ProjectFiles, projectId: string, path: string): Promise<FileHead | null> {
  const file = await files.read(projectId, path, maxReadBytes);
  if (file === null) return null;
  const text = file.bytes === null ? '' : decodeUtf8(file.bytes).replace(/^\uFEFF/, '');
  return { text, whole: file.bytes !== null };
}

function fileKey(projectId: string, path: string): string {
  return `${projectId}\n${path}`;
}

function isWithin(key: string, folder: string): boolean {
  return key === folder || key.startsWith(folder.endsWith('\n') ? folder : `${folder}/`);
}

/** The answer about a file or folder; if it cannot be read, its path goes into `unread`. */
export function orUnread<T, N>(asked: Promise<T>, path: string, unread: Set<string>, none: N): Promise<T | N> {
  return asked.catch(() => {
    unread.add(path);
    return none;
  });
}
