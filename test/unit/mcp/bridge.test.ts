import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { tools } from '../../../src/agents/tools.ts';
import { readWindows } from '../../../src/mcp/windowRegistry.ts';
import { type Agent, type AgentKind, connectAgent } from '../../support/mcp/agents.ts';
import { AgentHome, AgentWindow, newFolder } from '../../support/mcp/window.ts';

// Which window a bridge reaches, and what is left when windows and agents come and go.

/** Processes and connections take a moment on a busy machine. */
const soon = { timeout: 20_000 };

let home: AgentHome;
const open: { close(): Promise<void> }[] = [];

beforeAll(async () => {
  home = await AgentHome.open();
});

afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close();
});

afterAll(async () => {
  await home.remove();
});

async function openWindow(folder: string, text: string, port = 0): Promise<AgentWindow> {
  const window = await AgentWindow.open(home, folder, port, text);
  open.push(window);
  return window;
}

async function startAgent(folder: string, kind: AgentKind = '1.x'): Promise<Agent> {
  const agent = await connectAgent(kind, home.bridgeFor(folder));
  open.push(agent);
  return agent;
}

const entries = () => readdir(join(home.path, 'windows')).catch(() => []);
const isAlive = (pid: number | null) => {
  try {
    return pid !== null && process.kill(pid, 0);
  } catch {
    return false;
  }
};

describe('two windows on two folders', () => {
  test('each bridge reaches its own, and nothing of the other leaks', async () => {
    const [left, right] = [await newFolder(home, 'left'), await newFolder(home, 'right')];
    await openWindow(left, 'only of the left\n');
    await openWindow(right, 'only of the right\n');
    const [leftAgent, rightAgent] = [await startAgent(left), await startAgent(right)];
    for (const tool of ['live_context', 'live_context_version', 'live_context_changes']) {
      expect((await leftAgent.call(tool)).text).not.toContain('only of the right');
      expect((await rightAgent.call(tool)).text).not.toContain('only of the left');
    }
    expect((await leftAgent.call('live_context')).text).toContain('only of the left');
    expect((await rightAgent.call('live_context')).text).toContain('only of the right');
  });

  test('a folder below a window is of that window, the innermost one wins, a neighbour of like name does not', async () => {
    const outer = await newFolder(home, 'outer');
    const inner = join(outer, 'inner');
    await mkdir(join(inner, 'deep'), { recursive: true });
    await mkdir(`${outer}-too`);
    await mkdir(join(outer, 'other'));
    await openWindow(outer, 'the outer one\n');
    await openWindow(inner, 'the inner one\n');
    expect((await (await startAgent(join(inner, 'deep'))).call('live_context')).text).toContain('the inner one');
    expect((await (await startAgent(outer)).call('live_context')).text).toContain('the outer one');
    expect((await (await startAgent(`${outer}-too`)).call('live_context')).text).toMatch(/^WINDOW_NONE: /);
  });

  test('closing one leaves no process, port or file of it, and the other one goes on', async () => {
    const [left, right] = [await newFolder(home, 'left'), await newFolder(home, 'right')];
    const closing = await openWindow(left, 'left\n');
    await openWindow(right, 'right\n');
    const [leftAgent, rightAgent] = [await startAgent(left), await startAgent(right)];
    await Promise.all([leftAgent.call('live_context'), rightAgent.call('live_context')]);
    expect(await entries()).toHaveLength(2);
    await closing.close();
    expect(await entries()).toHaveLength(1);
    await expect(fetch(closing.server.url)).rejects.toThrow();
    expect((await rightAgent.call('live_context')).text).toContain('right');
    const { pid } = leftAgent;
    expect(isAlive(pid)).toBe(true);
    await leftAgent.close();
    await expect.poll(() => isAlive(pid), soon).toBe(false);
  });
});

