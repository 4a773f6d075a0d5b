/**
 * `npm run bench -- nextHalf`: what the rest of a real commit needs is looked for in the prompt. A commit's parent is HEAD, half of
 * its hunks are typed in; the names, lines and definitions of other files that the other half needs count where a line of them is in
 * the prompt, word for word.
 *
 * `NEXT_HALF_CLONES` is a folder of git repositories; without it this repository is measured. `NEXT_HALF_HALVES` is the number of halves
 * of each (16), `NEXT_HALF_ONLY` names the repositories, or `tuned` or `held out`; `NEXT_HALF_SEARCHES=no` leaves out the other searches.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { TokenCounter } from '../../../src/tokens/tokenCounter.ts';
import { MemoryWorkspace } from '../../support/memoryWorkspace.ts';
import { type BenchRow, printRows, quantile, valueRow } from '../benchRow.ts';
import { type Half, type Hunk, languageOfPath, offsetOfLine, Repository } from './nextHalfHalves.ts';
import { FileText, type Needs, needsOf, type Recall, recallOf } from './nextHalfNeeds.ts';
import { promptOf, type Situation, searches } from './nextHalfSearches.ts';

const project = 'file:///project';
const limits = [2_000, 4_000, 8_000];
const loggedCommits = 1_000;
/** The parameters were chosen on these, before the others were looked at. */
const tuned = new Set(['got', 'fastify', 'click', 'cobra', 'ripgrep', 'gson', 'AutoMapper']);

/** One prompt and what it held. */
interface Answer extends Recall {
  readonly repository: string;
  readonly commit: string;
  readonly by: string;
  readonly limit: number;
  readonly tokens: number;
  readonly retrieved: number;
  readonly isQuiet: boolean;
  readonly ms: number;
}

class Project {
  readonly #repository: Repository;
  readonly #counter: TokenCounter;
  readonly #texts = new Map<string, FileText>();
  #blobs: ReadonlyMap<string, string> = new Map();
  #workspace: MemoryWorkspace | null = null;

  constructor(repository: Repository, counter: TokenCounter) {
    this.#repository = repository;
    this.#counter = counter;
  }

