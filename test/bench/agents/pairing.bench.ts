import { callTool } from '../../../src/agents/toolAnswer.ts';
import { type Tool, tools } from '../../../src/agents/tools.ts';
import { instructions, listedTools } from '../../../src/mcp/server/agentServer.ts';
import type { Receipt } from '../../../src/protocol/prompt/receipt.ts';
import { ChangeSet } from '../../../src/text/changeSet.ts';
import { SourceText, type TextChange } from '../../../src/text/sourceText.ts';
import { textDiff } from '../../../src/text/textDiff.ts';
import { TokenCounter } from '../../../src/tokens/tokenCounter.ts';
import { clientOf } from '../../support/mcp/window.ts';
import { MemoryWorkspace, settled } from '../../support/memoryWorkspace.ts';
import { loadTrace, type TraceName, traceNames } from '../../support/texts/traces.ts';
import type { BenchRow } from '../benchRow.ts';

/**
 * A recorded developer and a scripted agent at one document, from the middle of the recording on. In each task the developer types, the agent looks, the developer
 * types on while the agent thinks, and the agent marks the end of a line. Five habits do the same tasks; all but one begin with a read of the
 * whole document. All is counted, nothing timed:
 *
 * - memory: replaces a text that it read before, on disk; refused, it reads 20 lines on both sides of the place again;
 * - search: has read nothing; searches the line, reads 20 lines on both sides of it, replaces on disk; refused, it searches again;
 * - unasked: `live_context_apply_edits` against the version that it read; only when refused `live_context_changes`;
 * - tools: `live_context_changes`, then `live_context_apply_edits`;
 * - hooks: what the plugin's hook says at the beginning of each turn (`agents:turn`), unasked, and the same edit.
 *
 * The developer saves at every 50th edit, so the file on disk may be behind the editor: what is typed and unsaved when an agent writes the file is
 * at stake, since the editor can only keep the one or the other.
 */

const tasks = 60;
const editsBefore = 40;
const editsMeanwhile = 20;
const editsASave = 50;
const editMs = 50;
/** Number of lines that a read of a range has on both sides. */
const aroundLines = 20;
/** Number of reads after which an agent gives up a task. */
const maxTries = 4;
/** How much of a line an agent searches for, and how much of one its search shows. */
const maxPattern = 60;
const maxFound = 200;

const path = 'src/trace.txt';
const document = `file:///project/${path}`;
const consumer = 'mcp:bench';
const diskHabits = ['memory', 'search'] as const;
const ourHabits = ['unasked', 'tools', 'hooks'] as const;
const habits = [...diskHabits, ...ourHabits];
type Habit = (typeof habits)[number];

interface Score {
  tokens: number;
  done: number;
  trips: number;
  atStake: number;
  misplaced: number;
}

class Developer {
  readonly workspace: MemoryWorkspace;
  readonly #edits: readonly TextChange[];
  #next = 0;
  text: SourceText;
  disk: SourceText;

  constructor(workspace: MemoryWorkspace, start: string, edits: readonly TextChange[]) {
    this.workspace = workspace;
    this.#edits = edits;
    this.text = SourceText.from(start);
    this.disk = this.text;
    workspace.openDocument(document, start);
  }

  type(count: number): void {
    for (let typed = 0; typed < count && this.#next < this.#edits.length; typed++) {
      const edit = this.#edits[this.#next++] as TextChange;
      this.workspace.edit(document, [edit]);
      this.workspace.clock.advance(editMs);
      this.text = this.text.withChanges([edit]);
      if (this.#next % editsASave === 0) this.disk = this.text;
    }
  }
}

function* numbers(): Generator<number> {
  for (let state = 20_251_122; ; ) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    yield state / 2 ** 32;
  }
}

async function played(counter: TokenCounter, name: TraceName, habit: Habit): Promise<Score> {
  const { startContent, edits } = loadTrace(name);
  const half = Math.floor(edits.length / 2);
  let start = SourceText.from(startContent);
  for (const edit of edits.slice(0, half)) start = start.withChanges([edit]);
  const workspace = await MemoryWorkspace.open();
  const developer = new Developer(workspace, start.toString(), edits.slice(half));
  const random = numbers();
  const score: Score = { tokens: 0, done: 0, trips: 0, atStake: 0, misplaced: 0 };
  const agent = new Agent(counter, developer, score, habit);
  await agent.begin();
  for (let task = 1; task <= tasks; task++) {
    developer.type(editsBefore);
    const share = random.next().value as number;
    await agent.task(task, share);
  }
  return score;
}

