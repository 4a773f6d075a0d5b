import { TerminalText } from '../../../src/files/terminal/terminalText.ts';
import { type BenchRow, printRows, valueRow } from '../benchRow.ts';

const bytes = 10_000_000;
const megabyte = 1_000_000;
const pieceUnits = 1 << 16;

/** What programs print, and what is made to keep an emulator busy: each is repeated up to 10 MB. */
const streams = [
  { what: 'build lines', part: '\x1b[1;32m   Compiling\x1b[0m some-crate v0.1.2 (/home/u/x)\r\n' },
  { what: 'a progress bar', part: '\x1b[2K\r 45% |####      | 12/30' },
  { what: 'line feeds', part: '\n' },
  { what: 'inserted lines', part: '\x1b[L' },
  { what: 'deleted characters', part: 'ab\x1b[P\r' },
  { what: 'an erased display', part: 'a\x1b[H\x1b[J' },
  { what: 'strings without end', part: '\x1b]0;' },
  { what: 'control sequences without end', part: '\x1b[9' },
  { what: 'a parameter without end', part: '1;' },
  { what: 'wide characters', part: '中' },
  { what: 'repeated characters', part: 'a\x1b[9999b' },
  { what: 'far columns', part: '\x1b[65535Cx\n' },
];

/** Turning 10 MB of terminal output into text, as recordings do. */
export async function run(): Promise<BenchRow[]> {
  return streams.flatMap(({ what, part }) => {
    const { ms, megabytes } = measured(part);
    return [
      valueRow(`terminal text of 10 MB, ${what}`, ms, 'ms', 1_000, 300),
      valueRow(`the memory it holds, ${what}`, megabytes, 'MB', 50, 20),
    ];
  });
}

function measured(part: string): { readonly ms: number; readonly megabytes: number } {
  const piece = part.repeat(Math.ceil(pieceUnits / part.length));
  const text = new TerminalText();
  globalThis.gc?.();
  const before = process.memoryUsage().heapUsed;
  const start = process.cpuUsage();
  for (let done = 0; done < bytes; done += piece.length) text.push(piece);
  text.end();
  const ms = process.cpuUsage(start).user / 1_000;
  let peak = before;
  for (let done = 0; done < bytes; done += piece.length) {
    text.push(piece);
    if (done % megabyte >= piece.length) continue;
    // What is left behind for the collector is not held.
    globalThis.gc?.();
    peak = Math.max(peak, process.memoryUsage().heapUsed);
  }
  return { ms, megabytes: (peak - before) / 1e6 };
}

if (import.meta.main) printRows(await run());
