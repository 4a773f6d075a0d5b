import { randomUUID } from 'node:crypto';
import type { Stats } from 'node:fs';
import * as fs from 'node:fs/promises';
import { basename, dirname, join, sep } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { codeOf } from '../../../base/codeOf.ts';
import { type FileEntry, type FileSystem, FileSystemError, type FileTree } from '../../../base/ports/fileSystem.ts';
import { makerOf, processMark } from './processMark.ts';

/** Files below a folder, written atomically. */
export function nodeFileSystem(root: string): FileSystem {
  const at = (name: string) => join(root, name);
  return {
    read: (name) => settled(async () => await fs.readFile(at(name)), null),
    write: (name, bytes) => settled(() => replaceBytes(at(name), bytes)),
    // Had a part been added already, another try would add it again.
    append: (name, bytes) =>
      settled(() => withFolder(at(name), () => fs.appendFile(at(name), bytes)), undefined, tooManyOpen),
    remove: (name) => settled(() => fs.rm(at(name), { force: true })),
    rename: (from, to) => settled(() => withFolder(at(to), () => fs.rename(at(from), at(to)))),
    list: (folder) => settled(() => filesIn(at(folder)), []),
  };
}

/** Files below a folder. Names that lead through a symbolic link are refused. */
export function nodeFileTree(root: string): FileTree {
  const files = nodeFileSystem(root);
  const at = (name: string) => join(root, name);
  const checked = async (...names: readonly string[]) => {
    for (const name of names) await settled(() => refuseLinks(root, name));
  };
  return {
    read: (name) => checked(name).then(() => files.read(name)),
    write: (name, bytes) => checked(name).then(() => files.write(name, bytes)),
    append: (name, bytes) => checked(name).then(() => files.append(name, bytes)),
    remove: (name) => checked(name).then(() => files.remove(name)),
    async rename(from, to) {
      await checked(from, to);
      await settled(() => withFolder(at(to), () => moveFlushed(at(from), at(to))));
    },
    list: (folder) => checked(folder).then(() => files.list(folder)),
    create: (name) => checked(name).then(() => settled(() => createFile(at(name)))),
    async makerOf(name) {
      await checked(name);
      const mark = await settled(async () => await fs.readFile(at(name), 'utf8'), null);
      return makerOf(mark ?? '');
    },
    readRange: (name, start, length) =>
      checked(name).then(() => settled(() => readPart(at(name), start, length), null)),
    walk: (folder) => checked(folder).then(() => settled(() => walkFolder(root, folder), [])),
    removeFolder: (folder) =>
      checked(folder).then(() => settled(() => fs.rm(at(folder), { recursive: true, force: true }))),
  };
}

/** Transient faults (too many open files, a scanner's lock), and the pauses before retries, ms. */
const passing = new Set(['EMFILE', 'ENFILE', 'EAGAIN', 'EBUSY', 'EINTR', 'EIO', 'ETIMEDOUT', 'ENOBUFS']);
const tooManyOpen = new Set(['EMFILE', 'ENFILE']);
const pauses = [5, 20, 80, 250];

/**
 * Runs a file operation, with retries on transient faults. Returns `missing` if the file does not
 * exist.
 */
async function settled<T>(operation: () => Promise<T>, missing?: T, retried = passing): Promise<T> {
  for (const pause of pauses) {
    try {
      return await operation();
    } catch (error) {
      if (!retried.has(codeOf(error) ?? '')) return failed(error, missing);
    }
    await setTimeout(pause);
  }
  return operation().catch((error) => failed(error, missing));
}

function failed<T>(error: unknown, missing: T | undefined): T {
  if (error instanceof FileSystemError) throw error;
  const code = codeOf(error) ?? 'unknown';
  if (code === 'ENOENT' && missing !== undefined) return missing;
  const isFull = code === 'ENOSPC' || code === 'EDQUOT';
  const kind = isFull ? 'full' : ['EACCES', 'EPERM', 'EROFS'].includes(code) ? 'denied' : 'other';
  throw new FileSystemError(kind, `A file operation failed: ${code}`);
}

