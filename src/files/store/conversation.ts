import { AppError } from '../../base/appError.ts';
import { withFileLock } from '../../base/fileLock.ts';
import type { Clock } from '../../base/ports/clock.ts';
import type { FileTree } from '../../base/ports/fileSystem.ts';
import { manifestBytes, manifestName, nextPath, parseManifest, type StoredFile } from './storedFile.ts';

/** Folder of staged contents. */
const stagingFolder = 'incoming';

/** A file to list, with the name of its staged content. */
export interface Addition {
  readonly file: StoredFile;
  readonly part: string;
}

/**
 * The files of one conversation. A file is put in place before the manifest lists it, and a listed
 * but missing file does not count: a kill at any moment leaves every listed file whole. Changes
 * must not overlap; those of other processes wait for a lock.
 */
export class ConversationFiles {
  readonly id: string;
  readonly #folder: string;
  readonly #tree: FileTree;
  readonly #clock: Clock;
  /** The oldest first. */
  #files: ReadonlyMap<string, StoredFile>;
  /** Ids that the manifest on the disk lists. */
  #listed: ReadonlySet<string>;
  /** Checks the current lock. */
  #assertHeld = async (): Promise<void> => {};

  constructor(tree: FileTree, clock: Clock, id: string, files: readonly StoredFile[], listed: readonly StoredFile[]) {
    this.id = id;
    this.#folder = folderOf(id);
    this.#tree = tree;
    this.#clock = clock;
    this.#files = ordered(files);
    this.#listed = new Set(listed.map((file) => file.id));
  }

  get files(): readonly StoredFile[] {
    return [...this.#files.values()];
  }

  get(id: string): StoredFile | undefined {
    return this.#files.get(id);
  }

  /** The name of a file below the storage folder. */
  nameOf({ path }: StoredFile): string {
    return `${this.#folder}/${path}`;
  }

  /** Returns the name of a staged file; no two writers share one. */
  partName(unique: string): string {
    return `${this.#folder}/${stagingFolder}/${unique}.part`;
  }

  /** Puts staged contents in place and lists them, all or none. Those of the same ids make room. */
  add(added: readonly Addition[]): Promise<void> {
    return this.#locked(async () => {
      const placed: StoredFile[] = [];
      // A replaced content has a new name: a kill leaves the listed one.
      const earlier: string[] = [];
      try {
        for (const { file, part } of added) {
          const before = this.#files.get(file.id);
          const now = before?.path === file.path ? { ...file, path: nextPath(file.path) } : file;
          if (before !== undefined) earlier.push(this.nameOf(before));
          placed.push(now);
          await this.#tree.rename(part, this.nameOf(now));
        }
        await this.#learn();
        await this.#list([...this.files, ...placed]);
      } catch (error) {
        for (const file of placed) await this.#tree.remove(this.nameOf(file)).catch(() => {});
        throw error;
      }
      for (const name of earlier) await this.#tree.remove(name).catch(() => {});
    });
  }

  /**
   * Removes files, then their entries: a listed but missing file does not count, and a full disk
   * does not prevent deleting.
   */
  remove(ids: ReadonlySet<string>): Promise<readonly StoredFile[]> {
    return this.#locked(() => this.#remove(ids));
  }

  async #remove(ids: ReadonlySet<string>): Promise<readonly StoredFile[]> {
    const gone = this.files.filter(({ id }) => ids.has(id));
    if (gone.length === 0) return [];
    const left = new Map(this.#files);
    try {
      for (const file of gone) {
        await this.#tree.remove(this.nameOf(file));
        left.delete(file.id);
      }
    } finally {
      this.#files = left;
    }
    await this.#write().catch(() => {});
    return gone;
  }

  /** Removes every file, and the folder unless a file is staged in it. */
  clear(): Promise<readonly StoredFile[]> {
    return this.#locked(async () => {
      const gone = await this.#remove(new Set(this.#files.keys()));
      const isBusy = (await this.#tree.list(`${this.#folder}/${stagingFolder}`)).length > 0;
      if (isBusy || this.#files.size > 0) return gone;
      await this.#tree.removeFolder(this.#folder);
      this.#listed = new Set();
      return gone;
    });
  }

  /** Changes what is listed now. The lock lies beside the folder, which may go. */
  #locked<T>(operation: () => Promise<T>): Promise<T> {
    return withFileLock(this.#tree, `${this.#folder}.lock`, this.#clock, async (assertHeld) => {
      this.#assertHeld = assertHeld;
      await this.#learn();
      return operation();
    });
  }

  async #list(files: readonly StoredFile[]): Promise<void> {
    const before = this.#files;
    this.#files = ordered(files);
    try {
      await this.#write();
    } catch (error) {
      this.#files = before;
      throw error;
    }
  }

  async #write(): Promise<void> {
    const bytes = manifestBytes(this.files);
    await this.#assertHeld();
    await this.#tree.write(`${this.#folder}/${manifestName}`, bytes);
    this.#listed = new Set(this.#files.keys());
  }

  /** Reads what another window has listed, rewritten and removed since. */
  learn(): Promise<void> {
    return this.#locked(async () => {});
  }

  async #learn(): Promise<void> {
    const listed = this.#listed;
    const manifest = parseManifest(await this.#tree.read(`${this.#folder}/${manifestName}`));
    if (manifest === null) return;
    const theirs = manifest.filter(({ id }) => this.#files.has(id) || !listed.has(id));
    const ours = this.files.filter(({ id }) => !listed.has(id));
    this.#files = ordered([...ours, ...theirs]);
    this.#listed = new Set(manifest.map(({ id }) => id));
  }
}

function ordered(files: readonly StoredFile[]): ReadonlyMap<string, StoredFile> {
  return new Map(files.toSorted((a, b) => a.created - b.created).map((file) => [file.id, file]));
}

/** Folder of all conversations, below the storage folder. */
export const contextFolder = 'context';

const plainName = /^[A-Za-z0-9][A-Za-z0-9_:.-]{0,99}$/;
/** Names that Windows gives to devices. */
const devices = /^(con|prn|aux|nul|com\d|lpt\d)$/i;

/** True for at most 100 letters, digits, `-`, `_`, `:` and `.` that name no device. */
export function isConversationId(id: string): boolean {
  return plainName.test(id) && !devices.test(id);
}

/**
 * Returns the folder of a conversation, below the storage folder. Upper-case letters, colons and
 * dots are escaped, since not every file system supports them.
 *
 * @throws AppError `FILE_ID_INVALID` unless the id has at most 100 letters, digits, `-`, `_`, `:`
 * and `.`
 */
export function folderOf(conversationId: string): string {
  if (!isConversationId(conversationId))
    throw new AppError('FILE_ID_INVALID', 'A conversation is named by at most 100 letters, digits, -, _, : and .');
  const name = conversationId.replaceAll(/[A-Z:.]/g, (one) => `~${{ ':': '0', '.': '1' }[one] ?? one.toLowerCase()}`);
  return `${contextFolder}/${name}`;
}

/** The conversation whose folder has this name; null when none has. */
export function conversationIn(folderName: string): string | null {
  const id = folderName.replaceAll(/~([01a-z])/g, (_, one: string) => ({ 0: ':', 1: '.' })[one] ?? one.toUpperCase());
  return isConversationId(id) && folderOf(id) === `${contextFolder}/${folderName}` ? id : null;
}
