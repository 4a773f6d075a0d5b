import type { ExtensionContext, Uri } from 'vscode';
import type { Disposable } from '../../../base/disposable.ts';
import type { Commit } from '../../../base/ports/commits.ts';
import type { FileSystem, FileTree } from '../../../base/ports/fileSystem.ts';
import type { Hasher, Sha256 } from '../../../base/ports/hash.ts';
import type { Search } from '../../../base/ports/search.ts';

/** The differences between desktop and browser. */
export interface Platform {
  readonly sha256: Sha256;
  hasher(): Hasher;
  /** Files below a folder of ours; the folder is made at the first write. */
  files(root: Uri): FileSystem;
  /** The same for large files and hostile trees. */
  tree(root: Uri): FileTree;
  /**
   * This window's storage: the workspace's folder, or without a workspace an own folder below the
   * shared one. In the browser it is the shared one, and the last writer wins.
   */
  storage(
    folders: Pick<ExtensionContext, 'storageUri' | 'globalStorageUri'>,
  ): Promise<Disposable & { readonly uri: Uri }>;
  /**
   * The real path, with links followed and in the case of the disk; of a missing file, by its
   * nearest folder. Null if unknown or if a link leads nowhere. Never rejects.
   */
  realPath(uri: Uri): Promise<Uri | null>;
  /** The owner's user number; null on systems without owners. Rejects if there is no such file. */
  owner(uri: Uri): Promise<number | null>;
  /** Searches in files below a folder of ours; null where no program can be run. */
  search(root: Uri): Search | null;
  /** The newest commits of a folder's repository; none if git cannot be run. Never rejects. */
  commits(program: string, folder: Uri, most: number): Promise<readonly Commit[]>;
}
