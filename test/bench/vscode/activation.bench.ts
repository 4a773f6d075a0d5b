import { stat } from 'node:fs/promises';
import { ensureBrowser } from '../../support/vscode/browser.ts';
import { packExtension } from '../../support/vscode/packedExtension.ts';
import { productVsix, startServer } from '../../support/vscode/server.ts';
import { openWorkbench, type Workbench } from '../../support/vscode/workbench.ts';
import { type BenchRow, printRows, quantile, ratioRow, valueRow } from '../benchRow.ts';
import { quietAndLoaded } from './load.ts';

const OURS = 'live-context.live-context';
const GIT = 'vscode.git';
const WINDOWS = 9;

/** How long the extension keeps a window's start, beside the built-in Git extension in the same windows, and what it takes on disk. */
export async function run(): Promise<BenchRow[]> {
  await packExtension();
  await ensureBrowser(console.log);
  return [...(await quietAndLoaded(activationRows)).flat(), await sizeRow()];
}

/** The milliseconds that VS Code itself tells of a start. */
interface Activation {
  readonly load: number;
  readonly call: number;
  /** Until the promise of `activate` was settled. */
  readonly finish: number;
}

interface Start {
  readonly ours: Activation;
  readonly git: Activation;
  /** From our activation until the open documents are followed, ms. */
  readonly ready: number;
}

/** The first window, which compiles everything, is not counted. */
async function activationRows(beside: string): Promise<BenchRow[]> {
  const server = await startServer({ git: true });
  try {
    const workbench = await openWorkbench(server);
    const windows: Start[] = [];
    for (let i = 0; i <= WINDOWS; i++) {
      const ready = await readyOf(workbench);
      const started = { ours: await activationOf(workbench, OURS), git: await activationOf(workbench, GIT), ready };
      if (i > 0) windows.push(started);
      // What was compiled is stored ten seconds after a start.
      if (i === 0) await workbench.page.waitForTimeout(12_000);
      if (i < WINDOWS) await workbench.reload();
    }
    await workbench.close();
    const median = (of: (window: (typeof windows)[number]) => number) => quantile(windows.map(of), 0.5);
    const parts = `load ${median(({ ours }) => ours.load)}, call ${median(({ ours }) => ours.call)}, wait ${median(({ ours }) => ours.finish)} ms`;
    const peer = { name: 'built-in Git', ms: median(({ git }) => wholeOf(git)) };
    return [
      ratioRow(
        `activation (${parts})${beside}, medians of ${WINDOWS} windows`,
        median(({ ours }) => wholeOf(ours)),
        peer,
        3.33,
        6.67,
      ),
      ratioRow(
        `ready: from the activation until the open documents are followed${beside}`,
        median(({ ready }) => ready),
        peer,
        1,
        1.43,
      ),
    ];
  } finally {
    await server.stop();
  }
}

function wholeOf({ load, call, finish }: Activation): number {
  return load + call + finish;
}

async function readyOf({ probe, page }: Workbench): Promise<number> {
  for (;;) {
    const ms = await probe.run(() => performance.getEntriesByName('live-context ready')[0]?.duration ?? null);
    if (ms !== null) return ms;
    await page.waitForTimeout(100);
  }
}

/** What "Developer: Startup Performance" says, once the extension has become active by itself. */
async function activationOf({ probe, page }: Workbench, id: string): Promise<Activation> {
  while (!(await probe.run((api, one) => api.extensions.getExtension(one)?.isActive ?? false, id)))
    await page.waitForTimeout(200);
  await probe.run((api) => api.commands.executeCommand('perfview.show'));
  for (;;) {
    const table = await probe.run(
      (api) => api.workspace.textDocuments.find(({ uri }) => uri.scheme === 'perf')?.getText() ?? '',
    );
    const cells = table
      .split('\n')
      .find((line) => line.includes(id))
      ?.split('|');
    const [load = NaN, call = NaN, finish = NaN] = (cells ?? []).slice(3, 6).map(Number);
    if (Number.isFinite(load + call + finish)) return { load, call, finish };
    await page.waitForTimeout(200);
  }
}

async function sizeRow(): Promise<BenchRow> {
  return valueRow('VSIX', (await stat(productVsix)).size / 1024 / 1024, 'MB', 1.8, 1.5);
}

if (import.meta.main) printRows(await run());
