import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  carryOut as carryOutStep,
  connectableAgents,
  isConnected,
  isFound,
  type KnownAgent,
  stepsOf,
} from '../../../src/mcp/setup/connectedAgents.ts';

// What connecting an agent writes, and that taking it away leaves what was there before.

let userHome: string;
let agents: readonly KnownAgent[];

beforeEach(async () => {
  userHome = await mkdtemp(join(tmpdir(), 'live-context-home-'));
  const plugin = '/home/me/.live-context/plugin';
  agents = connectableAgents({ userHome, environment: {}, plugin, folders: [userHome] });
  return () => rm(userHome, { recursive: true, force: true });
});

const named = (id: string) => agents.find((one) => one.id === id) as KnownAgent;
const files = async () =>
  (await readdir(userHome, { recursive: true, withFileTypes: true })).filter((one) => one.isFile());

/** Does what is to be done to files; the commands are told. */
async function carryOut(agent: KnownAgent, to: 'connect' | 'disconnect'): Promise<readonly string[]> {
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

const ids = ['claude', 'codex', 'gemini', 'opencode', 'copilot', 'qwen', 'cline', 'cursor', 'windsurf', 'zed'];

test('ten agents are known, each found by its own traces', async () => {
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
      // An entry that was pasted before would be a second server, and the cache would stay behind.
      const pasted = { mcpServers: { 'live-context': { command: 'node' } } };
      await put('.claude.json', JSON.stringify({ ...pasted, projects: { [userHome]: pasted } }));
      const path = await put('.mcp.json', JSON.stringify(pasted));
      const removes = (scope: string) => `claude mcp remove --scope ${scope} live-context`;
      expect(await stepsOf(agent, 'connect')).toContainEqual(expect.objectContaining({ path, isPasted: true }));
      expect(await carryOut(agent, 'connect')).toEqual([removes('user'), removes('local'), ...commands]);
      await expect(readFile(path)).rejects.toThrow();
      const left = join(userHome, '.claude/plugins/cache/live-context');
      expect(await stepsOf(agent, 'disconnect')).toContainEqual({ kind: 'folder', path: left });
      await mkdir(join(left, 'live-context/0.2.0'), { recursive: true });
      await carryOutStep({ kind: 'folder', path: left });
      await expect(readdir(left)).rejects.toThrow();
      return;
    }
    if (id === 'codex') {
      expect(commands).toEqual(['codex mcp add live-context -- node /home/me/.live-context/plugin/mcp-bridge.js']);
      expect(await isConnected(agent)).toBe(false);
      // What the command writes.
      await put('.codex/config.toml', '[mcp_servers.live-context]\ncommand = "node"\n');
      expect(await isConnected(agent)).toBe(true);
      expect(await carryOut(agent, 'disconnect')).toEqual(['codex mcp remove live-context']);
      expect([(await files()).map(({ name }) => name), await isConnected(agent)]).toEqual([['config.toml'], false]);
      return;
    }
    const written = await Promise.all(
      (await files()).map(({ parentPath, name }) => readFile(join(parentPath, name), 'utf8')),
    );
    expect(written.join('\n')).toContain('/home/me/.live-context/plugin/mcp-bridge.js');
    if (id !== 'zed') expect(written.join('\n')).toMatch(/\.live-context\/plugin\/(hook\.js|opencode\.mjs)/);
    expect([await stepsOf(agent, 'connect'), await isConnected(agent)]).toEqual([[], true]);
    await carryOut(agent, 'disconnect');
    expect(await readdir(userHome)).toEqual([]);
    expect(await stepsOf(agent, 'disconnect')).toEqual([]);
  });
});

