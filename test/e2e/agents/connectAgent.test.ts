import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { installedAgent, type RealAgent, run } from '../../support/agents/realAgents.ts';
import { server, useVSCode, workbench } from '../../support/vscode/fixture.ts';

// Connect an Agent… as a person clicks it, for one agent that is set up by its own commands and one by its file, from a home folder in
// which nothing is. What is done for each of the others, `test/agents` shows.

interface Connected {
  readonly agent: RealAgent;
  readonly label: string;
  /** What the person reads before anything is written. */
  readonly shown: readonly RegExp[];
  /** A folder or file that says that the agent has been used here. */
  readonly trace: string;
}

const connected: readonly Connected[] = [
  {
    agent: 'claude',
    label: 'Claude Code',
    shown: [/runs: claude plugin marketplace add \S+/, /runs: claude plugin install live-context@live-context/],
    trace: '.claude',
  },
  { agent: 'gemini', label: 'Gemini CLI', shown: [/creates: \S+\/\.gemini\/settings\.json/], trace: '.gemini' },
];

let userHome: string;
const programs = new Map<RealAgent, string>();
// A skipped test counts as a failed one: what can't be had here is known before the tests are.
for (const { agent } of connected) {
  const program = await installedAgent(agent);
  if (program === null) console.log(`! not run: connecting ${agent}, which can't be had here`);
  else programs.set(agent, program);
}

beforeAll(async () => {
  userHome = await mkdtemp(join(tmpdir(), 'live-context-user-'));
  // VS Code asks the person's shell where programs are.
  await writeFile(join(userHome, '.profile'), `export PATH=${JSON.stringify(path())}\n`);
}, 600_000);

afterAll(() => rm(userHome, { recursive: true, force: true }));

useVSCode(() => ({ env: environment() }));

/** Of a person who has just these agents. */
const environment = () => ({
  ...{ HOME: userHome, PATH: path(), CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1' },
  ...{ XDG_CONFIG_HOME: join(userHome, '.config'), XDG_DATA_HOME: join(userHome, '.local', 'share') },
});
const path = () =>
  [...programs.values()]
    .map(dirname)
    .concat(process.env['PATH'] ?? '')
    .join(delimiter);

/** The files below the home folder in which Live Context is named, but for its own folder. */
async function traces(): Promise<readonly string[]> {
  const entries = await readdir(userHome, { recursive: true, withFileTypes: true });
  const files = entries.filter((one) => one.isFile() && /\.(json|toml)$/.test(one.name));
  const paths = files.map((one) => join(one.parentPath, one.name)).filter((one) => !one.includes('/.live-context/'));
  const named = await Promise.all(
    paths.map(async (one) => /mcp-bridge|plugin\/hook\.js|live-context@/.test(await readFile(one, 'utf8'))),
  );
  return paths.filter((one, index) => named[index] && !/backups?|cache|projects|statsig/.test(one));
}

/** Chooses the agent and reads what is to happen. */
async function choose(label: string): Promise<string> {
  await workbench.runCommand('Live Context: Connect an Agent…');
  await workbench.page.locator('.quick-input-widget').getByRole('option', { name: label }).first().click();
  return (await workbench.page.locator('.monaco-dialog-box').textContent()) ?? '';
}

const press = (name: string) =>
  workbench.page.locator('.monaco-dialog-box').getByRole('button', { name, exact: true }).click();

/** What the person is told of the agent when it is done; what is told of it before stands there for some seconds still. */
async function told(label: string, before = ''): Promise<string> {
  const done = new RegExp(`${label}.*connected`);
  const places = workbench.page.locator('.statusbar-item, .notification-list-item-message');
  let text = '';
  const isNew = async () => {
    const all = await places.filter({ hasText: done }).allTextContents();
    text = all.find((one) => one !== before) ?? '';
    return text !== '';
  };
  await expect.poll(isNew).toBe(true);
  return text;
}

/** What the agent's own program lists. */
async function listed(agent: RealAgent): Promise<string> {
  const program = programs.get(agent) ?? '';
  const { out, error } = await run(program, ['mcp', 'list'], { cwd: server.workspace, env: environment() });
  return out + error;
}

describe.each(connected.filter(({ agent }) => programs.has(agent)))('$label', ({ agent, label, shown, trace }) => {
  test('is shown what is written, is connected after a yes, lists the server, and is taken away without trace', async () => {
    await mkdir(join(userHome, trace), { recursive: true });
    const before = await traces();
    const detail = await choose(label);
    for (const one of shown) expect(detail).toMatch(one);
    await press('Cancel');
    expect(await traces()).toEqual(before);
    await choose(label);
    await press('Connect');
    const connectedText = await told(label);
    expect(connectedText).toContain(`${label} is connected`);
    expect(await listed(agent)).toContain('live-context');
    expect(await traces()).not.toEqual(before);
    expect(await choose(label)).toContain(`Disconnect ${label} from Live Context?`);
    await press('Disconnect');
    expect(await told(label, connectedText)).toContain(`${label} is no longer connected`);
    expect(await traces()).toEqual(before);
    expect(await listed(agent)).not.toMatch(/live-context.*(Connected|node)/);
  });
});
