import { execFile } from 'node:child_process';
import { mkdir, readFile, rm, rmdir, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import type { CommandStep, ConnectableAgent, FileStep, FolderStep, SetupStep } from '../../agents/mcpModule.ts';
import { AppError } from '../../base/appError.ts';
import { codeOf } from '../../base/codeOf.ts';
import { replaceFile } from '../registration.ts';
import { realPathOf } from '../windowRegistry.ts';
import { changedScript, clineScript, hookEntries } from './agentHooks.ts';
import { changedJson, hasEntry, type JsonEntry } from './jsonEntry.ts';

/** Paths on this machine. */
export interface SetupPlaces {
  /** The user's home folder; the current user's by default. */
  readonly userHome?: string;
  /** The environment of the agents, which may name other folders; the current one by default. */
  readonly environment?: Readonly<NodeJS.Dict<string>>;
  /** The installed plugin for agents, with the bridge and the hook. */
  readonly plugin: string;
  /** The window's folders, for which an entry may have been pasted. */
  readonly folders: readonly string[];
}

/** An agent, and how it is connected. */
export interface KnownAgent extends ConnectableAgent {
  /** Paths of which one exists if the agent has been used on this machine. */
  readonly traces: readonly string[];
  /** A file, and the text in it without white space once commands have connected the agent. */
  readonly mark?: { readonly path: string; readonly text: string };
  readonly connect: readonly Change[];
  /** Disconnects where undoing the entries of `connect` is not enough. */
  readonly disconnect?: readonly Change[];
}

/** A change, before the files are read; `onlyIf` is an entry of ours that a file must have. */
type Change =
  | (CommandStep & { readonly onlyIf?: readonly [file: string, ...path: string[]] })
  | FolderStep
  | { readonly kind: 'script'; readonly path: string; readonly script: string }
  | { readonly kind: 'json'; readonly path: string; readonly entries: readonly JsonEntry[] };

const productName = 'live-context';
const serverPath = ['mcpServers', productName] as const;

/** All known agents, used here or not. */
export function connectableAgents(places: SetupPlaces): readonly KnownAgent[] {
  const { userHome = homedir(), environment = process.env, plugin, folders } = places;
  const at = (...parts: string[]) => join(userHome, ...parts);
  const named = (variable: string, usual: string) => environment[variable] || usual;
  const claude = named('CLAUDE_CONFIG_DIR', at('.claude'));
  const codex = named('CODEX_HOME', at('.codex'));
  const config = named('XDG_CONFIG_HOME', at('.config'));
  const bridge = join(plugin, 'mcp-bridge.js');
  const program = { command: 'node', args: [bridge] };
  const command = ['node', bridge];
  const runs = (...command: string[]): CommandStep => ({ kind: 'command', command });
  const writes = (path: string, ...entries: readonly JsonEntry[]): Change => ({ kind: 'json', path, entries });
  // A pasted entry would be a second server beside the plugin's.
  const entries = environment['CLAUDE_CONFIG_DIR'] ? join(claude, '.claude.json') : at('.claude.json');
  const removes = (scope: string) => runs('claude', 'mcp', 'remove', '--scope', scope, productName);
  const pasted: readonly Change[] = [
    { ...removes('user'), onlyIf: [entries, ...serverPath] },
    ...folders.flatMap((cwd): Change[] => [
      { ...removes('local'), cwd, onlyIf: [entries, 'projects', cwd, ...serverPath] },
      writes(join(cwd, '.mcp.json'), { path: serverPath, value: undefined }),
    ]),
  ];
  const codexHookFile = writes(join(codex, 'hooks.json'), ...hookEntries(plugin, 'codex'));
  const copilotHome = named('COPILOT_HOME', at('.copilot'));
  const script = (event: string): Change => ({
    ...{ kind: 'script', path: at('.cline', 'hooks', `${event}.cjs`), script: clineScript(plugin) },
  });
  /** The hooks that are in other files than the servers. */
  const apart: Readonly<Record<string, readonly Change[]>> = {
    copilot: [writes(join(copilotHome, 'hooks', `${productName}.json`), ...hookEntries(plugin, 'copilot'))],
    cline: [script('PreToolUse'), script('PostToolUse')],
    cursor: [writes(at('.cursor', 'hooks.json'), ...hookEntries(plugin, 'cursor'))],
    windsurf: [writes(at('.codeium', 'windsurf', 'hooks.json'), ...hookEntries(plugin, 'windsurf'))],
  };
  /** An agent that entries of JSON files connect. */
  const server = (
    id: string,
    label: string,
    [folder, ...file]: readonly [string, ...string[]],
    value: object = program,
    path: readonly string[] = serverPath,
  ): KnownAgent => ({
    ...{ id, label, traces: [folder, at('.local', 'share', id)] },
    connect: [
      writes(join(folder, ...file), { path, value }, ...(apart[id] === undefined ? hookEntries(plugin, id) : [])),
      ...(apart[id] ?? []),
    ],
  });
  const opencode = { type: 'local', command, enabled: true };
  const copilot = { type: 'local', ...program, tools: ['*'] };
  const zed = { source: 'custom', ...program, env: {} };
  // Others are found by searching alone.
  const qwen = { ...program, alwaysLoadTools: true };
  return [
    {
      ...{ id: 'claude', label: 'Claude Code', traces: [claude, at('.claude.json')] },
      mark: { path: join(claude, 'settings.json'), text: `"${productName}@${productName}":true` },
      connect: [
        ...pasted,
        runs('claude', 'plugin', 'marketplace', 'add', plugin),
        runs('claude', 'plugin', 'install', `${productName}@${productName}`),
      ],
      disconnect: [
        ...pasted,
        runs('claude', 'plugin', 'uninstall', `${productName}@${productName}`),
        runs('claude', 'plugin', 'marketplace', 'remove', productName),
        { kind: 'folder', path: join(claude, 'plugins', 'cache', productName) },
      ],
    },
    {
      ...{ id: 'codex', label: 'Codex', traces: [codex], asksAboutHooks: true },
      mark: { path: join(codex, 'config.toml'), text: `[mcp_servers.${productName}]` },
      connect: [runs('codex', 'mcp', 'add', productName, '--', ...command), codexHookFile],
      disconnect: [runs('codex', 'mcp', 'remove', productName), codexHookFile],
    },
    server('gemini', 'Gemini CLI', [at('.gemini'), 'settings.json']),
    server('opencode', 'opencode', [join(config, 'opencode'), 'opencode.json'], opencode, ['mcp', productName]),
    server('copilot', 'GitHub Copilot CLI', [copilotHome, 'mcp-config.json'], copilot),
    server('qwen', 'Qwen Code', [at('.qwen'), 'settings.json'], qwen),
    server('cline', 'Cline', [at('.cline'), 'data', 'settings', 'cline_mcp_settings.json']),
    server('cursor', 'Cursor', [at('.cursor'), 'mcp.json']),
    server('windsurf', 'Windsurf', [at('.codeium', 'windsurf'), 'mcp_config.json']),
    server('zed', 'Zed', [join(config, 'zed'), 'settings.json'], zed, ['context_servers', productName]),
  ];
}

export async function isFound({ traces }: KnownAgent): Promise<boolean> {
  const found = await Promise.all(traces.map((path) => stat(path).catch(() => null)));
  return found.some((one) => one !== null);
}

/** Returns true if the agent's files say that Live Context is connected. */
export async function isConnected(agent: KnownAgent): Promise<boolean> {
  if (agent.mark !== undefined) {
    const { path, text } = agent.mark;
    if (!(await readFile(path, 'utf8').catch(() => '')).replace(/\s+/g, '').includes(text)) return false;
  }
  // Each of our entries can be taken away; agents and people add to them, and move them.
  const parts = agent.connect.flatMap((change): Change[] => {
    if (change.kind !== 'json') return change.kind === 'script' ? [change] : [];
    const own = change.entries.filter(({ isForm, value }) => !isForm && value !== undefined);
    return own.map((entry) => ({ ...change, entries: [entry] }));
  });
  return Promise.all(parts.map((part) => stepOf(part, 'disconnect'))).then(
    (steps) => steps.every((step) => step?.kind === 'file' && step.before !== step.after),
    () => false,
  );
}

/**
 * Returns the steps that connect or disconnect an agent. Throws `SETUP_UNREADABLE` for a malformed
 * file.
 */
export async function stepsOf(agent: KnownAgent, to: 'connect' | 'disconnect'): Promise<readonly SetupStep[]> {
  const changes = to === 'disconnect' ? (agent.disconnect ?? agent.connect) : agent.connect;
  const steps = await Promise.all(changes.map((change) => stepOf(change, to)));
  return steps.filter((step) => step !== null).filter((step) => step.kind !== 'file' || step.before !== step.after);
}

/** Null for a step that is not needed. */
async function stepOf(change: Change, to: 'connect' | 'disconnect'): Promise<SetupStep | null> {
  if (change.kind === 'folder') return change;
  if (change.kind === 'command') {
    const { onlyIf, ...command } = change;
    if (onlyIf === undefined) return command;
    const [file, ...entry] = onlyIf;
    return hasEntry((await readText(file)) ?? '', entry) ? command : null;
  }
  const { path } = change;
  const before = await readText(path);
  const text = before ?? '';
  const after = change.kind === 'json' ? changedJson(text, change.entries, to) : changedScript(text, change.script, to);
  if (after === null) throw unreadable(path, 'is malformed JSON, or has something else where the entry belongs');
  if (after === text) return { kind: 'file', path, before, after: before };
  // A file that held only our entry goes.
  const isOurs = /^\s*(\{\s*("version": 1\s*)?\})?\s*$/.test(after);
  const isPasted = change.kind === 'json' && change.entries.every(({ value }) => value === undefined);
  return { kind: 'file', path, before, after: isOurs ? null : after, isPasted };
}

/**
 * Returns null if the file does not exist. Throws `SETUP_UNREADABLE` if it is not readable text.
 */
async function readText(path: string): Promise<string | null> {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(await readFile(path));
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw unreadable(path, 'cannot be read as a text in UTF-8 that you have access to');
  }
}

