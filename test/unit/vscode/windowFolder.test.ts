import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Disposable } from '../../../src/base/disposable.ts';
import { processMark } from '../../../src/vscode/host/platform/processMark.ts';
import { claimFolder } from '../../../src/vscode/host/platform/windowFolder.ts';

let root: string;
const claimed: Disposable[] = [];

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'lc-'));
});

afterEach(async () => {
  for (const folder of claimed.splice(0)) folder.dispose();
  await rm(root, { recursive: true, force: true, maxRetries: 5 });
});

async function claim(): Promise<string> {
  const folder = await claimFolder(root);
  claimed.push(folder);
  return basename(folder.path);
}

/** A lock as a process that has ended leaves it. */
async function leaveLock(name: string, pid: number): Promise<void> {
  await mkdir(join(root, name));
  await writeFile(join(root, name, 'lock'), processMark.replace(/^\d+/, String(pid)));
}

test('windows that start at once have a folder each', async () => {
  const folders = await Promise.all(Array.from({ length: 8 }, claim));
  expect(new Set(folders).size).toBe(8);
});

test('the folder of a window that was closed or killed goes to the next one', async () => {
  expect(await claim()).toBe('window0');
  expect(await claim()).toBe('window1');
  claimed.shift()?.dispose();
  expect(await claim()).toBe('window0');
  await leaveLock('window2', spawnSync(process.execPath, ['--version']).pid);
  expect(await claim()).toBe('window2');
});
