import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tools } from '../../../src/agents/tools.ts';
import type { Value } from '../../../src/protocol/channels.ts';
import { type Agent, connectAgent } from '../../support/mcp/agents.ts';
import { runs } from '../../support/runs.ts';
import { idOf, server, useVSCode, workbench } from '../../support/vscode/fixture.ts';

// The tools as VS Code's chat models have them, and the MCP server of a real window.

let home: string;

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'live-context-home-'));
});

afterAll(async () => {
  await rm(home, { recursive: true, force: true });
});

useVSCode(() => ({ env: { LIVE_CONTEXT_HOME: home } }));

beforeAll(async () => {
  await workbench.openFile('src/greeting.ts');
});

/** Calls a tool as an extension does; its text. With a budget, a token is four UTF-16 units. */
function invoke(name: string, input: object, tokenBudget?: number): Promise<string> {
  return workbench.probe.run(
    async (api, call) => {
      const countTokens = async (text: string) => Math.ceil(text.length / 4);
      const budget = call.tokenBudget;
      const tokenizationOptions =
        budget === undefined ? {} : { tokenizationOptions: { tokenBudget: budget, countTokens } };
      const options = { input: call.input, toolInvocationToken: undefined, ...tokenizationOptions };
      const { content } = await api.lm.invokeTool(call.name, options);
      return content.map((part) => (part instanceof api.LanguageModelTextPart ? part.value : '')).join('');
    },
    { name, input, tokenBudget },
  );
}

/** The windows that agents can find. */
const entries = () => readdir(join(home, 'windows')).catch(() => []);

test('no MCP server runs as long as nobody wants it', async () => {
  expect(await entries()).toEqual([]);
});

describe('language-model tools', () => {
  test('VS Code has every one, with its schema, under no reserved name', { tags: ['contract', 'oldest'] }, async () => {
    const listed = await workbench.probe.run((api) =>
      api.lm.tools.map(({ name, description, inputSchema }) => ({
        name,
        description,
        schema: inputSchema !== undefined,
      })),
    );
    for (const { name, description } of tools) expect(listed).toContainEqual({ name, description, schema: true });
  });

  test('live_context is byte for byte what a preview for it says, unsaved text included', {
    tags: ['contract', 'oldest'],
  }, async () => {
    await workbench.type('// typed for the tool\n');
    await expect.poll(() => workbench.editorText()).toMatch(/^\/\/ typed for the tool\n/);
    const same = async () => {
      const preview = await invoke('live_context', { preview: true });
      const told = await invoke('live_context', {});
      return [told.includes('// typed for the tool'), told === preview];
    };
    await expect.poll(same).toEqual([true, true]);
  });

  test('live_context_changes tells what was typed since, live_context_version a part of the text', {
    tags: ['contract', 'oldest'],
  }, async () => {
    await invoke('live_context_changes', {});
    await workbench.type('// and more\n');
    await expect.poll(() => invoke('live_context_version', {})).toContain('// and more');
    const changes = await invoke('live_context_changes', {});
    expect(changes).toContain('+// and more');
    expect(await invoke('live_context_version', { lines: { first: 1, last: 1 } })).toContain('// typed for the tool');
  });

  test('a cancelled call ends as cancelled', { tags: 'contract' }, async () => {
    const outcome = await workbench.probe.run(async (api) => {
      const source = new api.CancellationTokenSource();
      source.cancel();
      const call = api.lm.invokeTool('live_context', { input: {}, toolInvocationToken: undefined }, source.token);
      return Promise.resolve(call).then(
        () => 'answered',
        () => 'cancelled',
      );
    });
    expect(outcome).toBe('cancelled');
  });
});

