import { spawn } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { AgentHome, AgentWindow, newFolder } from '../../support/mcp/window.ts';
import { type BenchRow, quantile, valueRow } from '../benchRow.ts';

// How long an agent waits for its hook: a program that starts, finds the window, asks it and writes what it says.

const times = 60;

/** How long a program of Node's takes from its start to its end, ms. */
function timed(args: readonly string[], home: string, input: object): Promise<number> {
  const start = performance.now();
  const env = { PATH: process.env['PATH'] ?? '', LIVE_CONTEXT_HOME: home };
  const child = spawn(process.execPath, [...args], { env, stdio: ['pipe', 'ignore', 'ignore'] });
  child.stdin.on('error', () => {});
  child.stdin.end(JSON.stringify(input));
  return new Promise((resolve) => child.on('close', () => resolve(performance.now() - start)));
}

async function percentile95(attempt: () => Promise<number>): Promise<number> {
  const taken: number[] = [];
  for (let time = 0; time < times; time++) taken.push(await attempt());
  return quantile(taken, 0.95);
}

export async function run(): Promise<BenchRow[]> {
  const home = await AgentHome.open();
  const folder = await newFolder(home, 'timed');
  const path = join(folder, 'src', 'a.ts');
  await mkdir(join(folder, 'src'));
  await writeFile(path, '');
  const window = await AgentWindow.open(home, folder);
  try {
    const document = pathToFileURL(path).href;
    window.workspace.openDocument(document, 'const a = 1;\n'.repeat(1_000), 'typescript');
    const turn = (cwd: string) => timed([home.hook, 'claude'], home.path, { hook_event_name: 'UserPromptSubmit', cwd });
    const bare = await percentile95(() => timed(['-e', '0'], home.path, {}));
    const asked = await percentile95(() => {
      window.workspace.type(document, 0, 'x');
      return turn(folder);
    });
    const alone = await percentile95(() => turn('/'));
    const peer = `a program of Node's that does nothing ${bare.toFixed(0)} ms`;
    return [
      valueRow('a hook with a window, 95 of 100 within', asked, 'ms', 150, 100, peer),
      valueRow('a hook without a window, 95 of 100 within', alone, 'ms', 300, 100, peer),
    ];
  } finally {
    await window.close();
    await home.remove();
  }
}