function unreadable(about: string, why: string): AppError {
  return new AppError('SETUP_UNREADABLE', `${about} ${why}; nothing was written to it.`, { about });
}

/**
 * Writes the file or runs the command. Throws `SETUP_COMMAND_FAILED`, or `SETUP_CHANGED` for a file
 * changed meanwhile.
 */
export async function carryOut(step: SetupStep): Promise<void> {
  if (step.kind === 'file') return write(step);
  if (step.kind === 'folder') return rm(step.path, { recursive: true, force: true });
  const failed = await run(step);
  const about = step.command.join(' ');
  if (failed !== null) throw new AppError('SETUP_COMMAND_FAILED', `${about}: ${failed.trim()}`, { about });
}

/** Writes through a link and keeps it. */
async function write({ path, before, after }: FileStep): Promise<void> {
  if ((await readText(path)) !== before) {
    const what = `${path} was changed by someone else meanwhile; nothing was written to it.`;
    throw new AppError('SETUP_CHANGED', what, { about: path });
  }
  const target = realPathOf(path);
  if (after === null) {
    await rm(target, { force: true });
    // Its folders, as far as they are empty now and below the home folder's.
    for (let folder = dirname(target); /[\\/]\./.test(folder); folder = dirname(folder)) {
      await rmdir(folder).catch(() => {});
    }
    return;
  }
  await mkdir(dirname(target), { recursive: true });
  const mode = await stat(target).then(
    (found) => found.mode & 0o777,
    () => 0o600,
  );
  await replaceFile(target, after, mode);
}

/** Programs of agents have a minute. */
const commandMs = 60_000;

/** Returns null, or why the program failed. */
function run({ command: [program = '', ...args], cwd }: CommandStep): Promise<string | null> {
  // On Windows npm's programs are scripts of the shell.
  const shell = process.platform === 'win32';
  return new Promise((resolve) => {
    const options = { timeout: commandMs, shell, cwd };
    execFile(program, shell ? args.map(quotedArgument) : args, options, (error, _, errors) => {
      resolve(error === null ? null : errors || error.message);
    });
  });
}

/** The shell of Windows splits a command at spaces. */
function quotedArgument(argument: string): string {
  return /[^\w.:\\/@-]/.test(argument) ? `"${argument}"` : argument;
}
