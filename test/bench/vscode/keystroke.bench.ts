import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../../support/running/toolchain.mjs';
import { ensureBrowser } from '../../support/vscode/browser.ts';
import { startProfile, stopProfile } from '../../support/vscode/ownWork.ts';
import { packExtension } from '../../support/vscode/packedExtension.ts';
import { startServer } from '../../support/vscode/server.ts';
import { openWorkbench, type Workbench } from '../../support/vscode/workbench.ts';
import { type BenchRow, formatMs, printRows, quantile, valueRow } from '../benchRow.ts';

const STOPWATCH = join(root, 'test/fixtures/stopwatch-extension');
/** Of the keystrokes in each document the first ones, while code is still being compiled, are not counted. */
const WARM_UP = 50;
const COUNTED = 300;
/** The extension host is waited for so long, ms. */
const LATEST_MS = 60_000;

const documents = [
  { name: '10 MB', file: 'big.txt', text: `${'x'.repeat(99)}\n`.repeat(100_000) },
  { name: '200,000 lines', file: 'lines.txt', text: 'a line of text that is not long\n'.repeat(200_000) },
];

/** What the extension costs the VS Code it lives in at each keystroke, with the view open, at 20 keystrokes a second. */
export async function run(): Promise<BenchRow[]> {
  await packExtension();
  await ensureBrowser(console.log);
  const server = await startServer({ extensions: [STOPWATCH] });
  try {
    const workbench = await openWorkbench(server);
    await workbench.probe.request('live:status', {});
    await workbench.viewFrame();
    const rows: BenchRow[] = [];
    for (const { name, file, text } of documents) {
      await writeFile(join(server.workspace, file), text);
      await workbench.openFile(file);
      const { listeners, empty, all } = await typeInto(workbench);
      const what = `extension's own work per keystroke in the extension host, ${name}`;
      rows.push(
        valueRow(
          `${what}: its listeners, p99 of ${listeners.length} that nothing interrupted`,
          quantile(listeners, 0.99),
          'ms',
          0.5,
          0.05,
          `median ${formatMs(quantile(listeners, 0.5))}; an empty listener ${formatMs(quantile(empty, 0.5))}, p99 ${formatMs(quantile(empty, 0.99))}`,
        ),
        valueRow(`${what}: everything, by CPU profile, mean`, all, 'ms', 1, 0.1),
      );
      await workbench.probe.run((api) => api.commands.executeCommand('workbench.action.revertAndCloseActiveEditor'));
    }
    await workbench.close();
    return rows;
  } finally {
    await server.stop();
  }
}

interface KeystrokeTimes {
  /** What the extension's event listeners took at each keystroke that nothing interrupted, in ms. */
  readonly listeners: readonly number[];
  /** What a listener that does nothing took beside them, in ms. */
  readonly empty: readonly number[];
  /** What all of its code took in that time, what it puts off included, divided by the keystrokes, in ms. */
  readonly all: number;
}

/** Types first for the listeners' times, then for the profile, which slows everything down. */
async function typeInto(workbench: Workbench): Promise<KeystrokeTimes> {
  await typeWords(workbench, WARM_UP);
  await takeTimes(workbench, 'emptyTimes');
  const listeners = await typeAround(workbench);
  const empty = (await takeTimes(workbench, 'emptyTimes')).filter((time) => time !== null);
  await startProfile(workbench.probe);
  await typeAround(workbench);
  return { listeners, empty, all: (await stopProfile(workbench.probe)) / COUNTED };
}

/** Half of the keystrokes in the middle of the document in front, half at its beginning. */
async function typeAround(workbench: Workbench): Promise<number[]> {
  const times: (number | null)[] = [];
  for (const part of [0.5, 0]) {
    await workbench.probe.run((api, at) => {
      const editor = api.window.activeTextEditor;
      if (editor === undefined) throw new Error('No editor is open');
      const place = new api.Position(Math.floor(editor.document.lineCount * at), 0);
      editor.selection = new api.Selection(place, place);
      editor.revealRange(editor.selection);
    }, part);
    times.push(...(await typeWords(workbench, COUNTED / 2)));
  }
  return times.filter((time) => time !== null);
}

/** What the listeners took at each keystroke, ms; null for one that was interrupted; waits for the last one to come to the extension host, which may be far behind. */
async function typeWords(workbench: Workbench, keystrokes: number): Promise<(number | null)[]> {
  const text = 'const word = another + 1;\n'.repeat(Math.ceil(keystrokes / 26)).slice(0, keystrokes);
  // Reverting the document before was a change, too.
  await takeTimes(workbench, 'keystrokeTimes');
  await workbench.page.keyboard.type(text, { delay: 50 });
  const measured = () => workbench.probe.run(() => Reflect.get(globalThis, 'keystrokeTimes').length as number);
  const end = Date.now() + LATEST_MS;
  while ((await measured()) < keystrokes && Date.now() < end) await workbench.page.waitForTimeout(100);
  const times = await takeTimes(workbench, 'keystrokeTimes');
  if (times.length !== keystrokes) throw new Error(`${keystrokes} keystrokes were typed, ${times.length} measured`);
  return times;
}

async function takeTimes(workbench: Workbench, name: 'keystrokeTimes' | 'emptyTimes'): Promise<(number | null)[]> {
  return workbench.probe.run((_, list) => Reflect.get(globalThis, list).splice(0) as (number | null)[], name);
}

if (import.meta.main) printRows(await run());
