import type { Disposable } from '../../../base/disposable.ts';
import type { FileSystem, FileTree } from '../../../base/ports/fileSystem.ts';
import type { Hasher, Sha256 } from '../../../base/ports/hash.ts';
import type { Search } from '../../../base/ports/search.ts';

/** What differs between the desktop and the browser. */
export interface Platform {
  readonly sha256: Sha256;
  hasher(): Hasher;
  /** Files below a folder of ours; the folder is made at the first write. */
  files(root: import('vscode').Uri): FileSystem;
  /** The same for large files and hostile trees. */
  tree(root: import('vscode').Uri): FileTree;
  /**
   * Where this window keeps what it stores: the workspace's folder, which is that of the window opened last; without a workspace a folder
   * below the shared one that is this window's alone while it runs. In the browser it is the shared one: there the window that writes last wins.
   */
  storage(folders: StorageFolders): Promise<Storage>;
  /**
   * Where a path really leads, its links followed and its letters in the case that the disk has: of what is not there yet, where its
   * nearest folder leads. Null where that cannot be told, or a link leads nowhere. Never rejects.
   */
  realPath(uri: import('vscode').Uri): Promise<import('vscode').Uri | null>;
  /** The user number of whom a file or folder belongs to; null where there are none. Rejects when there is no such file. */
  owner(uri: import('vscode').Uri): Promise<number | null>;
  /** Searches in files below a folder of ours; null where no program can be run. */
  search(root: import('vscode').Uri): Search | null;
  /** A log file that lines are added to; it starts anew when it gets too long. */
  logFile(root: import('vscode').Uri, name: string): LogFile;
}

/** The two folders that VS Code gives an extension. */
export interface StorageFolders {
  readonly storageUri: import('vscode').Uri | undefined;
  readonly globalStorageUri: import('vscode').Uri;
}

export interface Storage extends Disposable {
  readonly uri: import('vscode').Uri;
  /** False once another window has taken the folder over. */
  isOurs(): Promise<boolean>;
}

export interface LogFile extends Disposable {
  write(line: string): void;
}
