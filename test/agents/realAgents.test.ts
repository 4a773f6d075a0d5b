import { mkdir, mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { carryOut, connectableAgents, stepsOf } from '../../src/mcp/setup/connectedAgents.ts';
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
/** Those that run hooks. */
const hooked = ['claude', 'codex', 'gemini'];

describe.each(agents)('%s', (agent) => {
  let program: string;
  let home: AgentHome;
  let userHome: string;
  let folder: string;
  let path: string;
  let document: string;
  let window: AgentWindow;

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
    await prepareHome(agent, userHome);
    await setUp('connect');
  });

  afterEach(async () => {
    await endAgent(agent, program, userHome);
    expect([...window.faults, ...window.workspace.faults]).toEqual([]);
    await window.close();
  });

  /** What Connect an Agent… does, with the agent's own program and home folder. */
  async function setUp(to: 'connect' | 'disconnect'): Promise<void> {
    const known = connectableAgents({ userHome, environment: {}, plugin: window.server.plugin }).find(
      ({ id }) => id === agent,
    );
    for (const step of known === undefined ? [] : await stepsOf(known, to)) {
      if (step.kind !== 'command') await carryOut(step);
      else {
        const ran = await run(program, step.command.slice(1), { cwd: folder, env: claudeEnvironment(userHome) });
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

  test('sees the tools, is told unasked where the developer is where it has hooks, hands its model eight answers whole, and is taken away without trace', async () => {
    const { workspace } = window;
    const about = { source: 'tool', hint: 'a run', text: runOutput } as const;
    const { ref } = await workspace.ask('files:save', about, 'clipboard');
    const { script, check, keepSizes } = eightAnswers(developer(), { fileId: ref.id, longLines: 900 });
    const turns = await play(script);
    const names = ['live_context', 'live_context_changes', 'live_context_version', 'live_context_apply_edits'];
    for (const name of names) expect(turns[0]?.tools.some((one) => one.endsWith(name))).toBe(true);
    if (hooked.includes(agent)) {
      expect(turns[0]?.said).toContain('# Live Context: the editor of the developer now');
      expect(turns[0]?.said).toContain('src/a.ts, cursor at 1:1.');
    }
    check();
    await keepSizes(agent);
    expect(turns.length).toBeGreaterThan(8);
    await setUp('disconnect');
    expect(await leftOvers(userHome)).toEqual([]);
  });

  test('pairs for fourteen steps while the developer types, and nothing is lost', async () => {
    const { script, wanted } = fourteenSteps(developer());
    await play(script);
    expect(window.workspace.text(document)).toBe(wanted);
  });

  /** How the agent's own tools write the file. */
  const ownWrites = (): Readonly<Record<RealAgent, readonly { readonly tool: string; readonly args: object }[]>> => {
    const patch = (name: string) =>
      `apply_patch <<'EOF'\n*** Begin Patch\n*** Update File: ${name}\n@@\n-const line0 = 0;\n+gone\n*** End Patch\nEOF\n`;
    return {
      claude: [
        { tool: 'Read', args: { file_path: path } },
        { tool: 'Edit', args: { file_path: path, old_string: 'const line0 = 0;', new_string: 'gone' } },
      ],
      codex: [
        { tool: 'exec_command', args: { cmd: patch('src/a.ts') } },
        { tool: 'exec_command', args: { cmd: patch('a.ts'), workdir: dirname(path) } },
      ],
      gemini: [
        {
          tool: 'replace',
          args: { file_path: path, old_string: 'const line0 = 0;', new_string: 'gone', instruction: 'x' },
        },
      ],
      opencode: [
        { tool: 'read', args: { filePath: path } },
        { tool: 'edit', args: { filePath: path, oldString: 'const line0 = 0;', newString: 'gone' } },
      ],
      cline: [{ tool: 'editor', args: { path, old_text: 'const line0 = 0;', new_text: 'gone' } }],
    };
  };

  test('is kept from writing a file under unsaved text where it has hooks, and else told at its next look that the file differs', async () => {
    const { workspace } = window;
    const own = ownWrites()[agent];
    const written: string[] = [];
    const turns = await play(async (turn) => {
      if (turn.step === 0) return { tool: 'live_context' };
      // The developer types when the agent has looked.
      if (turn.step === 1) workspace.type(document, 0, '// unsaved\n');
      const move = own[turn.step - 1];
      if (move !== undefined) return move;
      written.push(await readFile(path, 'utf8'));
      const open = workspace.documents.get(document);
      // As an editor notices it.
      if (open !== undefined && written[0] !== pairedText) open.diskText = written[0] ?? '';
      return turn.step === own.length + 1 ? { tool: 'live_context_changes' } : { text: 'Done.' };
    });
    const [answer = '', look = ''] = (turns.at(-1)?.results ?? []).slice(-2).map(unwrapped);
    expect(look).toContain('+// unsaved');
    if (hooked.includes(agent)) {
      expect(answer).toContain('unsaved text in the editor');
      expect(answer).toContain('live_context_apply_edits');
      expect(written[0]).toBe(pairedText);
    } else {
      expect(written[0]).toBe(pairedText.replace('const line0 = 0;', 'gone'));
      expect(look).toMatch(/\n## \S+ on disk\n/);
      expect(look).toContain('\n+gone\n');
    }
  });
});

/** Files below a home folder that still name Live Context; caches and logs of the agent are its own. */
async function leftOvers(userHome: string): Promise<readonly string[]> {
  const found: string[] = [];
  for (const entry of await readdir(userHome, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (
      !entry.isFile() ||
      !/\.(json|toml|md)$/.test(entry.name) ||
      /cache|backups|projects|sessions|logs?\//.test(path)
    )
      continue;
    if (!path.includes('/.live-context/') && /mcp-bridge|hook\.js/.test(await readFile(path, 'utf8'))) found.push(path);
  }
  return found;
}
