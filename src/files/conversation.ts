import type { FileTree } from '../base/fileSystem.ts';
import { manifestBytes, manifestName } from './manifest.ts';
import type { StoredFile } from './storedFile.ts';

/**
 * The files of one conversation. A file is put in place before the manifest lists it, and one that is listed but missing is none:
 * so a kill at any moment leaves every listed file whole. Changes must not overlap.
 */
export class Conversation {
  readonly id: string;
  readonly folder: string;
  readonly #tree: FileTree;
  /** The oldest first. */
  #files: ReadonlyMap<string, StoredFile>;
  /** Whether the manifest on the disk says what `files` says. */
  #isWritten: boolean;

  constructor(tree: FileTree, id: string, folder: string, files: readonly StoredFile[], isWritten: boolean) {
    this.id = id;
    this.folder = folder;
    this.#tree = tree;
    this.#files = ordered(files);
    this.#isWritten = isWritten;
  }

  get files(): readonly StoredFile[] {
    return [...this.#files.values()];
  }

  get bytes(): number {
    return this.files.reduce((sum, { size = 0 }) => sum + size, 0);
  }

  get(id: string): StoredFile | undefined {
    return this.#files.get(id);
  }

  /** The name of a file below the storage folder. */
  nameOf({ path }: StoredFile): string {
    return `${this.folder}/${path}`;
  }

  /** Where the content of a file is gathered before it is put in place. */
  partName(id: string): string {
    return `${this.folder}/incoming/${id}.part`;
  }

  /** Without a manifest the files would be looked up by their names; a kill must not make that happen. */
  async ensureManifest(): Promise<void> {
    if (!this.#isWritten) await this.#write();
  }

  /** Puts gathered contents in place and lists them, all or none. Those of the same ids make room. */
  async add(added: readonly { readonly file: StoredFile; readonly part?: string }[]): Promise<void> {
    await this.ensureManifest();
    const placed: string[] = [];
    try {
      for (const { file, part } of added) {
        if (part === undefined) continue;
        await this.#tree.rename(part, this.nameOf(file));
        placed.push(this.nameOf(file));
      }
      await this.#list([...this.files, ...added.map(({ file }) => file)]);
    } catch (error) {
      for (const name of placed) await this.#removed(name);
      throw error;
    }
  }

  /**
   * Removes files, then takes them off the list: a listed file that is missing is none, and a full disk keeps nobody from
   * deleting.
   */
  async remove(ids: ReadonlySet<string>): Promise<readonly StoredFile[]> {
    const gone = this.files.filter(({ id }) => ids.has(id));
    if (gone.length === 0) return [];
    for (const file of gone) await this.#tree.remove(this.nameOf(file));
    this.#files = ordered(this.files.filter(({ id }) => !ids.has(id)));
    const hadContent = gone.every(({ size }) => size !== undefined);
    await this.#write().catch((error) => {
      if (!hadContent) throw error;
    });
    return gone;
  }

  /** Removes every file, and the folder unless something is being gathered in it. */
  async clear(keepFolder: boolean): Promise<number> {
    const gone = await this.remove(new Set(this.#files.keys()));
    if (keepFolder) return gone.length;
    this.#isWritten = false;
    await this.#tree.removeFolder(this.folder);
    return gone.length;
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
    await this.#tree.write(`${this.folder}/${manifestName}`, manifestBytes(this.#files.values()));
    this.#isWritten = true;
  }

  /** What cannot be removed now is a stray that the next start removes. */
  async #removed(name: string): Promise<void> {
    await this.#tree.remove(name).catch(() => {});
  }
}

function ordered(files: readonly StoredFile[]): ReadonlyMap<string, StoredFile> {
  return new Map(files.toSorted((a, b) => a.created - b.created).map((file) => [file.id, file]));
}
