import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { join } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { agentProcess, consumerOfAgent } from '../../../src/mcp/programs/agentProcess.ts';
import { type HookInput, hookRequest } from '../../../src/mcp/programs/hookDialects.ts';
import { Tokenizers } from '../../../src/prompt/tokenizer.ts';
import { buildRanks } from '../../../src/tokens/buildRanks.ts';
import { connectAgent } from '../../support/mcp/agents.ts';
import { AgentHome, AgentWindow, newFolder } from '../../support/mcp/window.ts';

// What an agent's hooks say, run as agents run them: a program, JSON on its standard input and output.

const tokens = new Tokenizers(buildRanks);
let home: AgentHome;
let window: AgentWindow;
let folder: string;
let path: string;
let document: string;

beforeAll(async () => {
  home = await AgentHome.open();
});

afterAll(async () => {
  await home.remove();
});

interface Ran {
  readonly code: number | null;
  readonly out: string;
  readonly error: string;
}

/** Runs the hook through a shell, as agents do; `exec` in front of it leaves no shell between. */
async function run(
  input: object | string,
  { args = ['claude'], env = {} as NodeJS.ProcessEnv, shell = true } = {},
): Promise<Ran> {
  const command = `${JSON.stringify(process.execPath)} ${JSON.stringify(home.hook)} ${args.join(' ')}`;
  const environment = {
    PATH: process.env['PATH'] ?? '',
    LIVE_CONTEXT_HOME: home.path,
    LIVE_CONTEXT_HOOK_MS: '10000',
    CLAUDE_PROJECT_DIR: folder ?? '',
    ...env,
  };
  const child = shell
    ? spawn('sh', ['-c', `${command}; exit $?`], { env: environment })
    : spawn(process.execPath, [home.hook, ...args], { env: environment });
  child.stdin.end(typeof input === 'string' ? input : JSON.stringify(input));
  const code = new Promise<number | null>((resolve) => child.on('close', resolve));
  const [out, error] = await Promise.all([textOf(child.stdout), textOf(child.stderr)]);
  return { code: await code, out, error };
}

const event = (name: string, more: HookInput = {}) => ({
  hook_event_name: name,
  session_id: 's-1',
  cwd: folder,
  ...more,
});
const silent = { code: 0, out: '', error: '' };
const contextOf = ({ out }: Ran): string => JSON.parse(out).hookSpecificOutput.additionalContext;
const turn = async () => contextOf(await run(event('UserPromptSubmit')));

