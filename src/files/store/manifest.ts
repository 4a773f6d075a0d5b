import * as z from 'zod';
import { parseJson } from '../../base/json.ts';
import type { FileEntry, FileTree } from '../../base/ports/fileSystem.ts';
import { decodeUtf8, encodeUtf8 } from '../../base/utf8.ts';
import { type StoredFile, storedFileSchema } from './storedFile.ts';

export const manifestName = 'manifest.json';
/** Folder of staged contents. */
export const stagingFolder = 'incoming';

/** Minimum age of remains, ms: newer ones may belong to another window on the same folder. */
export const abandonedMs = 10 * 60 * 1000;

const manifestSchema = z.lazy(() => z.object({ version: z.literal(1), files: z.array(z.unknown()).max(100_000) }));

/** The files that a manifest lists; null when the bytes are no manifest. */
export function parseManifest(bytes: Uint8Array): readonly StoredFile[] | null {
  const read = manifestSchema.safeParse(parseJson(decodeUtf8(bytes)));
  return read.success ? read.data.files.flatMap((entry) => storedFileSchema.safeParse(entry).data ?? []) : null;
}

export function manifestBytes(files: readonly StoredFile[]): Uint8Array {
  return encodeUtf8(`${JSON.stringify({ version: 1, files }, null, 1)}\n`);
}

/**
 * Reads the files that a manifest lists and that are whole. A killed writer and an unfinished
 * deletion leave orphans, files that belong to nothing and were not changed lately.
 */
export async function scanFolder(tree: FileTree, folder: string, now: number) {
  // The manifest first: what another window lists meanwhile must not seem to be missing.
  const bytes = await tree.read(`${folder}/${manifestName}`);
  const listed = bytes === null ? null : parseManifest(bytes);
  const found = await tree.walk(folder);
  const byPath = new Map(found.map((entry) => [entry.name.slice(folder.length + 1), entry]));
  const files = (listed ?? []).filter(({ path, size }) => byPath.get(path)?.size === size);
  const kept = new Set([...files.map(({ path }) => path), ...(listed === null ? [] : [manifestName])]);
  const isOrphan = ([path, { modified }]: [string, FileEntry]) => !kept.has(path) && now - modified >= abandonedMs;
  return { files, listed: listed ?? [], orphans: [...byPath].filter(isOrphan).map(([, { name }]) => name) };
}
