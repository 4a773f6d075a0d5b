import { mkdir, mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { carryOut, connectableAgents, stepsOf } from '../../src/mcp/setup/connectedAgents.ts';
import { ask, claudeEnvironment, installedAgent, realAgents, run } from '../support/agents/realAgents.ts';
import { type Move, type Script, startScriptedModel, type Turn } from '../support/agents/scriptedModel.ts';
import { AgentHome, AgentWindow, newFolder } from '../support/mcp/window.ts';
import { settled } from '../support/memoryWorkspace.ts';

// Agents as their users have them, from npm, connected as Connect an Agent… does it, against a model that plays a script.

const had = process.env['LIVE_CONTEXT_AGENTS']?.split(',');
const agents = realAgents.filter((agent) => had?.includes(agent) ?? true);
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
    await setUp('connect');
  });

  afterEach(async () => {
    expect([...window.faults, ...window.workspace.faults]).toEqual([]);
    await window.close();
  });

  /** What Connect an Agent… does, with the agent's own program and home folder. */
  async function setUp(to: 'connect' | 'disconnect'): Promise<void> {
    const known = connectableAgents({ userHome, plugin: window.server.plugin }).find(({ id }) => id === agent);
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

  /** The tools that the moves call, one after another; then the model ends. */
  const inTurn =
    (...moves: readonly ((turn: Turn) => Move)[]): Script =>
    (turn) =>
      moves[turn.step]?.(turn) ?? { text: 'Done.' };

  test('once connected, sees the tools, and is told unasked where the developer is', async () => {
    const turns = await play(inTurn());
    const names = ['live_context', 'live_context_changes', 'live_context_version', 'live_context_apply_edits'];
    for (const name of names) expect(turns[0]?.tools.some((one) => one.endsWith(name))).toBe(true);
    expect(turns[0]?.said).toContain('# Live Context: the editor of the developer now');
    expect(turns[0]?.said).toContain('src/a.ts, cursor at 1:1.');
    await setUp('disconnect');
    expect(await leftOvers(userHome)).toEqual([]);
  });

  test('hands its model eight answers whole and unescaped', async () => {
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
      const last = turn.results.at(-1) ?? '';
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
    expect(results[0]).toContain(text.slice(0, 200));
    expect(results[1]).toContain('No document has changed since');
    expect(results[2]).toContain('\n+xconst line0 = 0;\n');
    expect(results[3]).toContain('LINES_OUTSIDE: ');
    expect(results[4]).toContain('EDIT_CONFLICT: ');
    expect(results[5]).toContain('FAIL here');
    expect(results[6]).toContain('\nok\nok\n');
    expect(whole).toBe(long);
    for (const one of results) expect(one).not.toMatch(/\\n|truncated|structuredContent/);
    expect(turns.length).toBeGreaterThan(8);
  });

  test('pairs for fourteen steps while the developer types, and nothing is lost', async () => {
    const { workspace } = window;
    const done: string[] = [];
    let version: string | undefined;
    await play((turn) => {
      const last = turn.results.at(-1) ?? '';
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

  if (agent !== 'claude') return;

  test('is kept from writing a file under unsaved text', async () => {
    window.workspace.type(document, 0, '// unsaved\n');
    const input = { file_path: path, old_string: 'const line0', new_string: 'gone' };
    const turns = await play(
      inTurn(
        () => ({ tool: 'Read', args: { file_path: path } }),
        () => ({ tool: 'Edit', args: input }),
      ),
    );
    expect(turns.at(-1)?.results.at(-1)).toContain('unsaved text in the editor');
    expect(turns.at(-1)?.results.at(-1)).toContain('live_context_apply_edits');
    expect(await readFile(path, 'utf8')).toBe(text);
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
