import { parseJson } from './json.ts';
import type { FileSystem } from './ports/fileSystem.ts';
import { decodeUtf8, encodeUtf8 } from './utf8.ts';

/** Checks a value that was read; a zod schema is one. */
export interface Schema<T> {
  safeParse(value: unknown): { readonly success: true; readonly data: T } | { readonly success: false };
}

/**
 * A small JSON file that is read once and written whole. Nothing is overwritten silently: a damaged
 * or currently unreadable file is first renamed (`pins.json` → `pins.unread.json`).
 */
export class JsonFile<T> {
  readonly #files: FileSystem;
  readonly #name: string;
  readonly #schema: Schema<T>;
  readonly #onFail: (error: unknown) => void;
  #writing: Promise<void> = Promise.resolve();
  #due: (() => T) | null = null;
  /** The present file must be renamed before another takes its place. */
  #isUnread = false;

  /** `onFail` hears of what could not be read or written. */
  constructor(files: FileSystem, name: string, schema: Schema<T>, onFail: (error: unknown) => void) {
    this.#files = files;
    this.#name = name;
    this.#schema = schema;
    this.#onFail = onFail;
  }

  /** Reads the file; null if it is missing, damaged or unreadable. The last two are reported. */
  async load(): Promise<T | null> {
    try {
      const bytes = await this.#files.read(this.#name);
      if (bytes === null) return null;
      const read = this.#schema.safeParse(parseJson(decodeUtf8(bytes)));
      this.#isUnread = !read.success;
      if (read.success) return read.data;
      throw new Error(`${this.#name} is damaged`);
    } catch (error) {
      this.#isUnread = true;
      this.#onFail(error);
      return null;
    }
  }

  /**
   * Settles when the result of `value` is written, or has failed. Saves during a write become one,
   * and what failed is written with the next save.
   */
  save(value: () => T): Promise<void> {
    const isWaiting = this.#due !== null;
    this.#due = value;
    if (!isWaiting) this.#writing = this.#writing.then(() => this.#write()).catch(this.#onFail);
    return this.#writing;
  }

  /** Settles when everything is stored or has failed. */
  flush(): Promise<void> {
    return this.#writing;
  }

  async #write(): Promise<void> {
    const value = this.#due;
    this.#due = null;
    if (value === null) return;
    if (this.#isUnread) await this.#setAside();
    await this.#files.write(this.#name, encodeUtf8(JSON.stringify(value())));
  }

  /** A file that is gone meanwhile needs no keeping. */
  async #setAside(): Promise<void> {
    const isThere = await this.#files.read(this.#name).then(
      (bytes) => bytes !== null,
      () => true,
    );
    if (isThere) await this.#files.rename(this.#name, this.#name.replace(/(\.\w+)?$/, '.unread$1'));
    this.#isUnread = false;
  }
}
