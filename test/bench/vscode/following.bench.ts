import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ensureBrowser } from '../../support/vscode/browser.ts';
import { packExtension } from '../../support/vscode/packedExtension.ts';
import { startServer } from '../../support/vscode/server.ts';
import { ShownView } from '../../support/vscode/shownView.ts';
import { openWorkbench, type Workbench } from '../../support/vscode/workbench.ts';
import { type BenchRow, formatMs, printRows, quantile, valueRow } from '../benchRow.ts';

const SWITCHES = 60;
const names = ['one.ts', 'other.ts'] as const;

/** How soon the open view is complete for another file, in a real VS Code: from its event of a switched editor to header, map and tree. */
export async function run(): Promise<BenchRow[]> {
  await packExtension();
  await ensureBrowser(console.log);
  const server = await startServer({ git: true });
  try {
    for (const name of names)
      await writeFile(join(server.workspace, name), `export const ${name[1]} = 1;\n`.repeat(300));
    const workbench = await openWorkbench(server);
    const view = await ShownView.open(workbench);
    const times: number[] = [];
    for (let i = 0; i <= SWITCHES; i++) {
      const time = await switchTo(workbench, view, names[i % 2] ?? names[0]);
      // The first one opens the document.
      if (i > 1) times.push(time);
    }
    await workbench.close();
    return [
      valueRow(
        `the view of a switched file is complete, p95 of ${times.length}`,
        quantile(times, 0.95),
        'ms',
        300,
        150,
        `median ${formatMs(quantile(times, 0.5))}, the slowest ${formatMs(Math.max(...times))}`,
      ),
    ];
  } finally {
    await server.stop();
  }
}

/** In ms; window and extension host have one clock. The page looks on before the switch: its answer would come later than what it draws. */
async function switchTo(workbench: Workbench, view: ShownView, name: string): Promise<number> {
  const shown = await view.frame.locator('main').evaluateHandle(
    (_, wanted) => ({
      at: new Promise<number>((settle) => {
        const look = () =>
          document.querySelector('main[aria-busy=false] .tree') !== null &&
          document.querySelector('header h1')?.textContent?.includes(wanted)
            ? settle(Date.now())
            : requestAnimationFrame(look);
        look();
      }),
    }),
    name,
  );
  const switched = await workbench.probe.run(async (api, file) => {
    const folder = api.workspace.workspaceFolders?.[0]?.uri;
    if (folder === undefined) throw new Error('No folder is open');
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
  return (await shown.evaluate(({ at }) => at)) - switched;
}

if (import.meta.main) printRows(await run());
