import type { FileEntry, FileSystem } from '../../base/ports/fileSystem.ts';

/** The files of the history store: the index and one a document; aside of them what turned out to be damaged. */
export const historyFolder = 'history';
export const damagedFolder = `${historyFolder}/damaged`;

/** How long stored histories are kept, and how large they may be together; the damaged ones apart. */
const retentionMs = 30 * 24 * 60 * 60 * 1000;
const historyCapBytes = 128 * 1024 * 1024;
const damagedCapBytes = 16 * 1024 * 1024;
/** What no index knows, or a temporary file, belongs at this age to a process that was killed while it wrote. */
const abandonedHistoryMs = 10 * 60 * 1000;

/** The id that a document has after a file or folder was renamed; null when it is not that or in it. Ids are URIs. */
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
 * Removes the histories that are too old or beyond the cap, oldest first, and what was abandoned, but nothing that is in use. `known`
 * are the files that the index knows. Returns those of them that were removed.
 */
export async function prune(
  files: FileSystem,
  now: number,
  known: ReadonlySet<string>,
  inUse: ReadonlySet<string>,
): Promise<Set<string>> {
  const entries = await files.list(historyFolder);
  const histories: FileEntry[] = [];
  for (const entry of entries) {
    const name = `${historyFolder}/${entry.name}`;
    if (known.has(name) || inUse.has(name)) histories.push({ ...entry, name });
    else if (/\.(jsonl|tmp)$/.test(name) && now - entry.modified > abandonedHistoryMs) await remove(files, name);
  }
  const removed = await pruneOldest(files, histories, now, historyCapBytes, inUse);
  const damaged = (await files.list(damagedFolder)).map((entry) => ({
    ...entry,
    name: `${damagedFolder}/${entry.name}`,
  }));
  await pruneOldest(files, damaged, now, damagedCapBytes, new Set());
  return removed;
}

async function pruneOldest(
  files: FileSystem,
  entries: readonly FileEntry[],
  now: number,
  cap: number,
  inUse: ReadonlySet<string>,
): Promise<Set<string>> {
  const used = ({ name }: FileEntry) => Number(inUse.has(name));
  const removed = new Set<string>();
  let total = 0;
  for (const entry of [...entries].sort((a, b) => used(b) - used(a) || b.modified - a.modified)) {
    total += entry.size;
    if (inUse.has(entry.name) || (total <= cap && now - entry.modified <= retentionMs)) continue;
    await remove(files, entry.name);
    removed.add(entry.name);
  }
  return removed;
}

/** What cannot be removed now is tried again the next time. */
async function remove(files: FileSystem, name: string): Promise<void> {
  await files.remove(name).catch(() => {});
}