  async answers(half: Half, withSearches: boolean): Promise<readonly Answer[]> {
    this.#workspace ??= await MemoryWorkspace.open();
    const workspace = this.#workspace;
    await this.#checkOut(workspace, half.parent);
    const parents = new Map(this.#texts);
    const log = this.#repository.log(half.parent, loggedCommits);
    workspace.commits = async () => log;
    const cursorLine = await this.#type(workspace, half);
    const texts = new Map(parents);
    for (const path of new Set(half.typed.map((hunk) => hunk.path)))
      texts.set(path, new FileText(workspace.text(idOf(path)) ?? ''));
    const needs = needsOf(half, texts, parents);
    const answers = [...(await this.#ours(workspace, half, needs))];
    const situation = { half, texts, log, cursorLine, count: (text: string) => this.#counter.count(text) };
    if (withSearches) answers.push(...this.#theirs(situation, needs));
    for (const id of [...workspace.documents.keys()]) {
      workspace.closeDocument(id);
      workspace.histories.forget(id);
    }
    workspace.clock.advance(4 * 60 * 60 * 1_000);
    return answers;
  }

  async #ours(workspace: MemoryWorkspace, half: Half, needs: Needs): Promise<readonly Answer[]> {
    const answers: Answer[] = [];
    await ask(workspace, 8_000);
    await rested();
    for (const limit of [...limits, null]) {
      const { prompt, layers, tokenCount, ms } = await ask(workspace, limit);
      const found = { ...recallOf(needs, prompt), tokens: tokenCount, retrieved: layers.retrieved.tokens, ms };
      answers.push({ ...this.#about(half, needs), by: 'Live Context', limit: limit ?? 0, ...found });
    }
    return answers;
  }

  #theirs(situation: Situation, needs: Needs): readonly Answer[] {
    return Object.entries(searches).flatMap(([by, search]) => {
      const found = search(situation);
      return limits.map((limit) => {
        const prompt = promptOf(situation, found, limit);
        const about = { ...this.#about(situation.half, needs), by, limit, tokens: limit, retrieved: 0, ms: 0 };
        return { ...about, ...recallOf(needs, prompt) };
      });
    });
  }

  #about(half: Half, needs: Needs) {
    const isQuiet = needs.names.size + needs.lines.size + needs.definitions.size === 0;
    return { repository: this.#repository.name, commit: half.commit, isQuiet };
  }

  /** Puts a commit's files on the disk; what is the same as before stays. */
  async #checkOut(workspace: MemoryWorkspace, commit: string): Promise<void> {
    const blobs = this.#repository.tree(commit);
    const gone = [...this.#blobs.keys()].filter((path) => !blobs.has(path));
    const changed = [...blobs].filter(([path, blob]) => this.#blobs.get(path) !== blob);
    const isFirst = this.#blobs.size === 0;
    for (const path of gone) {
      this.#texts.delete(path);
      workspace.projectFiles.set(project, path, null);
    }
    const texts = this.#repository.texts(changed.map(([, blob]) => blob));
    for (const [at, [path]] of changed.entries()) {
      const text = texts[at] ?? '';
      this.#texts.set(path, new FileText(text));
      if (isFirst) workspace.projectFiles.put(idOf(path), text);
      else workspace.projectFiles.set(project, path, text);
    }
    this.#blobs = blobs;
    await rested();
  }

  /** Types the hunks in one after another; returns the cursor's line, from zero. */
  async #type(workspace: MemoryWorkspace, { typed }: Half): Promise<number> {
    const done: Hunk[] = [];
    let cursorLine = 0;
    for (const hunk of typed) {
      const id = idOf(hunk.path);
      if (!workspace.documents.has(id)) {
        workspace.openDocument(id, this.#texts.get(hunk.path)?.text ?? '', languageOfPath(hunk.path));
      }
      workspace.active = id;
      const text = workspace.text(id) ?? '';
      const shift = done
        .filter(({ path, line }) => path === hunk.path && line < hunk.line)
        .reduce((sum, { added, removed }) => sum + added.length - removed.length, 0);
      const start = offsetOfLine(text, hunk.line + shift);
      const end = offsetOfLine(text, hunk.line + shift + hunk.removed.length);
      const newText = hunk.added.map((line) => `${line}\n`).join('');
      workspace.edit(id, [{ start, end, newText }]);
      const document = workspace.documents.get(id);
      const cursor = Math.max(start, start + newText.length - 1);
      if (document !== undefined) document.cursor = cursor;
      cursorLine = (workspace.text(id) ?? '').slice(0, cursor).split('\n').length - 1;
      done.push(hunk);
      workspace.clock.advance(20_000);
      await rested();
    }
    return cursorLine;
  }
}

async function ask(workspace: MemoryWorkspace, limit: number | null) {
  const params = { preview: true, ...(limit === null ? {} : { inputLimit: limit }) } as const;
  const start = process.cpuUsage();
  const answer = await workspace.ask('context:assemble', params, 'clipboard');
  const { user, system } = process.cpuUsage(start);
  return { ...answer, ms: (user + system) / 1_000 };
}

/** Everything in memory is done when nothing is left to be done at once. */
async function rested(): Promise<void> {
  for (let round = 0; round < 3; round++) await new Promise((resolve) => setImmediate(resolve));
}

function idOf(path: string): string {
  return `${project}/${path.split('/').map(encodeURIComponent).join('/')}`;
}

const kinds = ['names', 'lines', 'definitions', 'own'] as const;

/** Names, lines, definitions and own lines by the tokens of a prompt: what must be reached, and what is aimed at. */
const targets: Readonly<Record<number, { readonly must: readonly number[]; readonly aim: readonly number[] }>> = {
  2000: { must: [0.3, 0.2, 0.42, 0.55], aim: [0.35, 0.25, 0.5, 0.55] },
  4000: { must: [0.4, 0.28, 0.5, 0.65], aim: [0.4, 0.28, 0.5, 0.65] },
  8000: { must: [0.5, 0.38, 0.55, 0.73], aim: [0.6, 0.45, 0.65, 0.73] },
};
const mostNoise = { must: 1_500, aim: 750 };

/** NaN where nothing was needed. */
function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function recallsOf(answers: readonly Answer[]): readonly number[] {
  return kinds.map((kind) => meanOf(answers.flatMap((answer) => answer[kind] ?? [])));
}

/** Names / lines / definitions / own lines. */
function recallText(recalls: readonly number[]): string {
  return recalls.map((recall) => (Number.isNaN(recall) ? '–' : recall.toFixed(2).replace(/^0/, ''))).join('/');
}

function recallRow(name: string, recalls: readonly number[], limit: number, peer: string): BenchRow {
  const { must, aim } = targets[limit] ?? { must: [], aim: [] };
  const holds = (least: readonly number[]) => recalls.every((recall, at) => !(recall < (least[at] ?? 0)));
  const reached = holds(aim) ? 'aim' : holds(must) ? 'must' : 'no';
  const [least, wanted] = [recallText(must), recallText(aim)].map((text) => text && `≥ ${text}`);
  return { name, ours: recallText(recalls), peer, ratio: '–', must: least || '–', aim: wanted || '–', reached };
}

function rowsOf(name: string, answers: readonly Answer[]): BenchRow[] {
  const of = (by: string, limit: number) =>
    answers.filter((one) => !one.isQuiet && one.by === by && one.limit === limit);
  const halves = of('Live Context', 0).length;
  if (halves === 0) return [];
  const rows = limits.map((limit) => {
    const peers = Object.keys(searches).flatMap((by) => {
      const theirs = of(by, limit);
      return theirs.length === 0 ? [] : [`${by} ${recallText(recallsOf(theirs))}`];
    });
    const recalls = recallsOf(of('Live Context', limit));
    return recallRow(`${name}, ${halves} halves, ${limit} tokens`, recalls, limit, peers.join(', '));
  });
  const free = of('Live Context', 0);
  const tokens = free.map((one) => one.tokens);
  return [...rows, recallRow(`${name}, no limit (median ${quantile(tokens, 0.5)} tokens)`, recallsOf(free), 0, '–')];
}

export async function run(): Promise<BenchRow[]> {
  const clones = process.env['NEXT_HALF_CLONES'];
  const folders =
    clones === undefined
      ? [join(import.meta.dirname, '../../..')]
      : readdirSync(clones).map((folder) => join(clones, folder));
  const only = process.env['NEXT_HALF_ONLY']?.split(',');
  const isWanted = ({ name }: Repository) =>
    only === undefined || only.includes(name) || only.includes(tuned.has(name) ? 'tuned' : 'held out');
  const most = Number(process.env['NEXT_HALF_HALVES'] ?? 16);
  const withSearches = process.env['NEXT_HALF_SEARCHES'] !== 'no';
  const counter = await TokenCounter.load('o200k_base');
  const answers: Answer[] = [];
  for (const repository of folders.map((folder) => new Repository(folder)).filter(isWanted)) {
    const start = performance.now();
    const opened = new Project(repository, counter);
    const own: Answer[] = [];
    for (const half of repository.halves(most)) own.push(...(await opened.answers(half, withSearches)));
    answers.push(...own);
    console.error(`${repository.name} ${Math.round((performance.now() - start) / 1_000)} s`);
    printRows(rowsOf(repository.name, own).map((row) => ({ ...row, peer: '' })));
  }
  const rows = [...Map.groupBy(answers, ({ repository }) => (tuned.has(repository) ? 'tuned' : 'held out'))].flatMap(
    ([name, group]) => rowsOf(name, group),
  );
  const quiet = answers.filter(({ isQuiet, by, limit }) => isQuiet && by === 'Live Context' && limit === 0);
  const retrieved = quiet.map((one) => one.retrieved);
  const ms = answers.filter(({ by }) => by === 'Live Context').map((one) => one.ms);
  if (retrieved.length > 0) {
    const name = `retrieved where nothing of other files is needed, mean of ${retrieved.length}`;
    const most = `at most ${Math.max(...retrieved)}`;
    rows.push(valueRow(name, Math.round(meanOf(retrieved)), 'tokens', mostNoise.must, mostNoise.aim, most));
  }
  rows.push(
    valueRow('a prompt, processor time, p95', quantile(ms, 0.95), 'ms', 150, 70, `p50 ${quantile(ms, 0.5)} ms`),
  );
  return rows;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) printRows(await run());
