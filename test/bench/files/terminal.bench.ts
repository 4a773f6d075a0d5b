import { TerminalText } from '../../../src/files/terminal/terminalText.ts';
import { systemClock } from '../../../src/vscode/host/clock.ts';
import { type BenchRow, printRows, valueRow } from '../benchRow.ts';

const bytes = 10_000_000;
const pieceUnits = 1 << 16;

/** Lays out 10 MB of terminal output, as recordings do. A hostile one ends as plain text. */
export async function run(): Promise<BenchRow[]> {
  const build = await measured('\x1b[1;32m   Compiling\x1b[0m some-crate v0.1.2 (/home/u/x)\r\n');
  const hostile = await measured('\x1b[64L');
  return [
    valueRow('terminal text of 10 MB of build lines', build.ms, 'ms', 1_500, 800),
    valueRow('the memory it holds', build.megabytes, 'MB', 50, 20),
    valueRow('terminal text of 10 MB that are slow to lay out', hostile.ms, 'ms', 4_000, 2_500),
  ];
}

async function measured(part: string): Promise<{ readonly ms: number; readonly megabytes: number }> {
  const piece = part.repeat(Math.ceil(pieceUnits / part.length));
  const text = new TerminalText(systemClock);
  globalThis.gc?.();
  const before = process.memoryUsage().heapUsed;
  const start = process.cpuUsage();
  for (let done = 0; done < bytes; done += piece.length) await text.push(piece);
  const ms = process.cpuUsage(start).user / 1_000;
  globalThis.gc?.();
  const megabytes = (process.memoryUsage().heapUsed - before) / 1e6;
  await text.end();
  return { ms, megabytes };
}

if (import.meta.main) printRows(await run());
