import { resolve } from 'node:path';
import { fieldOf } from '../../base/json.ts';
import type { FileWrite } from '../../protocol/agentTurns.ts';

/**
 * The agents' names for their hooks, and the forms of answers. Field names are from the agents'
 * documentation.
 */

export const hookDialects = ['claude', 'vscode', 'codex', 'gemini'] as const;
export type HookDialect = (typeof hookDialects)[number];

/** An agent's message on a hook's standard input. */
export interface HookInput {
  readonly hook_event_name?: string;
  readonly session_id?: string;
  readonly cwd?: string;
  /** The start of the session. */
  readonly source?: string;
  readonly tool_name?: string;
  readonly tool_input?: Input;
  readonly tool_use_id?: string;
  /** The subagent; absent from the main agent's hooks. */
  readonly agent_id?: string;
}

type Input = Readonly<Record<string, unknown>>;

interface HookRequest {
  readonly channel: 'agents:turn' | 'agents:call' | 'agents:beforeWrite' | 'agents:afterWrite' | 'agents:forget';
  readonly params: {
    readonly paths?: readonly string[];
    readonly write?: FileWrite;
    readonly hold?: boolean;
    readonly call?: string;
    readonly agent?: string;
  };
}

const events: Readonly<Record<string, 'turn' | 'before' | 'after' | 'start'>> = {
  UserPromptSubmit: 'turn',
  BeforeAgent: 'turn',
  PreToolUse: 'before',
  BeforeTool: 'before',
  PostToolUse: 'after',
  AfterTool: 'after',
  SessionStart: 'start',
};

/**
 * Tools of Claude Code, Codex and Gemini that write files on disk. VS Code's own edit the open
 * document.
 */
const writers = /^(Edit|MultiEdit|Write|NotebookEdit|apply_patch|write_file|replace)$/;

/** Codex patches by a command of its shell, too, which may go to a folder first. */
const patchCommand = /^\s*(?:cd\s+(?:"([^"]*)"|'([^']*)'|(\S+))\s*(?:&&|;)\s*)?(?:apply_patch|applypatch)\b/m;

function patchingShell({ tool_name: name = '', tool_input: input = {} }: HookInput): RegExpExecArray | null {
  return name === 'Bash' ? patchCommand.exec(String(input['command'])) : null;
}

function isWriter(input: HookInput): boolean {
  return writers.test(input.tool_name ?? '') || patchingShell(input) !== null;
}

/** Returns the request to the window for an event; null without one. */
export function hookRequest(input: HookInput): HookRequest | null {
  const { hook_event_name: event = '', source } = input;
  const paths = isWriter(input) ? pathsOf(input) : [];
  switch (Object.hasOwn(events, event) ? events[event] : undefined) {
    case 'turn':
      return { channel: 'agents:turn', params: { hold: true } };
    case 'before':
      return paths.length === 0 ? callOf(input) : { channel: 'agents:beforeWrite', params: { paths } };
    case 'after': {
      // Only a tool's input identifies its change among others.
      const write = writeOf(input);
      return paths.length === 0 || write === null ? null : { channel: 'agents:afterWrite', params: { paths, write } };
    }
    case 'start':
      // A resumed conversation still holds what it received.
      return source === 'resume' ? null : { channel: 'agents:forget', params: {} };
    default:
      return null;
  }
}

/** Our own tools: the window learns which agent calls. */
function callOf({ tool_name: name = '', tool_use_id: call, agent_id: agent }: HookInput): HookRequest | null {
  if (call === undefined || !/^mcp__.*live-context/.test(name)) return null;
  return { channel: 'agents:call', params: { call, ...(agent === undefined ? {} : { agent }) } };
}

/** Reads what a tool wrote from its input; null if that is not certain. */
function writeOf({ tool_input: input = {} }: HookInput): FileWrite | null {
  const { content } = input;
  return typeof content === 'string' ? { kind: 'whole', text: content } : (replacementOf(input) ?? patchOf(input));
}

/**
 * Claude Code and Gemini use the same names; Gemini says how often, Claude Code whether everywhere.
 */
function replacementOf(input: Input): FileWrite | null {
  const edits = (Array.isArray(input['edits']) ? input['edits'] : [input]).map((one: Input | null) => {
    const { old_string: oldText, new_string: newText } = one ?? {};
    if (typeof oldText !== 'string' || typeof newText !== 'string') return null;
    const everywhere =
      one?.['replace_all'] === true || one?.['allow_multiple'] === true || Number(one?.['expected_replacements']) > 1;
    return { oldText, newText, everywhere };
  });
  const all = edits.filter((one) => one !== null);
  return all.length === edits.length ? { kind: 'replace', edits: all } : null;
}

function patchOf(input: Input): FileWrite | null {
  for (const value of Object.values(input)) {
    const [text] = /^\*\*\* Begin Patch$[\s\S]*^\*\*\* End Patch$/m.exec(String(value)) ?? [];
    if (text !== undefined) return { kind: 'patch', text };
  }
  return null;
}

/** The lines of a patch that name a file; one that is moved is written where it goes, too. */
const patchedFile = /^\*\*\* (?:(?:Add|Update|Delete) File|Move to): (.+)$/gm;

/** The files that a tool is about to write: named in a field, or in the lines of a patch. */
function pathsOf(hook: HookInput): readonly string[] {
  const { tool_input: input = {}, cwd = process.cwd() } = hook;
  const folder =
    patchingShell(hook)
      ?.slice(1)
      .find((one) => one !== undefined) ?? '';
  const named = ['file_path', 'notebook_path', 'absolute_path'].flatMap((name) => input[name] ?? []);
  const patched = Object.values(input).flatMap((value) =>
    [...String(value).matchAll(patchedFile)].map(([, path = '']) => path.trim()),
  );
  return [...named, ...patched]
    .filter((path) => typeof path === 'string' && path !== '')
    .map((path) => resolve(cwd, folder, `${path}`));
}

/** Returns the delivery that has arrived once the answer is written; null without one. */
export function deliveryOf(answer: unknown): string | null {
  const id = fieldOf(fieldOf(fieldOf(answer, 'value'), 'receipt'), 'id');
  return typeof id === 'string' ? id : null;
}

/**
 * Returns the hook's standard output: nothing if the window failed or has nothing to say. `guess`
 * says why the window was chosen if none has the agent's folder.
 */
export function hookReply(
  dialect: HookDialect,
  { hook_event_name: event = '' }: HookInput,
  answer: unknown,
  guess: string | null,
): string {
  const value = fieldOf(answer, 'value');
  const text = fieldOf(value, 'text');
  if (typeof text === 'string') {
    const note = guess === null ? '' : `Note: this window was guessed: ${guess}.\n\n`;
    return JSON.stringify({ hookSpecificOutput: { hookEventName: event, additionalContext: note + text } });
  }
  const reason = fieldOf(value, 'reason');
  if (fieldOf(value, 'allowed') !== false || typeof reason !== 'string') return '';
  if (dialect === 'gemini') return JSON.stringify({ decision: 'deny', reason });
  const denied = { hookEventName: event, permissionDecision: 'deny', permissionDecisionReason: reason };
  return JSON.stringify({ hookSpecificOutput: denied });
}
