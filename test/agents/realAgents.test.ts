import { mkdir, mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { carryOut, connectableAgents, type KnownAgent, stepsOf } from '../../src/mcp/setup/connectedAgents.ts';
import {
  type Developer,
  eightAnswers,
  fourteenSteps,
  pairedText,
  runOutput,
  unwrapped,
} from '../support/agents/pairedScripts.ts';
import {
  ask,
  claudeEnvironment,
  endAgent,
  installedAgent,
  prepareHome,
  type RealAgent,
  realAgents,
  run,
} from '../support/agents/realAgents.ts';
import { type Script, startScriptedModel, type Turn } from '../support/agents/scriptedModel.ts';
import { AgentHome, AgentWindow, newFolder } from '../support/mcp/window.ts';

// Agents as their users have them, from npm, connected as Connect an Agent… does it, against a model that plays a script.

const had = process.env['LIVE_CONTEXT_AGENTS']?.split(',');
const agents = realAgents.filter((agent) => had?.includes(agent) ?? true);
describe.each(agents)('%s', (agent) => {
  let program: string;
  let home: AgentHome;
  let userHome: string;
  let folder: string;
  let path: string;
  let document: string;
  let window: AgentWindow;
  let untouched: readonly string[];

  beforeAll(async () => {
    const installed = await installedAgent(agent);
    if (installed === null) throw new Error(`${agent} can't be had here`);
    program = installed;
    home = await AgentHome.open();
  }, 600_000);

  afterAll(() => home.remove());

  beforeEach(async () => {
    userHome = await mkdtemp(join(home.path, 'user-'));
    folder = await newFolder(home, 'project');
    path = join(folder, 'src', 'a.ts');
    await mkdir(dirname(path));
    await writeFile(path, pairedText);
    document = pathToFileURL(path).href;
    // Some agents hand no variables of their own on to servers and hooks: these find windows in the home folder.
    window = await AgentWindow.open({ path: join(userHome, '.live-context'), shipped: home.shipped }, folder);
    window.workspace.openDocument(document, pairedText, 'typescript');
    await prepareHome(agent, known().traces[0] ?? '');
    untouched = await contents(userHome);
    if (agent === 'claude') {
      const entry = { command: 'node', args: [window.server.bridge] };
      await writeFile(join(folder, '.mcp.json'), JSON.stringify({ mcpServers: { 'live-context': entry } }));
      const env = claudeEnvironment(userHome);
      await run(program, ['mcp', 'add', 'live-context', 'node', window.server.bridge], { cwd: folder, env });
    }
    await setUp('connect');
  });

  afterEach(async () => {
    await endAgent(agent, program, userHome);
    expect([...window.faults, ...window.workspace.faults]).toEqual([]);
    await window.close();
  });

  const known = () =>
    connectableAgents({ userHome, environment: {}, plugin: window.server.plugin, folders: [folder] }).find(
      ({ id }) => id === agent,
    ) as KnownAgent;

  /** What Connect an Agent… does, with the agent's own program and home folder. */
  async function setUp(to: 'connect' | 'disconnect'): Promise<void> {
    for (const step of await stepsOf(known(), to)) {
      if (step.kind !== 'command') await carryOut(step);
      else {
        const env = claudeEnvironment(userHome);
        const ran = await run(program, step.command.slice(1), { cwd: step.cwd ?? userHome, env });
        expect([step.command, ran.code], ran.error).toEqual([step.command, 0]);
      }
    }
  }

  /** Asks the agent, whose model plays the script; what the model received. */
  async function play(script: Script): Promise<readonly Turn[]> {
    const model = await startScriptedModel(script, process.env['LIVE_CONTEXT_MODEL_LOG']);
    try {
      const env = { LIVE_CONTEXT_HOOK_MS: '5000' };
      const asked = { program, home: userHome, cwd: folder, port: model.port, prompt: 'Go on.', env };
      const ran = await ask[agent](asked);
      if (model.turns.length === 0) throw new Error(`${agent} asked nothing: ${ran.error || ran.out}`);
      return model.turns;
    } finally {
      model.close();
    }
  }

  const developer = (): Developer => {
    const { workspace } = window;
    return {
      document,
      type: (where, typed) => {
        const at = where === 'start' ? 0 : (workspace.text(document)?.length ?? 0);
        workspace.edit(document, [{ start: at, end: at, newText: typed }]);
      },
      openLong: (long) => workspace.openDocument(pathToFileURL(join(folder, 'long.ts')).href, long, 'typescript'),
    };
  };

  test('is taken away byte for byte before it has run', async () => {
    expect(await contents(userHome)).not.toEqual(untouched);
    await setUp('disconnect');
    // Agents' own commands leave empty lists of their own.
    if (known().mark === undefined) expect(await contents(userHome)).toEqual(untouched);
    else expect(await leftOvers(userHome)).toEqual([]);
  });

  test('sees the tools, is told unasked where the developer is, hands its model eight answers whole, and is taken away without trace', async () => {
    const { workspace } = window;
    const about = { source: 'tool', hint: 'a run', text: runOutput } as const;
    const { ref } = await workspace.ask('files:save', about, 'clipboard');
    const { script, check, keepSizes } = eightAnswers(developer(), { fileId: ref.id, longLines: 900 });
    const turns = await play(script);
    const names = ['live_context', 'live_context_changes', 'live_context_version', 'live_context_apply_edits'];
    for (const name of names) expect(turns[0]?.tools.filter((one) => one.endsWith(name))).toHaveLength(1);
    // Cline lets hooks say something before a tool alone.
    const told = turns[agent === 'cline' ? 1 : 0]?.said;
    expect(told).toContain('# Live Context: the editor of the developer now');
    expect(told).toContain('src/a.ts, cursor at 1:1.');
    check();
    await keepSizes(agent);
    expect(turns.length).toBeGreaterThan(8);
    // The hooks and the tools of an agent are one reader.
    const listed = await workspace.ask('conversations:list', { items: 0 }, 'view');
    const readers = listed.conversations.map(({ consumer }) => consumer).filter((one) => one.startsWith('mcp:'));
    expect(readers).toEqual([expect.stringContaining(`mcp:${agent}-`)]);
    await setUp('disconnect');
    expect(await leftOvers(userHome)).toEqual([]);
  });

  test('pairs for fourteen steps while the developer types, and nothing is lost', async () => {
    const { script, wanted } = fourteenSteps(developer());
    await play(script);
    expect(window.workspace.text(document)).toBe(wanted);
  });

  /** How the agent's own tools write a file. */
  const ownWrites: Readonly<
    Record<RealAgent, (file: string) => readonly { readonly tool: string; readonly args: object }[]>
  > = {
    claude: (file_path) => [
      { tool: 'Read', args: { file_path } },
      { tool: 'Edit', args: { file_path, old_string: 'const line0 = 0;', new_string: 'gone' } },
    ],
    codex: (file) => {
      const patch = (name: string) =>
        `apply_patch <<'EOF'\n*** Begin Patch\n*** Update File: ${name}\n@@\n-const line0 = 0;\n+gone\n*** End Patch\nEOF\n`;
      return [{ tool: 'exec_command', args: { cmd: patch(basename(file)), workdir: dirname(file) } }];
    },
    gemini: (file_path) => [
      {
        tool: 'replace',
        args: { file_path, old_string: 'const line0 = 0;', new_string: 'gone', instruction: 'x' },
      },
    ],
    opencode: (filePath) => [
      { tool: 'read', args: { filePath } },
      { tool: 'edit', args: { filePath, oldString: 'const line0 = 0;', newString: 'gone' } },
    ],
    cline: (file) => [{ tool: 'editor', args: { path: file, old_text: 'const line0 = 0;', new_text: 'gone' } }],
    copilot: (file) => [{ tool: 'edit', args: { path: file, old_str: 'const line0 = 0;', new_str: 'gone' } }],
    qwen: (file_path) => [
      { tool: 'read_file', args: { file_path } },
      { tool: 'edit', args: { file_path, old_string: 'const line0 = 0;', new_string: 'gone' } },
    ],
  };

  test('is kept from writing a file under unsaved text and told why, and writes another', async () => {
    const { workspace } = window;
    const other = join(folder, 'src', 'b.ts');
    await writeFile(other, pairedText);
    workspace.openDocument(pathToFileURL(other).href, pairedText, 'typescript');
    const own = [...ownWrites[agent](path), ...ownWrites[agent](other)];
    const turns = await play(async (turn) => {
      if (turn.step === 0) return { tool: 'live_context' };
      // The developer types when the agent has looked.
      if (turn.step === 1) workspace.type(document, 0, '// unsaved\n');
      return own[turn.step - 1] ?? { text: 'Done.' };
    });
    const { said = '', results = [] } = turns.at(-1) ?? {};
    const answer = [...results.slice(1), said].map(unwrapped).join('\n');
    expect(answer).toContain('unsaved text in the editor');
    expect(answer).toContain('live_context_apply_edits with documentId');
    expect(await readFile(path, 'utf8')).toBe(pairedText);
    expect(await readFile(other, 'utf8')).toBe(pairedText.replace('const line0 = 0;', 'gone'));
  });
});

/** Every folder and file below a home folder, but for our own, with what is in it. */
async function contents(userHome: string): Promise<readonly string[]> {
  const entries = await readdir(userHome, { recursive: true, withFileTypes: true });
  const told = entries.map(async (entry) => {
    const path = join(entry.parentPath, entry.name);
    if (path.includes('/.live-context')) return '';
    return `${path} ${entry.isFile() ? await readFile(path, 'utf8') : ''}`;
  });
  return (await Promise.all(told)).filter((one) => one !== '').sort();
}

/** Files below a home folder that still name Live Context; caches and logs of the agent are its own. */
async function leftOvers(userHome: string): Promise<readonly string[]> {
  const found: string[] = [];
  for (const entry of await readdir(userHome, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (
      !entry.isFile() ||
      !/\.(json|toml|md|cjs)$/.test(entry.name) ||
      /cache|backups|projects|sessions|logs?\//.test(path)
    )
      continue;
    if (!path.includes('/.live-context/') && /mcp-bridge|hook\.js|opencode\.mjs/.test(await readFile(path, 'utf8')))
      found.push(path);
  }
  return found;
}