describe('a window that is guessed', () => {
  const guessed = (text: string) => /^Note: this window was guessed: it has (.*)\.\n\n/.exec(text)?.[1];

  test('has a folder inside of the agent’s, if none holds it', async () => {
    const parent = await newFolder(home, 'parent');
    const inner = join(parent, 'packages', 'inner');
    await mkdir(inner, { recursive: true });
    await openWindow(inner, 'the inner one\n');
    const agent = await startAgent(parent);
    const { text } = await agent.call('live_context');
    expect(text).toContain('the inner one');
    expect(guessed(text)).toBe(`${inner} open, inside of ${parent}`);
    await openWindow(parent, 'the parent itself\n');
    const now = (await agent.call('live_context')).text;
    expect([now.includes('the parent itself'), guessed(now)]).toEqual([true, undefined]);
  });

  test('an agent above several names one by a document or by its roots', async () => {
    const parent = await newFolder(home, 'several');
    const [left, right] = [join(parent, 'left'), join(parent, 'right')];
    for (const [folder, text] of [
      [left, 'only of the left\n'],
      [right, 'only of the right\n'],
    ] as const) {
      await mkdir(folder);
      await openWindow(folder, text);
    }
    const agent = await startAgent(parent);
    const { isError, text } = await agent.call('live_context');
    expect([isError, text]).toEqual([true, expect.stringMatching(/^WINDOW_AMBIGUOUS: /)]);
    for (const folder of [left, right]) expect(text).toContain(folder);
    const misnamed = await agent.call('live_context_version', { documentId: 'file://left/x.ts' });
    expect(misnamed.text).toMatch(/^WINDOW_AMBIGUOUS: /);
    for (const [folder, shown] of [
      [left, 'only of the left'],
      [right, 'only of the right'],
    ] as const) {
      await agent.call('live_context_version', { documentId: pathToFileURL(join(folder, 'x.ts')).href });
      expect((await agent.call('live_context')).text).toContain(shown);
      const rooted = await connectAgent('1.x', home.bridgeFor(parent), 'rooted', async () => [folder]);
      open.push(rooted);
      expect((await rooted.call('live_context')).text).toContain(shown);
    }
    // A client that never names its roots is not asked at later calls.
    let asked = 0;
    const silent = await connectAgent('1.x', home.bridgeFor(parent), 'silent', () => {
      asked++;
      return new Promise(() => {});
    });
    open.push(silent);
    expect((await silent.call('live_context')).text).toMatch(/^WINDOW_AMBIGUOUS: /);
    const first = asked;
    await silent.call('live_context');
    expect([first > 0, asked]).toEqual([true, first]);
  });
});

describe('a window that is not there', () => {
  test('all tools are listed, and each call says what to do', async () => {
    const folder = await newFolder(home, 'closed');
    const agent = await startAgent(folder);
    expect((await agent.tools()).map(({ name }) => name)).toEqual(tools.map(({ name }) => name));
    const { isError, text } = await agent.call('live_context');
    expect([isError, text]).toEqual([true, expect.stringMatching(/^WINDOW_NONE: .*\n.*liveContext\.tellAgents/)]);
    expect(text).toContain(folder);
    await expect(agent.read('live-context://context')).rejects.toThrow('WINDOW_NONE');
  });

  test('a call finds the window once it is opened', async () => {
    const folder = await newFolder(home, 'later');
    const agent = await startAgent(folder);
    expect((await agent.call('live_context')).text).toMatch(/^WINDOW_NONE/);
    await openWindow(folder, 'now it is open\n');
    expect((await agent.call('live_context')).text).toContain('now it is open');
  });

  test('while it reloads, calls wait for it', async () => {
    const folder = await newFolder(home, 'reloading');
    const before = await openWindow(folder, 'before the reload\n');
    const agent = await startAgent(folder);
    expect((await agent.call('live_context')).text).toContain('before the reload');
    await before.close();
    const call = agent.call('live_context');
    await openWindow(folder, 'after the reload\n');
    expect((await call).text).toContain('after the reload');
  });

  test('a window that was killed leaves an entry that the next reader removes', async () => {
    const folder = await newFolder(home, 'killed');
    const entry = { pid: 2 ** 22 + 1, port: 1, token: 'x'.repeat(20), folders: [folder], started: 0 };
    const path = join(home.path, 'windows', `${entry.pid}-1.json`);
    await mkdir(join(home.path, 'windows'), { recursive: true });
    await writeFile(path, JSON.stringify(entry));
    await writeFile(join(home.path, 'windows', 'torn.json'), '{"pid":');
    expect(readWindows(home.path)).toEqual([]);
    expect(await entries()).not.toContain(`${entry.pid}-1.json`);
  });
});

test("the registry is this user's alone", async () => {
  const window = await openWindow(await newFolder(home, 'private'), 'x\n');
  const [name = ''] = (await entries()).filter((one) => one.endsWith(`-${window.server.port}.json`));
  const modes = [join(home.path, 'windows'), join(home.path, 'windows', name), window.server.bridge];
  expect(await Promise.all(modes.map(async (path) => (await stat(path)).mode & 0o777))).toEqual([0o700, 0o600, 0o600]);
});

test('the bridge is put in its place once and replaced by a newer one', async () => {
  const window = await openWindow(await newFolder(home, 'place'), 'x\n');
  const { bridge } = window.server;
  const shipped = await readFile(home.bridge);
  expect((await readFile(bridge)).equals(shipped)).toBe(true);
  await writeFile(bridge, 'an older bridge');
  await openWindow(await newFolder(home, 'place'), 'x\n');
  expect((await readFile(bridge)).equals(shipped)).toBe(true);
});
