import * as z from 'zod';
import { parseJson } from '../../base/json.ts';
import type { FileEntry, FileTree } from '../../base/ports/fileSystem.ts';
import { decodeUtf8, encodeUtf8 } from '../../base/utf8.ts';
import { parseFilePath, type StoredFile, storedFileSchema } from './storedFile.ts';

export const manifestName = 'manifest.json';
/** Folder of staged contents. */
export const stagingFolder = 'incoming';

/** Minimum age of remains, ms: newer ones may belong to another window on the same folder. */
export const abandonedMs = 10 * 60 * 1000;

const manifestSchema = z.lazy(() =>
  z.looseObject({ version: z.int().min(1), files: z.array(z.unknown()).max(100_000) }),
);

/** A manifest. Unknown entries and fields of a later version are preserved. */
export interface Manifest {
  readonly files: readonly StoredFile[];
  readonly unknownEntries: readonly unknown[];
  /** All but the files. */
  readonly fields: Readonly<Record<string, unknown>>;
}

export const emptyManifest: Manifest = { files: [], unknownEntries: [], fields: { version: 1 } };

/** Null when the bytes are no manifest. */
export function parseManifest(bytes: Uint8Array): Manifest | null {
  const read = manifestSchema.safeParse(parseJson(decodeUtf8(bytes)));
  if (!read.success) return null;
  const { files: entries, ...fields } = read.data;
  const files = new Map<string, StoredFile>();
  const unknownEntries: unknown[] = [];
  for (const entry of entries) {
    const file = storedFileSchema.safeParse(entry);
    if (file.success) files.set(file.data.id, file.data);
    else unknownEntries.push(entry);
  }
  return { files: [...files.values()], unknownEntries, fields };
}

export function manifestBytes({ files, unknownEntries, fields }: Manifest): Uint8Array {
  return encodeUtf8(`${JSON.stringify({ ...fields, files: [...files, ...unknownEntries] }, null, 1)}\n`);
}

/** Contents of a conversation's folder. */
export interface FolderScan {
  /** Those that are there whole. */
  readonly files: readonly StoredFile[];
  /** Null without one that is whole. */
  readonly manifest: Manifest | null;
  /** The names of files that belong to nothing and were not changed lately. */
  readonly orphans: readonly string[];
}

/**
 * Reads the files that a manifest lists and that are whole; without a valid manifest, the files
 * found by name. A killed writer and an unfinished deletion leave orphans.
 */
export async function scanFolder(
  tree: FileTree,
  folder: string,
  { now, retentionMs }: { readonly now: number; readonly retentionMs: number },
): Promise<FolderScan> {
  // The manifest first: what another window lists meanwhile must not seem to be missing.
  const bytes = await tree.read(`${folder}/${manifestName}`);
  const manifest = bytes === null ? null : parseManifest(bytes);
  const found = await tree.walk(folder);
  const byPath = new Map(found.map((entry) => [entry.name.slice(folder.length + 1), entry]));
  const files = (manifest?.files ?? rebuilt(byPath, retentionMs)).filter(
    ({ path, size }) => byPath.get(path)?.size === size,
  );
  const kept = new Set<string>(files.map(({ path }) => path));
  if (manifest !== null) kept.add(manifestName);
  // An entry that this version does not know may have any of them.
  const mayBeUnknown = manifest !== null && manifest.unknownEntries.length > 0;
  const orphans = [...byPath].flatMap(([path, { name, modified }]) =>
    kept.has(path) || now - modified < abandonedMs || (mayBeUnknown && !path.startsWith(`${stagingFolder}/`))
      ? []
      : name,
  );
  return { files, manifest, orphans };
}

/** The index as far as the names and times of the files tell it. */
function rebuilt(byPath: ReadonlyMap<string, FileEntry>, retentionMs: number): readonly StoredFile[] {
  const files = [...byPath].flatMap(([path, { size, modified }]): StoredFile[] => {
    const place = parseFilePath(path);
    const created = Math.round(modified);
    return place === null
      ? []
      : [
          {
            ...place,
            path,
            projectId: 'none',
            hint: `${place.source}, found again`,
            created,
            expires: created + retentionMs,
            size,
          },
        ];
  });
  return [...new Map(files.map((file) => [file.id, file])).values()];
}
