import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ContextFiles } from '../../../src/files/store/contextFiles.ts';
import { readPage, readTail } from '../../../src/files/store/pages.ts';
import { nodeFileTree } from '../../../src/vscode/host/platform/nodeFiles.ts';
import { openContextFiles } from '../../support/contextFiles/contextFilesStore.ts';
import { type BenchRow, formatMs, medianTimes, printRows, quantile, seededRandom, valueRow } from '../benchRow.ts';

const fileBytes = 100 * 1024 * 1024;
const pageBytes = 64 * 1024;
const tailLines = 200;
const conversationId = 'workspace';

/** Reading a context file of 100 MB at its end and in its middle. */
export async function run(): Promise<BenchRow[]> {
  const root = mkdtempSync(join(tmpdir(), 'live-context-files-'));
  try {
    const tree = nodeFileTree(root);
    const files = openContextFiles(tree, { now: Date.now, after: () => ({ dispose() {} }) });
    const { id, writeMs } = await written(files);
    const { name } = await files.open(conversationId, id);
    const path = join(root, name);
    const tail = async () => readTail(await files.open(conversationId, id), tailLines);
    if ((await tail()) !== wholeTail(path)) throw new Error('The tail is not the end of the file');
    const random = seededRandom(11);
    const page = async () => readPage(await files.open(conversationId, id), random(fileBytes - pageBytes), pageBytes);
    const [wholeMs = 0] = medianTimes([() => wholeTail(path)], 9);
    const peer = `whole file ${formatMs(wholeMs)}`;
    const megabytes = `written at ${Math.round(fileBytes / 1e6 / (writeMs / 1_000))} MB/s`;
    return [
      valueRow(`tail of ${tailLines} lines of 100 MB, p95`, await p95(tail), 'ms', 1, 0.1, peer),
      valueRow('page of 64 KB of 100 MB, p95', await p95(page), 'ms', 1, 0.1, megabytes),
    ];
  } finally {
    rmSync(root, { recursive: true });
  }
}

/** Writes a log as a terminal would, in parts. */
async function written(files: ContextFiles): Promise<{ readonly id: string; readonly writeMs: number }> {
  const random = seededRandom(5);
  const words = 'info warn error request served in ms connection closed module größer 完成 path'.split(' ');
  const line = () => `${Array.from({ length: 6 + random(12) }, () => words[random(words.length)]).join(' ')}\n`;
  const part = Array.from({ length: 20_000 }, line).join('');
  const start = performance.now();
  const file = await files.create({ conversationId, source: 'terminal', hint: 'a long log' });
  for (let bytes = 0; bytes < fileBytes; bytes += Buffer.byteLength(part)) await file.write(part);
  const { id } = await file.close();
  return { id, writeMs: performance.now() - start };
}

/** As one would without a store: the whole file, its lines, the last of them. */
function wholeTail(path: string): string {
  return `${readFileSync(path, 'utf8')
    .split('\n')
    .slice(-tailLines - 1, -1)
    .join('\n')}\n`;
}

/** The time, ms, that 95 of 100 calls do not exceed. */
async function p95(call: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < 1_200; round++) {
    const start = performance.now();
    await call();
    if (round >= 200) times.push(performance.now() - start);
  }
  return quantile(times, 0.95);
}

if (import.meta.main) printRows(await run());
