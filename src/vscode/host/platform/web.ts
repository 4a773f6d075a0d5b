import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import * as vscode from 'vscode';
import { type FileEntry, type FileSystem, FileSystemError, type FileTree } from '../../../base/ports/fileSystem.ts';
import { joinBytes } from '../../../base/utf8.ts';
import { statOf } from '../openDocument.ts';
import type { Platform } from './platform.ts';

/** The browser: the editor's own file systems, which write whole files only. */
export const webPlatform: Platform = {
  sha256: (text) => bytesToHex(sha256(utf8ToBytes(text))),
  hasher() {
    const hash = sha256.create();
    return { update: (bytes) => void hash.update(bytes), hex: () => bytesToHex(hash.digest()) };
  },
  files: virtualFileSystem,
  tree: virtualFileTree,
  storage: async ({ storageUri, globalStorageUri }) => ({
    uri: storageUri ?? globalStorageUri,
    dispose: () => {},
  }),
  realPath: async () => null,
  owner: async () => null,
  search: () => null,
  commits: async () => [],
};

function virtualFileSystem(root: vscode.Uri): FileSystem {
  const { fs } = vscode.workspace;
  const at = (name: string) => vscode.Uri.joinPath(root, name);
  const read = async (name: string) => await settled(() => fs.readFile(at(name)), null);
  return {
    read,
    write: (name, bytes) => settled(() => fs.writeFile(at(name), bytes)),
    async append(name, bytes) {
      const old = (await read(name)) ?? new Uint8Array();
      await settled(() => fs.writeFile(at(name), joinBytes([old, bytes])));
    },
    remove: (name) => settled(() => fs.delete(at(name)), undefined),
    rename: (from, to) => settled(() => fs.rename(at(from), at(to), { overwrite: true })),
    list: (folder) => virtualFiles(at(folder), '', false),
  };
}

/** The files of a folder, and of those below it if wanted. */
async function virtualFiles(folder: vscode.Uri, prefix: string, isDeep: boolean): Promise<FileEntry[]> {
  const entries = await settled(() => vscode.workspace.fs.readDirectory(folder), []);
  const found = entries.map(async ([entry, type]): Promise<FileEntry[]> => {
    const [at, name] = [vscode.Uri.joinPath(folder, entry), prefix + entry];
    if (isDeep && type === vscode.FileType.Directory) return virtualFiles(at, `${name}/`, true);
    // A file may vanish meanwhile; that is no reason to see none.
    const stat = type === vscode.FileType.File ? await statOf(at) : null;
    return stat === null ? [] : [{ name, size: stat.size, modified: stat.mtime }];
  });
  return (await Promise.all(found)).flat();
}

/** The editor tells links apart only where its file system does; the browser has no links. */
function virtualFileTree(root: vscode.Uri): FileTree {
  const { fs } = vscode.workspace;
  const files = virtualFileSystem(root);
  return {
    ...files,
    // The editor cannot do it in one; a browser's windows seldom share a folder.
    async create(name) {
      if ((await files.read(name)) !== null) return false;
      await files.write(name, new Uint8Array());
      return true;
    },
    makerOf: async () => 'unknown',
    walk: (folder) => virtualFiles(vscode.Uri.joinPath(root, folder), `${folder}/`, true),
    readRange: async (name, start, length) => (await files.read(name))?.subarray(start, start + length) ?? null,
    removeFolder: (folder) =>
      settled(() => fs.delete(vscode.Uri.joinPath(root, folder), { recursive: true }), undefined),
  };
}

async function settled<T>(operation: () => Thenable<T>, ...missing: [T?]): Promise<T> {
  try {
    return await operation();
  } catch (error) {
    const code = error instanceof vscode.FileSystemError ? error.code : 'unknown';
    if (code === 'FileNotFound' && missing.length > 0) return missing[0] as T;
    throw new FileSystemError(code === 'NoPermissions' ? 'denied' : 'other', `A file operation failed: ${code}`);
  }
}
