import * as z from 'zod';
import type { FileSystem } from '../base/fileSystem.ts';
import { JsonFile } from '../base/jsonFile.ts';

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
export type RedactionFile = JsonFile<z.infer<typeof fileSchema>>;

/**
 * Keeps the numbers of placeholders and the allow list over a reload: digests, never a secret. `onFail` hears of what could not be
 * read or written; numbers then live in memory only.
 */
export function redactionFile(files: FileSystem, onFail: (error: unknown) => void): RedactionFile {
  return new JsonFile(files, 'redactions.json', fileSchema, onFail);
}
