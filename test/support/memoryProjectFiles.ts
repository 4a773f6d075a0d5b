import { Emitter } from '../../src/base/event.ts';
import { FileSystemError } from '../../src/base/fileSystem.ts';
import type { FileHead, ProjectFileChange, ProjectFiles } from '../../src/base/projectFiles.ts';

/** Project files in memory, whose disk can be made to fail. */
export class MemoryProjectFiles implements ProjectFiles {
  readonly #files = new Map<string, string>();
  readonly #changes = new Emitter<ProjectFileChange>();
  readonly onDidChange = this.#changes.event;
  /** Every read, as `path`. */
  readonly reads: string[] = [];
  writes = 0;
  failWrites: 'full' | 'denied' | null = null;
  /** Paths that exist and cannot be read. */
  readonly unreadable = new Set<string>();

  /** Puts a file on the disk, as somebody else would; null removes it. */
  set(projectId: string, path: string, text: string | null): void {
    if (text === null) this.#files.delete(`${projectId} ${path}`);
    else this.#files.set(`${projectId} ${path}`, text);
    this.#changes.fire({ projectId, path });
  }

  get(projectId: string, path: string): string | null {
    return this.#files.get(`${projectId} ${path}`) ?? null;
  }

  async read(projectId: string, path: string, maxBytes: number): Promise<FileHead | null> {
    this.reads.push(path);
    if (this.unreadable.has(path)) throw new FileSystemError('denied', 'unreadable');
    const text = this.get(projectId, path);
    if (text === null) return null;
    const bytes = Buffer.from(text);
    return { text: bytes.subarray(0, maxBytes).toString(), size: bytes.length, whole: bytes.length <= maxBytes };
  }

  async list(projectId: string, folder: string): Promise<readonly string[]> {
    const prefix = `${projectId} ${folder}/`;
    return [...this.#files.keys()]
      .filter((key) => key.startsWith(prefix))
      .map((key) => key.slice(projectId.length + 1))
      .sort();
  }

  async write(projectId: string, path: string, text: string): Promise<void> {
    if (this.failWrites !== null) throw new FileSystemError(this.failWrites, 'no');
    this.writes++;
    this.set(projectId, path, text);
  }
}
