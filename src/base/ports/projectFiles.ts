import type { Event } from '../event.ts';

/**
 * The port to the files of the projects on disk. Paths are relative to the project's root and
 * `/`-separated, without `.` or `..` and without a slash at either end; the root is `''`. A project
 * that is not open has no files and cannot be written.
 */
export interface ProjectFiles {
  /**
   * A file; null if it does not exist. Rejects if it cannot be read. The path may begin with one of
   * {@link foldersAbove}.
   */
  read(projectId: string, path: string, maxBytes: number): Promise<ProjectFile | null>;
  /**
   * The direct content of a folder, without links, since they may lead anywhere, and without
   * folders that are projects themselves. A missing folder, a file and an unknown project are
   * empty. Rejects if a folder cannot be listed.
   */
  entries(projectId: string, folder: string): Promise<readonly FolderEntry[]>;
  /**
   * Paths of files that contain a text, letter case aside; ignored and excluded files are included.
   * Folders of packages and of git only if the text names them. Never rejects.
   */
  find(projectId: string, text: string, most: number): Promise<readonly string[]>;
  /**
   * The folders above a project's root up to the root of its repository, as `..`, `../..` and so
   * on. None if the project is a repository itself, is in none, or the repository belongs to
   * someone else.
   */
  foldersAbove(projectId: string): Promise<readonly string[]>;
  /**
   * Replaces the whole file or leaves the old one, and creates folders on the way. Rejects with a
   * `FileSystemError`.
   */
  write(projectId: string, path: string, text: string): Promise<void>;
  /** Returns true if the user trusts the author of a project's files. */
  isTrusted(projectId: string): boolean;
  /** The developer has said that they trust what they did not before. */
  readonly onDidGrantTrust: Event<void>;
  /** The URI of a file. */
  documentId(projectId: string, path: string): string;
  /** A file, or a folder with all that is in it, was created, changed or deleted. */
  readonly onDidChange: Event<ProjectFileChange>;
}

export interface ProjectFile {
  /** Null when the file is larger than asked for: then it is not read. */
  readonly bytes: Uint8Array | null;
  /** True if the path is a symbolic link. */
  readonly isLink: boolean;
}

export interface FolderEntry {
  readonly name: string;
  readonly kind: 'file' | 'folder';
}

export interface ProjectFileChange {
  readonly projectId: string;
  /** Empty for the project's root. */
  readonly path: string;
}

/** Folders of many files that are only meant if they are named. */
const rest = /(^|\/)(node_modules|\.git)\//;

/** The paths that contain a text, letter case aside: names that begin with it first, then short paths. */
export function pathsWith(paths: readonly string[], text: string, most: number): readonly string[] {
  const wanted = text.toLowerCase();
  const isNamed = (path: string): boolean => !rest.test(path) || /node_modules|\.git/.test(wanted);
  const begins = (path: string) => Number(!path.toLowerCase().split('/').at(-1)?.startsWith(wanted));
  return paths
    .filter((path) => path.toLowerCase().includes(wanted) && isNamed(path))
    .toSorted((a, b) => begins(a) - begins(b) || a.length - b.length || (a < b ? -1 : 1))
    .slice(0, most);
}
