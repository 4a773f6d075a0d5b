import { Emitter } from '../../src/base/event.ts';
import { FileSystemError } from '../../src/base/ports/fileSystem.ts';
import {
  type FolderEntry,
  type ProjectFile,
  type ProjectFileChange,
  type ProjectFiles,
  pathsWith,
} from '../../src/base/ports/projectFiles.ts';

/** A number is a file of so many bytes that nobody may read. */
type Content = string | Uint8Array | number;

/** Project files in memory, whose disk can be made to fail; a change is told as a watcher would. */
export class MemoryProjectFiles implements ProjectFiles {
  /** By URI. */
  readonly #files = new Map<string, Content>();
  readonly #changes = new Emitter<ProjectFileChange>();
  readonly onDidChange = this.#changes.event;
  readonly #trust = new Emitter<void>();
  readonly onDidGrantTrust = this.#trust.event;
  /** Projects that the developer does not trust. */
  readonly untrusted = new Set<string>();
  /** Every read, as `path`. */
  readonly reads: string[] = [];
  writes = 0;
  failWrites: 'full' | 'denied' | null = null;
  /** Paths that exist and cannot be read. */
  readonly unreadable = new Set<string>();
  /** Paths that are links. */
  readonly links = new Set<string>();
  /** How many folders above a project's root that of its repository is. */
  readonly levelsAbove = new Map<string, number>();
  /** What every read and every list of a folder waits for: a slow disk. */
  delay: () => Promise<void> = () => Promise.resolve();
  /** The entries of every folder, made anew after a change. */
  #folders: Map<string, Map<string, FolderEntry['kind']>> | null = null;

  /** Puts a file on the disk, as somebody else would; null removes it, or a folder with all that is in it. */
  set(projectId: string, path: string, content: Content | null): void {
    this.put(this.documentId(projectId, path), content);
    this.#changes.fire({ projectId, path });
  }

  /** The same by its URI, but nobody is told. */
  put(id: string, content: Content | null): void {
    this.#folders = null;
    if (content !== null) this.#files.set(id, content);
    else
      for (const known of this.#files.keys()) if (known === id || known.startsWith(`${id}/`)) this.#files.delete(known);
  }

  /** Tells a change as it may be told of a folder. */
  tell(projectId: string, path: string): void {
    this.#changes.fire({ projectId, path });
  }

  get(projectId: string, path: string): string | null {
    const content = this.#files.get(this.documentId(projectId, path));
    return typeof content === 'string' ? content : null;
  }

  async read(projectId: string, path: string, maxBytes: number): Promise<ProjectFile | null> {
    this.reads.push(path);
    await this.delay();
    if (this.unreadable.has(path)) throw new FileSystemError('denied', 'unreadable');
    const content = this.#files.get(this.documentId(projectId, path));
    if (content === undefined) return null;
    const isLink = this.links.has(path);
    if (typeof content === 'number') {
      if (content <= maxBytes) throw new RangeError(`${path} must not be read`);
      return { bytes: null, isLink };
    }
    const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
    return { bytes: bytes.length > maxBytes ? null : bytes, isLink };
  }

  async entries(projectId: string, folder: string): Promise<readonly FolderEntry[]> {
    await this.delay();
    if (this.unreadable.has(folder)) throw new FileSystemError('denied', 'unreadable');
    this.#folders ??= this.#listed();
    const found = this.#folders.get(folder === '' ? projectId : this.documentId(projectId, folder)) ?? [];
    return [...found].map(([name, kind]) => ({ name, kind }));
  }

  async find(projectId: string, text: string, most: number): Promise<readonly string[]> {
    const paths = [...this.#files.keys()].flatMap((id) =>
      id.startsWith(`${projectId}/`) ? [decodeURIComponent(id.slice(projectId.length + 1))] : [],
    );
    return pathsWith(paths, text, most);
  }

  async foldersAbove(projectId: string): Promise<readonly string[]> {
    const levels = this.levelsAbove.get(projectId) ?? 0;
    return Array.from({ length: levels }, (_, at) =>
      Array(at + 1)
        .fill('..')
        .join('/'),
    );
  }

  async write(projectId: string, path: string, text: string): Promise<void> {
    if (this.failWrites !== null) throw new FileSystemError(this.failWrites, 'no');
    this.writes++;
    this.set(projectId, path, text);
  }

  isTrusted(projectId: string): boolean {
    return !this.untrusted.has(projectId);
  }

  /** The developer says that they trust every project. */
  grantTrust(): void {
    this.untrusted.clear();
    this.#trust.fire();
  }

  documentId(projectId: string, path: string): string {
    if (path.startsWith('../')) return this.documentId(projectId.slice(0, projectId.lastIndexOf('/')), path.slice(3));
    return `${projectId}/${path.split('/').map(encodeURIComponent).join('/')}`;
  }

  #listed() {
    const folders = new Map<string, Map<string, FolderEntry['kind']>>();
    for (const id of this.#files.keys()) {
      let kind: FolderEntry['kind'] = 'file';
      for (
        let rest = id, end = id.lastIndexOf('/');
        end > 0 && !rest.slice(0, end).endsWith('/');
        end = rest.lastIndexOf('/')
      ) {
        const parent = rest.slice(0, end);
        const entries = folders.get(parent) ?? new Map();
        entries.set(decodeURIComponent(rest.slice(end + 1)), kind);
        folders.set(parent, entries);
        kind = 'folder';
        rest = parent;
      }
    }
    return folders;
  }
}
