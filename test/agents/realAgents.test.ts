import { mkdir, mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { carryOut, connectableAgents, stepsOf } from '../../src/mcp/setup/connectedAgents.ts';
import {
  ask,
  claudeEnvironment,
  installedAgent,
  prepareHome,
  type RealAgent,
  realAgents,
  run,
} from '../support/agents/realAgents.ts';
import { type Script, startScriptedModel, type Turn } from '../support/agents/scriptedModel.ts';
import { AgentHome, AgentWindow, newFolder } from '../support/mcp/window.ts';
import { settled } from '../support/memoryWorkspace.ts';

// Agents as their users have them, from npm, connected as Connect an Agent… does it, against a model that plays a script.

const had = process.env['LIVE_CONTEXT_AGENTS']?.split(',');
const agents = realAgents.filter((agent) => had?.includes(agent) ?? true);
/** Those that run hooks. */
const hooked = ['claude', 'codex', 'gemini'];
const text = Array.from({ length: 40 }, (_, index) => `const line${index} = ${index};\n`).join('');

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
    await writeFile(path, text);
    document = pathToFileURL(path).href;
    // Some agents hand no variables of their own on to servers and hooks: these find windows in the home folder.
    window = await AgentWindow.open({ path: join(userHome, '.live-context'), plugin: home.plugin }, folder);
    window.workspace.openDocument(document, text, 'typescript');
    await prepareHome(agent, userHome);
    await setUp('connect');
  });

  afterEach(async () => {
    expect([...window.faults, ...window.workspace.faults]).toEqual([]);
    await window.close();
  });

  /** What Connect an Agent… does, with the agent's own program and home folder. */
  async function setUp(to: 'connect' | 'disconnect'): Promise<void> {
    const known = connectableAgents({ userHome, environment: {}, plugin: window.server.plugin }).find(
      ({ id }) => id === agent,
    );
    for (const step of known === undefined ? [] : await stepsOf(known, to)) {
      if (step.kind === 'file') await carryOut(step);
      else {
        const ran = await run(program, step.command.slice(1), { cwd: folder, env: claudeEnvironment(userHome) });
        expect([step.command, ran.code, ran.error]).toEqual([step.command, 0, '']);
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

  test('sees the tools, is told unasked where the developer is where it has hooks, hands its model eight answers whole, and is taken away without trace', async () => {
    const { workspace } = window;
    const long = Array.from(
      { length: 900 },
      (_, index) => `export const value${index} = 'text "${index}" \\\\';\n`,
    ).join('');
    const output = 'ok\n'.repeat(300).concat('FAIL here\n');
    const { ref } = settled(
      await workspace.session.request('files:save', { source: 'tool', hint: 'a run', text: output }, 'clipboard'),
    );
    const results: string[] = [];
    let offset: string | undefined = '0';
    let whole = '';
    const turns = await play((turn) => {
      const last = unwrapped(turn.results.at(-1) ?? '');
      if (turn.step > 0) results[turn.step - 1] = last;
      switch (turn.step) {
        case 0:
          return { tool: 'live_context' };
        case 1:
          return { tool: 'live_context_changes' };
        case 2:
          workspace.type(document, 0, 'x');
          return { tool: 'live_context_changes' };
        case 3:
          return { tool: 'live_context_version', args: { documentId: document, lines: { first: 1, last: 9_999 } } };
        case 4: {
          const edits = [{ oldText: 'const line0', newText: 'mine' }];
          const baseVersionId = /\bversion (v[\w-]+)/.exec(results[0] ?? '')?.[1];
          return { tool: 'live_context_apply_edits', args: { documentId: document, baseVersionId, edits } };
        }
        case 5:
          return { tool: 'context_grep', args: { id: ref.id, pattern: 'FAIL' } };
        case 6:
          return { tool: 'context_read', args: { id: ref.id, limit: 500 } };
        case 7:
          workspace.openDocument(pathToFileURL(join(folder, 'long.ts')).href, long, 'typescript');
          return { tool: 'live_context_version', args: {} };
        default: {
          const [, part = ''] = /\ntext:\n`{3,}\n([\s\S]*?)\n`{3,}(?:\nnextOffset: \d+)?\s*$/.exec(last) ?? [];
          whole += part;
          offset = /nextOffset: (\d+)\s*$/.exec(last)?.[1];
          return offset === undefined || turn.step > 40
            ? { text: 'Done.' }
            : { tool: 'live_context_version', args: { offset: Number(offset) } };
        }
      }
    });
    const names = ['live_context', 'live_context_changes', 'live_context_version', 'live_context_apply_edits'];
    for (const name of names) expect(turns[0]?.tools.some((one) => one.endsWith(name))).toBe(true);
    if (hooked.includes(agent)) {
      expect(turns[0]?.said).toContain('# Live Context: the editor of the developer now');
      expect(turns[0]?.said).toContain('src/a.ts, cursor at 1:1.');
    }
    expect(results[0]).toContain(text.slice(0, 200));
    expect(results[1]).toContain('No document has changed since');
    expect(results[2]).toContain('\n+xconst line0 = 0;\n');
    expect(results[3]).toContain('LINES_OUTSIDE: ');
    expect(results[4]).toContain('EDIT_CONFLICT: ');
    expect(results[5]).toContain('FAIL here');
    expect(results[6]).toContain('\nok\nok\n');
    expect(whole === long).toBe(true);
    for (const one of results) expect(one).not.toMatch(/\\n|truncated|structuredContent/);
    expect(turns.length).toBeGreaterThan(8);
    await setUp('disconnect');
    expect(await leftOvers(userHome)).toEqual([]);
  });

  test('pairs for fourteen steps while the developer types, and nothing is lost', async () => {
    const { workspace } = window;
    const done: string[] = [];
    let version: string | undefined;
    await play((turn) => {
      const last = unwrapped(turn.results.at(-1) ?? '');
      version = /\b(?:newVersionId|version_id|version)\W+(v\d[\w-]+)/.exec(last)?.[1] ?? version;
      if (turn.step >= 14) return { text: 'Done.' };
      if (turn.step === 0) return { tool: 'live_context' };
      // The developer types at the end all the while.
      workspace.edit(document, [
        {
          start: workspace.text(document)?.length ?? 0,
          end: workspace.text(document)?.length ?? 0,
          newText: `// typed ${turn.step}\n`,
        },
      ]);
      if (turn.step % 2 === 0) return { tool: 'live_context_changes' };
      done.push(`${turn.step}`);
      const edits = [{ oldText: `const line${turn.step} =`, newText: `let agent${turn.step} =` }];
      return { tool: 'live_context_apply_edits', args: { documentId: document, baseVersionId: version, edits } };
    });
    const typed = Array.from({ length: 13 }, (_, index) => `// typed ${index + 1}\n`).join('');
    const edited = done.reduce((so, step) => so.replace(`const line${step} =`, `let agent${step} =`), text);
    expect([done.length, workspace.text(document)]).toEqual([7, edited + typed]);
  });

  /** How the agent's own tools write the file. */
  const ownWrites = (): Readonly<Record<RealAgent, readonly { readonly tool: string; readonly args: object }[]>> => {
    const patch =
      "apply_patch <<'EOF'\n*** Begin Patch\n*** Update File: src/a.ts\n@@\n-const line0 = 0;\n+gone\n*** End Patch\nEOF\n";
    return {
      claude: [
        { tool: 'Read', args: { file_path: path } },
        { tool: 'Edit', args: { file_path: path, old_string: 'const line0 = 0;', new_string: 'gone' } },
      ],
      codex: [{ tool: 'exec_command', args: { cmd: patch } }],
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
      if (open !== undefined && written[0] !== text) open.diskText = written[0] ?? '';
      return turn.step === own.length + 1 ? { tool: 'live_context_changes' } : { text: 'Done.' };
    });
    const [answer = '', look = ''] = (turns.at(-1)?.results ?? []).slice(-2).map(unwrapped);
    expect(look).toContain('+// unsaved');
    if (hooked.includes(agent)) {
      expect(answer).toContain('unsaved text in the editor');
      expect(answer).toContain('live_context_apply_edits');
      expect(written[0]).toBe(text);
    } else {
      expect(written[0]).toBe(text.replace('const line0 = 0;', 'gone'));
      expect(look).toMatch(/\n## \S+ on disk\n/);
      expect(look).toContain('\n+gone\n');
    }
  });
});

/** The text of a result as the model receives it, without what the agent itself puts around it. */
function unwrapped(result: string): string {
  if (agentsJson.test(result)) {
    // Cline hands on the whole result, in which there is to be nothing but the text.
    const { content, isError: _, ...rest } = JSON.parse(result);
    expect(rest).toEqual({});
    return content.map((part: { readonly text: string }) => part.text).join('');
  }
  return /^<untrusted_context>\n([\s\S]*)\n<\/untrusted_context>$/.exec(result)?.[1] ?? result;
}

const agentsJson = /^\{"content":\[/;

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
