import { Emitter } from '../../src/base/event.ts';
import type { FileChange, FolderEntry, WorkspaceFiles } from '../../src/base/workspaceFiles.ts';

/** The files of projects in memory; a change is told as a watcher would. */
export class MemoryWorkspaceFiles implements WorkspaceFiles {
  /** By URI. A number is a file of so many bytes that nobody may read. */
  readonly files = new Map<string, string | Uint8Array | number>();
  reads = 0;
  readonly #changed = new Emitter<FileChange>();
  readonly onDidChange = this.#changed.event;
  /** The entries of every folder, made anew after a change. */
  #folders: Map<string, Map<string, FolderEntry['kind']>> | null = null;

  set(documentId: string, content: string | Uint8Array | number): void {
    this.files.set(documentId, content);
    this.#folders = null;
  }

  /** Writes, or removes with null, and tells it. */
  write(projectId: string, path: string, content: string | Uint8Array | null): void {
    const id = this.documentId(projectId, path);
    if (content === null) {
      for (const known of this.files.keys()) if (known === id || known.startsWith(`${id}/`)) this.files.delete(known);
      this.#folders = null;
    } else this.set(id, content);
    this.#changed.fire({ projectId, path });
  }

  /** Tells a change as it may be told of a folder. */
  tell(projectId: string, path: string): void {
    this.#changed.fire({ projectId, path });
  }

  async entries(projectId: string, folder: string): Promise<readonly FolderEntry[]> {
    this.#folders ??= this.#listed();
    const found = this.#folders.get(folder === '' ? projectId : this.documentId(projectId, folder)) ?? [];
    return [...found].map(([name, kind]) => ({ name, kind }));
  }

  async read(projectId: string, path: string, maxBytes: number): Promise<Uint8Array | null> {
    const content = this.files.get(this.documentId(projectId, path));
    if (content === undefined || (typeof content === 'number' && content > maxBytes)) return null;
    if (typeof content === 'number') throw new RangeError(`${path} must not be read`);
    this.reads++;
    const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
    return bytes.length > maxBytes ? null : bytes;
  }

  documentId(projectId: string, path: string): string {
    return `${projectId}/${path.split('/').map(encodeURIComponent).join('/')}`;
  }

  #listed() {
    const folders = new Map<string, Map<string, FolderEntry['kind']>>();
    for (const id of this.files.keys()) {
      let kind: FolderEntry['kind'] = 'file';
      for (let end = id.lastIndexOf('/'), rest = id; end > 'file:///'.length - 1; end = rest.lastIndexOf('/')) {
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
