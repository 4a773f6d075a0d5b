import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import MiniSearch from 'minisearch';
import type { LineRange } from '../../../src/base/ports/language.ts';
import { TokenCounter } from '../../../src/tokens/tokenCounter.ts';
import { MemoryWorkspace, settled } from '../../support/memoryWorkspace.ts';
import {
  type BenchRow,
  formatMs,
  printRows,
  quantile,
  seededRandom,
  type Took,
  timed,
  usedBytes,
  valueRow,
} from '../benchRow.ts';

const root = join(import.meta.dirname, '../../..');
const project = 'file:///project';
const samples = 60;
const best = 8;
/** Lines around a hit that the peers show. */
const peerLines = 40;

interface Repository {
  readonly name: string;
  /** Texts by path. */
  readonly texts: ReadonlyMap<string, string>;
}

interface Use {
  readonly name: string;
  readonly path: string;
  /** UTF-16 units. */
  readonly offset: number;
  readonly definition: { readonly path: string; readonly line: number };
}

function read(name: string, folder: string, paths: readonly string[]): Repository {
  const texts = paths
    .filter((path) => /\.(ts|tsx|js|mjs|json|md|css)$/.test(path) && statSync(join(folder, path)).size < 500_000)
    .map((path) => [path, readFileSync(join(folder, path), 'utf8')] as const);
  return { name, texts: new Map(texts) };
}

/** The files that git follows here. */
export function thisRepository(): Repository {
  const tracked = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).trim().split('\n');
  return read('this repository', root, tracked);
}

function repositories(): readonly Repository[] {
  const zod = join(root, 'node_modules/zod');
  const all = readdirSync(zod, { recursive: true, encoding: 'utf8' });
  const sources = all.filter((path) => path.startsWith('src/') && statSync(join(zod, path)).isFile());
  return [thisRepository(), read('zod', zod, sources)];
}

