import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { processMark } from '../../../src/vscode/host/platform/processMark.ts';
import { claimFolder, takeFolder, type WindowFolder } from '../../../src/vscode/host/platform/windowFolder.ts';

let root: string;
const claimed: WindowFolder[] = [];

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

test('a lock that nobody touches any more is nobody’s, though its process number lives on', async () => {
  await leaveLock('window0', process.pid);
  expect(await claim()).toBe('window1');
  const old = new Date(Date.now() - 10 * 60_000);
  await utimes(join(root, 'window0', 'lock'), old, old);
  expect(await claim()).toBe('window0');
});

test('a window that slept finds its folder lost, and leaves the lock to the new holder', async () => {
  const slept = await claimFolder(root);
  const old = new Date(Date.now() - 10 * 60_000);
  await utimes(join(slept.path, 'lock'), old, old);
  const next = await claimFolder(root);
  expect(next.path).toBe(slept.path);
  expect([await slept.isOurs(), await next.isOurs()]).toEqual([false, true]);
  slept.dispose();
  expect(await next.isOurs()).toBe(true);
  next.dispose();
  expect(await claim()).toBe('window0');
});

test('the folder of a workspace is that of the window opened last', async () => {
  const before = await takeFolder(join(root, 'workspace'));
  expect(await before.isOurs()).toBe(true);
  const after = await takeFolder(join(root, 'workspace'));
  expect([await before.isOurs(), await after.isOurs()]).toEqual([false, true]);
  before.dispose();
  expect(await after.isOurs()).toBe(true);
  after.dispose();
});