class Agent {
  readonly #counter: TokenCounter;
  readonly #developer: Developer;
  readonly #score: Score;
  readonly #habit: Habit;
  /** The document as far as the agent has read it. */
  #memory: SourceText;

  constructor(counter: TokenCounter, developer: Developer, score: Score, habit: Habit) {
    this.#counter = counter;
    this.#developer = developer;
    this.#score = score;
    this.#habit = habit;
    this.#memory = developer.disk;
  }

  async begin(): Promise<void> {
    if (this.#habit === 'hooks') await this.#turn();
    if (this.#habit === 'memory') this.#count(fileRead(path, this.#developer.disk.toString()));
    if (!this.#isOurs) return;
    const { text } = await this.#tool('live_context', {});
    // A long document is shown in part; the agent reads the rest of it.
    const [, last, count] = /lines 1-(\d+), of (\d+)/.exec(text) ?? [];
    if (last === undefined) return;
    const rest = { documentId: path, lines: { first: Number(last) + 1, last: Number(count) } };
    if (!(await this.#tool('live_context_version', rest)).ok) throw new Error('The rest of the document is missing');
  }

  get #isOurs(): boolean {
    return this.#habit !== 'memory' && this.#habit !== 'search';
  }

  async task(task: number, share: number): Promise<void> {
    const developer = this.#developer;
    for (let tries = 0; tries < maxTries; tries++) {
      await this.#look(tries, share);
      const line = lineFor(this.#memory, share);
      developer.type(editsMeanwhile);
      const mark = ` [[${task}]]`;
      const isDone = this.#isOurs ? await this.#applyOurs(line, mark) : this.#applyOnDisk(line, mark);
      this.#score.trips++;
      if (isDone) {
        this.#score.done++;
        return;
      }
    }
  }

  async #look(tries: number, share: number): Promise<void> {
    if (this.#habit === 'search') this.#search(share);
    // What a hook says comes with the developer's request.
    else if (this.#habit === 'hooks') await this.#turn();
    else if (this.#habit === 'tools' || (this.#habit === 'unasked' && tries > 0)) await this.#changes();
    else if (tries > 0) this.#readAgain(share);
  }

  async #changes(): Promise<void> {
    this.#score.trips++;
    for (let more: string | undefined, isFirst = true; isFirst || more !== undefined; isFirst = false)
      more = moreIn((await this.#tool('live_context_changes', more === undefined ? {} : { more })).text);
  }

  #search(share: number): void {
    const { disk } = this.#developer;
    const line = lineFor(disk, share);
    const pattern = disk.slice(disk.lineAt(line).start, disk.lineAt(line).end).trim().slice(0, maxPattern);
    const lines = disk.toString().split('\n');
    const found = lines.flatMap((text, at) => (text.includes(pattern) ? `${at + 1}:${text.slice(0, maxFound)}` : []));
    this.#count(`${call('grep', { pattern, path })}\n${found.join('\n')}`);
    this.#memory = disk;
    this.#readAround(line);
    this.#score.trips += 2;
  }

  #readAround(line: number): string {
    const { disk } = this.#developer;
    const [first, last] = [Math.max(0, line - aroundLines), Math.min(disk.lineCount - 1, line + aroundLines)];
    const text = disk.slice(disk.lineAt(first).start, disk.lineAt(last).end);
    this.#count(fileRead(path, text, first + 1));
    return text;
  }

  /** Reads the lines around the place, and knows those from then on. */
  #readAgain(share: number): void {
    const { disk } = this.#developer;
    const line = disk.lineIndexOf(offsetIn(this.#memory, disk, this.#memory.lineAt(lineFor(this.#memory, share)).end));
    const newText = this.#readAround(line);
    this.#score.trips++;
    const start = disk.lineAt(Math.max(0, line - aroundLines)).start;
    const known = [start, start + newText.length].map((offset) => offsetIn(disk, this.#memory, offset)) as [
      number,
      number,
    ];
    this.#memory = this.#memory.withChanges([{ start: known[0], end: Math.max(...known), newText }]);
  }

  async #tool(name: string, input: object) {
    const tool = tools.find((one) => one.name === name) as Tool;
    const answer = await callTool(clientOf(this.#developer.workspace), tool, input, consumer, 100_000);
    this.#count(`${call(name, input)}\n${answer.text}`);
    if (answer.receipt !== null) await this.#received(answer.receipt);
    return answer;
  }

  /** What the hook says when the agent is spoken to; it asks on by the tool where that is not all. */
  async #turn(): Promise<void> {
    const { session } = this.#developer.workspace;
    const { text, receipt } = settled(await session.request('agents:turn', { hold: true }, consumer));
    this.#count(text);
    await this.#received(receipt);
    for (let more = moreIn(text); more !== undefined; )
      more = moreIn((await this.#tool('live_context_changes', { more })).text);
  }

  async #received({ id }: Receipt): Promise<void> {
    this.#memory = this.#developer.text;
    if (id !== undefined) await this.#developer.workspace.session.request('deliveries:commit', { id }, consumer);
  }

  async #applyOurs(line: number, mark: string): Promise<boolean> {
    const developer = this.#developer;
    const { oldText, newText } = uniqueReplacement(this.#memory, line, mark);
    const input = { documentId: path, edits: [{ oldText, newText }] };
    const answer = await this.#tool('live_context_apply_edits', input);
    const text = developer.workspace.text(document) ?? '';
    this.#measure(text, mark, line);
    // The next task begins with the developer's own text.
    const at = text.indexOf(mark);
    if (at >= 0) developer.workspace.edit(document, [{ start: at, end: at + mark.length, newText: '' }], 'undo');
    if (developer.workspace.text(document) !== developer.text.toString()) throw new Error('The replay went astray');
    return answer.ok;
  }

  #applyOnDisk(line: number, mark: string): boolean {
    const { disk } = this.#developer;
    const written = this.#replaced(line, mark);
    if (written === null) return false;
    // The developer goes on with their own text; the file is as it was before the next task.
    this.#measure(written, mark, line);
    this.#developer.disk = disk;
    return true;
  }

  #replaced(line: number, mark: string): string | null {
    const { oldText, newText } = uniqueReplacement(this.#memory, line, mark);
    this.#count(call('edit_file', { path, old_string: oldText, new_string: newText }));
    const disk = this.#developer.disk.toString();
    const at = disk.indexOf(oldText);
    if (at < 0 || disk.indexOf(oldText, at + 1) >= 0) {
      this.#count('Error: old_string was not found, or more than once. Read the file again.');
      return null;
    }
    this.#count(`The file ${path} has been updated.`);
    return disk.slice(0, at) + newText + disk.slice(at + oldText.length);
  }

  /** What of the developer's text is not in the one that the agent left, and whether the mark stands on the line that was meant. */
  #measure(text: string, mark: string, line: number): void {
    const { text: developers } = this.#developer;
    const at = text.indexOf(mark);
    const bare = at < 0 ? text : text.slice(0, at) + text.slice(at + mark.length);
    const missing = textDiff(developers.toString(), bare);
    this.#score.atStake += missing.reduce((sum, { start, end }) => sum + end - start, 0);
    if (at < 0) return;
    const meant = developers.lineIndexOf(placeIn(this.#memory, developers, line));
    const stands = developers.lineIndexOf(Math.min(developers.length, offsetIn(SourceText.from(bare), developers, at)));
    if (meant !== stands) this.#score.misplaced++;
  }

  #count(text: string): void {
    this.#score.tokens += this.#counter.count(text);
  }
}

/** Lines as an agent's own tool reads them. */
function fileRead(path: string, text: string, firstLine = 1): string {
  const lines = text.split('\n');
  const numbered = lines.map((line, index) => `${String(firstLine + index).padStart(6)}\t${line}`).join('\n');
  const range = firstLine === 1 ? {} : { offset: firstLine, limit: lines.length };
  return `${call('read_file', { path, ...range })}\n${numbered}`;
}

/** A tool call as a model writes it. */
function call(name: string, input: object): string {
  return JSON.stringify({ name, arguments: input });
}

/** The id by which a reply is gone on with. */
function moreIn(text: string): string | undefined {
  return /^There is more: ask again with more: "(.+)"\.$/m.exec(text)?.[1];
}

/** A line with words on it, the same for every habit as far as their texts are the same. */
function lineFor(text: SourceText, share: number): number {
  const start = Math.floor(share * text.lineCount);
  for (let step = 0; step < text.lineCount; step++) {
    const line = (start + step) % text.lineCount;
    const { start: from, end } = text.lineAt(line);
    if (text.slice(from, end).trim().length > 3) return line;
  }
  return start;
}

/** The line with as many lines before it as make it unique in the text that was seen. */
function uniqueReplacement(seen: SourceText, line: number, mark: string): { oldText: string; newText: string } {
  const text = seen.toString();
  const { end } = seen.lineAt(line);
  for (let first = line; ; first--) {
    const oldText = text.slice(seen.lineAt(first).start, end);
    const isUnique = text.indexOf(oldText) === text.lastIndexOf(oldText);
    if (isUnique || first === 0) return { oldText, newText: oldText + mark };
  }
}

/** Where an offset of one text stands in another. */
function offsetIn(from: SourceText, to: SourceText, offset: number): number {
  const changes = textDiff(from.toString(), to.toString());
  return ChangeSet.of(changes, from.length).mapOffset(offset, 1);
}

/** Where the end of a line stands in a later text: behind its own words, if they are there once. */
function placeIn(seen: SourceText, now: SourceText, line: number): number {
  const { oldText } = uniqueReplacement(seen, line, '');
  const at = now.toString().indexOf(oldText);
  const isThere = at >= 0 && at === now.toString().lastIndexOf(oldText);
  return isThere ? at + oldText.length : offsetIn(seen, now, seen.lineAt(line).end);
}

/** All scores, by trace and habit. */
async function scores(): Promise<ReadonlyMap<TraceName, ReadonlyMap<Habit, Score>>> {
  const counter = await TokenCounter.load('o200k_base');
  const all = new Map<TraceName, ReadonlyMap<Habit, Score>>();
  for (const name of traceNames) {
    const byHabit = new Map<Habit, Score>();
    for (const habit of habits) byHabit.set(habit, await played(counter, name, habit));
    all.set(name, byHabit);
  }
  return all;
}

/** The texts about our tools that models read in every request. */
const descriptions = [
  instructions,
  ...listedTools.map(({ name, description, inputSchema }) => JSON.stringify({ name, description, inputSchema })),
].join('\n');
/** Share of the price that a provider takes for tokens in its cache. */
const cachedPrice = 0.1;

export async function run(): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  const counter = await TokenCounter.load('o200k_base');
  // Every request holds the descriptions of our tools.
  const standing = counter.count(descriptions);
  for (const [name, byHabit] of await scores()) {
    const each = (habit: Habit, price = 0) => {
      const { tokens, trips, done } = byHabit.get(habit) as Score;
      return (tokens + standing * price * trips) / Math.max(1, done);
    };
    const told = (habit: Habit) => {
      const { done, trips, atStake, misplaced } = byHabit.get(habit) as Score;
      return `${Math.round(each(habit))} tokens an edit, ${done} of ${tasks} done, ${trips} round trips, ${atStake} characters at stake, ${misplaced} misplaced`;
    };
    for (const habit of ourHabits) {
      const [plain, cached] = [1, cachedPrice].map((price) => Math.round(each(habit, price)));
      const [memory, search] = diskHabits.map((peer) => each(habit, cachedPrice) / each(peer)) as [number, number];
      const { atStake, misplaced } = byHabit.get(habit) as Score;
      const isSafe = atStake === 0 && misplaced === 0;
      rows.push({
        name: `pairing on ${name}, by ${habit}`,
        ours: `${told(habit)}; with ${standing} tokens of descriptions in each request ${plain}, cached ${cached}`,
        peer: diskHabits.map((peer) => `${peer}: ${told(peer)}`).join('; '),
        ratio: `cached ${(memory * 100).toFixed(0)} % of memory, ${(search * 100).toFixed(0)} % of search`,
        must: '100 % of memory, none at stake or misplaced',
        aim: '50 %',
        reached: isSafe && memory <= 0.5 ? 'aim' : isSafe && memory <= 1 ? 'must' : 'no',
      });
    }
  }
  return rows;
}
