import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import * as vscode from 'vscode';
import { gitCommits } from './gitLog.ts';
import { nodeFileSystem, nodeFileTree, realPath } from './nodeFiles.ts';
import type { Platform } from './platform.ts';
import { ripgrep, ripgrepPlaces } from './ripgrep.ts';
import { claimFolder } from './windowFolder.ts';

/** Node's own files: they still write while the editor shuts down. */
export const nodePlatform: Platform = {
  sha256: (text) => createHash('sha256').update(text, 'utf8').digest('hex'),
  hasher() {
    const hash = createHash('sha256');
    return { update: (bytes) => void hash.update(bytes), hex: () => hash.digest('hex') };
  },
  files: (root) => nodeFileSystem(root.fsPath),
  tree: (root) => nodeFileTree(root.fsPath),
  async storage({ storageUri, globalStorageUri }) {
    if (storageUri !== undefined) return { uri: storageUri, dispose: () => {} };
    const { path, dispose } = await claimFolder(globalStorageUri.fsPath);
    return { uri: vscode.Uri.file(path), dispose };
  },
  async realPath(uri) {
    const path = ['file', 'vscode-remote'].includes(uri.scheme) ? await realPath(uri.fsPath) : null;
    return path === null ? null : uri.with({ path: vscode.Uri.file(path).path });
  },
  async owner({ scheme, fsPath }) {
    const hasOwners = process.platform !== 'win32' && ['file', 'vscode-remote'].includes(scheme);
    return hasOwners ? (await stat(fsPath)).uid : null;
  },
  search: (root) => ripgrep(root.fsPath, ripgrepPlaces(vscode.env.appRoot)),
  commits: async (program, { scheme, fsPath }, most) =>
    ['file', 'vscode-remote'].includes(scheme) ? gitCommits(program, fsPath, most) : [],
};