describe('with a window', () => {
  beforeEach(async () => {
    folder = await newFolder(home, 'hooked');
    path = join(folder, 'src', 'a.ts');
    await mkdir(join(folder, 'src'));
    await writeFile(path, 'one\ntwo\n');
    document = pathToFileURL(path).href;
    window = await AgentWindow.open(home, folder);
    window.workspace.openDocument(document, 'one\ntwo\n', 'typescript');
    return async () => {
      expect([...window.faults, ...window.workspace.faults]).toEqual([]);
      await window.close();
    };
  });

  test('the first turn says where the developer is; the next ones what changed since, once', async () => {
    const first = await turn();
    expect(first).toContain('src/a.ts, cursor at 1:1.\nAll files are saved.');
    expect(first).toContain('call live_context before');
    expect(await turn()).toContain('No document has changed since');
    window.workspace.type(document, 4, 'typed ');
    const changed = await turn();
    expect(changed).toContain('+typed two');
    expect(changed).toContain('Unsaved, newer than on disk: ');
    expect(changed).toContain('src/a.ts\n\nversion v');
    expect(await turn()).not.toContain('typed two');
  });

  test('VS Code, which runs the plugin of Claude Code, is Copilot to the developer', async () => {
    expect((await run(event('UserPromptSubmit'), { env: { CLAUDE_PROJECT_DIR: undefined } })).out).not.toBe('');
    const listed = await window.workspace.session.request('conversations:list', { items: 0 }, 'view');
    expect(listed.ok && listed.value.conversations.map(({ consumer }) => consumer)).toEqual(['lm-tools']);
  });

  test('an agent in another folder is told that the window was guessed, as its tools are', async () => {
    const inside = contextOf(await run({ ...event('UserPromptSubmit'), cwd: join(folder, '..') }));
    expect(inside).toMatch(/^Note: this window was guessed: it has .*hooked.* open, inside of /);
    expect(await turn()).not.toContain('guessed');
  });

  test('a turn costs at most 150 tokens when nothing has changed, and its text is bounded when much has', async () => {
    const { count } = await tokens.counterFor('gpt-5');
    expect(count(await turn())).toBeLessThanOrEqual(150);
    expect(count(await turn())).toBeLessThanOrEqual(150);
    const typed = Array.from({ length: 2_000 }, (_, index) => `line ${index}\n`).join('');
    window.workspace.edit(document, [{ start: 0, end: 0, newText: typed }]);
    const long = await turn();
    expect(long.length).toBeLessThanOrEqual(6_000);
    expect(long).toMatch(/ask again with more: "\w+"/);
  });

  test('what a hook has told no tool of the same agent tells again, and the other way round', async () => {
    const agent = await connectAgent('1.x', home.bridgeFor(folder), 'claude-code');
    try {
      await turn();
      window.workspace.type(document, 0, 'A');
      expect(await turn()).toContain('+Aone');
      expect((await agent.call('live_context_changes')).text).toMatch(/^No document has changed/);
      window.workspace.type(document, 0, 'B');
      expect((await agent.call('live_context_changes')).text).toContain('+BAone');
      expect(await turn()).toContain('No document has changed');
    } finally {
      await agent.close();
    }
  });

  test('a write on disk is refused under unsaved text only, with the tool to use instead', async () => {
    const write = event('PreToolUse', { tool_name: 'Edit', tool_input: { file_path: path, old_string: 'one' } });
    expect(await run(write)).toEqual(silent);
    window.workspace.type(document, 0, 'x');
    const { hookSpecificOutput: output } = JSON.parse((await run(write)).out);
    expect(output).toMatchObject({ hookEventName: 'PreToolUse', permissionDecision: 'deny' });
    expect(output.permissionDecisionReason).toContain(`live_context_apply_edits with documentId "${document}"`);
    expect(output.permissionDecisionReason).toMatch(/baseVersionId "v\d/);
    const patch = `*** Begin Patch\n*** Update File: src/a.ts\n@@\n-one\n+two\n*** End Patch`;
    const patched = event('PreToolUse', { tool_name: 'apply_patch', tool_input: { command: patch } });
    expect((await run(patched)).out).toContain('"deny"');
    const move = `*** Begin Patch\n*** Update File: src/other.ts\n*** Move to: src/a.ts\n@@\n-one\n+two\n*** End Patch`;
    const moved = event('PreToolUse', { tool_name: 'apply_patch', tool_input: { command: move } });
    expect((await run(moved)).out).toContain('"deny"');
    const reading = event('PreToolUse', { tool_name: 'Read', tool_input: { file_path: path } });
    const other = event('PreToolUse', { tool_name: 'Write', tool_input: { file_path: join(folder, 'new.ts') } });
    expect([await run(reading), await run(other)]).toEqual([silent, silent]);
  });

  const edit = { old_string: 'one', new_string: 'x' };
  const flat = (reason: string) => ({ permissionDecision: 'deny', permissionDecisionReason: reason });
  const grouped = (reason: string) => ({ hookSpecificOutput: { hookEventName: 'PreToolUse', ...flat(reason) } });
  const patch = () => `*** Begin Patch\n*** Update File: ${path}\n@@\n-one\n+two\n*** End Patch`;

  test.each<[agent: string, input: () => object, denied: (reason: string) => object]>([
    [
      'gemini',
      () => event('BeforeTool', { tool_name: 'replace', tool_input: { file_path: path, ...edit } }),
      (reason) => ({ decision: 'deny', reason }),
    ],
    ['qwen', () => event('PreToolUse', { tool_name: 'edit', tool_input: { file_path: path, ...edit } }), grouped],
    ['opencode', () => event('PreToolUse', { tool_name: 'edit', tool_input: { filePath: path } }), flat],
    ['copilot', () => event('PreToolUse', { tool_name: 'Edit', tool_input: { path, old_str: 'one' } }), flat],
    ['copilot', () => event('PreToolUse', { tool_name: 'Edit', tool_input: patch() }), flat],
    [
      'cline',
      () => ({
        ...{ hookName: 'tool_call', taskId: 't', workspaceRoots: [folder], iteration: 2 },
        tool_call: { id: 'c', name: 'editor', input: { path: 'src/a.ts', old_text: 'one', new_text: 'x' } },
      }),
      (contextModification) => ({ overrideInput: {}, contextModification }),
    ],
    [
      'cursor',
      () => ({
        ...{ hook_event_name: 'preToolUse', conversation_id: 'c', workspace_roots: [folder] },
        ...{ tool_name: 'Write', tool_input: { file_path: path, content: '' } },
      }),
      (reason) => ({ permission: 'deny', user_message: reason, agent_message: reason }),
    ],
  ])('%s is refused a write in its own words, under unsaved text only', async (agent, input, denied) => {
    const asked = () => run(input(), { args: [agent], env: { COPILOT_CLI: '1' } });
    expect(await asked()).toEqual(silent);
    window.workspace.type(document, 0, 'x');
    const said = JSON.parse((await asked()).out);
    const [reason = ''] = /[^"]+has unsaved text.*?save it\./.exec(JSON.stringify(said)) ?? [];
    expect(said).toEqual(denied(JSON.parse(`"${reason}"`)));
    // VS Code runs these hooks, too.
    if (agent === 'copilot') expect(await run(input(), { args: [agent] })).toEqual(silent);
  });

  test('windsurf is refused a write by an exit code of 2', async () => {
    const tool_info = { file_path: path, edits: [edit] };
    const input = { agent_action_name: 'pre_write_code', trajectory_id: 't', tool_info };
    expect(await run(input, { args: ['windsurf'] })).toEqual(silent);
    window.workspace.type(document, 0, 'x');
    const { code, out, error } = await run(input, { args: ['windsurf'] });
    expect([code, out]).toEqual([2, '']);
    expect(error).toContain(`live_context_apply_edits with documentId "${document}"`);
  });

  test.each<[agent: string, input: () => object, name: string]>([
    ['copilot', () => event('UserPromptSubmit', { prompt: 'Go on.' }), 'additionalContext'],
    [
      'cline',
      () => ({
        ...{ hookName: 'tool_call', taskId: 't', workspaceRoots: [folder], iteration: 1 },
        tool_call: { id: 'c', name: 'read_files', input: {} },
      }),
      'contextModification',
    ],
    [
      'cursor',
      () => ({ hook_event_name: 'sessionStart', session_id: 's', workspace_roots: [folder] }),
      'additional_context',
    ],
  ])('%s is told where the developer is', async (agent, input, name) => {
    const { out } = await run(input(), { args: [agent], env: { COPILOT_CLI: '1' } });
    expect(JSON.parse(out)).toEqual({ [name]: expect.stringContaining('src/a.ts, cursor at 1:1.') });
  });

  test("a write is refused under unsaved text of a notebook's cells, and of files that the window has by a link", async () => {
    const notebook = join(folder, 'n b.ipynb');
    const cells = [1, 2].map(
      (one) => `${pathToFileURL(notebook).href.replace('file:', 'vscode-notebook-cell:')}#W${one}`,
    );
    for (const cell of cells) window.workspace.openDocument(cell, 'x = 1\n', 'python');
    const edit = { tool_name: 'NotebookEdit', tool_input: { notebook_path: notebook, new_source: 'x = 2' } };
    expect(await run(event('PreToolUse', edit))).toEqual(silent);
    window.workspace.type(cells[0] ?? '', 0, 'y');
    const said = (await run(event('PreToolUse', edit))).out;
    expect(said).toContain('"deny"');
    expect(said).toContain(JSON.stringify(`${cells[0]}`).slice(1, -1));

    const linked = join(home.path, 'linked');
    await symlink(folder, linked);
    await window.server.setFolders([linked]);
    const byLink = pathToFileURL(join(linked, 'src', 'b.ts')).href;
    await writeFile(join(folder, 'src', 'b.ts'), 'one\n');
    window.workspace.openDocument(byLink, 'one\n', 'typescript');
    window.workspace.type(byLink, 0, 'x');
    const write = { tool_name: 'Write', tool_input: { file_path: join(folder, 'src', 'b.ts'), content: '' } };
    expect((await run(event('PreToolUse', write))).out).toContain('"deny"');
  });

  test('what the agent writes on disk is not told to it again, what the developer does is', async () => {
    await turn();
    const tool_input = { file_path: path, old_string: 'one', new_string: 'ONE' };
    const input = { tool_name: 'Edit', tool_input };
    expect(await run(event('PreToolUse', input))).toEqual(silent);
    window.workspace.reload(document, 'ONE\ntwo\n');
    expect(await run(event('PostToolUse', input))).toEqual(silent);
    expect(await turn()).toContain('No document has changed');
    window.workspace.type(document, 4, 'mine ');
    const told = await turn();
    expect(told).toContain('+mine two');
    expect(told).not.toContain('-one');
  });

  test('a shortened conversation begins anew, a resumed one does not', async () => {
    await turn();
    await run(event('SessionStart', { source: 'resume' }));
    expect(await turn()).toContain('No document has changed');
    await run(event('SessionStart', { source: 'compact' }));
    expect(await turn()).toContain('call live_context before');
  });

  test('the same agent is known with and without a shell between', async () => {
    await run(event('UserPromptSubmit'), { shell: false });
    expect(await turn()).toContain('No document has changed');
    expect(consumerOfAgent('claude', (await agentProcess()) ?? '')).toMatch(/^mcp:claude-\d+-\w+$/);
  });
});

describe('nothing is said, and the hook ends well', () => {
  test.each([
    ['without a window', { hook_event_name: 'UserPromptSubmit', cwd: '/nowhere' }],
    ['of no JSON', 'no json'],
    ['of nothing', ''],
    ['of odd fields', { hook_event_name: 'PreToolUse', tool_name: 'Edit', tool_input: { file_path: 7 } }],
  ])('%s', async (_, input) => {
    expect(await run(input)).toEqual(silent);
  });

  test.each(['HTTP/1.1 200 OK\r\n\r\n{"ok":tr', 'HTTP/1.1 200 OK\r\n', 'SSH-2.0-x\r\n', ''])(
    'with an answer %j',
    async (said) => {
      const broken = await newFolder(home, 'broken');
      const server = createTcpServer((socket) => socket.on('error', () => {}).end(said)).listen(0, '127.0.0.1');
      await once(server, 'listening');
      const { port } = server.address() as AddressInfo;
      const entry = { pid: process.pid, port, token: 'x'.repeat(20), folders: [broken], started: 1 };
      await writeFile(join(home.path, 'windows', 'broken.json'), JSON.stringify(entry));
      expect(await run({ hook_event_name: 'UserPromptSubmit', cwd: broken })).toEqual(silent);
      server.close();
    },
  );
});

test('a hook asks only about files that a tool writes', () => {
  expect(hookRequest({ hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command: 'ls' } })).toBeNull();
  const input = { hook_event_name: 'PreToolUse', tool_name: 'Edit', tool_input: { file_path: 'a.ts' }, cwd: '/p' };
  expect(hookRequest(input)?.params).toEqual({ paths: ['/p/a.ts'] });
});

test.each([
  ['Edit', { old_string: 'a', new_string: 'b', replace_all: true }, { kind: 'replace', edits: [['a', 'b', true]] }],
  ['MultiEdit', { edits: [{ old_string: 'a', new_string: 'b' }] }, { kind: 'replace', edits: [['a', 'b', false]] }],
  [
    'replace',
    { old_string: 'a', new_string: '', expected_replacements: 2 },
    { kind: 'replace', edits: [['a', '', true]] },
  ],
  ['edit', { oldString: 'a', newString: 'b', replaceAll: true }, { kind: 'replace', edits: [['a', 'b', true]] }],
  ['Edit', { old_str: 'a', new_str: 'b' }, { kind: 'replace', edits: [['a', 'b', false]] }],
  ['editor', { old_text: 'a', new_text: 'b' }, { kind: 'replace', edits: [['a', 'b', false]] }],
  ['Write', { content: 'x' }, { kind: 'whole', text: 'x' }],
  ['Write', { file_text: 'x' }, { kind: 'whole', text: 'x' }],
  ['write_file', { content: '' }, { kind: 'whole', text: '' }],
  ['NotebookEdit', { new_source: 'x' }, null],
] as const)('after %s the hook tells what the tool was told to write', (tool_name, told, write) => {
  const tool_input = { file_path: '/p/a.ts', ...told };
  const asked = hookRequest({ hook_event_name: 'PostToolUse', tool_name, tool_input });
  const edits =
    write?.kind === 'replace' &&
    write.edits.map(([oldText, newText, everywhere]) => ({ oldText, newText, everywhere }));
  expect(asked?.params.write ?? null).toEqual(edits ? { kind: 'replace', edits } : write);
});

test('after a patch the hook tells the patch', () => {
  const text = '*** Begin Patch\n*** Update File: a.ts\n@@\n-a\n+b\n*** End Patch';
  const after = (tool_name: string, command: string) =>
    hookRequest({ hook_event_name: 'PostToolUse', tool_name, tool_input: { command }, cwd: '/p' });
  const expected = { paths: ['/p/a.ts'], write: { kind: 'patch', text } };
  expect(after('apply_patch', text)?.params).toEqual(expected);
  expect(after('Bash', `apply_patch <<'EOF'\n${text}\nEOF\n`)?.params).toEqual(expected);
  expect(after('Bash', `cat a.patch # apply_patch\n${text}`)).toBeNull();
  expect(after('Bash', `cd "sub dir" && apply_patch <<'EOF'\n${text}\nEOF\n`)?.params).toEqual({
    ...expected,
    paths: ['/p/sub dir/a.ts'],
  });
});
