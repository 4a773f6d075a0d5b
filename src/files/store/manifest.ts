import * as z from 'zod';
import { parseJson } from '../../base/json.ts';
import { decodeUtf8, encodeUtf8 } from '../../base/utf8.ts';
import { type StoredFile, storedFileSchema } from './storedFile.ts';

export const manifestName = 'manifest.json';
/** Folder of staged contents. */
export const stagingFolder = 'incoming';

const manifestSchema = z.lazy(() => z.object({ version: z.literal(1), files: z.array(z.unknown()).max(100_000) }));

/** The files that a manifest lists; null if it is missing or damaged. */
export function parseManifest(bytes: Uint8Array | null): readonly StoredFile[] | null {
  const read = manifestSchema.safeParse(parseJson(decodeUtf8(bytes ?? new Uint8Array())));
  return read.success ? read.data.files.flatMap((entry) => storedFileSchema.safeParse(entry).data ?? []) : null;
}

export function manifestBytes(files: readonly StoredFile[]): Uint8Array {
  return encodeUtf8(`${JSON.stringify({ version: 1, files }, null, 1)}\n`);
}