describe('the MCP server of the window', () => {
  const bridge = (name?: string): Promise<Agent> => {
    const args = [join(home, 'mcp-bridge.js'), '--folder', join(server.workspace, 'src')];
    return connectAgent('1.x', { command: process.execPath, args, env: { LIVE_CONTEXT_HOME: home } }, name);
  };

  test('the command copies a configuration, and the server runs', { tags: 'contract' }, async () => {
    await workbench.page.evaluate(() => navigator.clipboard.writeText('nothing yet'));
    await workbench.runCommand('Live Context: Copy MCP Configuration');
    await workbench.page.locator('.quick-input-widget').getByRole('option', { name: 'HTTP' }).click();
    await expect.poll(() => workbench.clipboard()).toContain('mcpServers');
    const { url, headers } = JSON.parse(await workbench.clipboard()).mcpServers['live-context'];
    expect(await entries()).toHaveLength(1);
    const agent = await connectAgent('2.x, protocol of 2026', { url, token: headers.Authorization.slice(7) });
    expect((await agent.tools()).map(({ name }) => name)).toEqual(tools.map(({ name }) => name));
    // What searches find in the background arrives a little later.
    const same = async () => {
      const preview = (await agent.call('live_context', { preview: true })).text;
      return (await agent.call('live_context')).text === preview;
    };
    await expect.poll(same).toBe(true);
    await agent.close();
    await expect(connectAgent('1.x', { url, token: 'wrong' })).rejects.toThrow();
  });

  test('the bridge as shipped reaches it by a folder below, and edits', { tags: 'contract' }, async () => {
    const agent = await bridge();
    const reply = await agent.call('live_context');
    expect(reply.text).toContain('// typed for the tool');
    await workbench.type('// heard\n');
    await expect.poll(() => workbench.editorText()).toContain('// heard');
    const { now } = reply.receipt as Value<'live:get'>['receipt'];
    const edits = [{ type: 'replace', oldText: 'Guten Tag', newText: 'Servus' }];
    const edited = await agent.call('live_context_apply_edits', {
      documentId: idOf('src/greeting.ts'),
      baseVersionId: now,
      edits,
    });
    expect(edited.text).toContain('"rebased"');
    await expect.poll(() => workbench.editorText()).toContain('Servus, $');
    expect(await workbench.editorText()).toContain('// heard');
    await agent.close();
  });

  const presses = runs(60);
  test(`${presses} presses of five agents leave the keyboard and the editor in front to who types`, {
    timeout: 240_000 + presses * 500,
  }, async () => {
    const agents = await Promise.all(['claude-code', 'codex', 'gemini-cli', 'opencode'].map(bridge));
    await writeFile(join(server.workspace, 'mine.txt'), '');
    await workbench.openFile('mine.txt');
    await workbench.probe.run((api) => {
      const seen: string[] = [];
      Object.assign(globalThis, { seen });
      api.window.onDidChangeActiveTextEditor((editor) => seen.push(`active ${editor?.document.uri.path}/`));
    });
    const results = new Map<string, number>();
    let left = presses;
    const press = async (call: (input: object) => Promise<string>) => {
      const listed = await call({ id: 'list' });
      const [, key = ''] = /@(\w+)/.exec(listed) ?? [];
      const windows: Record<string, string> = JSON.parse(/^windows: (.*)$/m.exec(listed)?.[1] ?? '{}');
      const offered = Object.entries(windows).flatMap(([window, verbs]) =>
        Array.from(verbs.matchAll(/\b(\w+)(?:\(([^)]*)\))?(?:, |$)/g), ([, verb = '', form = '']) => {
          const given = { piece: 'src/greeting.ts', first: 1, last: 2, text: 'Look', place: 'src/greeting.ts:2' };
          const params = Object.entries(given).filter(
            ([name]) => form.includes(`${name}:`) && (name === 'place' || !form.includes(`${name}:string?`)),
          );
          return { id: `${verb}:${window}@${key}`, params: Object.fromEntries(params) };
        }),
      );
      const allowed = offered.filter(({ id: one }) => !one.startsWith('add:constraints'));
      for (let at = 0; left > 0; at++) {
        left--;
        const text = await call(allowed[at % allowed.length] ?? {});
        const result = /^[A-Z]+_[A-Z]+(?=:)/.exec(text)?.[0] ?? 'done';
        results.set(result, (results.get(result) ?? 0) + 1);
      }
    };
    let isOver = false;
    const line = `${'q'.repeat(78)} \n`;
    const keyboard = (async () => {
      let text = '';
      for (; !isOver; text += line.charAt(text.length % line.length))
        await workbench.page.keyboard.type(line.charAt(text.length % line.length), { delay: 60 });
      return text;
    })();
    const calls = agents.map(
      (agent) => async (input: object) => (await agent.call('live_context_action', { ...input })).text,
    );
    calls.push((input) => invoke('live_context_action', input));
    // Twice each, so that none waits for the slowest.
    await Promise.all([...calls, ...calls].map(press)).finally(() => {
      isOver = true;
    });
    const typed = await keyboard;
    console.info(`${typed.length} characters typed meanwhile; ${JSON.stringify(Object.fromEntries(results))}`);
    expect(results.get('done')).toBeGreaterThan(presses / 4);
    await expect.poll(() => workbench.editorText()).toBe(typed);
    const seen = await workbench.probe.run((api) => [
      ...(Reflect.get(globalThis, 'seen') as unknown[]),
      ...api.workspace.textDocuments.filter(({ isDirty }) => isDirty).map(({ uri }) => uri.path),
    ]);
    expect(seen.filter((path) => !/\/(?:mine\.txt|greeting\.ts)$/.test(String(path)))).toEqual([]);
    await Promise.all(agents.map((agent) => agent.close()));
  });

  test('with the setting off nothing of it is left, but the bridge', async () => {
    await workbench.configure('liveContext.tellAgents', false);
    await expect.poll(entries).toEqual([]);
    expect((await stat(join(home, 'mcp-bridge.js'))).isFile()).toBe(true);
    const agent = await bridge();
    expect((await agent.call('live_context')).text).toMatch(/^WINDOW_NONE: /);
    await agent.close();
  });
});
