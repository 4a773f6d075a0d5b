import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rgPath } from '@vscode/ripgrep';
import { grep } from '../../../src/files/search/grep.ts';
import { systemClock } from '../../../src/vscode/host/clock.ts';
import { ripgrep } from '../../../src/vscode/host/platform/ripgrep.ts';
import { openFile } from '../../support/contextFiles/openFile.ts';
import { type BenchRow, printRows, quantile, ratioRow, seededRandom, valueRow } from '../benchRow.ts';

const fileBytes = 100 * 1000 * 1000;
const rounds = 7;
const name = 'log';

/** What is searched for: a word that is nowhere, one that is everywhere, and shapes. */
const searches = [
  { what: 'a rare word', pattern: 'needle', caseSensitive: false },
  { what: 'a frequent word', pattern: 'error', caseSensitive: false },
  { what: 'a shape', pattern: 'id=\\d+99 in \\d+ms$', caseSensitive: true },
  { what: 'a hostile pattern', pattern: '(a+)+b$', caseSensitive: false },
];

/** Searching 100 MB of logs as `files:grep` does, by ripgrep and without it, against `rg` itself. */
export async function run(): Promise<BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'live-context-grep-'));
  const path = join(folder, name);
  writeFileSync(path, logText());
  const search = ripgrep(folder, [rgPath]);
  const file = openFile(folder, name);
  try {
    const rows: BenchRow[] = [];
    for (const { what, ...query } of searches) {
      const asked = { ...query, maxResults: 50, contextLines: 2, timeLimit: 60_000 };
      const rg = async () => rgTotal(path, query);
      const byRipgrep = async () => (await grep(file, asked, { search, clock: systemClock })).totalMatches;
      const byRe2 = async () => (await grep(file, asked, { search: null, clock: systemClock })).totalMatches;
      const [rgMs, ripgrepMs, re2Ms] = (await medians([rg, byRipgrep, byRe2])) as [number, number, number];
      const peer = { name: 'rg', ms: rgMs };
      rows.push(ratioRow(`grep 100 MB, ${what}, by ripgrep`, ripgrepMs, peer, 0.5, 0.8));
      rows.push(valueRow(`grep 100 MB, ${what}, without ripgrep`, re2Ms, 'ms', 1_000, 500));
    }
    return rows;
  } finally {
    search.dispose();
    rmSync(folder, { recursive: true });
  }
}

/** As one would in a shell: every match printed with its number; gives how many there are. */
function rgTotal(path: string, { pattern, caseSensitive }: { pattern: string; caseSensitive: boolean }): number {
  const args = ['--no-config', '--line-number', caseSensitive ? '-s' : '-i', '-e', pattern, path];
  const { stdout } = spawnSync(rgPath, args, { maxBuffer: 1 << 30 });
  let lines = 0;
  for (let at = stdout.indexOf(10); at >= 0; at = stdout.indexOf(10, at + 1)) lines++;
  return lines;
}

/** The median time of each task, ms; they take turns and must agree. */
async function medians(tasks: readonly (() => Promise<number>)[]): Promise<number[]> {
  const times = tasks.map((): number[] => []);
  for (let round = 0; round <= rounds; round++) {
    const values: number[] = [];
    for (const [i, task] of tasks.entries()) {
      const start = performance.now();
      values.push(await task());
      if (round > 0) times[i]?.push(performance.now() - start);
    }
    if (new Set(values).size > 1) throw new Error(`The searches disagree: ${values}`);
  }
  return times.map((each) => quantile(each, 0.5));
}

function logText(): string {
  const random = seededRandom(3);
  const words =
    'INFO WARN ERROR request served connection refused timeout cache hit miss user session GET POST path'.split(' ');
  const parts: string[] = [];
  for (let bytes = 0, id = 0; bytes < fileBytes; id++) {
    const text = Array.from({ length: 8 }, () => words[random(words.length)]).join(' ');
    const line = `2026-01-02T12:${String(id % 60).padStart(2, '0')}:00Z ${text} id=${id} in ${random(900)}ms\n`;
    parts.push(line);
    bytes += line.length;
  }
  parts.push('the needle at the end\n');
  return parts.join('');
}

if (import.meta.main) printRows(await run());
