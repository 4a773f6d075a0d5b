import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
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
  ['of a process that runs is waited for, a minute at most', 60_000, () => processMark],
  ['of another machine is waited for, ten seconds at most', 10_000, () => '1 another-machine'],
  ['that says nothing yet is waited for, ten seconds at most', 10_000, () => ''],
])('a lock %s', async (_name, most, mark) => {
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
  await wait(most / 2);
  expect(entered).toBe(false);
  await wait(most / 2 + 1_000);
  await entering;
});

test('a lock that an earlier process of the same id left holds nobody up', async () => {
  await leaveLock(processMark.replace(/\d+$/, '1'));
  await withFileLock(nodeFileTree(root), 'store/lock', new ManualClock(Date.now()), async () => {});
});

test('a process that slept just after it had the lock knows that another one has taken it', async () => {
  const tree = nodeFileTree(root);
  const other = processMark.replace(/^\d+/, String(process.ppid));
  const create = async (name: string) => {
    const isMade = await tree.create(name);
    await leaveLock(other);
    return isMade;
  };
  const slept = withFileLock({ ...tree, create }, 'store/lock', new ManualClock(Date.now()), (assertHeld) =>
    assertHeld(),
  );
  await expect(slept).rejects.toMatchObject({ kind: 'taken' });
  expect(await readFile(join(root, 'store/lock'), 'utf8')).toBe(other);
});
