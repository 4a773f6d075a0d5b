/**
 * `npm run bench -- looks`: an hour beside an agent that calls `live_context` once a minute, while recorded keystrokes or the hunks
 * of a repository's latest commits are typed in. `NEXT_HALF_CLONES` is a folder of git repositories, `NEXT_HALF_ONLY` names some;
 * without it this repository is measured. `@live` is asked each minute, too: with its thread, and with a whole prompt.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { ChatMessage } from '../../../src/agents/chat/chatModel.ts';
import { LiveChat } from '../../../src/agents/chat/liveChat.ts';
import { readerIn } from '../../../src/protocol/consumer.ts';
import { TokenCounter } from '../../../src/tokens/tokenCounter.ts';
import { MemoryWorkspace, settled } from '../../support/memoryWorkspace.ts';
import { loadTrace, traceNames } from '../../support/texts/traces.ts';
import { type BenchRow, printRows } from '../benchRow.ts';
import { languageOfPath, offsetOfLine, Repository } from './nextHalfHalves.ts';

const project = 'file:///project';
const minutes = 60;
/** In a smaller document the tokens of the frame, about a hundred, weigh too much. */
const leastTokens = 1_000;
const reader = readerIn('lm-tools', 'hour');
/** Tokens that the agent itself adds between two looks, and its context before it is shortened. */
const ownTokens = 400;
const maxContext = 150_000;
const summaryTokens = 2_000;
/** Published prices of a token read from the cache and of one written, against one without cache. */
const providers = { Anthropic: [0.1, 1.25], OpenAI: [0.1, 1], Gemini: [0.1, 1] } as const;

/** Something typed in each minute. */
type Recording = readonly [name: string, hour: (workspace: MemoryWorkspace) => readonly (() => void)[]];

function keystrokes(name: (typeof traceNames)[number]): Recording {
  return [
    name,
    (workspace) => {
      const { startContent, edits } = loadTrace(name);
      const id = `${project}/${name}.txt`;
      workspace.openDocument(id, startContent);
      const share = Math.ceil(edits.length / minutes);
      return Array.from({ length: minutes }, (_, minute) => () => {
        for (const edit of edits.slice(minute * share, (minute + 1) * share)) {
          workspace.edit(id, [edit]);
          Object.assign(workspace.documents.get(id) ?? {}, { cursor: edit.start + edit.newText.length });
        }
      });
    },
  ];
}

function commits(repository: Repository): Recording {
  return [
    repository.name,
    (workspace) => {
      const { base, hunks } = repository.latest(minutes);
      const blobs = [...repository.tree(base)];
      const all = repository.texts(blobs.map(([, blob]) => blob));
      const texts = new Map(blobs.map(([path], at) => [path, all[at] ?? '']));
      for (const [path, text] of texts) workspace.projectFiles.put(`${project}/${path}`, text);
      const log = repository.log(base, 1_000);
      workspace.commits = async () => log;
      return hunks.map(({ path, line, removed, added }) => () => {
        const id = `${project}/${path}`;
        const before = workspace.text(id) ?? texts.get(path) ?? '';
        if (!workspace.holds(id)) workspace.openDocument(id, before, languageOfPath(path));
        workspace.active = id;
        const [start, end] = [offsetOfLine(before, line), offsetOfLine(before, line + removed.length)];
        const lines = (of: readonly string[]) => of.map((one) => `${one}\n`).join('');
        if (before.slice(start, end) !== lines(removed)) throw new RangeError(`${path} has no such lines at ${line}`);
        workspace.edit(id, [{ start, end, newText: lines(added) }]);
        Object.assign(workspace.documents.get(id) ?? {}, { cursor: start });
      });
    },
  ];
}

/** The price of a conversation for each provider. */
class Costs extends Map<string, number> {
  add(cached: number, written: number): void {
    for (const [name, [read, write]] of Object.entries(providers))
      this.set(name, (this.get(name) ?? 0) + cached * read + written * write);
  }
}

/** An agent's conversation. */
class Conversation {
  readonly costs = new Costs();
  readonly tokens: number[] = [];
  #context = 0;

