import {
  FileSystemError,
  type FileSystemErrorKind,
  type FileTree,
  type Maker,
} from '../../src/base/ports/fileSystem.ts';

/** Files in memory; `fail` injects the fault that every writing call meets from then on. */
export class MemoryFileSystem implements FileTree {
  readonly files = new Map<string, Uint8Array>();
  fail: FileSystemErrorKind | null = null;
  /** Of which files and folders reading and listing fails, as when too many files are open. */
  failReads: (name: string) => boolean = () => false;
  writes = 0;
  /** How many processes have started on it. */
  starts = 0;
  /** When every file was changed last, ms since the epoch. */
  modified = Date.now();

  async read(name: string): Promise<Uint8Array | null> {
    this.#meetReadFault(name);
    return this.files.get(name) ?? null;
  }

  async write(name: string, bytes: Uint8Array): Promise<void> {
    this.#meetFault();
    this.files.set(name, bytes);
  }

  async append(name: string, bytes: Uint8Array): Promise<void> {
    this.#meetFault();
    this.files.set(name, Buffer.concat([this.files.get(name) ?? new Uint8Array(), bytes]));
  }

  async remove(name: string): Promise<void> {
    this.#meetFault();
    this.files.delete(name);
  }

  async create(name: string): Promise<boolean> {
    this.#meetFault();
    if (this.files.has(name)) return false;
    this.files.set(name, new Uint8Array());
    return true;
  }

  async makerOf(): Promise<Maker> {
    return 'unknown';
  }

  async rename(from: string, to: string): Promise<void> {
    this.#meetFault();
    const bytes = this.files.get(from);
    if (bytes === undefined) throw new FileSystemError('other', 'missing');
    this.files.delete(from);
    this.files.set(to, bytes);
  }

  async list(folder: string) {
    this.#meetReadFault(folder);
    return [...this.files].flatMap(([path, bytes]) => {
      const name = path.slice(folder.length + 1);
      return path.startsWith(`${folder}/`) && !name.includes('/')
        ? [{ name, size: bytes.length, modified: this.modified }]
        : [];
    });
  }

  async readRange(name: string, start: number, length: number): Promise<Uint8Array | null> {
    this.#meetReadFault(name);
    return this.files.get(name)?.slice(start, start + length) ?? null;
  }

  async walk(folder: string) {
    this.#meetReadFault(folder);
    return [...this.files].flatMap(([name, bytes]) =>
      name.startsWith(`${folder}/`) ? [{ name, size: bytes.length, modified: this.modified }] : [],
    );
  }

  async removeFolder(folder: string): Promise<void> {
    this.#meetFault();
    for (const name of this.files.keys()) if (name.startsWith(`${folder}/`)) this.files.delete(name);
  }

  #meetReadFault(name: string): void {
    if (this.failReads(name)) throw new FileSystemError('other', 'injected');
  }

  #meetFault(): void {
    if (this.fail !== null) throw new FileSystemError(this.fail, 'injected');
    this.writes++;
  }
}
