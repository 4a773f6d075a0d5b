import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Clock } from '../../../src/base/ports/clock.ts';
import { Histories } from '../../../src/documents/histories.ts';
import { HistoryStore } from '../../../src/documents/store/historyStore.ts';
import { ChangeSet } from '../../../src/text/changeSet.ts';
import { systemClock } from '../../../src/vscode/host/clock.ts';
import { nodeFileSystem } from '../../../src/vscode/host/platform/nodeFiles.ts';
import { loadTrace } from '../../support/texts/traces.ts';
import {
  type BenchRow,
  printRows,
  quantile,
  seededRandom,
  type Took,
  timed,
  timesRow,
  usedBytes,
  valueRow,
} from '../benchRow.ts';

const documents = 50;
const edits = 10_000;
const mega = 1024 * 1024;
/** Between two edits, ms. */
const pauseMs = 1_000;

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const nameOf = (index: number) => `file:///project/document${index}.ts`;

/** A clock whose time is told; it waits as long as the machine's. */
function manualTime(start: number): Clock & { time: number } {
  return {
    ...systemClock,
    time: start,
    now() {
      return this.time;
    },
  };
}

/** Histories of 10,000 edits of each of 50 documents: what they take, how fast an old version is read, and what they cost at a start. */
export async function run(): Promise<BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'live-context-bench-'));
  try {
    const texts = await fill(folder);
    return [...texts.rows, ...(await startRows(folder, texts.last))];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function fill(folder: string): Promise<{ readonly rows: BenchRow[]; readonly last: readonly string[] }> {
  const { startContent, edits: recorded } = loadTrace('automerge-paper');
  const clock = manualTime(Date.now() - 2 * documents * edits * pauseMs);
  const store = await HistoryStore.open(nodeFileSystem(folder), clock, sha256, 'aaaa');
  const before = usedBytes();
  const histories = new Histories(clock, store);
  for (let index = 0; index < documents; index++) {
    histories.open(nameOf(index), startContent);
    for (let at = 0; at < edits; at++) {
      const length = histories.textOf(nameOf(index))?.length ?? 0;
      const changes = ChangeSet.of([recorded[at] as (typeof recorded)[number]], length);
      clock.time += pauseMs;
      histories.record(nameOf(index), { changes, origin: 'typing', timestamp: clock.time });
      histories.seal(nameOf(index));
    }
    await histories.flush();
  }
  const bytes = usedBytes() - before;
  const kept = histories.documents.reduce((sum, id) => sum + (histories.get(id)?.editsAfter(0).length ?? 0), 0);
  if (kept !== documents * edits) throw new Error(`${kept} edits were kept`);
  const random = seededRandom(1);
  const times: number[] = [];
  for (let read = 0; read < 22_000; read++) {
    const history = histories.get(nameOf(random(documents)));
    const versions = history?.newestEdits(1)[0];
    const number = history?.startAfter((versions?.version.number ?? 0) - random(edits) * pauseMs);
    if (number === undefined || number === 'gone') throw new Error('An edit is missing');
    const start = performance.now();
    history?.textOf(number.number);
    if (read >= 2_000) times.push((performance.now() - start) * 1_000);
  }
  const last = Array.from({ length: documents }, (_, index) => histories.textOf(nameOf(index))?.toString() ?? '');
  histories.dispose();
  const what = `${documents} histories of ${edits.toLocaleString('en')} edits`;
  const rows = [
    valueRow(`${what}: memory`, bytes / mega, 'MB', 128, 64, `${(bytes / kept).toFixed(1)} bytes an edit`),
    valueRow(`${what}: on disk`, diskBytes(folder) / mega, 'MB', 128, 64),
    valueRow(`${what}: an old version, p99`, quantile(times, 0.99), 'µs', 50, 20),
  ];
  store.dispose();
  return { rows, last };
}

async function startRows(folder: string, texts: readonly string[]): Promise<BenchRow[]> {
  const opened: Took[] = [];
  const recalled: Took[] = [];
  for (let start = 0; start < 15; start++) {
    const clock = manualTime(Date.now());
    const run = `b${start.toString(16).padStart(3, '0')}`;
    const open = await timed(() => HistoryStore.open(nodeFileSystem(folder), clock, sha256, run));
    opened.push(open);
    const store = open.value;
    const histories = new Histories(clock, store);
    const index = start % documents;
    const recall = await timed(() => {
      histories.open(nameOf(index), texts[index] ?? '');
      return histories.ready();
    });
    recalled.push(recall);
    if ((histories.get(nameOf(index))?.editsAfter(0).length ?? 0) < edits) throw new Error('A history is not whole');
    histories.dispose();
    store.dispose();
  }
  return [
    timesRow('start with these histories: the store opened', opened, 50, 20),
    timesRow('the history of a document in front, read in slices', recalled, 500, 100),
  ];
}

function diskBytes(folder: string): number {
  return readdirSync(join(folder, 'history')).reduce(
    (sum, name) => sum + statSync(join(folder, 'history', name)).size,
    0,
  );
}

if (import.meta.main) printRows(await run());
