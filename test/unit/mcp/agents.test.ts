import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { replyLimitOf } from '../../../src/agents/replyLimit.ts';
import { contextUri } from '../../../src/mcp/server/resources.ts';
import { receiptSchema } from '../../../src/protocol/prompt/receipt.ts';
import { type Agent, type AgentKind, agentKinds, connectAgent } from '../../support/mcp/agents.ts';
import { AgentHome, AgentWindow, newFolder } from '../../support/mcp/window.ts';
import { settled } from '../../support/memoryWorkspace.ts';
import { runs } from '../../support/runs.ts';

// Every kind of agent over every transport, against one window with a real session.

const document = 'file:///project/src/a.ts';
const transports = ['http', 'bridge'] as const;

/** Processes and connections take a moment on a busy machine. */
const soon = { timeout: 20_000 };

let home: AgentHome;
let window: AgentWindow;
let folder: string;

beforeAll(async () => {
  home = await AgentHome.open();
  folder = await newFolder(home, 'project');
  window = await AgentWindow.open(home, folder);
  window.workspace.openDocument(document, 'first\nsecond\n', 'typescript');
});

afterAll(async () => {
  await window.close();
  await home.remove();
});

const all = transports.flatMap((transport) => agentKinds.map((kind) => [transport, kind] as const));
/** Each transport and each protocol once; all pairs in long runs. */
const pairs = runs(1) > 1 ? all : all.filter((_, index) => index % 2 === 0);

