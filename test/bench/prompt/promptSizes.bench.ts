import { pathToFileURL } from 'node:url';
import { type BenchRow, printRows } from '../benchRow.ts';
import { open, retrieved, thisRepository } from './retrieval.bench.ts';

/** Tokens (o200k_base) of rules, settings, retrieved and immediate. */
type LayerTokens = readonly [rules: number, settings: number, retrieved: number, immediate: number];

/**
 * The prompts of files of this repository as version 0.1.0 made them (commit baa258e, over the files of 2026-11-22, with the sources of the
 * desktop but no language service), the cursor in the middle line: one of 49 tokens, a long one that shares words with everything, and five
 * ordinary ones.
 */
const before: Readonly<Record<string, LayerTokens>> = {
  'src/vscode/tsconfig.json': [0, 228, 16_822, 212],
  'package.json': [0, 161, 22_568, 9_949],
  'src/documents/histories.ts': [0, 277, 19_930, 4_151],
  'src/prompt/changes.ts': [0, 264, 15_535, 3_175],
  'src/tokens/tokenCounter.ts': [0, 239, 18_046, 587],
  'src/edits/plan.ts': [0, 264, 18_022, 1_292],
  'webview-ui/state.ts': [0, 253, 18_468, 1_053],
};
/** How many times fewer tokens a prompt is to have than before. */
const must = 2;
const aim = 4;

const sumOf = (layers: LayerTokens) => layers.reduce((sum, tokens) => sum + tokens, 0);
const told = (layers: LayerTokens) =>
  `${sumOf(layers)} tokens: rules ${layers[0]}, settings ${layers[1]}, retrieved ${layers[2]}, immediate ${layers[3]}`;

/** Tokens of prompts by layer, before and now. */
export async function run(): Promise<BenchRow[]> {
  const repository = thisRepository();
  const workspace = await open(repository);
  const rows: BenchRow[] = [];
  for (const [path, earlier] of Object.entries(before)) {
    const text = repository.texts.get(path);
    if (text === undefined) throw new Error(`${path} is no longer here`);
    const lines = text.split('\n');
    const cursor = lines.slice(0, Math.floor(lines.length / 2)).join('\n').length + 1;
    const { layers } = await retrieved(workspace, path, text, cursor);
    const now = [layers.rules, layers.settings, layers.retrieved, layers.immediate].map(({ tokens }) => tokens);
    const [rules = 0, settings = 0, found = 0, immediate = 0] = now;
    const ours: LayerTokens = [rules, settings, found, immediate];
    const ratio = sumOf(earlier) / sumOf(ours);
    rows.push({
      name: `prompt of ${path}`,
      ours: told(ours),
      peer: `0.1.0 ${told(earlier)}`,
      ratio: `${ratio.toPrecision(2)}×`,
      must: `≥ ${must}×`,
      aim: `≥ ${aim}×`,
      reached: ratio >= aim ? 'aim' : ratio >= must ? 'must' : 'no',
    });
  }
  return rows;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) printRows(await run());
