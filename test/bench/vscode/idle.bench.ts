import { setTimeout } from 'node:timers/promises';
import { ensureBrowser } from '../../support/vscode/browser.ts';
import { packExtension } from '../../support/vscode/packedExtension.ts';
import { startServer } from '../../support/vscode/server.ts';
import { ShownView } from '../../support/vscode/shownView.ts';
import { openWorkbench } from '../../support/vscode/workbench.ts';
import { type BenchRow, printRows, quantile, valueRow } from '../benchRow.ts';

const ROUNDS = 5;
const ROUND_MS = 10_000;
/** Until language servers, searches and what was put off are through, ms. */
const SETTLED_MS = 20_000;

/** What the whole extension host takes of the processor while nobody does anything, with a file and the view open. */
export async function run(): Promise<BenchRow[]> {
  await packExtension();
  await ensureBrowser(console.log);
  const server = await startServer({ git: true });
  try {
    const workbench = await openWorkbench(server);
    await workbench.openFile('src/guestbook.ts');
    const view = await ShownView.open(workbench);
    await view.showsFile('guestbook.ts');
    await setTimeout(SETTLED_MS);
    const rounds: number[] = [];
    for (let round = 0; round < ROUNDS; round++) rounds.push(await workbench.probe.run(processorTime, ROUND_MS));
    await workbench.close();
    return [
      valueRow(
        `extension host at rest, view open: processor time in ${ROUND_MS / 1_000} s, median of ${ROUNDS}`,
        ...([quantile(rounds, 0.5), 'ms', 100, 50, `all: ${rounds.map((ms) => ms.toFixed(0)).join(', ')} ms`] as const),
      ),
    ];
  } finally {
    await server.stop();
  }
}

/** Of this process within so many ms, in ms. */
async function processorTime(_: unknown, withinMs: number): Promise<number> {
  const before = process.cpuUsage();
  await new Promise((settle) => globalThis.setTimeout(settle, withinMs));
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

if (import.meta.main) printRows(await run());
