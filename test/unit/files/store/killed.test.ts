import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { exportConversation } from '../../../../src/files/archive/archive.ts';
import { nodeFileTree } from '../../../../src/vscode/host/platform/nodeFiles.ts';
import { checkedText, importedConversation, isWhole } from '../../../support/contextFiles/busyContextFiles.ts';
import { openContextFiles, wholeText } from '../../../support/contextFiles/contextFilesStore.ts';
import { ManualClock } from '../../../support/manualClock.ts';
import { bundleProgram } from '../../../support/running/bundledProgram.ts';
import { runs } from '../../../support/runs.ts';

const kills = runs(20);
/** Number of processes at once, each with a folder of its own. */
const lanes = 2;
/** The latest moment of a kill: after that many things done, and ms later. */
const latest = { deeds: 2, ms: 20 };

let folder: string;
let program: string;
let archive: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'live-context-killed-'));
  program = join(folder, 'busy.mjs');
  archive = join(folder, 'archive.zip');
  await bundleProgram(new URL('../../../support/contextFiles/busyContextFiles.ts', import.meta.url), program);
  const files = openContextFiles(nodeFileTree(join(folder, 'origin')), new ManualClock(Date.now()));
  for (let index = 0; index < 8; index++)
    await files.save(
      { conversationId: importedConversation, source: 'summary', hint: `number ${index}` },
      checkedText(`summary ${index}\n`.repeat(1_000)),
    );
  writeFileSync(archive, (await exportConversation(files, importedConversation)).archive);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Lets the process work on a folder and kills it some time after it has done a number of things. */
async function workAndKill(root: string, seed: number, deeds: number, ms: number): Promise<void> {
  const child = spawn(process.execPath, [program, root, archive, String(seed)], { stdio: ['ignore', 'pipe', 'pipe'] });
  let complaint = '';
  child.stderr.on('data', (data) => {
    complaint += data;
  });
  const exit = once(child, 'exit');
  let done = 0;
  const enough = new Promise<void>((resolve) => {
    child.stdout.on('data', (dots: Buffer) => {
      done += dots.length;
      if (done >= deeds) resolve();
    });
  });
  await Promise.race([enough, exit]);
  await new Promise((resolve) => setTimeout(resolve, ms));
  child.kill('SIGKILL');
  expect(await exit, complaint).toEqual([null, 'SIGKILL']);
}

/** Opens the store as the next start does; gives how many files are listed, all of them whole. */
async function checkWhole(root: string): Promise<number> {
  const files = openContextFiles(nodeFileTree(root), new ManualClock(Date.now()));
  let listed = 0;
  const expected: string[] = [];
  for (const { conversationId } of await files.usage()) {
    for (const { path, size } of await files.stored(conversationId)) if (size !== undefined) expected.push(path);
    for (const { id, byteSize } of await files.list(conversationId, undefined, 1_000)) {
      const text = await wholeText(files, conversationId, id, 65_536);
      expect(isWhole(text), id).toBe(true);
      if (byteSize !== undefined) expect(Buffer.byteLength(text)).toBe(byteSize);
      listed++;
    }
  }
  return listed;
}

/** Every file that is there after a later start is a manifest or a listed file. */
async function checkNothingElse(root: string): Promise<void> {
  const files = openContextFiles(nodeFileTree(root), new ManualClock(Date.now() + 3_600_000));
  const listed = new Set<string>();
  for (const { conversationId } of await files.usage())
    for (const { path, size } of await files.stored(conversationId)) if (size !== undefined) listed.add(path);
  const there = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== 'manifest.json')
    .map((entry) => entry.name);
  expect(there.sort()).toEqual([...listed].map((path) => path.slice(path.lastIndexOf('/') + 1)).sort());
}

test(`killed ${kills} times at random moments while writing, deleting and importing: whole files or none`, async () => {
  let listed = 0;
  const lane = async (number: number) => {
    const root = join(folder, `lane${number}`);
    mkdirSync(root);
    for (let turn = 0; turn < kills / lanes; turn++) {
      const deeds = 1 + Math.floor(Math.random() * latest.deeds);
      await workAndKill(root, number * 1_000 + turn, deeds, Math.random() * latest.ms);
      listed += await checkWhole(root);
      await checkNothingElse(root);
    }
  };
  const ends = await Promise.allSettled(Array.from({ length: lanes }, (_, number) => lane(number)));
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
  // The processes did get to do something.
  expect(listed).toBeGreaterThan(kills / 2);
});
