import { setTimeout } from 'node:timers/promises';
import { ensureBrowser } from '../../support/vscode/browser.ts';
import { startProfile, stopProfile } from '../../support/vscode/ownWork.ts';
import { packExtension } from '../../support/vscode/packedExtension.ts';
import { startServer } from '../../support/vscode/server.ts';
import { ShownView } from '../../support/vscode/shownView.ts';
import { openWorkbench } from '../../support/vscode/workbench.ts';
import { type BenchRow, formatMs, printRows, quantile, valueRow } from '../benchRow.ts';
import { quietAndLoaded } from './load.ts';

const ROUNDS = 5;
const ROUND_MS = 10_000;
/** Until language servers, searches and what was put off are through, ms. */
const SETTLED_MS = 20_000;

/**
 * What Live Context takes of the memory, and of the processor while nobody does anything, with a file and the view open. VS Code itself is never quite at
 * rest: while it runs on a server it looks every two seconds for ports to forward, which takes as long as the machine has processes.
 * So the same window is measured without Live Context, too.
 */
export async function run(): Promise<BenchRow[]> {
  await packExtension();
  await ensureBrowser(console.log);
  return (await quietAndLoaded(rowsAtRest)).flat();
}

async function rowsAtRest(beside: string): Promise<BenchRow[]> {
  // At the same time: what the machine does beside is the same for both.
  const [{ rounds, own, memory }, without] = await Promise.all([atRest(true), atRest(false)]);
  const [median, alone] = [quantile(rounds, 0.5), quantile(without.rounds, 0.5)];
  const seconds = ROUND_MS / 1_000;
  const each = `${formatMs(median)} against ${formatMs(alone)}, medians of ${ROUNDS}`;
  const both = `${memory.toFixed(1)} against ${without.memory.toFixed(1)} MiB`;
  return [
    valueRow(
      `at rest, view open${beside}: Live Context's code in the extension host in ${seconds} s, by CPU profile`,
      ...([own, 'ms', 10, 1] as const),
    ),
    valueRow(
      `at rest, view open${beside}: processor time of the extension host in ${seconds} s, with Live Context less without`,
      ...([median - alone, 'ms', 100, 50, each] as const),
    ),
    valueRow(
      `at rest, view open${beside}: heap and buffers of the extension host, with Live Context less without`,
      ...([memory - without.memory, 'MiB', 40, 20, both] as const),
    ),
  ];
}

/** The processor time of the extension host in each round, ms, its memory, and what the extension's code took in one more round, ms. */
async function atRest(product: boolean) {
  const server = await startServer({ git: true, product });
  try {
    const workbench = await openWorkbench(server);
    await workbench.openFile('src/guestbook.ts');
    if (product) {
      const view = await ShownView.open(workbench);
      await view.showsFile('guestbook.ts');
    }
    await setTimeout(SETTLED_MS);
    const rounds: number[] = [];
    for (let round = 0; round < ROUNDS; round++) rounds.push(await workbench.probe.run(processorTime, ROUND_MS));
    const memory = await workbench.probe.run(usedMemory);
    await startProfile(workbench.probe);
    await setTimeout(ROUND_MS);
    const own = await stopProfile(workbench.probe);
    await workbench.close();
    return { rounds, own, memory };
  } finally {
    await server.stop();
  }
}

function usedMemory(): number {
  process.getBuiltinModule('node:v8').setFlagsFromString('--expose-gc');
  process.getBuiltinModule('node:vm').runInNewContext('gc()');
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 2 ** 20;
}

/** Of this process within so many ms, in ms. */
async function processorTime(_: unknown, withinMs: number): Promise<number> {
  const before = process.cpuUsage();
  await new Promise((settle) => globalThis.setTimeout(settle, withinMs));
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

if (import.meta.main) printRows(await run());
