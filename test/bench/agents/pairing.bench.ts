import { callTool } from '../../../src/agents/toolAnswer.ts';
import { type Tool, tools } from '../../../src/agents/tools.ts';
import { call, fileRead } from '../../../src/edits/ordinary.ts';
import { instructions, listedTools } from '../../../src/mcp/server/agentServer.ts';
import type { Receipt } from '../../../src/protocol/prompt/receipt.ts';
import { ChangeSet } from '../../../src/text/changeSet.ts';
import { SourceText, type TextChange } from '../../../src/text/sourceText.ts';
import { textDiff } from '../../../src/text/textDiff.ts';
import { TokenCounter } from '../../../src/tokens/tokenCounter.ts';
import { clientOf } from '../../support/mcp/window.ts';
import { MemoryWorkspace, settled } from '../../support/memoryWorkspace.ts';
import { loadTrace, type TraceName, traceNames } from '../../support/texts/traces.ts';
import { type BenchRow, printRows } from '../benchRow.ts';

/**
 * A recorded developer and a scripted agent at one document, from the middle of the recording on. In each task the developer types, the agent looks, the developer
 * types on while the agent thinks, and the agent marks the end of a line. Four habits do the same tasks, each after one look at the whole
 * document; all is counted, nothing timed:
 *
 * - whole: reads the whole file from disk, replaces a unique text on disk;
 * - memory: replaces a text that it read before, on disk; refused, it reads 20 lines on both sides of the place again;
 * - tools: `live_context_changes`, then `live_context_apply_edits` against the version that it names;
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

const path = 'src/trace.txt';
const document = `file:///project/${path}`;
const consumer = 'mcp:bench';
const diskHabits = ['whole', 'memory'] as const;
const habits = [...diskHabits, 'tools', 'hooks'] as const;
type Habit = (typeof habits)[number];

interface Score {
  tokens: number;
  done: number;
  trips: number;
  atStake: number;
  misplaced: number;
}

/** What a task is about: the end of a line of the text that the agent saw, and what the developer did since. */
class Developer {
  readonly workspace: MemoryWorkspace;
  readonly #edits: readonly TextChange[];
  #next = 0;
  text: SourceText;
  disk: SourceText;
  /** Offsets that move with the text. */
  tracked = 0;

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
      this.tracked = ChangeSet.of([edit], this.text.length).mapOffset(this.tracked, 1);
      this.workspace.edit(document, [edit]);
      this.workspace.clock.advance(editMs);
      this.text = this.text.withChanges([edit]);
      if (this.#next % editsASave === 0) this.disk = this.text;
    }
  }
}

