import type { FileEntry, FileSystem } from '../../base/fileSystem.ts';
import { decodeUtf8, encodeUtf8 } from '../../base/utf8.ts';

/** The files of the history store: one a document, the sequence, and aside of them what turned out to be damaged. */
export const historyFolder = 'history';
export const damagedFolder = `${historyFolder}/damaged`;
export const sequenceFile = `${historyFolder}/sequence`;
export const firstDeliveriesFile = `${historyFolder}/consumers`;

/** How long stored histories are kept, and how large they may be together; the damaged ones apart. */
const retentionMs = 30 * 24 * 60 * 60 * 1000;
const capBytes = 128 * 1024 * 1024;
const damagedCapBytes = 16 * 1024 * 1024;
/** A temporary file this old belongs to a process that was killed while it wrote. */
const abandonedMs = 10 * 60 * 1000;

/** The id that a document has after a file or folder was renamed; null when it is not that or in it. Ids are URIs. */
export function movedTo(documentId: string, from: string, to: string): string | null {
  const isInside = documentId === from || documentId.startsWith(`${from}/`);
  return isInside ? to + documentId.slice(from.length) : null;
}

/**
 * Removes what is too old, beyond the cap or abandoned, oldest first, but nothing that is in use; returns the names of the
 * histories that are left.
 */
export async function prune(
  files: FileSystem,
  now: number,
  inUse: ReadonlySet<string> = new Set(),
): Promise<Set<string>> {
  const left = await pruneFolder(files, historyFolder, now, capBytes, inUse);
  await pruneFolder(files, damagedFolder, now, damagedCapBytes, inUse);
  return new Set(left);
}

async function pruneFolder(
  files: FileSystem,
  folder: string,
  now: number,
  cap: number,
  inUse: ReadonlySet<string>,
): Promise<readonly string[]> {
  const used = ({ name }: FileEntry) => Number(inUse.has(`${folder}/${name}`));
  const entries = [...(await files.list(folder))].sort((a, b) => used(b) - used(a) || b.modified - a.modified);
  const left: string[] = [];
  let total = 0;
  for (const entry of entries) {
    const name = `${folder}/${entry.name}`;
    if (entry.name.endsWith('.jsonl')) {
      total += entry.size;
      if (inUse.has(name) || (total <= cap && now - entry.modified <= retentionMs)) left.push(name);
      else await removed(files, name);
    } else if (isAbandoned(entry, now)) await removed(files, name);
  }
  return left;
}

function isAbandoned({ name, modified }: FileEntry, now: number): boolean {
  return name.endsWith('.tmp') && now - modified > abandonedMs;
}

/** What cannot be removed now is tried again the next time. */
async function removed(files: FileSystem, name: string): Promise<void> {
  await files.remove(name).catch(() => {});
}

/** A small file that is written whole when its text has changed. */
export class SmallFile {
  readonly #files: FileSystem;
  readonly #name: string;
  #due: string | null = null;

  constructor(files: FileSystem, name: string) {
    this.#files = files;
    this.#name = name;
  }

  set(text: string): void {
    this.#due = text;
  }

  /** The text that was written; null when none was due. What fails stays due. */
  async write(): Promise<string | null> {
    const text = this.#due;
    if (text === null) return null;
    await this.#files.write(this.#name, encodeUtf8(text));
    if (this.#due === text) this.#due = null;
    return text;
  }
}

/** A small file's text; null when it is missing or cannot be read. */
export async function readText(files: FileSystem, name: string): Promise<string | null> {
  const bytes = await files.read(name).catch(() => null);
  return bytes === null ? null : decodeUtf8(bytes);
}

/** The first version number that no version has yet. Throws when the store cannot be read. */
export async function firstNumber(files: FileSystem, names: Iterable<string>): Promise<number> {
  const bytes = await files.read(sequenceFile);
  const number = bytes === null ? 0 : Number(decodeUtf8(bytes));
  return Number.isSafeInteger(number) && number > 0 ? number : (await highestNumber(files, names)) + 1;
}

/** The highest version number in any stored history, damaged or not: for when the sequence was lost. */
async function highestNumber(files: FileSystem, names: Iterable<string>): Promise<number> {
  let highest = 0;
  for (const name of names) {
    const bytes = (await files.read(name)) ?? new Uint8Array();
    for (const [, digits] of decodeUtf8(bytes).matchAll(/"number":(\d{1,15})\b/g))
      highest = Math.max(highest, Number(digits));
  }
  return highest;
}
