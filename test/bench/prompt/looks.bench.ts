/**
 * `npm run bench -- looks`: an hour beside an agent that calls `live_context` once a minute, while the
 * hunks of a repository's latest commits are typed in. Replies that build on what the agent holds are
 * compared with whole ones, in tokens and in the price of the agent's conversation.
 *
 * `NEXT_HALF_CLONES` is a folder of git repositories, `LOOKS_ONLY` names some; without it this
 * repository is measured.
 */
import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { readerIn } from '../../../src/protocol/consumer.ts';
import { TokenCounter } from '../../../src/tokens/tokenCounter.ts';
import { MemoryWorkspace } from '../../support/memoryWorkspace.ts';
import { type BenchRow, printRows } from '../benchRow.ts';
import { type Hunk, languageOfPath, Repository } from './nextHalfHalves.ts';

const project = 'file:///project';
const minutes = 60;
const reader = readerIn('lm-tools', 'hour');
/** Tokens that the agent itself adds between two looks, and its context before it is shortened. */
const ownTokens = 400;
const maxContext = 150_000;
const summaryTokens = 2_000;
/** Price of a token read from the cache and of one written, against one without cache. */
const providers = { Anthropic: [0.1, 1.25], OpenAI: [0.1, 1], Gemini: [0.25, 1] } as const;

/** An agent's conversation, with its price for each provider. */
class Conversation {
  readonly costs = new Map<string, number>();
  tokens: number[] = [];
  #context = 0;

  /** Adds a reply; true if the conversation was shortened after it. */
  add(tokens: number): boolean {
    this.tokens.push(tokens);
    for (const [name, [read, write]] of Object.entries(providers))
      this.costs.set(name, (this.costs.get(name) ?? 0) + this.#context * read + (tokens + ownTokens) * write);
    this.#context += tokens + ownTokens;
    if (this.#context < maxContext) return false;
    this.#context = summaryTokens;
    return true;
  }
}

function git(folder: string, ...args: string[]): string {
  return execFileSync('git', args, { cwd: folder, encoding: 'utf8', maxBuffer: 2 ** 28 });
}

/** The latest commits that together have an hour of hunks in source files, and the commit before them. */
function hourOf(folder: string): { readonly base: string; readonly hunks: readonly Hunk[] } {
  const commits = git(folder, 'log', '--first-parent', '--max-count=400', '--format=%H').trim().split('\n');
  let hunks: readonly Hunk[] = [];
  for (const [index, commit] of commits.slice(0, -1).entries()) {
    const base = commits[index + 1] ?? '';
    hunks = [...hunksOf(git(folder, 'diff', '-U0', '--no-renames', '--diff-filter=M', base, commit)), ...hunks];
    if (hunks.length >= minutes) return { base, hunks: hunks.slice(0, minutes) };
  }
  throw new RangeError(`${folder} has no ${minutes} hunks`);
}

function hunksOf(diff: string): readonly Hunk[] {
  const files = diff.split(/^diff --git .*$/m).slice(1);
  return files.flatMap((file) => {
    const path = /^\+\+\+ b\/(.*)$/m.exec(file)?.[1] ?? '';
    if (languageOfPath(path) === undefined) return [];
    return file
      .split(/^(?=@@ )/m)
      .slice(1)
      .map((hunk): Hunk => {
        const [head = '', ...lines] = hunk.split('\n');
        const [, , , line = '0', count = '1'] = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/.exec(head) ?? [];
        const side = (mark: string) => lines.filter((one) => one.startsWith(mark)).map((one) => one.slice(1));
        return { path, line: Number(line) - (count === '0' ? 0 : 1), removed: side('-'), added: side('+') };
      });
  });
}

/** Hunks of a diff come in order, so the lines before each are already the new ones. */
function type(workspace: MemoryWorkspace, { path, line, removed, added }: Hunk): void {
  const id = `${project}/${path}`;
  workspace.active = id;
  const lines = (workspace.text(id) ?? '').split('\n');
  const start = lines.slice(0, line).join('\n').length + (line === 0 ? 0 : 1);
  const end = Math.min(
    workspace.text(id)?.length ?? 0,
    start + removed.join('\n').length + (removed.length > 0 ? 1 : 0),
  );
  workspace.edit(id, [{ start, end, newText: added.map((one) => `${one}\n`).join('') }]);
  const document = workspace.documents.get(id);
  if (document !== undefined) document.cursor = start;
}

async function measure(folder: string): Promise<BenchRow[]> {
  const repository = new Repository(folder);
  const counter = await TokenCounter.load('o200k_base');
  const { base, hunks } = hourOf(folder);
  const workspace = await MemoryWorkspace.open();
  const blobs = [...repository.tree(base)];
  const texts = new Map(
    repository.texts(blobs.map(([, blob]) => blob)).map((text, at) => [blobs[at]?.[0] ?? '', text]),
  );
  for (const [path, text] of texts) workspace.projectFiles.put(`${project}/${path}`, text);
  const log = repository.log(base, 1_000);
  workspace.commits = async () => log;
  const [whole, delta] = [new Conversation(), new Conversation()];
  let deltas = 0;
  for (const hunk of hunks) {
    const id = `${project}/${hunk.path}`;
    if (!workspace.documents.has(id)) workspace.openDocument(id, texts.get(hunk.path) ?? '', languageOfPath(hunk.path));
    type(workspace, hunk);
    workspace.clock.advance(60_000);
    await new Promise((resolve) => setImmediate(resolve));
    const all = await workspace.ask('live:get', { preview: true }, 'mcp:whole');
    whole.add(counter.count(all.text));
    const reply = await workspace.ask('live:get', {}, reader);
    deltas += Number(reply.text.startsWith('Since your live_context of version '));
    if (delta.add(counter.count(reply.text))) await workspace.ask('agents:forget', {}, reader);
  }
  const later = (tokens: readonly number[]) => tokens.slice(1).reduce((sum, one) => sum + one, 0) / (minutes - 1);
  const share = later(delta.tokens) / later(whole.tokens);
  const row = (name: string, ours: string, peer: string, ratio: number, must: number, aim: number): BenchRow => ({
    ...{ name: `${repository.name}: ${name}`, ours, peer, ratio: ratio.toFixed(2), must: `≤ ${must}`, aim: `≤ ${aim}` },
    reached: ratio <= aim ? 'aim' : ratio <= must ? 'must' : 'no',
  });
  const tokens = (one: Conversation) => `${Math.round(later(one.tokens))} tokens`;
  return [
    row(
      `replies after the first of an hour, ${deltas} of ${minutes} deltas`,
      tokens(delta),
      tokens(whole),
      share,
      0.35,
      0.25,
    ),
    ...Object.keys(providers).map((name) => {
      const [ours, theirs] = [delta.costs.get(name) ?? 0, whole.costs.get(name) ?? 1];
      return row(`conversation at the prices of ${name}`, ours.toFixed(0), theirs.toFixed(0), ours / theirs, 0.7, 0.5);
    }),
  ];
}

export async function run(): Promise<BenchRow[]> {
  const clones = process.env['NEXT_HALF_CLONES'];
  const only = process.env['LOOKS_ONLY']?.split(',');
  const folders =
    clones === undefined
      ? [join(import.meta.dirname, '../../..')]
      : readdirSync(clones)
          .filter((name) => only?.includes(name) ?? true)
          .map((name) => join(clones, name));
  const rows: BenchRow[] = [];
  for (const folder of folders) rows.push(...(await measure(folder)));
  return rows;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) printRows(await run());
