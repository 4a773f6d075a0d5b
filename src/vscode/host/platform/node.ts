import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import * as vscode from 'vscode';
import type { Commit } from '../../../base/ports/commits.ts';
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

const gitMs = 5_000;
const gitOutputBytes = 16 * 1024 * 1024;

/** No program that a repository's configuration names is run. */
const gitOptions = ['-c', 'core.fsmonitor=false', '-c', 'core.quotePath=false', '-c', 'log.showSignature=false'];

/** The files of the newest commits of a folder's repository, as paths in it. Never rejects. */
function gitCommits(program: string, folder: string, most: number): Promise<readonly Commit[]> {
  const what = ['--no-merges', '--no-renames', '--name-only', '--relative', `--max-count=${most}`, '--format=%x01'];
  const args = ['--no-optional-locks', ...gitOptions, 'log', ...what, 'HEAD', '--', '.'];
  const limits = { cwd: folder, timeout: gitMs, maxBuffer: gitOutputBytes, windowsHide: true } as const;
  return new Promise((resolve) => {
    execFile(program, args, limits, (error, output) => resolve(error === null ? commitsIn(output) : []));
  });
}

function commitsIn(log: string): readonly Commit[] {
  const entries = log.split('\x01').slice(1);
  return entries.map((entry) => ({ files: entry.split('\n').filter((path) => path !== '') }));
}
