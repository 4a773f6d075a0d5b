import * as z from 'zod';
import type { FileSystem } from '../base/fileSystem.ts';
import { decodeUtf8, encodeUtf8 } from '../base/utf8.ts';

const fileName = 'redactions.json';
const damagedName = 'redactions.damaged.json';

const projectSchema = z.strictObject({
  projectId: z.string(),
  /** The next number of each kind. */
  next: z.record(z.string(), z.int().min(1)),
  /** Digest, kind and number of each secret seen, the oldest first. */
  known: z.array(z.tuple([z.string(), z.string(), z.int().min(1)])),
  /** Digests of what the developer lets be shown. */
  allowed: z.array(z.string()),
});
export type StoredProject = z.infer<typeof projectSchema>;

const fileSchema = z.strictObject({
  version: z.literal(1),
  /** Goes into every digest, so that one cannot be looked up elsewhere. */
  salt: z.string().min(16),
  projects: z.array(projectSchema),
});
export type StoredRedactions = Pick<z.infer<typeof fileSchema>, 'salt' | 'projects'>;

/** Keeps the numbers of placeholders and the allow list over a reload: digests, never a secret. */
export class RedactionStore {
  readonly #files: FileSystem;
  readonly #onFail: (error: unknown) => void;
  #writing: Promise<void> = Promise.resolve();
  #waiting: (() => StoredRedactions) | null = null;

  /** `onFail` hears of what could not be read or written; numbers then live in memory only. */
  constructor(files: FileSystem, onFail: (error: unknown) => void) {
    this.#files = files;
    this.#onFail = onFail;
  }

  /** Null when there is nothing; a damaged file is set aside. */
  async load(): Promise<StoredRedactions | null> {
    try {
      const bytes = await this.#files.read(fileName);
      if (bytes === null) return null;
      const read = fileSchema.safeParse(parsed(decodeUtf8(bytes)));
      if (read.success) return read.data;
      await this.#files.rename(fileName, damagedName);
    } catch (error) {
      this.#onFail(error);
    }
    return null;
  }

  /** Settles when what `state` gives is written, or has failed. Saves that come while one runs are one. */
  save(state: () => StoredRedactions): Promise<void> {
    if (this.#waiting === null) {
      this.#writing = this.#writing.then(() => this.#write()).catch(this.#onFail);
    }
    this.#waiting = state;
    return this.#writing;
  }

  async #write(): Promise<void> {
    const state = this.#waiting;
    this.#waiting = null;
    if (state !== null) await this.#files.write(fileName, encodeUtf8(JSON.stringify({ version: 1, ...state() })));
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
