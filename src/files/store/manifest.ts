import * as z from 'zod';
import type { FileEntry, FileTree } from '../../base/fileSystem.ts';
import { decodeUtf8, encodeUtf8 } from '../../base/utf8.ts';
import { placeOf, type StoredFile, storedFileSchema } from './storedFile.ts';

export const manifestName = 'manifest.json';

/** What was changed more lately may belong to another window on the same folder, ms. */
const abandonedMs = 10 * 60 * 1000;

const manifestSchema = z.strictObject({ version: z.literal(1), files: z.array(z.unknown()).max(100_000) });

/** The files that a manifest's bytes list; an entry that is none is left out. Null when it is no manifest. */
export function parseManifest(bytes: Uint8Array): readonly StoredFile[] | null {
  const read = manifestSchema.safeParse(json(decodeUtf8(bytes)));
  if (!read.success) return null;
  const files = new Map<string, StoredFile>();
  for (const entry of read.data.files) {
    const file = storedFileSchema.safeParse(entry);
    if (file.success) files.set(file.data.id, file.data);
  }
  return [...files.values()];
}

export function manifestBytes(files: Iterable<StoredFile>): Uint8Array {
  return encodeUtf8(`${JSON.stringify({ version: 1, files: [...files] }, null, 1)}\n`);
}

/** What a conversation's folder holds. */
export interface FolderScan {
  /** Those that are there whole. */
  readonly files: readonly StoredFile[];
  /** The ids in the manifest; null without one that is whole. */
  readonly listed: ReadonlySet<string> | null;
  /** The names of files that belong to nothing and were not changed lately. */
  readonly orphans: readonly string[];
}

/**
 * The files that a manifest lists and that are there whole, or, when the manifest is missing or damaged, the files that lie where
 * files lie. Strays are left by a writing that was killed, or a deletion that did not get to its end.
 */
export async function scanFolder(
  tree: FileTree,
  folder: string,
  found: readonly FileEntry[],
  { now, retentionMs }: { readonly now: number; readonly retentionMs: number },
): Promise<FolderScan> {
  const byPath = new Map(found.map((entry) => [entry.name.slice(folder.length + 1), entry]));
  const bytes = byPath.has(manifestName) ? await tree.read(`${folder}/${manifestName}`) : null;
  const listed = bytes === null ? null : parseManifest(bytes);
  const files = (listed ?? rebuilt(byPath, retentionMs)).filter(
    ({ path, size }) => size === undefined || byPath.get(path)?.size === size,
  );
  const kept = new Set<string>(files.flatMap(({ path, size }) => (size === undefined ? [] : path)));
  if (listed !== null) kept.add(manifestName);
  const orphans = [...byPath].flatMap(([path, { name, modified }]) =>
    kept.has(path) || now - modified < abandonedMs ? [] : name,
  );
  return { files, listed: listed === null ? null : new Set(listed.map(({ id }) => id)), orphans };
}

/** The index as far as the names and times of the files tell it. */
function rebuilt(byPath: ReadonlyMap<string, FileEntry>, retentionMs: number): readonly StoredFile[] {
  const files = [...byPath].flatMap(([path, { size, modified }]): StoredFile[] => {
    const place = placeOf(path);
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

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
