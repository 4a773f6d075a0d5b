import { access, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { readWindows } from '../../../src/mcp/windowRegistry.ts';
import { type Agent, connectAgent } from '../../support/mcp/agents.ts';
import { Chat, chatServer, type ModelRequest, openChatWorkbench } from '../../support/vscode/chat.ts';
import { server, useVSCode, workbench } from '../../support/vscode/fixture.ts';
import { clickInRow, ShownView } from '../../support/vscode/shownView.ts';

// Two MCP clients, Copilot and @live at once, in one window: each has windows, notes, traces and files of its own; the developer sees and
// steers all of them.

const home = await mkdtemp(join(tmpdir(), 'live-context-home-'));
const long = Array.from({ length: 9_000 }, (_, at) => `line ${at + 1} of a long log, told in full\n`).join('');

useVSCode({
  ...chatServer(true),
  env: { LIVE_CONTEXT_HOME: home },
  openWindow: openChatWorkbench,
  prepare: ({ workspace }) => writeFile(join(workspace, 'long.txt'), long),
});

interface AnchorCall {
  readonly id: string;
  readonly params?: object;
}

let chat: Chat;
let view: ShownView;
const agents = new Map<string, Agent>();

beforeAll(async () => {
  chat = new Chat(workbench);
  await workbench.openFile('long.txt');
  await workbench.configure('liveContext.tellAgents', true);
  const entry = await vi.waitFor(
    async () => {
      const [first] = readWindows(home);
      if (first === undefined) throw new Error('The window offers no server.');
      // It is written beside the entry, at times after it.
      await access(join(home, 'mcp-bridge.js'));
      return first;
    },
    { timeout: 90_000, interval: 250 },
  );
  const bridge = {
    command: process.execPath,
    args: [join(home, 'mcp-bridge.js'), '--folder', server.workspace],
    env: { LIVE_CONTEXT_HOME: home },
  };
  const http = { url: `http://127.0.0.1:${entry.port}/mcp`, token: entry.token };
  agents.set('Alpha', await connectAgent('1.x', bridge, 'Alpha'));
  agents.set('Beta', await connectAgent('2.x, protocol of 2025', http, 'Beta'));
  agents.set(impostor, await connectAgent('2.x, protocol of 2025', http, impostor));
});

afterAll(async () => {
  for (const agent of agents.values()) await agent.close();
  await rm(home, { recursive: true, force: true });
});

function agent(name: string): Agent {
  const found = agents.get(name);
  if (found === undefined) throw new Error(`no agent ${name}`);
  return found;
}

/** Calls a tool as one of the three; what it answers. Copilot's way to its tools is tried with the real one, in {@link pressAll}. */
async function call(name: string, tool: string, input: Record<string, unknown>): Promise<string> {
  if (name !== 'Copilot') return (await agent(name).call(tool, input)).text;
  return workbench.probe.run(
    async (api, asked) => {
      const { content } = await api.lm.invokeTool(asked.tool, { input: asked.input, toolInvocationToken: undefined });
      return content.map((part) => (part instanceof api.LanguageModelTextPart ? part.value : '')).join('');
    },
    { tool, input },
  );
}

/** Presses anchors, Copilot's agent at one turn; what came of it as the model reads it. */
async function pressAll(name: string, calls: readonly AnchorCall[]): Promise<string> {
  const tool = 'live_context_action';
  if (name !== 'Copilot') return (await Promise.all(calls.map((one) => call(name, tool, { ...one })))).join('\n');
  await chat.play({ calls: calls.map((input) => ({ name: tool, input })) }, { text: 'Done.' });
  await chat.send('Act, please');
  const turns = async (): Promise<readonly ModelRequest[]> =>
    (await chat.requests()).filter(({ tools }) => tools.includes('live_context'));
  await expect.poll(async () => (await turns()).length).toBe(2);
  return (await turns()).at(-1)?.messages.at(-1)?.text ?? '';
}

/** A wrong anchor brings the key of every right one. */
async function anchorsOf(name: string): Promise<(window: string, verb: string) => string> {
  const told = await call(name, 'live_context_action', { id: 'keep:settings@000000' });
  const [, key] = /verb:window@(\w+)/.exec(told) ?? [];
  if (key === undefined) throw new Error(`no key in ${told}`);
  return (window, verb) => `${verb}:${window}@${key}`;
}

/** Writes a note, closes the settings with a trace, and reads more than a reply can hold; the id of the file that holds it. */
async function work(name: string): Promise<string> {
  const id = await anchorsOf(name);
  const told = await pressAll(name, [
    { id: id('note', 'add'), params: { text: `${name} says so` } },
    { id: id('settings', 'remove'), params: { summary: `closed by ${name}\n    the developer  kept in the prompt` } },
    { id: id('document', 'read'), params: { first: 1, last: 9_000 } },
  ]);
  const [file] = /tool-[\w-]+/.exec(told) ?? [];
  if (file === undefined) throw new Error(`no file in ${told.slice(0, 2_000)}`);
  return file;
}

/** What the next prompt of each says. */
function promptOf(name: string): Promise<string> {
  return call(name, 'live_context', { preview: true });
}

const names = ['Alpha', 'Beta', 'Copilot'];
/** A client that would pass for another one. */
const impostor = 'Copilot $(eye)';
const files = new Map<string, string>();

test('each has windows, traces and files of its own, and all share the notes', async () => {
  await Promise.all(names.map(async (name) => files.set(name, await work(name))));
  expect(new Set(files.values()).size).toBe(3);
  // The long file takes all the room that a reply has.
  await workbench.openFile('src/greeting.ts');
  await chat.play({ match: '# Request\\s+what is this log', text: 'A log.' });
  await chat.send('@live what is this log?');
  await expect.poll(() => chat.lastAnswer()).toContain('A log.');
  const asked = (await chat.requests()).find(({ step }) => step !== null)?.messages.at(-1)?.text ?? '';
  expect(asked).toContain('what is this log?');
  const prompts = new Map<string, string>([['@live', asked]]);
  for (const name of names) prompts.set(name, await promptOf(name));
  for (const [reader, prompt] of prompts)
    for (const name of names) {
      expect(prompt.includes(`${name} says so`), `${reader} reads the note of ${name}`).toBe(true);
      expect(prompt.includes(`closed by ${name}`), `${reader} reads the trace of ${name}`).toBe(reader === name);
    }
  for (const [reader, other] of [
    ['Alpha', 'Beta'],
    ['Beta', 'Copilot'],
  ] as const) {
    expect((await agent(reader).call('context_tail', { id: files.get(reader), lines: 20 })).text).toContain(
      'told in full',
    );
    expect((await agent(reader).call('context_read', { id: files.get(other) })).text).toMatch(/^FILE_UNKNOWN/);
    expect((await agent(reader).call('context_list')).text).not.toContain(files.get(other));
  }
});

const option = (name: string) => view.frame.locator('select.consumer option', { hasText: name });

test('the developer sees each by its name, and puts back what it took out', async () => {
  view = await ShownView.open(workbench);
  await view.showsFile('greeting.ts');
  for (const name of [...names, '@live: what is this log?']) await option(name).waitFor({ state: 'attached' });
  for (const name of names) {
    const value = (await option(name).getAttribute('value')) ?? '';
    await view.frame.locator('select.consumer').selectOption(value);
    const row = view.row('setting:');
    // A row that the view draws anew while it is looked for is looked for again.
    await expect
      .poll(async () => {
        if (!(await row.isVisible())) await view.row('layer:settings').locator('> .row').click({ timeout: 3_000 });
        return row.isVisible();
      })
      .toBe(true);
    const putBack = 'Put Back';
    await clickInRow(row, putBack);
    // The next one's prompt must not be taken for this one's, which is shown until then.
    await expect
      .poll(() => row.getByRole('button', { name: putBack, exact: true, includeHidden: true }).count())
      .toBe(0);
    await expect.poll(() => promptOf(name)).not.toContain(`closed by ${name}`);
    expect(await promptOf(name)).toContain(`${name} says so`);
    for (const other of names.slice(names.indexOf(name) + 1))
      expect(await promptOf(other)).toContain(`closed by ${other}`);
  }
});

const rows = () => workbench.page.locator('.quick-input-widget .monaco-list-row');

test('a conversation is shown read-only, with the names of who acted in it, and follows what goes on', async () => {
  await call(impostor, 'live_context', { preview: true });
  await workbench.probe.run((api) => void api.commands.executeCommand('liveContext.showConversation'));
  for (const name of [...names, `MCP client ${impostor}`, '@live: what is this log?', 'clipboard'])
    await rows().filter({ hasText: name }).first().waitFor();
  await rows().filter({ hasText: 'Alpha' }).click();
  await workbench.page.locator('.tab.active', { hasText: /Conversation of Alpha/ }).waitFor();
  const shown = async () => (await workbench.editorText()) ?? '';
  await expect.poll(shown).toContain('What was said');
  const before = await shown();
  expect(before).toMatch(/Alpha \(\w+\) {2}removed from the prompt: closed by Alpha/);
  expect(before).toMatch(/the developer {2}put back into the prompt/);
  expect(before).toMatch(/Alpha \(\w+\) {2}added: \d+/);
  expect(before).not.toMatch(/mcp:|\bview {2}/);
  expect(before).not.toMatch(/^ *the developer {2}kept in the prompt/m);
  await workbench.page.locator('.editor-group-container.active .monaco-editor').first().click();
  await workbench.type('x');
  expect(await shown()).toBe(before);
  const id = await anchorsOf('Alpha');
  await pressAll('Alpha', [{ id: id('settings', 'keep') }]);
  await expect.poll(shown).toMatch(/Alpha \(\w+\) {2}kept in the prompt/);
  expect(await shown()).toContain('  (kept in the prompt)\n');
  await workbench.openFile('src/greeting.ts');
});

test('@live stops when the person stops it', async () => {
  await chat.play(
    { match: '# Request\\s+tell me a long story', text: 'Once upon a time', hold: true },
    { match: '# Request\\s+make it short', text: 'The end.' },
  );
  await chat.send('@live tell me a long story');
  await expect.poll(() => chat.lastAnswer()).toContain('Once upon a time');
  await chat.stop();
  await expect.poll(async () => (await chat.requests()).find(({ step }) => step !== null)?.cancelled).toBe(true);
  expect(await chat.lastAnswer()).not.toContain('CHAT_MODEL_FAILED');
  await chat.send('@live make it short', 'agent', true);
  await expect.poll(() => chat.lastAnswer()).toContain('The end.');
});
