import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { JsonEntry } from './jsonEntry.ts';

/** How an agent's hooks are written, in the main as Claude Code's. */
interface HookRow {
  /** That of the file's form. */
  readonly version?: number;
  /** Events without a tool. */
  readonly events?: readonly string[];
  /** Events around the tools that write files. */
  readonly writes?: readonly string[];
  readonly tools?: { readonly matcher: string };
  readonly entry: (command: string, tools: object) => object;
}

/** Gemini CLI and Qwen Code count in ms. */
const grouped =
  (timeout: number): HookRow['entry'] =>
  (command, tools) => ({ ...tools, hooks: [{ type: 'command', command, timeout }] });

const hookRows: Readonly<Record<string, HookRow>> = {
  codex: {
    events: ['SessionStart', 'UserPromptSubmit'],
    // With some models it patches through its shell.
    tools: { matcher: 'apply_patch|Bash' },
    entry: grouped(5),
  },
  gemini: {
    events: ['SessionStart', 'BeforeAgent'],
    writes: ['BeforeTool', 'AfterTool'],
    tools: { matcher: 'write_file|replace' },
    entry: grouped(5_000),
  },
  qwen: {
    events: ['SessionStart', 'UserPromptSubmit'],
    tools: { matcher: 'edit|write_file|notebook_edit' },
    entry: grouped(5_000),
  },
  copilot: {
    version: 1,
    tools: { matcher: 'Edit|Write' },
    entry: (command, tools) => ({ type: 'command', ...tools, bash: command, powershell: command, timeoutSec: 5 }),
  },
  cursor: {
    version: 1,
    events: ['sessionStart'],
    writes: ['preToolUse'],
    tools: { matcher: 'Write' },
    entry: (command, tools) => ({ ...tools, command, timeout: 5 }),
  },
  windsurf: {
    events: [],
    writes: ['pre_write_code'],
    entry: (command) => ({ command, powershell: command, show_output: true }),
  },
};

/** The entries of an agent's hooks, and of the plugin that opencode has in their place. */
export function hookEntries(plugin: string, id: string): readonly JsonEntry[] {
  if (id === 'opencode') {
    return [{ path: ['plugin'], value: pathToFileURL(join(plugin, 'opencode.mjs')).href, isOwnHook }];
  }
  const row = hookRows[id];
  if (row === undefined) return [];
  const { version, events = ['UserPromptSubmit'], writes = ['PreToolUse', 'PostToolUse'], tools = {}, entry } = row;
  const command = `node ${JSON.stringify(join(plugin, 'hook.js'))} ${id}`;
  const entryAt = (form: object) => (event: string) => ({
    ...{ path: ['hooks', event], value: entry(command, form), isOwnHook },
  });
  return [
    ...(version === undefined ? [] : [{ path: ['version'], value: version, isForm: true as const }]),
    ...events.map(entryAt({})),
    ...writes.map(entryAt(tools)),
  ];
}

/** Returns true for a hook that this extension wrote, wherever its program was then. */
function isOwnHook(hook: unknown): boolean {
  return /[\\/]plugin[\\/]+(hook\.js\W+(codex|gemini|qwen|copilot|cursor|windsurf)\b|opencode\.mjs)/.test(
    JSON.stringify(hook),
  );
}

/** Cline runs the scripts in a folder. */
const clineStart = "process.argv[2] = 'cline';";

export function clineScript(plugin: string): string {
  return `${clineStart}\nrequire(${JSON.stringify(join(plugin, 'hook.js'))});\n`;
}

/** Null where a script of somebody else is in the way. */
export function changedScript(text: string, script: string, to: 'connect' | 'disconnect'): string | null {
  const isFree = text === '' || text.startsWith(clineStart);
  if (to === 'disconnect') return isFree ? '' : text;
  return isFree ? script : null;
}
