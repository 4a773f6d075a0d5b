import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  type ConnectableAgent,
  carryOut as carryOutStep,
  connectableAgents,
  isConnected,
  isFound,
  stepsOf,
} from '../../../src/mcp/setup/connectedAgents.ts';

// What connecting an agent writes, and that taking it away leaves what was there before.

let userHome: string;
let agents: readonly ConnectableAgent[];

beforeEach(async () => {
  userHome = await mkdtemp(join(tmpdir(), 'live-context-home-'));
  agents = connectableAgents({ userHome, plugin: '/home/me/.live-context/plugin' });
  return () => rm(userHome, { recursive: true, force: true });
});

const named = (id: string) => agents.find((one) => one.id === id) as ConnectableAgent;
const files = async () =>
  (await readdir(userHome, { recursive: true, withFileTypes: true })).filter((one) => one.isFile());

/** Does what is to be done to files; the commands are told. */
async function carryOut(agent: ConnectableAgent, to: 'connect' | 'disconnect'): Promise<readonly string[]> {
  const steps = await stepsOf(agent, to);
  for (const step of steps) if (step.kind === 'file') await carryOutStep(step);
  return steps.flatMap((step) => (step.kind === 'command' ? [step.command.join(' ')] : []));
}

async function put(path: string, text: string): Promise<string> {
  const whole = join(userHome, path);
  await mkdir(dirname(whole), { recursive: true });
  await writeFile(whole, text);
  return whole;
}

const ids = ['claude', 'codex', 'gemini', 'opencode', 'cline', 'cursor', 'windsurf', 'zed'];

test('eight agents are known, each found by its own traces', async () => {
  expect(agents.map(({ id }) => id)).toEqual(ids);
  for (const agent of agents) {
    expect(await isFound(agent)).toBe(false);
    await mkdir(agent.traces[0] ?? '', { recursive: true });
    expect(await isFound(agent)).toBe(true);
  }
});

describe.each(ids)('%s', (id) => {
  test('is connected once, and taken away without a trace', async () => {
    const agent = named(id);
    const commands = await carryOut(agent, 'connect');
    if (id === 'claude') {
      expect(commands[1]).toBe('claude plugin install live-context@live-context');
      return;
    }
    const written = await Promise.all(
      (await files()).map(({ parentPath, name }) => readFile(join(parentPath, name), 'utf8')),
    );
    expect(written.join('\n')).toContain('/home/me/.live-context/plugin/mcp-bridge.js');
    expect([await stepsOf(agent, 'connect'), await isConnected(agent)]).toEqual([[], true]);
    await carryOut(agent, 'disconnect');
    expect(await files()).toEqual([]);
    expect(await stepsOf(agent, 'disconnect')).toEqual([]);
  });
});

describe('what was there before', () => {
  test('stays in JSON, comments, layout and the hooks of others included', async () => {
    const text = `{
  // mine
  "theme": "dark",
  "mcpServers": { "other": { "command": "x" }, },
  "hooks": { "BeforeAgent": [{ "hooks": [{ "type": "command", "command": "mine" }] }] }
}
`;
    const path = await put('.gemini/settings.json', text);
    await carryOut(named('gemini'), 'connect');
    const connected = await readFile(path, 'utf8');
    expect(connected).toContain('// mine');
    expect(connected).toContain('"command": "mine"');
    expect(connected).toContain('gemini"');
    await carryOut(named('gemini'), 'disconnect');
    const after = await readFile(path, 'utf8');
    expect(after).not.toMatch(/live-context/);
    for (const line of ['// mine', '"theme": "dark"', '"other"', '"command": "mine"']) expect(after).toContain(line);
  });

  test('stays in TOML, before and after our table', async () => {
    const own = 'model = "gpt-5"\n\n[mcp_servers.other]\ncommand = "x"\n';
    const path = await put('.codex/config.toml', own);
    await carryOut(named('codex'), 'connect');
    expect(await readFile(path, 'utf8')).toBe(
      `${own}\n[mcp_servers.live-context]\ncommand = "node"\nargs = ["/home/me/.live-context/plugin/mcp-bridge.js"]\n`,
    );
    await writeFile(path, `${await readFile(path, 'utf8')}\n[tui]\ntheme = "dark"\n`);
    await carryOut(named('codex'), 'disconnect');
    expect(await readFile(path, 'utf8')).toBe(`${own}\n[tui]\ntheme = "dark"\n`);
  });

  test('is not touched where it cannot be read', async () => {
    await put('.cursor/mcp.json', '{ "mcpServers": ');
    await expect(stepsOf(named('cursor'), 'connect')).rejects.toMatchObject({ code: 'SETUP_UNREADABLE' });
  });
});
