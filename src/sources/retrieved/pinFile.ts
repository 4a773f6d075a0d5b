import * as z from 'zod';
import { JsonFile } from '../../base/jsonFile.ts';
import type { FileSystem } from '../../base/ports/fileSystem.ts';

const storedPinSchema = z.lazy(() =>
  z.strictObject({
    id: z.string(),
    documentId: z.string(),
    projectId: z.string(),
    /** In the text that was last known: UTF-16 units. */
    start: z.int().min(0),
    end: z.int().min(0),
    /** Length of that text. */
    length: z.int().min(0),
    /** Line numbers from zero. */
    first: z.int().min(0),
    last: z.int().min(0),
    /** Beginning of the first line, to find the lines again; null if it may have changed. */
    head: z.string().nullable(),
  }),
);
/** A pin as it is kept: a range that moves with its text. */
export type StoredPin = z.infer<typeof storedPinSchema>;

const pinFileSchema = z.lazy(() =>
  z.strictObject({
    version: z.literal(1),
    /** The number of the next pin. */
    next: z.int().min(1),
    /** The oldest first. */
    pins: z.array(storedPinSchema).max(10_000),
  }),
);
export type PinFile = JsonFile<z.infer<typeof pinFileSchema>>;

/**
 * Stores the pins for the next start. `onFail` receives errors; the pins then live in memory only.
 */
export function pinFile(files: FileSystem, onFail: (error: unknown) => void): PinFile {
  return new JsonFile(files, 'pins.json', pinFileSchema, onFail);
}