  /** Adds a reply; true if the conversation was shortened after it. */
  add(tokens: number): boolean {
    this.tokens.push(tokens);
    this.costs.add(this.#context, tokens + ownTokens);
    this.#context += tokens + ownTokens;
    if (this.#context < maxContext) return false;
    this.#context = summaryTokens;
    return true;
  }

  get later(): number {
    return this.tokens.slice(1).reduce((sum, one) => sum + one, 0);
  }
}

/** Asks `@live`; what a prompt begins with as the one before it is cached. */
function asker({ session }: MemoryWorkspace, counter: TokenCounter, goesOn: boolean) {
  const chat = new LiveChat(session);
  const costs = new Costs();
  const answer = 'So it is, and why. '.repeat(ownTokens / 6);
  let chatHistory: readonly ChatMessage[] = [];
  let sent: readonly ChatMessage[] = [];
  let after: string | undefined;
  const send = async (messages: readonly ChatMessage[]) => {
    const same = messages.findIndex(({ content }, at) => content !== sent[at]?.content);
    const tokens = (part: readonly ChatMessage[]) => part.reduce((sum, { content }) => sum + counter.count(content), 0);
    costs.add(tokens(messages.slice(0, same)), tokens(messages.slice(same)));
    sent = messages;
    return answer;
  };
  const model = { maxInputTokens: maxContext, countTokens: async (text: string) => counter.count(text), send };
  const ask = async () => {
    const words = `Question ${chatHistory.length}?`;
    const question = { consumer: `live:${goesOn}`, words, prompt: words, skillId: 'chat', chatHistory, after } as const;
    const result = await chat.ask(question, model, { onPrompt() {}, onPart() {}, onJudging() {} });
    if (result === 'stopped') throw new Error(result);
    if (goesOn) after = settled(result).receipt.id;
    chatHistory = [...chatHistory, { role: 'user', content: words }, { role: 'assistant', content: answer }];
  };
  return { costs, ask };
}

async function measure([name, hour]: Recording, counter: TokenCounter): Promise<BenchRow[]> {
  const workspace = await MemoryWorkspace.open();
  const [whole, delta] = [new Conversation(), new Conversation()];
  const chats = [asker(workspace, counter, false), asker(workspace, counter, true)] as const;
  const shares: number[] = [];
  let twice = 0;
  for (const type of hour(workspace)) {
    type();
    workspace.clock.advance(60_000);
    await new Promise((resolve) => setImmediate(resolve));
    const { text, payload, account } = await workspace.ask('live:get', { preview: true }, 'mcp:whole');
    const document = counter.count(payload.current_document);
    if (document >= leastTokens) shares.push(account.tokenCount / (document + account.layers.retrieved.tokens));
    const patches = [...text.matchAll(/^(`{3,})diff\n(.*?)^\1$/gms)].map(([patch]) => patch);
    twice += patches.length - new Set(patches).size;
    whole.add(counter.count(text));
    const reply = await workspace.ask('live:get', {}, reader);
    for (const chat of chats) await chat.ask();
    if (delta.add(counter.count(reply.text))) await workspace.ask('agents:forget', {}, reader);
  }
  const { files } = await workspace.ask('files:usage', {}, 'clipboard');
  const row = (what: string, ours: number, peer: string, must: number, aim = must): BenchRow => ({
    ...{ name: `${name}: ${what}`, ours: ours.toFixed(2), peer, ratio: '–', must: `≤ ${must}`, aim: `≤ ${aim}` },
    reached: ours <= aim ? 'aim' : ours <= must ? 'must' : 'no',
  });
  const over = shares.filter((share) => share > 1.3).length;
  const share = (provider: string, of: Costs, by: Costs) => (of.get(provider) ?? 0) / (by.get(provider) ?? 0);
  return [
    row(
      'largest prompt by its document (1,000 tokens or more) and Retrieved',
      Math.max(...shares),
      `${over} of ${shares.length} over`,
      1.3,
      1.15,
    ),
    row('old diffs twice', twice, '–', 0),
    row('files made by looking', files, '–', 1),
    row('replies after the first, by whole ones', delta.later / whole.later, `${whole.later} tokens`, 0.35, 0.2),
    ...Object.keys(providers).map((provider) =>
      row(`conversation at ${provider}'s prices`, share(provider, delta.costs, whole.costs), '–', 0.7, 0.5),
    ),
    ...Object.keys(providers).map((provider) =>
      row(`@live at ${provider}'s prices`, share(provider, chats[1].costs, chats[0].costs), '–', 0.6, 0.5),
    ),
  ];
}

export async function run(): Promise<BenchRow[]> {
  const clones = process.env['NEXT_HALF_CLONES'];
  const only = process.env['NEXT_HALF_ONLY']?.split(',');
  const names = clones === undefined ? [] : readdirSync(clones).filter((name) => only?.includes(name) ?? true);
  const folders =
    clones === undefined ? [join(import.meta.dirname, '../../..')] : names.map((one) => join(clones, one));
  const counter = await TokenCounter.load('o200k_base');
  const rows: BenchRow[] = [];
  for (const recording of [...traceNames.map(keystrokes), ...folders.map((one) => commits(new Repository(one)))])
    rows.push(...(await measure(recording, counter)));
  return rows;
}

if (import.meta.main) printRows(await run());
