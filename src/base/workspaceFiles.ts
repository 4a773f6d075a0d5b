import type { Event } from './event.ts';

/**
 * The port for the files of the projects. Paths are inside the project, `/`-separated, without a slash at either end; the
 * root is `''`. Nothing rejects: what can't be read is not there.
 */
export interface WorkspaceFiles {
  /**
   * What stands directly in a folder. Links are left out, since they may lead anywhere, and so is a folder that is a project
   * by itself. A missing folder, a file and an unknown project are empty.
   */
  entries(projectId: string, folder: string): Promise<readonly FolderEntry[]>;
  /** The bytes of a file; null when there is none or when it is larger than `maxBytes`, then it is not read. */
  read(projectId: string, path: string, maxBytes: number): Promise<Uint8Array | null>;
  /** The URI of a file. */
  documentId(projectId: string, path: string): string;
  /** Something changed on disk. */
  readonly onDidChange: Event<FileChange>;
}

export interface FolderEntry {
  readonly name: string;
  readonly kind: 'file' | 'folder';
}

export interface FileChange {
  readonly projectId: string;
  /** Of a file, or of a folder with all that is in it. */
  readonly path: string;
}
