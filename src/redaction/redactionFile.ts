import * as z from 'zod';
import { withFileLock } from '../base/fileLock.ts';
import { JsonFile } from '../base/jsonFile.ts';
import type { Clock } from '../base/ports/clock.ts';
import type { FileTree } from '../base/ports/fileSystem.ts';

const projectSchema = z.lazy(() =>
  z.object({
    projectId: z.string(),
    /** Digest, kind and number of each secret seen, the oldest first. */
    known: z.array(z.tuple([z.string(), z.string(), z.int().min(1)])),
    /** Digest, permission and time (ms since the epoch) of each decision. */
    decisions: z.array(z.tuple([z.string(), z.boolean(), z.number()])),
  }),
);
export type StoredProject = z.infer<typeof projectSchema>;

const redactionFileSchema = z.lazy(() =>
  z.object({
    version: z.int().min(2),
    /** Part of every digest, so that none can be looked up elsewhere. */
    salt: z.string().min(16),
    /** The highest number that any window may use. */
    reserved: z.int().min(0),
    projects: z.array(projectSchema),
  }),
);
export type StoredRedactions = z.infer<typeof redactionFileSchema>;

const redactionsFileName = 'redactions.json';
const lock = 'redactions/lock';

/**
 * The numbers of placeholders and the developer's decisions: digests, never secrets. Several
 * windows share the file: each merges its state into it.
 */
export class RedactionFile {
  readonly #tree: FileTree;
  readonly #clock: Clock;
  readonly #onFail: (error: unknown) => void;
  readonly #file: JsonFile<StoredRedactions>;
  #changing: Promise<void> = Promise.resolve();
  #due: ((stored: StoredRedactions | null) => StoredRedactions) | null = null;

  /** `onFail` receives read and write errors; numbers then live in memory only. */
  constructor(tree: FileTree, clock: Clock, onFail: (error: unknown) => void) {
    this.#tree = tree;
    this.#clock = clock;
    this.#onFail = onFail;
    this.#file = new JsonFile(tree, redactionsFileName, redactionFileSchema, onFail);
  }

  /** The stored state, or null if it is missing or damaged. */
  load(): Promise<StoredRedactions | null> {
    return this.#file.load();
  }

  /**
   * Replaces the stored state under a lock. Settles when it is written or has failed. Of several
   * pending changes only the last runs.
   */
  change(next: (stored: StoredRedactions | null) => StoredRedactions): Promise<void> {
    const isWaiting = this.#due !== null;
    this.#due = next;
    if (!isWaiting) this.#changing = this.#changing.then(() => this.#change()).catch(this.#onFail);
    return this.#changing;
  }

  #change(): Promise<void> {
    return withFileLock(this.#tree, lock, this.#clock, async (assertHeld) => {
      const stored = await this.#file.load();
      const next = this.#due;
      this.#due = null;
      if (next === null) return;
      await assertHeld();
      await this.#file.save(() => next(stored));
    });
  }
}
