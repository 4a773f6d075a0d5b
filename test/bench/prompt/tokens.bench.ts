import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Tiktoken, type TiktokenBPE } from 'js-tiktoken/lite';
import cl100k from 'js-tiktoken/ranks/cl100k_base';
import o200k from 'js-tiktoken/ranks/o200k_base';
import { SourceText } from '../../../src/text/sourceText.ts';
import { buildRanks } from '../../../src/tokens/buildRanks.ts';
import type { Encoding } from '../../../src/tokens/packedRanks.ts';
import { TokenCounter } from '../../../src/tokens/tokenCounter.ts';
import { type BenchRow, medianTimes, printRows, quantile, ratioRow, seededRandom, valueRow } from '../benchRow.ts';

const MEGABYTE = 1_000_000;
const PEERS: Readonly<Record<Encoding, TiktokenBPE>> = { o200k_base: o200k, cl100k_base: cl100k };
const TEXTS: Readonly<Record<string, string>> = { TypeScript: typeScript(), Chinese: chinese() };

/** Counting tokens against js-tiktoken, and what a prompt's document costs. */
export async function run(): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const encoding of ['o200k_base', 'cl100k_base'] as const) {
    const ranks = await buildRanks(encoding);
    const counter = await TokenCounter.load(encoding, async () => ranks);
    rows.push(...fullCountRows(counter), readyRow(encoding, ranks), ...documentRows(counter));
  }
  return rows;
}

/** The whole text over and over, both sides warm. */
function fullCountRows(counter: TokenCounter): BenchRow[] {
  const peer = new Tiktoken(PEERS[counter.encoding]);
  return Object.entries(TEXTS).map(([kind, text]) => {
    const name = `exact full count of ${kind}, ${counter.encoding}, warm`;
    const count = counter.count(text);
    const peerCount = peer.encode(text, [], []).length;
    if (count !== peerCount) throw new Error(`${name}: ${count} tokens, but js-tiktoken finds ${peerCount}`);
    const [ours, theirs] = medianTimes([() => counter.count(text), () => peer.encode(text, [], [])], 9) as [
      number,
      number,
    ];
    return ratioRow(name, ours, { name: 'js-tiktoken', ms: theirs }, 10, 25);
  });
}

/** From the call to the first count, the file read: each time in a new process, whose code nothing has warmed up. */
function readyRow(encoding: Encoding, ranks: Uint8Array): BenchRow {
  const folder = mkdtempSync(join(tmpdir(), 'ranks-'));
  const file = join(folder, `${encoding}.bin`);
  writeFileSync(file, ranks);
  const module = new URL('../../../src/tokens/tokenCounter.ts', import.meta.url).href;
  const script = `
    import { readFile } from 'node:fs/promises';
    import { TokenCounter } from ${JSON.stringify(module)};
    const start = performance.now();
    const counter = await TokenCounter.load('${encoding}', () => readFile(${JSON.stringify(file)}));
    counter.count('ready');
    console.log(performance.now() - start);`;
  const args = ['--no-warnings', '--input-type=module', '--eval', script];
  const times = Array.from({ length: 9 }, () => Number(execFileSync(process.execPath, args, { encoding: 'utf8' })));
  rmSync(folder, { recursive: true });
  return valueRow(`encoder ready after first need, ${encoding}`, quantile(times, 0.5), 'ms', 120, 10);
}

/** A prompt's document after a keystroke: counted whole, for every assembly. */
function documentRows(counter: TokenCounter): BenchRow[] {
  let text = SourceText.from(TEXTS['TypeScript']!.slice(0, 105_000));
  const random = seededRandom(1);
  const times = Array.from({ length: 400 }, () => {
    const at = random(text.length);
    text = text.withChanges([{ start: at, end: at, newText: 'x' }]);
    const before = performance.now();
    counter.count(text);
    return performance.now() - before;
  });
  const title = `count of a document of 105 KB after a keystroke, ${counter.encoding}`;
  return [
    valueRow(`${title}, p50`, quantile(times, 0.5), 'ms', 10, 2),
    valueRow(`${title}, p99`, quantile(times, 0.99), 'ms', 25, 5),
  ];
}

/** A megabyte of TypeScript: the sources of zod, over and over. */
function typeScript(): string {
  const names = ['schemas', 'parse', 'errors', 'checks', 'util', 'regexes', 'to-json-schema', 'registries'];
  const sources = names.map((name) =>
    readFileSync(new URL(`../../../node_modules/zod/src/v4/core/${name}.ts`, import.meta.url), 'utf8'),
  );
  return fill(sources.join('\n'), MEGABYTE);
}

/** Chinese prose and headings with some code and numbers in them. */
function chinese(): string {
  const random = seededRandom(2);
  const words = '上下文引擎将规则设置检索结果与当前文档组装为一个提示词其令牌预算不得超过模型上限编辑历史差异窗口锚点';
  const sentence = () => Array.from({ length: 5 + random(20) }, () => words[random(words.length)]).join('');
  const line = () => `${sentence()},${sentence()}。${random(4) === 0 ? ` (\`v${random(1000)}\`)` : ''}\n`;
  return Array.from({ length: 1500 }, (_, i) => (i % 12 === 0 ? `\n## ${sentence()}\n\n` : line())).join('');
}

function fill(text: string, length: number): string {
  return text.repeat(Math.ceil(length / text.length)).slice(0, length);
}

if (import.meta.main) printRows(await run());
