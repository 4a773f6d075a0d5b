import { resolve } from 'node:path';
import { fieldOf } from '../../base/json.ts';
import type { FileWrite } from '../../protocol/agentTurns.ts';

/** A form of answers: text for the model, and why a write is refused. */
interface HookForm {
  readonly told: (text: string, event: string) => object;
  readonly denied: (reason: string, event: string) => object | string;
}

const claude: HookForm = {
  told: (additionalContext, hookEventName) => ({ hookSpecificOutput: { hookEventName, additionalContext } }),
  denied: (permissionDecisionReason, hookEventName) => ({
    hookSpecificOutput: { hookEventName, permissionDecision: 'deny', permissionDecisionReason },
  }),
};

/** Copilot CLI; our plugin for opencode reads the same. */
const copilot: HookForm = {
  told: (additionalContext) => ({ additionalContext }),
  denied: (permissionDecisionReason) => ({ permissionDecision: 'deny', permissionDecisionReason }),
};

/** The agents with hooks. */
export const hookDialects = {
  ...{ claude, vscode: claude, codex: claude, qwen: claude, copilot, opencode: copilot },
  gemini: { ...claude, denied: (reason: string) => ({ decision: 'deny', reason }) },
  // `cancel` would end the run without a word to the model; no tool takes an empty input.
  cline: {
    told: (contextModification: string) => ({ contextModification }),
    denied: (contextModification: string) => ({ overrideInput: {}, contextModification }),
  },
  cursor: {
    told: (context: string) => ({ additional_context: context }),
    denied: (reason: string) => ({ permission: 'deny', user_message: reason, agent_message: reason }),
  },
  // Takes an exit code, and the reason on standard error.
  windsurf: { ...claude, denied: (reason: string) => reason },
} satisfies Record<string, HookForm>;
export type HookDialect = keyof typeof hookDialects;

/** An agent's message on a hook's standard input, with Claude Code's names. */
export interface HookInput {
  readonly hook_event_name?: string | undefined;
  readonly session_id?: string | undefined;
  readonly cwd?: string | undefined;
  /** The start of the session. */
  readonly source?: string;
  readonly prompt?: string;
  readonly tool_name?: string | undefined;
  readonly tool_input?: Input | string | undefined;
  readonly tool_use_id?: string;
  /** The subagent; absent from the main agent's hooks. */
  readonly agent_id?: string;
  /** Which of the model's answers to one prompt; Cline's. */
  readonly iteration?: number;
  // What others say instead, from their documentation and programs.
  readonly conversation_id?: string;
  readonly workspace_roots?: readonly string[];
  readonly hookName?: string;
  readonly taskId?: string;
  readonly workspaceRoots?: readonly string[];
  readonly tool_call?: { readonly name: string; readonly input: Input };
  readonly tool_result?: { readonly name?: string; readonly input?: Input };
  readonly agent_action_name?: string;
  readonly trajectory_id?: string;
  readonly tool_info?: Input;
}

type Input = Readonly<Record<string, unknown>>;

/** Reads the message of Cursor, Cline or Windsurf as one of Claude Code. */
export function readHook(said: HookInput): HookInput {
  const tool = said.tool_call ?? said.tool_result;
  return {
    ...said,
    hook_event_name: said.hook_event_name ?? said.hookName ?? said.agent_action_name,
    session_id: said.session_id ?? said.conversation_id ?? said.taskId ?? said.trajectory_id,
    cwd: said.cwd ?? (said.workspace_roots ?? said.workspaceRoots)?.[0],
    tool_name: said.tool_name ?? tool?.name ?? (said.tool_info && 'Write'),
    tool_input: said.tool_input ?? tool?.input ?? said.tool_info,
  };
}

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

/** Cursor lets text in at the start of a session alone, Cline before a tool alone. */
const events = {
  turn: /^(UserPromptSubmit|BeforeAgent|sessionStart)$/,
  before: /^(PreToolUse|BeforeTool|preToolUse|tool_call|pre_write_code)$/,
  after: /^(PostToolUse|AfterTool|tool_result)$/,
  start: /^SessionStart$/,
};

/** Tools of agents that write files on disk. VS Code's own edit the open document. */
const writers = /^(edit|multiedit|write|notebook_?edit|(apply_)?patch|write_file|replace|editor)$/i;

/** Codex patches by a command of its shell, too, which may go to a folder first. */
const patchCommand = /^\s*(?:cd\s+(?:"([^"]*)"|'([^']*)'|(\S+))\s*(?:&&|;)\s*)?(?:apply_patch|applypatch)\b/m;

