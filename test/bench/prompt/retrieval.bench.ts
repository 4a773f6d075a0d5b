import { execFileSync } from 'node:child_process';
import { globSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { MemoryWorkspace } from '../../support/memoryWorkspace.ts';
import { type BenchRow, formatMs, printRows, quantile, type Took, timed, usedBytes, valueRow } from '../benchRow.ts';

const root = join(import.meta.dirname, '../../..');
const project = 'file:///project';

/** Texts of this repository, as git follows it, and of zod. */
function sourceTexts(): readonly string[] {
  const tracked = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).trim().split('\n');
  const all = [...tracked, ...globSync('node_modules/zod/src/**/*', { cwd: root })].map((path) => join(root, path));
  return all
    .filter((path) => /\.(ts|tsx|js|mjs|json|md|css)$/.test(path) && statSync(path).size < 500_000)
    .map((path) => readFileSync(path, 'utf8'));
}

/**
 * Indexes `count` files, beginnings of real ones, no two the same: wall time, in which it rests as long as it works, processor
 * time, memory, and a prompt after each keystroke pause.
 */
async function largeProjectRows(count: number): Promise<BenchRow[]> {
  const texts = sourceTexts();
  const folder = (at: number) => `src/part${at % 100}/file${at}.ts`;
  const files = Array.from({ length: count }, (_, at): [string, string] => {
    const text = texts[at % texts.length] ?? '';
    return [folder(at), `// file ${at}\n${text.slice(0, 4_000)}\nexport const own${at} = ${at};\n`];
  });
  const workspace = await MemoryWorkspace.open();
  for (const [path, text] of files) workspace.projectFiles.put(`${project}/${path}`, text);
  const active = `${project}/${folder(0)}`;
  workspace.openDocument(active, files[0]?.[1] ?? '', 'typescript');
  const warnings = async () => (await workspace.ask('live:get', { preview: true }, 'clipboard')).account.warnings;
  const before = usedBytes();
  const start = performance.now();
  const cpu = process.cpuUsage();
  await warnings();
  const isIndexing = async () => (await warnings()).some((warning) => warning.startsWith('SEARCH_INDEXING'));
  const passed = () => new Promise((resolve) => setTimeout(resolve, 250));
  do await passed();
  while (await isIndexing());
  const indexed = performance.now() - start;
  const { user, system } = process.cpuUsage(cpu);
  const processor = Math.round((user + system) / 1_000);
  const held = usedBytes() - before;
  const leftOut = (await warnings()).find((warning) => warning.startsWith('SEARCH_LEFT_OUT')) ?? 'none left out';
  const times: Took[] = [];
  for (let pause = 0; pause < 60; pause++) {
    workspace.edit(active, [{ start: 0, end: 0, newText: `own${pause * 7}\n` }]);
    times.push(await timed(warnings));
  }
  const prompts = times.slice(10);
  const walls = prompts.map(({ wall }) => wall);
  const processors = prompts.reduce((sum, { processor }) => sum + processor, 0) / prompts.length;
  return [
    valueRow(`indexing ${count} files (${leftOut})`, Math.round(indexed), 'ms', 60_000, 20_000, '–'),
    valueRow(`processor time of indexing ${count} files`, processor, 'ms', 40_000, 15_000, '–'),
    valueRow(`memory of ${count} indexed files`, Math.round(held / 2 ** 20), 'MiB', 400, 200, '–'),
    valueRow(
      `a prompt after a pause, ${count} files, p95`,
      quantile(walls, 0.95),
      'ms',
      100,
      50,
      `processors ${formatMs(processors)} a prompt, the first one ${formatMs(times[0]?.processor ?? 0)}`,
    ),
  ];
}

export async function run(): Promise<BenchRow[]> {
  return [...(await largeProjectRows(10_000)), ...(await largeProjectRows(50_000))];
}

if (import.meta.main) printRows(await run());
