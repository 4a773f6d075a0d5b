import type { ErrorCode } from '../../protocol/errorCodes.ts';

/**
 * The port for files below one root folder. Names are relative, `/`-separated and never chosen by a
 * user. A failed call rejects with a {@link FileSystemError}; a missing file is `null`, not an
 * error.
 */
export interface FileSystem {
  read(name: string): Promise<Uint8Array | null>;
  /**
   * Replaces the whole file or leaves the old one: temporary file, flush, rename. Creates folders
   * on the way.
   */
  write(name: string, bytes: Uint8Array): Promise<void>;
  /** Adds to the end; creates the file. A kill may leave a torn end, which readers must expect. */
  append(name: string, bytes: Uint8Array): Promise<void>;
  /** Removes the file; a missing one is fine. */
  remove(name: string): Promise<void>;
  rename(from: string, to: string): Promise<void>;
  /** The files directly inside a folder, with their sizes in bytes; a missing folder is empty. */
  list(folder: string): Promise<readonly FileEntry[]>;
}

export type Maker = 'ours' | 'running' | 'gone' | 'unknown';

export interface FileEntry {
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  /** Last change, ms since the epoch. */
  readonly modified: number;
}

/**
 * The port for a tree of files that may be large and may have been tampered with: a call through a
 * symbolic link fails with `denied`. A rename is flushed to the disk before it settles.
 */
export interface FileTree extends FileSystem {
  /**
   * Creates a file that names this process; false if it exists. If several processes race, exactly
   * one succeeds.
   */
  create(name: string): Promise<boolean>;
  /**
   * The process that created a file so: this one, another that runs or is gone; unknown on other
   * machines.
   */
  makerOf(name: string): Promise<Maker>;
  /** At most `length` bytes from `start`, fewer only at the end; null for a missing file. */
  readRange(name: string, start: number, length: number): Promise<Uint8Array | null>;
  /**
   * The files inside a folder at any depth, named from the root, without links. A missing folder is
   * empty.
   */
  walk(folder: string): Promise<readonly FileEntry[]>;
  /** Removes a folder and its content, but not the targets of links; a missing one is fine. */
  removeFolder(folder: string): Promise<void>;
}

/**
 * Reasons for a failed file operation: no room, no permission, the folder belongs to another
 * process, or anything else, which may pass.
 */
export type FileSystemErrorKind = 'full' | 'denied' | 'taken' | 'other';

export class FileSystemError extends Error {
  readonly kind: FileSystemErrorKind;

  constructor(kind: FileSystemErrorKind, message: string) {
    super(message);
    this.name = 'FileSystemError';
    this.kind = kind;
  }
}

/** The code under which a store reports a failure. */
export function storeErrorCode(error: unknown): ErrorCode {
  const kind = error instanceof FileSystemError ? error.kind : 'other';
  if (kind === 'full') return 'STORE_FULL';
  return kind === 'denied' ? 'STORE_DENIED' : 'STORE_FAILED';
}