describe.each(pairs)('over %s, client %s', (transport, kind) => {
  let agent: Agent;

  beforeAll(async () => {
    agent = await connectAgent(kind as AgentKind, transport === 'http' ? window.http : home.bridgeFor(folder));
  });

  afterAll(async () => {
    await agent?.close();
  });

  beforeEach(() => {
    window.workspace.active = document;
  });

  test('live_context gives the same bytes as a preview, and its receipt', async () => {
    const reply = await agent.call('live_context');
    expect(reply.isError).toBe(false);
    const { consumer } = receiptSchema.parse(reply.receipt);
    expect(consumer).toMatch(/^mcp:/);
    const preview = await window.workspace.ask('live:get', { preview: true }, consumer);
    expect(reply.text).toBe(preview.text);
    expect(reply.receipt).toEqual({ ...preview.receipt, id: expect.any(String), delivered: true });
  });

  test('the Live Context can be read as a resource, nothing else', async () => {
    expect(await agent.resources()).toContain(contextUri);
    expect(await agent.read(contextUri)).toBe((await agent.call('live_context', { preview: true })).text);
    await expect(agent.read('live-context://elsewhere')).rejects.toThrow();
    await expect(agent.read('file:///etc/passwd')).rejects.toThrow();
  });

  test('prompts and resources are no longer than the client hands on, and the setting bounds them further', async () => {
    const long = 'file:///project/src/long.txt';
    window.workspace.openDocument(long, 'a line of a long text\n'.repeat(5_000));
    const limit = replyLimitOf('test-agent');
    expect((await agent.read(contextUri)).length).toBeLessThanOrEqual(limit);
    expect((await agent.prompt('review', {})).length).toBeLessThanOrEqual(limit);
    window.workspace.settings.replyLength = 5_000;
    expect((await agent.read(contextUri)).length).toBeLessThanOrEqual(5_000);
    expect((await agent.prompt('review', {})).length).toBeLessThanOrEqual(5_000);
    expect((await agent.call('live_context')).text.length).toBeLessThanOrEqual(5_000);
    delete window.workspace.settings.replyLength;
    window.workspace.closeDocument(long);
  });

  test('context files are listed, paged, searched and read as resources', async () => {
    const text = Array.from({ length: 30 }, (_, index) => `line ${index} · 中\n`).join('');
    const file = { source: 'tool', hint: `of ${kind}`, text } as const;
    const { ref } = await window.workspace.ask('files:save', file, 'clipboard');
    const { id } = ref;
    expect((await agent.call('context_list')).text).toMatch(new RegExp(`${id}.*"of ${kind}"`));
    let joined = '';
    for (let offset = 0, done = false; !done; ) {
      const page = (await agent.call('context_read', { id, offset, limit: 100 })).text;
      joined += /\ncontent:\n```\n([\s\S]*?)\n```(\n|$)/.exec(page)?.[1] ?? '';
      offset = Number(/^nextOffset: (\d+)$/m.exec(page)?.[1]);
      expect(offset).toBeGreaterThan(0);
      done = /^done: true$/m.test(page);
    }
    expect(joined).toBe(text);
    const uri = (await agent.resources()).find((one) => one.endsWith(encodeURIComponent(id)));
    expect(await agent.read(uri ?? '')).toBe(text);
    for (const bad of ['../../../etc/passwd', '/etc/passwd', '%2e%2e', `${id}\0`, '']) {
      expect((await agent.call('context_read', { id: bad })).text).toMatch(
        /^(FILE_UNKNOWN|FILE_ID_INVALID|REQUEST_INVALID): /,
      );
      await expect(agent.read(`live-context://files/workspace/${encodeURIComponent(bad)}`)).rejects.toThrow();
    }
    await window.workspace.session.request('files:delete', { id }, 'clipboard');
    const long = await window.workspace.ask('files:save', { ...file, text: '中'.repeat(400_000) }, 'clipboard');
    const name = encodeURIComponent(long.ref.id);
    const cut = await agent.read((await agent.resources()).find((one) => one.endsWith(name)) ?? '');
    const [, shown = '', bytes] = /^(中+)\n\[Cut after (\d+) bytes/.exec(cut) ?? [];
    expect(Number(bytes)).toBe(3 * shown.length);
    await window.workspace.session.request('files:delete', { id: long.ref.id }, 'clipboard');
  });

  test('edits are applied, rebased over what was typed, or refused with both sides', async () => {
    const { text: version } = await agent.call('live_context_version');
    const baseVersionId = /versionId: "([^"]+)"/.exec(version)?.[1];
    const edit = (oldText: string, newText: string) =>
      agent.call('live_context_apply_edits', {
        documentId: document,
        baseVersionId,
        edits: [{ type: 'replace', oldText, newText }],
      });
    window.workspace.edit(document, [{ start: 0, end: 0, newText: 'my ' }]);
    const rebased = await edit('second', 'second\nthird');
    expect(rebased).toMatchObject({ isError: false, text: expect.stringContaining('"rebased"') });
    expect(window.workspace.text(document)).toBe('my first\nsecond\nthird\n');
    const refused = await edit('first', 'mine');
    expect(refused).toMatchObject({ isError: true, text: expect.stringMatching(/^EDIT_CONFLICT: /) });
    expect(refused.text).toContain('my first\nsecond\nthird\n');
    window.workspace.edit(document, [{ start: 0, end: 21, newText: 'first\nsecond' }]);
  });

  test('is known to the developer by its name as soon as it has asked for the tools', async () => {
    const name = `newcomer over ${transport} (${kind})`;
    const server = transport === 'http' ? window.http : home.bridgeFor(folder);
    const newcomer = await connectAgent(kind as AgentKind, server, name);
    await newcomer.tools();
    const names = async () => {
      const list = await window.workspace.session.request('conversations:list', { items: 0 }, 'view');
      return settled(list).conversations.map((one) => one.name);
    };
    await expect.poll(names, soon).toContain(name);
    await newcomer.close();
  });

  test('prompts are assembled for their profile, the request last', async () => {
    expect(await agent.prompts()).toEqual(['edit', 'review', 'explain', 'commit']);
    const prompt = await agent.prompt('review', { request: 'Is it right?' });
    expect(prompt).toContain('first\nsecond\n');
    expect(prompt.trimEnd().endsWith('Is it right?')).toBe(true);
    await expect(agent.prompt('no-such-prompt')).rejects.toThrow('no-such-prompt');
  });

  test('a cancelled call rejects and leaves the connection usable', async () => {
    const abort = new AbortController();
    const call = agent.call('live_context', {}, abort.signal);
    abort.abort();
    await expect(call).rejects.toThrow();
    expect((await agent.call('live_context')).isError).toBe(false);
  });
});

test('no fault was met on the way', () => {
  expect(window.faults).toEqual([]);
  expect(window.workspace.faults).toEqual([]);
});
