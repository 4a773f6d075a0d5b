/**
 * `npm run bench`: runs every `*.bench.ts` below this folder, or those whose paths hold one of the words given
 * (`npm run bench -- files diffs`; a path is the folder of projects that `merges` measures), prints one table and, of a whole run, keeps it in results.md.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { globSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { type BenchRow, printRows } from './benchRow.ts';

const folder = import.meta.dirname;
const flags = ['--expose-gc', '--disable-warning=MODULE_TYPELESS_PACKAGE_JSON'];

/** Runs one file and sends its rows to the process that asked for it. */
async function runHere(file: string): Promise<void> {
  const { run } = (await import(join(folder, file))) as { run(): Promise<BenchRow[]> };
  process.send?.(await run(), () => process.exit());
}

/** The rows of one file, measured in a process of its own: what one has compiled and kept does not slow another. */
async function rowsOf(file: string): Promise<BenchRow[]> {
  const child = fork(import.meta.filename, ['--here', file], { execArgv: flags });
  let rows: BenchRow[] | null = null;
  child.on('message', (message) => {
    rows = message as BenchRow[];
  });
  await once(child, 'exit');
  if (rows === null) throw new Error(`${file} measured nothing`);
  return rows;
}

function asMarkdown(rows: readonly BenchRow[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  const cells = rows.map((row) => [row.name, row.ours, row.peer, row.ratio, row.must, row.aim, row.reached]);
  const table = [['what', 'ours', 'peer', 'ratio', 'must', 'aim', 'reached'], Array(7).fill('---'), ...cells];
  return `# Benchmarks

Measured by \`npm run bench\` on ${new Date().toISOString().slice(0, 10)} with Node ${process.versions.node} on ${process.platform} ${process.arch}, ${cpus().length} cores.
Machines are noisy (about ±20 %): it is the ratios that count, for both sides are measured in the same run.

${table.map(line).join('\n')}
`;
}

async function main(words: readonly string[]): Promise<void> {
  const files = globSync('**/*.bench.ts', { cwd: folder }).sort();
  const chosen = files.filter((name) => words.length === 0 || words.some((word) => name.includes(word)));
  // A benchmark that measures other projects finds them here.
  process.env['BENCH_FOLDER'] ??= words.find((word) => word.includes('/')) ?? '';
  if (chosen.length === 0)
    throw new RangeError(`No benchmark is called ${words.join(' or ')}; there are ${files.join(', ')}`);
  const rows: BenchRow[] = [];
  const failed: string[] = [];
  for (const file of chosen) {
    const start = performance.now();
    try {
      rows.push(...(await rowsOf(file)));
    } catch (error) {
      failed.push(file);
      console.error(error);
    }
    console.log(`· ${file}: ${Math.round((performance.now() - start) / 1000)} s`);
  }
  console.log();
  printRows(rows);
  if (failed.length > 0) {
    console.error(`Without their rows: ${failed.join(', ')}`);
    process.exitCode = 1;
  } else if (words.length === 0) writeFileSync(join(folder, 'results.md'), asMarkdown(rows));
}

const [first, file] = process.argv.slice(2);
if (first === '--here' && file !== undefined) await runHere(file);
else await main(process.argv.slice(2));