/** Uses of names that one file alone exports, in files that import them; outside of imports, comments and members. */
function usesIn({ texts }: Repository): readonly Use[] {
  const defined = new Map<string, { path: string; line: number } | null>();
  for (const [path, text] of texts) {
    if (!/\.tsx?$/.test(path)) continue;
    for (const [at, line] of text.split('\n').entries()) {
      const name = /^export (?:abstract |async )?(?:function\*?|class|interface|type|enum|const) (\w{4,})/.exec(
        line,
      )?.[1];
      if (name !== undefined) defined.set(name, defined.has(name) ? null : { path, line: at + 1 });
    }
  }
  const uses: Use[] = [];
  for (const [path, text] of texts) {
    if (!/\.tsx?$/.test(path)) continue;
    const imports = [...text.matchAll(/^import (?:type )?\{([^}]*)\} from/gm)].map(([, names = '']) => names).join();
    const imported = new Set([...imports.matchAll(/(?:^|[\s,])(\w+)\s*(?=,|$)/g)].map(([, name]) => name));
    for (const match of text.matchAll(/(?<![.\w'"`/])[A-Za-z_]\w{3,}\b(?!\s*:|['"`])/g)) {
      if (!imported.has(match[0])) continue;
      const definition = defined.get(match[0]);
      const line = text.slice(text.lastIndexOf('\n', match.index) + 1, match.index);
      if (definition == null || definition.path === path || /^\s*(import|export|\*|\/\/|\/\*)|^} from/.test(line))
        continue;
      uses.push({ name: match[0], path, offset: match.index, definition });
    }
  }
  const random = seededRandom(20261121);
  return Array.from({ length: samples }, () => uses[random(uses.length)]).filter((use) => use !== undefined);
}

interface Shown {
  readonly path: string;
  readonly first: number;
  readonly last: number;
}

/** True if the line that defines a name is in a prompt. */
function tells(prompt: string, { definition: { path, line } }: Use, { texts }: Repository): boolean {
  const wanted = texts.get(path)?.split('\n')[line - 1] ?? '';
  return prompt.split('\n').includes(wanted);
}

function finds(shown: readonly Shown[], { definition }: Use): boolean {
  const { path, line } = definition;
  return shown.slice(0, best).some((one) => one.path === path && one.first <= line && line <= one.last);
}

export async function open({ texts }: Repository): Promise<MemoryWorkspace> {
  const workspace = await MemoryWorkspace.open();
  for (const [path, text] of texts) workspace.projectFiles.put(`${project}/${path}`, text);
  return workspace;
}

const languages: Readonly<Record<string, string>> = {
  ts: 'typescript',
  json: 'json',
  md: 'markdown',
  js: 'javascript',
};

/** The Retrieved layer of a prompt with the cursor at a place. */
export async function retrieved(workspace: MemoryWorkspace, path: string, text: string, offset: number) {
  const id = `${project}/${path}`;
  workspace.openDocument(id, text, languages[path.slice(path.lastIndexOf('.') + 1)] ?? 'plaintext');
  const document = workspace.documents.get(id);
  if (document !== undefined) document.cursor = offset;
  const ask = () => workspace.session.request('live:get', { preview: true }, 'clipboard');
  settled(await ask());
  for (let round = 0; round < 3; round++) await new Promise((resolve) => setImmediate(resolve));
  const start = performance.now();
  const { account, text: prompt } = settled(await ask());
  const ms = performance.now() - start;
  workspace.closeDocument(id);
  return { prompt, tokens: account.layers.retrieved.tokens, layers: account.layers, ms };
}

/** BM25 over chunks of 40 lines by the words of the lines around, and the lines that hold the name itself. */
function peers({ texts }: Repository) {
  const chunks = [...texts].flatMap(([path, text]) => {
    const lines = text.split('\n');
    return Array.from({ length: Math.ceil(lines.length / peerLines) }, (_, at) => ({
      id: `${path}:${at}`,
      path,
      first: at * peerLines + 1,
      last: (at + 1) * peerLines,
      text: lines.slice(at * peerLines, (at + 1) * peerLines).join('\n'),
    }));
  });
  const search = new MiniSearch<(typeof chunks)[number]>({ fields: ['text'] });
  search.addAll(chunks);
  const byId = new Map(chunks.map((chunk) => [chunk.id, chunk]));
  const bm25 = ({ path, offset }: Use) => {
    const text = texts.get(path) ?? '';
    const line = text.slice(0, offset).split('\n').length - 1;
    const around = text
      .split('\n')
      .slice(Math.max(0, line - 10), line + 11)
      .join('\n');
    const found = search.search(around).flatMap(({ id }) => byId.get(id) ?? []);
    return found.filter((chunk) => chunk.path !== path).slice(0, best);
  };
  const grep = ({ path, name }: Use) => {
    const word = new RegExp(`\\b${name}\\b`);
    return chunks.filter((chunk) => chunk.path !== path && word.test(chunk.text)).slice(0, best);
  };
  return { bm25, grep };
}

function shareRow(name: string, share: number, peer: string): BenchRow {
  const reached = share >= 0.97 ? 'aim' : share >= 0.9 ? 'must' : 'no';
  return { name, ours: share.toFixed(2), peer, ratio: '–', must: '≥ 0.9', aim: '≥ 0.97', reached };
}

async function rowsOf(repository: Repository, counter: TokenCounter): Promise<BenchRow[]> {
  const uses = usesIn(repository);
  const { bm25, grep } = peers(repository);
  const rows: BenchRow[] = [];
  for (const served of [false, true]) {
    const workspace = await open(repository);
    let use = uses[0];
    workspace.definitions = async (_, offset): Promise<readonly LineRange[]> => {
      if (!served || use === undefined || offset !== use.offset) return [];
      const line = use.definition.line - 1;
      return [{ documentId: `${project}/${use.definition.path}`, startLine: line, endLine: line }];
    };
    const answers = [];
    for (use of uses) {
      answers.push({
        use,
        ...(await retrieved(workspace, use.path, repository.texts.get(use.path) ?? '', use.offset)),
      });
    }
    const shareOf = (found: (use: Use) => readonly Shown[]) =>
      uses.filter((one) => finds(found(one), one)).length / uses.length;
    const tokensOf = (found: (use: Use) => readonly { text: string }[]) =>
      quantile(
        uses.map((one) => found(one).reduce((sum, { text }) => sum + counter.count(text), 0)),
        0.5,
      );
    const share = answers.filter(({ prompt, use }) => tells(prompt, use, repository)).length / uses.length;
    const what = served ? 'with a language service' : 'by the index alone';
    const name = `definitions (of the peers among the first ${best}), ${repository.name}, ${what}`;
    rows.push(shareRow(name, share, `BM25 ${shareOf(bm25).toFixed(2)}, grep ${shareOf(grep).toFixed(2)}`));
    const tokens = quantile(
      answers.map((one) => one.tokens),
      0.5,
    );
    const peer = `BM25 ${tokensOf(bm25)}, grep ${tokensOf(grep)}`;
    rows.push(valueRow(`retrieved for a use, ${repository.name}, ${what}`, tokens, 'tokens', 4_000, 2_000, peer));
  }
  return rows;
}

/**
 * Indexes `count` files, beginnings of real ones, no two the same: wall time, in which it rests as long as it works, processor
 * time, memory, and a prompt after each keystroke pause.
 */
async function largeProjectRows(count: number): Promise<BenchRow[]> {
  const texts = repositories().flatMap((one) => [...one.texts.values()]);
  const folder = (at: number) => `src/part${at % 100}/file${at}.ts`;
  const files = Array.from({ length: count }, (_, at): [string, string] => {
    const text = texts[at % texts.length] ?? '';
    return [folder(at), `// file ${at}\n${text.slice(0, 4_000)}\nexport const own${at} = ${at};\n`];
  });
  const workspace = await open({ name: 'large', texts: new Map(files) });
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
  const held = usedBytes() - before;
  const leftOut = (await warnings()).find((warning) => warning.startsWith('SEARCH_LEFT_OUT')) ?? 'none left out';
  const times: Took[] = [];
  for (let pause = 0; pause < 60; pause++) {
    workspace.edit(active, [{ start: 0, end: 0, newText: `own${pause * 7}\n` }]);
    times.push(await timed(warnings));
  }
  const prompts = times.slice(10);
  const processors = prompts.reduce((sum, { processor }) => sum + processor, 0) / prompts.length;
  return [
    valueRow(`indexing ${count} files (${leftOut})`, Math.round(indexed), 'ms', 60_000, 20_000, '–'),
    valueRow(
      `processor time of indexing ${count} files`,
      Math.round((user + system) / 1_000),
      'ms',
      40_000,
      15_000,
      '–',
    ),
    valueRow(`memory of ${count} indexed files`, Math.round(held / 2 ** 20), 'MiB', 400, 200, '–'),
    valueRow(
      `a prompt after a pause, ${count} files, p95`,
      quantile(
        prompts.map(({ wall }) => wall),
        0.95,
      ),
      'ms',
      100,
      50,
      `processors ${formatMs(processors)} a prompt, the first one ${formatMs(times[0]?.processor ?? 0)}`,
    ),
  ];
}

export async function run(): Promise<BenchRow[]> {
  const counter = await TokenCounter.load('o200k_base');
  const rows: BenchRow[] = [...(await largeProjectRows(10_000)), ...(await largeProjectRows(50_000))];
  for (const repository of repositories()) rows.push(...(await rowsOf(repository, counter)));
  return rows;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) printRows(await run());
