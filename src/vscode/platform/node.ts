import { createHash } from 'node:crypto';
import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs';
import * as fs from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as vscode from 'vscode';
import { type FileSystem, FileSystemError } from '../../base/fileSystem.ts';
import type { LogFile, Platform } from './platform.ts';
import { claimFolder } from './windowFolder.ts';

/** A log is moved aside when it is longer, bytes. */
const maxLogBytes = 5 * 1024 * 1024;

/** Node's own files: they still write while the editor shuts down. */
export const nodePlatform: Platform = {
  sha256: (text) => createHash('sha256').update(text, 'utf8').digest('hex'),
  files: (root) => nodeFileSystem(root.fsPath),
  async storage({ storageUri, globalStorageUri }) {
    if (storageUri !== undefined) return { uri: storageUri, dispose: () => {} };
    const { path, dispose } = await claimFolder(globalStorageUri.fsPath);
    return { uri: vscode.Uri.file(path), dispose };
  },
  logFile: (root, name) => nodeLogFile(join(root.fsPath, name)),
};

/** Files below a folder, written atomically. */
function nodeFileSystem(root: string): FileSystem {
  const at = (name: string) => join(root, name);
  return {
    read: (name) => settled(async () => await fs.readFile(at(name)), null),
    write: (name, bytes) => settled(() => replaceFile(at(name), bytes)),
    append: (name, bytes) => settled(() => withFolder(at(name), () => fs.appendFile(at(name), bytes))),
    remove: (name) => settled(() => fs.rm(at(name), { force: true })),
    rename: (from, to) => settled(() => withFolder(at(to), () => fs.rename(at(from), at(to)))),
    list: (folder) => settled(() => listFolder(at(folder)), []),
  };
}

async function settled<T>(operation: () => Promise<T>, missing?: T): Promise<T> {
  try {
    return await operation();
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    if (code === 'ENOENT' && missing !== undefined) return missing;
    const kind =
      code === 'ENOSPC' || code === 'EDQUOT'
        ? 'full'
        : ['EACCES', 'EPERM', 'EROFS'].includes(code)
          ? 'denied'
          : 'other';
    throw new FileSystemError(kind, `A file operation failed: ${code}`);
  }
}

async function withFolder(path: string, operation: () => Promise<void>): Promise<void> {
  await fs.mkdir(dirname(path), { recursive: true });
  await operation();
}

/** Temporary file, fsync, rename, fsync of the folder: a kill at any moment leaves the old file or the new one. */
async function replaceFile(path: string, bytes: Uint8Array): Promise<void> {
  await fs.mkdir(dirname(path), { recursive: true });
  const temporary = `${path}.${process.pid}.tmp`;
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

/** Not every platform lets a folder be opened; then the rename has to do. */
async function syncFolder(path: string): Promise<void> {
  try {
    const folder = await fs.open(path, 'r');
    await folder.sync().finally(() => folder.close());
  } catch {
    // Windows.
  }
}

async function listFolder(path: string) {
  const names = await fs.readdir(path, { withFileTypes: true });
  const files = names.filter((entry) => entry.isFile());
  return Promise.all(
    files.map(async ({ name }) => {
      const { size, mtimeMs } = await fs.stat(join(path, name));
      return { name, size, modified: mtimeMs };
    }),
  );
}

/** A failing log must not disturb anything: the line is lost, the next one may find room again. */
function nodeLogFile(path: string): LogFile {
  return {
    write(line) {
      try {
        mkdirSync(dirname(path), { recursive: true });
        appendFileSync(path, `${line}\n`);
        if (statSync(path).size > maxLogBytes) renameSync(path, `${path}.old`);
      } catch {
        // Nothing to tell it to.
      }
    },
    dispose() {},
  };
}