/** Numbers that are the same in every run. */
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
  #versionId = '';
  /** The file as far as an agent that works from memory has read it. */
  #memory: SourceText;

  constructor(counter: TokenCounter, developer: Developer, score: Score, habit: Habit) {
    this.#counter = counter;
    this.#developer = developer;
    this.#score = score;
    this.#habit = habit;
    this.#memory = developer.disk;
  }

  /** Every agent has to see the document once, to know what to do in it. */
  async begin(): Promise<void> {
    if (this.#habit === 'hooks') await this.#turn();
    if (this.#isOurs) await this.#tool('live_context', {});
    else this.#count(fileRead(path, this.#developer.disk.toString()));
  }

  get #isOurs(): boolean {
    return this.#habit === 'tools' || this.#habit === 'hooks';
  }

  async task(task: number, share: number): Promise<void> {
    const developer = this.#developer;
    for (let tries = 0; tries < maxTries; tries++) {
      if (this.#habit !== 'memory') await this.#look();
      else if (tries > 0) this.#readAgain(share);
      const seen = this.#isOurs ? developer.text : this.#habit === 'memory' ? this.#memory : developer.disk;
      const line = lineFor(seen, share);
      developer.tracked = this.#isOurs ? seen.lineAt(line).end : offsetIn(seen, developer.text, seen.lineAt(line).end);
      developer.type(editsMeanwhile);
      const mark = ` [[${task}]]`;
      const isDone = this.#isOurs ? await this.#applyOurs(seen, line, mark) : this.#applyOnDisk(seen, line, mark);
      this.#score.trips++;
      if (isDone) {
        this.#score.done++;
        return;
      }
    }
  }

  async #look(): Promise<void> {
    // What a hook says comes with the developer's request.
    if (this.#habit !== 'hooks') this.#score.trips++;
    if (this.#habit === 'whole') this.#count(fileRead(path, this.#developer.disk.toString()));
    else if (this.#habit === 'tools') await this.#tool('live_context_changes', {});
    else await this.#turn();
  }

  /** Reads the lines around the place, and knows those from then on. */
  #readAgain(share: number): void {
    const { disk } = this.#developer;
    const line = disk.lineIndexOf(offsetIn(this.#memory, disk, this.#memory.lineAt(lineFor(this.#memory, share)).end));
    const [first, last] = [Math.max(0, line - aroundLines), Math.min(disk.lineCount - 1, line + aroundLines)];
    const { start } = disk.lineAt(first);
    const { end } = disk.lineAt(last);
    const newText = disk.slice(start, end);
    this.#count(`${fileRead(path, newText, first + 1)}`);
    this.#score.trips++;
    const known = [start, end].map((offset) => offsetIn(disk, this.#memory, offset)) as [number, number];
    this.#memory = this.#memory.withChanges([{ start: known[0], end: Math.max(...known), newText }]);
  }

  /** Calls one of our tools. */
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

  /** As the server says once the reply is sent. */
  async #received({ id, now }: Receipt): Promise<void> {
    this.#versionId = now ?? this.#versionId;
    if (id !== undefined) await this.#developer.workspace.session.request('deliveries:commit', { id }, consumer);
  }

  async #applyOurs(seen: SourceText, line: number, mark: string): Promise<boolean> {
    const developer = this.#developer;
    const { oldText, newText } = uniqueReplacement(seen, line, mark);
    const input = { documentId: document, baseVersionId: this.#versionId, edits: [{ oldText, newText }] };
    const answer = await this.#tool('live_context_apply_edits', input);
    const text = developer.workspace.text(document) ?? '';
    this.#measure(text, mark);
    // The next task begins with the developer's own text.
    const at = text.indexOf(mark);
    if (at >= 0) developer.workspace.edit(document, [{ start: at, end: at + mark.length, newText: '' }], 'undo');
    if (developer.workspace.text(document) !== developer.text.toString()) throw new Error('The replay went astray');
    return answer.ok;
  }

  #applyOnDisk(seen: SourceText, line: number, mark: string): boolean {
    const { disk } = this.#developer;
    const written = this.#replaced(seen, line, mark);
    if (written === null) return false;
    // The developer goes on with their own text; the file is as it was before the next task.
    this.#measure(written, mark);
    this.#developer.disk = disk;
    return true;
  }

  #replaced(seen: SourceText, line: number, mark: string): string | null {
    const { oldText, newText } = uniqueReplacement(seen, line, mark);
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
  #measure(text: string, mark: string): void {
    const { text: developers, tracked } = this.#developer;
    const at = text.indexOf(mark);
    const bare = at < 0 ? text : text.slice(0, at) + text.slice(at + mark.length);
    const missing = textDiff(developers.toString(), bare);
    this.#score.atStake += missing.reduce((sum, { start, end }) => sum + end - start, 0);
    if (at < 0) return;
    const meant = developers.lineIndexOf(Math.min(tracked, developers.length));
    const stands = developers.lineIndexOf(Math.min(developers.length, offsetIn(SourceText.from(bare), developers, at)));
    if (meant !== stands) this.#score.misplaced++;
  }

  #count(text: string): void {
    this.#score.tokens += this.#counter.count(text);
  }
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
    const each = ({ tokens, done }: Score) => tokens / Math.max(1, done);
    const withStanding = (score: Score, price: number) =>
      (score.tokens + standing * price * score.trips) / Math.max(1, score.done);
    const told = ({ tokens, done, trips, atStake, misplaced }: Score) =>
      `${Math.round(tokens / Math.max(1, done))} tokens an edit, ${done} of ${tasks} done, ${trips} round trips, ${atStake} characters at stake, ${misplaced} misplaced`;
    const score = (habit: Habit) => byHabit.get(habit) as Score;
    const best = diskHabits.toSorted((a, b) => each(score(a)) - each(score(b)))[0] ?? 'whole';
    for (const habit of ['tools', 'hooks'] as const) {
      const ours = score(habit);
      const ratio = each(ours) / each(score(best));
      const [plain, cached] = [1, cachedPrice].map((price) => Math.round(withStanding(ours, price)));
      const isSafe = ours.atStake === 0 && ours.misplaced === 0;
      rows.push({
        name: `pairing on ${name}, by ${habit} against ${best}`,
        ours: `${told(ours)}; with ${standing} tokens of descriptions in each request ${plain}, cached ${cached}`,
        peer: diskHabits.map((habit) => `${habit}: ${told(score(habit))}`).join('; '),
        ratio: `${(ratio * 100).toFixed(0)} %`,
        must: '100 %, none at stake or misplaced',
        aim: '50 %',
        reached: isSafe && ratio <= 0.5 ? 'aim' : isSafe && ratio <= 1 ? 'must' : 'no',
      });
    }
  }
  return rows;
}

if (import.meta.main) printRows(await run());
