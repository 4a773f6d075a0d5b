import type { FileEntry, FileSystem } from '../../base/ports/fileSystem.ts';

/** The files of the history store: an index, a file a document, and a folder of damaged files. */
export const historyFolder = 'history';
export const damagedFolder = `${historyFolder}/damaged`;

/** Maximum age of stored histories, and maximum size of the intact and of the damaged ones. */
const retentionMs = 30 * 24 * 60 * 60 * 1000;
const historyCapBytes = 128 * 1024 * 1024;
const damagedCapBytes = 16 * 1024 * 1024;
/** A file that no index names, or a temporary one, was left by a killed process at this age. */
const abandonedHistoryMs = 10 * 60 * 1000;

/**
 * The id of a document after a file or folder was renamed; null if it is not affected. Ids are
 * URIs.
 */
export function movedTo(documentId: string, from: string, to: string): string | null {
  const isInside = documentId === from || documentId.startsWith(`${from}/`);
  return isInside ? to + documentId.slice(from.length) : null;
}

/** The names of the files in a folder of the store. Throws if it cannot be listed. */
export async function storedFiles(files: FileSystem, folder: string): Promise<readonly string[]> {
  return (await files.list(folder)).map(({ name }) => `${folder}/${name}`);
}

/** Moves a file that is damaged beside the others. */
export async function setAside(files: FileSystem, name: string): Promise<void> {
  await files.rename(name, `${damagedFolder}/${name.slice(historyFolder.length + 1)}`);
}

/**
 * Removes histories that are too old or beyond the cap, oldest first, and abandoned files, but
 * nothing else. `known` are the files that the index names. Returns those of them that were
 * removed.
 */
export async function prune(files: FileSystem, now: number, known: ReadonlySet<string>): Promise<Set<string>> {
  const entries = await files.list(historyFolder);
  const histories: FileEntry[] = [];
  for (const entry of entries) {
    const name = `${historyFolder}/${entry.name}`;
    if (known.has(name)) histories.push({ ...entry, name });
    else if (/\.(jsonl|tmp)$/.test(name) && now - entry.modified > abandonedHistoryMs) await remove(files, name);
  }
  const removed = await pruneOldest(files, histories, now, historyCapBytes);
  const damaged = (await files.list(damagedFolder)).map((entry) => ({
    ...entry,
    name: `${damagedFolder}/${entry.name}`,
  }));
  await pruneOldest(files, damaged, now, damagedCapBytes);
  return removed;
}

async function pruneOldest(
  files: FileSystem,
  entries: readonly FileEntry[],
  now: number,
  cap: number,
): Promise<Set<string>> {
  const removed = new Set<string>();
  let total = 0;
  for (const entry of [...entries].sort((a, b) => b.modified - a.modified)) {
    total += entry.size;
    if (total <= cap && now - entry.modified <= retentionMs) continue;
    await remove(files, entry.name);
    removed.add(entry.name);
  }
  return removed;
}

/** A file that cannot be removed now is removed the next time. */
async function remove(files: FileSystem, name: string): Promise<void> {
  await files.remove(name).catch(() => {});
}
