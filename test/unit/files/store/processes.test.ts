import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { nodeFileTree } from '../../../../src/vscode/host/platform/nodeFiles.ts';
import { openContextFiles } from '../../../support/contextFiles/contextFilesStore.ts';
import { ManualClock } from '../../../support/manualClock.ts';
import { bundleProgram } from '../../../support/running/bundledProgram.ts';

/** Saves in all; more in a long run. */
const saves = 100 * Number(process.env['LIVE_CONTEXT_RUNS'] ?? 1);
/** Then a new folder is taken: with twice as many by those that are killed, they are fewer than the 5,000 that a conversation keeps. */
const savesOfFolder = 1_500;
let folder: string;
let program: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'live-context-processes-'));
  program = join(folder, 'saving.mjs');
  await bundleProgram(new URL('../../../support/contextFiles/savingContextFiles.ts', import.meta.url), program);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }), 120_000);

/** The ids that a process told to be kept; it may be killed after so many. */
async function saved(
  root: string,
  count: number,
  label: string,
  killAfter = Number.POSITIVE_INFINITY,
): Promise<string[]> {
  const child = spawn(process.execPath, [program, root, String(count), label], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (data) => {
    output += data;
    if (output.split('\n').length > killAfter) child.kill('SIGKILL');
  });
  await once(child, 'close');
  return output.split('\n').slice(0, -1);
}

test('two processes that write one store at once lose nothing, though others are killed among them', {
  timeout: 60_000 + saves * 500,
}, async () => {
  let kills = 0;
  for (let done = 0; done < saves; done += savesOfFolder) {
    const root = join(folder, `store ${done}`);
    const each = Math.ceil(Math.min(saves - done, savesOfFolder) / 2);
    let areDone = false;
    const writers = Promise.all([saved(root, each, 'one'), saved(root, each, 'two')]).finally(() => {
      areDone = true;
    });
    const killed: string[] = [];
    while (!areDone && killed.length < 2 * savesOfFolder) {
      killed.push(...(await saved(root, each, 'killed', 1 + (kills % 20))));
      kills++;
    }
    const told = await writers;
    const files = openContextFiles(nodeFileTree(root), new ManualClock(Date.now()));
    const listed = new Set((await files.stored('shared')).map(({ id }) => id));
    expect(told.map((ids) => ids.length)).toEqual([each, each]);
    expect([...told.flat(), ...killed].filter((id) => !listed.has(id))).toEqual([]);
  }
  expect(kills).toBeGreaterThan(0);
  if (saves > 100) console.log(`${saves} saves, ${kills} kills`);
});
