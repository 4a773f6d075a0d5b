import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { withFileLock } from '../../../src/base/fileLock.ts';
import { nodeFileTree } from '../../../src/vscode/host/platform/nodeFiles.ts';
import { processMark } from '../../../src/vscode/host/platform/processMark.ts';
import { ManualClock } from '../../support/manualClock.ts';

let root: string;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'lc-'));
});
afterEach(() => rm(root, { recursive: true, force: true }));

/** The lock of a process, as it leaves it when it is killed. */
async function leaveLock(mark: string): Promise<void> {
  await nodeFileTree(root).create('store/lock');
  await writeFile(join(root, 'store/lock'), mark);
}

test('the lock of a killed process holds nobody up, and one alone gets it', async () => {
  const { pid } = spawnSync(process.execPath, ['--version']);
  await leaveLock(processMark.replace(/^\d+/, String(pid)));
  let inside = 0;
  const enter = async () => {
    expect(++inside).toBe(1);
    await new Promise((resolve) => setTimeout(resolve, 2));
    inside--;
  };
  const after = (_ms: number, callback: () => void) => {
    const timer = setTimeout(callback, 1);
    return { dispose: () => clearTimeout(timer) };
  };
  const clock = { now: () => Date.now(), after };
  const start = performance.now();
  await Promise.all(Array.from({ length: 8 }, () => withFileLock(nodeFileTree(root), 'store/lock', clock, enter)));
  expect(performance.now() - start).toBeLessThan(5_000);
});

test.each([
  ['of a process that runs', () => processMark],
  ['of another machine', () => '1 another-machine'],
  ['that says nothing yet', () => ''],
])('a lock %s is waited for, ten seconds at most', async (_name, mark) => {
  await leaveLock(mark());
  const clock = new ManualClock(Date.now());
  let entered = false;
  const entering = withFileLock(nodeFileTree(root), 'store/lock', clock, async () => {
    entered = true;
  });
  const wait = async (ms: number) => {
    await new Promise((resolve) => setTimeout(resolve, 20));
    clock.advance(ms);
    await new Promise((resolve) => setTimeout(resolve, 20));
  };
  await wait(5_000);
  expect(entered).toBe(false);
  await wait(6_000);
  await entering;
});