describe('what was there before', () => {
  const others = { hooks: { preToolUse: [{ command: 'mine' }], PreToolUse: [{ hooks: [{ command: 'mine' }] }] } };
  test.each([
    ['gemini', '.gemini/settings.json', JSON.stringify({ theme: 'dark', ...others }, null, 2)],
    ['qwen', '.qwen/settings.json', JSON.stringify({ mcpServers: { other: { command: 'x' } }, ...others }, null, '\t')],
    ['opencode', '.config/opencode/opencode.json', '{\n    "plugin": [\n        "mine"\n    ]\n}\n'],
    ['copilot', '.copilot/hooks/mine.json', '{}'],
    ['cline', '.cline/hooks/PreToolUse', '#!/bin/sh\n'],
    ['cursor', '.cursor/hooks.json', `${JSON.stringify({ version: 1, ...others }, null, 2)}\n`],
    ['windsurf', '.codeium/windsurf/hooks.json', JSON.stringify(others, null, 4)],
  ])('is byte for byte as it was when %s has been connected', async (id, name, text) => {
    const path = await put(name, text);
    await carryOut(named(id), 'connect');
    expect(await isConnected(named(id))).toBe(true);
    await carryOut(named(id), 'disconnect');
    expect((await files()).map((one) => join(one.parentPath, one.name))).toEqual([path]);
    expect(await readFile(path, 'utf8')).toBe(text);
  });

  test.each([
    ['trailing commas', '{\n  "context_servers": {\n    "live-context": {},\n  },\n}\n', null],
    [
      'comments of the next entry',
      '{\n  "context_servers": {\n    "live-context": {},\n    // of the other\n    "other": {}\n  }\n}\n',
      '{\n  "context_servers": {\n    // of the other\n    "other": {}\n  }\n}\n',
    ],
    [
      'comments beside ours',
      '{\n  "context_servers": {\n    // keep\n    "live-context": {}\n  }\n}\n',
      '{\n  "context_servers": {\n    // keep\n  }\n}\n',
    ],
    ['what stands on our line', '{ "a": 1, "context_servers": { "live-context": {} } }', '{ "a": 1 }'],
  ])('stays as valid as it was: %s', async (_, text, after) => {
    const path = await put('.config/zed/settings.json', text);
    const [step] = await stepsOf(named('zed'), 'disconnect');
    expect(step).toMatchObject({ path, after });
  });

  test("stays among our hooks: others' hooks, in our group too, their comments, and programs named like ours", async () => {
    const others = `{
  "theme": "dark",
  "mcpServers": { "other": { "command": "x" }, "live-context": { "command": "pasted" }, },
  "hooks": {
    "BeforeAgent": [
      // mine
      { "hooks": [{ "type": "command", "command": "node my-hook.js gemini" }] }
    ]
  }
}
`;
    const path = await put('.gemini/settings.json', others);
    expect(await isConnected(named('gemini'))).toBe(false);
    await carryOut(named('gemini'), 'connect');
    const connected = await readFile(path, 'utf8');
    const shared = connected.replace('"matcher": "write_file|replace",', '"matcher": "write_file",');
    await writeFile(
      path,
      shared.replace(/("hooks": \[)(\s*\{\s*"type": "command",\s*"command": "node \\")/, '$1{ "x": 1 },$2'),
    );
    expect(await isConnected(named('gemini'))).toBe(true);
    await carryOut(named('gemini'), 'disconnect');
    const after = await readFile(path, 'utf8');
    expect(after).not.toContain('.live-context');
    for (const kept of ['// mine', 'node my-hook.js gemini', '"x": 1', '"theme": "dark"', '"other"'])
      expect(after).toContain(kept);
  });

  test.each([
    ['cursor', '.cursor/mcp.json', '{ "mcpServers": [] }'],
    ['cursor', '.cursor/mcp.json', Uint8Array.from([0x23, 0xff, 0xfe])],
    ['gemini', '.gemini/settings.json', '{ "hooks": { "BeforeAgent": { "mine": true } } }'],
    ['cline', '.cline/hooks/PreToolUse.cjs', 'mine();\n'],
  ])('is not touched in a form that is not known: %s', async (id, path, text) => {
    await writeFile(await put(path, ''), text);
    await expect(stepsOf(named(id), 'connect')).rejects.toMatchObject({ code: 'SETUP_UNREADABLE' });
  });
});
