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
    /** Places in documents that stay hidden: document, lines above, text before and after. */
    places: z.array(z.tuple([z.string(), z.string(), z.string(), z.string(), z.int().min(0)])).default([]),
  }),
);
export type StoredRedactions = z.infer<typeof redactionFileSchema>;

export type RedactionFile = ReturnType<typeof openRedactionFile>;

/**
 * The numbers of placeholders, the developer's decisions and hidden places: digests and the text around secrets, never secrets. Several
 * windows share the file: each merges its state into it. `onFail` receives read and write errors;
 * numbers then live in memory only.
 */
export function openRedactionFile(tree: FileTree, clock: Clock, onFail: (error: unknown) => void) {
  const file = new JsonFile<StoredRedactions>(tree, 'redactions.json', redactionFileSchema, onFail);
  let changing: Promise<void> = Promise.resolve();
  let due: ((stored: StoredRedactions | null) => StoredRedactions) | null = null;
  const changeOnce = () =>
    withFileLock(tree, 'redactions/lock', clock, async (assertHeld) => {
      const stored = await file.load();
      const next = due;
      due = null;
      if (next === null) return;
      await assertHeld();
      await file.save(() => next(stored));
    });
  return {
    /** The stored state, or null if it is missing or damaged. */
    load: () => file.load(),
    /**
     * Replaces the stored state under a lock. Settles when it is written or has failed. Of several
     * pending changes only the last runs.
     */
    change(next: (stored: StoredRedactions | null) => StoredRedactions): Promise<void> {
      if (due === null) changing = changing.then(changeOnce).catch(onFail);
      due = next;
      return changing;
    },
  };
}
