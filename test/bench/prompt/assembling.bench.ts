import { createHash } from 'node:crypto';
import { pathToFileURL } from 'node:url';
import { getEncoding } from 'js-tiktoken';
import { Assembler } from '../../../src/engine/assembler.ts';
import type { CountTokens } from '../../../src/engine/measure.ts';
import type { Piece } from '../../../src/engine/piece.ts';
import { TokenCounter } from '../../../src/tokens/tokenCounter.ts';
import { chunk, constraint, immediate, requestOf, words } from '../../support/prompts/samplePieces.ts';
import { type BenchRow, medianTimes, printRows, quantile, ratioRow, valueRow } from '../benchRow.ts';

const sha256 = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex');
const assemblerWith = (count: CountTokens): Assembler => new Assembler(count, (content) => content, sha256, true);

/** 64 k tokens in all: 200 chunks, 500 rules, and a document; `tag` makes the texts of a run its own. */
function pieces(tag: string, cursor = 0): readonly Piece[] {
  const rules = Array.from({ length: 500 }, (_, index) =>
    constraint(`${tag}${index}`, `${tag} rule ${index} ${words(8)}`),
  );
  const chunks = Array.from({ length: 200 }, (_, index) =>
    chunk(`${tag}${index}.ts`, `${tag} ${words(175)}`, index / 200),
  );
  const line = (index: number) => `const ${tag}${index} = compute(${index});\n`;
  return [...rules, ...chunks, ...immediate(Array.from({ length: 900 }, (_, index) => line(index)).join(''), cursor)];
}

/** The times of a number of calls, ms. */
function timesOf(calls: number, task: (call: number) => unknown): number[] {
  return Array.from({ length: calls }, (_, call) => {
    const start = performance.now();
    task(call);
    return performance.now() - start;
  });
}

export async function run(): Promise<BenchRow[]> {
  const counter = await TokenCounter.load('o200k_base');
  const count: CountTokens = (text) => counter.count(text);
  const assembler = assemblerWith(count);
  const request = requestOf(pieces('warm'), 200_000);
  const { account } = assembler.assemble(request);
  const cached = timesOf(300, () => assembler.assemble(request)).slice(50);
  const cold = timesOf(30, (call) => assemblerWith(count).assemble(requestOf(pieces(`cold${call}`), 200_000))).slice(5);
  const tiktoken = getEncoding('o200k_base');
  const theirs: CountTokens = (text) => tiktoken.encode(text, [], []).length;
  const fresh = pieces('peer');
  const [oursMs = 0, theirsMs = 0] = medianTimes(
    [count, theirs].map((each) => () => assemblerWith(each).assemble(requestOf(fresh, 200_000))),
    3,
    1,
  );
  return [
    valueRow(
      `assemble with cached counts (${account.tokenCount} tokens, 200 chunks, 500 rules), p95`,
      quantile(cached, 0.95),
      'ms',
      1,
      0.2,
    ),
    valueRow('assemble, nothing cached, p95', quantile(cold, 0.95), 'ms', 50, 15),
    ratioRow('assemble, nothing cached, by tokenizer', oursMs, { name: 'js-tiktoken', ms: theirsMs }, 3, 10),
  ];
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) printRows(await run());
