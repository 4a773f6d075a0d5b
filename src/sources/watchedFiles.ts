import type { Disposable } from '../base/disposable.ts';
import { LruMap } from '../base/lruMap.ts';
import type { FileHead, ProjectFiles } from '../base/projectFiles.ts';

/** Longer files are read as their head, bytes. */
const maxBytes = 64 * 1024;
/** So many answers are kept, missing files included. */
const keptAnswers = 4_000;

/** Reads project files once and again only after they changed. A file that was written anew with the same text stays the same object. */
export class WatchedFiles implements Disposable {
  readonly #files: ProjectFiles;
  readonly #subscription: Disposable;
  readonly #heads = new LruMap<string, Promise<FileHead | null>>(keptAnswers);
  readonly #lists = new LruMap<string, Promise<readonly string[]>>(keptAnswers);
  /** The last known head of each file, for comparison. */
  readonly #last = new LruMap<string, FileHead>(keptAnswers);

  constructor(files: ProjectFiles) {
    this.#files = files;
    this.#subscription = files.onDidChange(({ projectId, path }) => this.forget(projectId, path));
  }

  dispose(): void {
    this.#subscription.dispose();
  }

  /** The head of a file, `limit` bytes at most; null when there is none. Rejects when it cannot be read. */
  read(projectId: string, path: string, limit = maxBytes): Promise<FileHead | null> {
    const key = keyOf(projectId, path);
    return kept(this.#heads, key, async () => {
      const head = await this.#files.read(projectId, path, limit);
      const before = this.#last.get(key);
      if (head === null) this.#last.delete(key);
      else if (before?.text === head.text && before.size === head.size) return before;
      else this.#last.set(key, head);
      return head;
    });
  }

  /** The files below a folder. */
  list(projectId: string, folder: string): Promise<readonly string[]> {
    return kept(this.#lists, keyOf(projectId, folder), () => this.#files.list(projectId, folder));
  }

  /** The file or folder changed: what is known of it, and of what is below or lists it, no longer counts. */
  forget(projectId: string, path: string): void {
    const changed = keyOf(projectId, path);
    for (const key of this.#heads.keys()) if (isWithin(key, changed)) this.#heads.delete(key);
    for (const key of this.#lists.keys()) {
      if (isWithin(key, changed) || isWithin(changed, key)) this.#lists.delete(key);
    }
  }
}

function keyOf(projectId: string, path: string): string {
  return `${projectId}\n${path}`;
}

function isWithin(key: string, folder: string): boolean {
  return key === folder || key.startsWith(folder.endsWith('\n') ? folder : `${folder}/`);
}

/** The kept answer, or a new one; a failed one is not kept. */
function kept<T>(answers: LruMap<string, Promise<T>>, key: string, ask: () => Promise<T>): Promise<T> {
  const known = answers.get(key);
  if (known !== undefined) return known;
  const answer = ask();
  answers.set(key, answer);
  answer.catch(() => {
    if (answers.peek(key) === answer) answers.delete(key);
  });
  return answer;
}