function patchingShell(hook: HookInput): RegExpExecArray | null {
  return hook.tool_name === 'Bash' ? patchCommand.exec(String(inputOf(hook)['command'])) : null;
}

/** Copilot CLI gives a patch as a bare text. */
function inputOf({ tool_input: input = {} }: HookInput): Input {
  return typeof input === 'string' ? { patch: input } : input;
}

const turn: HookRequest = { channel: 'agents:turn', params: { hold: true } };

/** Returns the request to the window for an event; null without one. */
export function hookRequest(input: HookInput): HookRequest | null {
  const { hook_event_name: event = '', source } = input;
  const isWriter = writers.test(input.tool_name ?? '') || patchingShell(input) !== null;
  const paths = isWriter ? pathsOf(input) : [];
  switch (true) {
    case events.turn.test(event):
      // Qwen Code runs it for each result of a tool, too.
      return input.prompt === '' ? null : turn;
    case events.before.test(event):
      if (paths.length > 0) return { channel: 'agents:beforeWrite', params: { paths } };
      return input.iteration === 1 ? turn : callOf(input);
    case events.after.test(event): {
      // Only a tool's input identifies its change among others.
      const write = writeOf(input);
      return paths.length === 0 || write === null ? null : { channel: 'agents:afterWrite', params: { paths, write } };
    }
    case events.start.test(event):
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
function writeOf(hook: HookInput): FileWrite | null {
  const input = inputOf(hook);
  const text = namedValue(input, ['content', 'file_text']);
  return typeof text === 'string' ? { kind: 'whole', text } : (replacementOf(input) ?? patchOf(input));
}

/** The value under the name that the agent uses. */
function namedValue(input: Input, names: readonly string[]): unknown {
  return names.map((name) => input[name]).find((value) => value !== undefined);
}

/** Gemini says how often, others whether everywhere. */
function replacementOf(input: Input): FileWrite | null {
  const edits = (Array.isArray(input['edits']) ? input['edits'] : [input]).map((one: Input | null) => {
    const oldText = namedValue(one ?? {}, ['old_string', 'oldString', 'old_str', 'old_text']);
    const newText = namedValue(one ?? {}, ['new_string', 'newString', 'new_str', 'new_text']);
    if (typeof oldText !== 'string' || typeof newText !== 'string') return null;
    const all = namedValue(one ?? {}, ['replace_all', 'replaceAll', 'allow_multiple']);
    return { oldText, newText, everywhere: all === true || Number(one?.['expected_replacements']) > 1 };
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
  const input = inputOf(hook);
  const [, ...folders] = patchingShell(hook) ?? [];
  const folder = folders.find((one) => one !== undefined) ?? '';
  const named = ['file_path', 'notebook_path', 'absolute_path', 'filePath', 'path'].flatMap(
    (name) => input[name] ?? [],
  );
  const patched = Object.values(input).flatMap((value) =>
    [...String(value).matchAll(patchedFile)].map(([, path = '']) => path.trim()),
  );
  return [...named, ...patched]
    .filter((path) => typeof path === 'string' && path !== '')
    .map((path) => resolve(hook.cwd ?? process.cwd(), folder, `${path}`));
}

/** Returns the delivery that has arrived once the answer is written; null without one. */
export function deliveryOf(answer: unknown): string | null {
  const id = fieldOf(fieldOf(fieldOf(answer, 'value'), 'receipt'), 'id');
  return typeof id === 'string' ? id : null;
}

/**
 * Returns what the hook says: nothing if the window failed or has nothing to say. `guess` says why
 * the window was chosen if none has the agent's folder.
 */
export function hookReply(
  dialect: HookDialect,
  { hook_event_name: event = '' }: HookInput,
  answer: unknown,
  guess: string | null,
): string {
  const { told, denied }: HookForm = hookDialects[dialect];
  const value = fieldOf(answer, 'value');
  const text = fieldOf(value, 'text');
  if (typeof text === 'string') {
    const note = guess === null ? '' : `Note: this window was guessed: ${guess}.\n\n`;
    return JSON.stringify(told(note + text, event));
  }
  const reason = fieldOf(value, 'reason');
  if (fieldOf(value, 'allowed') !== false || typeof reason !== 'string') return '';
  const said = denied(reason, event);
  return typeof said === 'string' ? said : JSON.stringify(said);
}