/** Checks every folder of the path and the file itself. */
async function refuseLinks(root: string, name: string): Promise<void> {
  let path = root;
  for (const part of name.split('/')) {
    path += sep + part;
    try {
      if ((await fs.lstat(path)).isSymbolicLink())
        throw new FileSystemError('denied', 'A symbolic link stands in the storage folder');
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return;
      throw error;
    }
  }
}

async function withFolder(path: string, operation: () => Promise<void>): Promise<void> {
  await fs.mkdir(dirname(path), { recursive: true });
  await operation();
}

/**
 * Temporary file, fsync, rename, fsync of the folder: a kill at any moment leaves the old file or
 * the new one.
 */
async function replaceBytes(path: string, bytes: Uint8Array): Promise<void> {
  await fs.mkdir(dirname(path), { recursive: true });
  const temporary = `${path}.${randomUUID()}.tmp`;
  try {
    const file = await fs.open(temporary, 'w');
    try {
      await file.writeFile(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
    await fs.rename(temporary, path);
  } catch (error) {
    await fs.rm(temporary, { force: true }).catch(() => {});
    throw error;
  }
  await syncFolder(dirname(path));
}

/**
 * Only a file that this call has made is removed when its text cannot be written: any other is the
 * lock of another process.
 */
async function createFile(path: string): Promise<boolean> {
  await fs.mkdir(dirname(path), { recursive: true });
  let file: fs.FileHandle;
  try {
    file = await fs.open(path, 'wx');
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
  try {
    await file.writeFile(processMark).finally(() => file.close());
    return true;
  } catch (error) {
    // A full disk may have room for the file, but not for its text.
    await fs.rm(path, { force: true }).catch(() => {});
    throw error;
  }
}

async function moveFlushed(from: string, to: string): Promise<void> {
  const file = await fs.open(from, 'r+');
  await file.sync().finally(() => file.close());
  await fs.rename(from, to);
  await syncFolder(dirname(to));
}

/** Not every platform lets a folder be opened; then the rename has to do. */
async function syncFolder(path: string): Promise<void> {
  try {
    const folder = await fs.open(path, 'r');
    await folder.sync().finally(() => folder.close());
  } catch {
    // Windows.
  }
}

/** Null for a file that vanished meanwhile, which is no reason to see none of the others. */
async function statsOf(path: string): Promise<Stats | null> {
  try {
    return await fs.lstat(path);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  }
}

/** The files of a folder, without links; of those below it, too, if `below` leads on to them. */
async function filesIn(
  path: string,
  prefix = '',
  below?: (name: string) => Promise<FileEntry[]>,
): Promise<FileEntry[]> {
  const entries = await fs.readdir(path, { withFileTypes: true });
  const found = entries.map(async (entry): Promise<FileEntry[]> => {
    const name = prefix + entry.name;
    if (entry.isDirectory()) return below?.(name) ?? [];
    const facts = entry.isFile() ? await statsOf(join(path, entry.name)) : null;
    return facts === null ? [] : [{ name, size: facts.size, modified: facts.mtimeMs }];
  });
  return (await Promise.all(found)).flat();
}

function walkFolder(root: string, folder: string): Promise<FileEntry[]> {
  return filesIn(join(root, folder), `${folder}/`, (name) => walkFolder(root, name));
}

async function readPart(path: string, start: number, length: number): Promise<Uint8Array> {
  const file = await fs.open(path, 'r');
  try {
    const bytes = Buffer.allocUnsafeSlow(length);
    let filled = 0;
    while (filled < length) {
      const { bytesRead } = await file.read(bytes, filled, length - filled, start + filled);
      if (bytesRead === 0) break;
      filled += bytesRead;
    }
    return bytes.subarray(0, filled);
  } finally {
    await file.close();
  }
}

/**
 * See the port: `path` with its links followed as far as it exists; null for a link that leads
 * nowhere.
 */
export async function realPath(path: string): Promise<string | null> {
  const isThere = await fs.lstat(path).catch(() => null);
  if (isThere !== null) return fs.realpath(path).catch(() => null);
  const folder = dirname(path);
  const real = folder === path ? null : await realPath(folder);
  return real === null ? null : join(real, basename(path));
}
