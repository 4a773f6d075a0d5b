import type { Event } from './event.ts';

/**
 * The port to the files of a project, as they are on disk. Paths are relative to the project's root and `/`-separated, without
 * `.` or `..`. A project that is not open has no files and cannot be written.
 */
export interface ProjectFiles {
  /** The head of a file; null when there is no such file. Rejects when it exists but cannot be read. */
  read(projectId: string, path: string, maxBytes: number): Promise<FileHead | null>;
  /** Paths of the files below a folder, sorted, a bounded number of them; a missing folder is empty. */
  list(projectId: string, folder: string): Promise<readonly string[]>;
  /** Replaces the whole file or leaves the old one, and creates folders on the way. Rejects with a `FileSystemError`. */
  write(projectId: string, path: string, text: string): Promise<void>;
  /** A file or folder was created, changed or deleted. */
  readonly onDidChange: Event<ProjectFileChange>;
}

export interface ProjectFileChange {
  readonly projectId: string;
  /** Empty for the project's root. */
  readonly path: string;
}

export interface FileHead {
  /** Without a byte order mark. Of a longer file at most the asked bytes, and possibly nothing of a very long one. */
  readonly text: string;
  /** Of the whole file, bytes. */
  readonly size: number;
  /** Whether `text` is the whole file. */
  readonly whole: boolean;
}
