import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FrameLocator } from 'playwright-core';
import { root } from '../../support/running/toolchain.mjs';
import { ensureBrowser } from '../../support/vscode/browser.ts';
import { packExtension } from '../../support/vscode/packedExtension.ts';
import { startServer } from '../../support/vscode/server.ts';
import { ShownView } from '../../support/vscode/shownView.ts';
import { openWorkbench, type Workbench } from '../../support/vscode/workbench.ts';
import { type BenchRow, formatMs, printRows, quantile, valueRow } from '../benchRow.ts';
import { quietAndLoaded } from './load.ts';

const SWITCHES = 60;
const names = ['one.ts', 'other.ts'] as const;
const PLAIN = join(root, 'test/fixtures/plain-view-extension');

/**
 * How soon the open view is complete for another file, in a real VS Code: from its event of a switched editor to header, map and tree.
 * Beside it, at the same switches, a view that gets the file's name in one message and shows it: what VS Code itself needs.
 */
export async function run(): Promise<BenchRow[]> {
  await packExtension();
  await ensureBrowser(console.log);
  const server = await startServer({ git: true, extensions: [PLAIN] });
  try {
    for (const name of names)
      await writeFile(join(server.workspace, name), `export const ${name[1]} = 1;\n`.repeat(300));
    const workbench = await openWorkbench(server);
    const ours = await ShownView.open(workbench);
    await workbench.probe.run((api) => api.commands.executeCommand('plain.view.focus'));
    const plain = workbench.page.frameLocator('iframe.webview.ready[src*="extensionId=test-support.plain-view"]');
    const views = [ours.frame, plain.frameLocator('#active-frame')];
    const rows = await quietAndLoaded((beside) => rowOf(beside, workbench, views));
    await workbench.close();
    return rows;
  } finally {
    await server.stop();
  }
}

async function rowOf(beside: string, workbench: Workbench, views: readonly FrameLocator[]): Promise<BenchRow> {
  const times: number[][] = [];
  // The first two open the documents.
  for (let i = 0; i < SWITCHES + 2; i++) {
    const time = await switchTo(workbench, views, names[i % 2] ?? names[0]);
    if (i > 1) times.push(time);
  }
  const values = (view: number) => times.map((time) => time[view] ?? Number.NaN);
  const of = (view: number, q: number) => quantile(values(view), q);
  const what = `the view of a switched file is complete${beside}, p95 of ${SWITCHES}`;
  const peer = `a view that shows one message ${formatMs(of(1, 0.95))}; medians ${formatMs(of(0, 0.5))} and ${formatMs(of(1, 0.5))}`;
  const row = valueRow(what, of(0, 0.95), 'ms', 300, 150, peer);
  return { ...row, ratio: `${(of(1, 0.95) / of(0, 0.95)).toPrecision(3)}×` };
}

/** In ms, a view each. The pages look on before the switch: their answers would come later than what they draw. */
async function switchTo(workbench: Workbench, views: readonly FrameLocator[], name: string): Promise<number[]> {
  const shown = await Promise.all(
    views.map((view) =>
      view.locator('body').evaluateHandle(
        (_, wanted) => ({
          at: new Promise<number>((settle) => {
            // The plain view has a heading and no more.
            const isWhole = () =>
              document.querySelector('main') === null || document.querySelector('main[aria-busy=false] .tree') !== null;
            const look = () =>
              isWhole() && document.querySelector('h1')?.textContent?.includes(wanted)
                ? settle(Date.now())
                : requestAnimationFrame(look);
            look();
          }),
        }),
        name,
      ),
    ),
  );
  const switched = await workbench.probe.run(async (api, file) => {
    const folder = api.workspace.workspaceFolders![0]!.uri;
    const told = new Promise<number>((settle) => {
      const event = api.window.onDidChangeActiveTextEditor((editor) => {
        if (editor?.document.uri.path.endsWith(file) !== true) return;
        event.dispose();
        settle(Date.now());
      });
    });
    await api.window.showTextDocument(api.Uri.joinPath(folder, file), { preview: false });
    return told;
  }, name);
  return Promise.all(shown.map(async (one) => (await one.evaluate(({ at }) => at)) - switched));
}

if (import.meta.main) printRows(await run());
