import { readFileSync } from 'node:fs';

/** Programs between an agent and what it starts. */
const shells = /^-?(sh|bash|dash|zsh|fish|ksh|busybox)$/;
/** Maximum number of them. */
const maxShells = 3;

interface ProcessState {
  readonly name: string;
  readonly parent: number;
  /** When it was started, in whatever unit the system has. */
  readonly started: string;
}

/** The agents that have hooks, in the names that their MCP clients give themselves. */
const hooking = /^@?(claude|codex|gemini|opencode|qwen|cline)|copilot/i;

/** The agent with hooks whose MCP client has this name; null of any other. */
export function agentOf(clientName = ''): string | null {
  return hooking.exec(clientName)?.[0].replace('@', '').toLowerCase() ?? null;
}

/** As whom an agent asks, both by its MCP server and by its hooks. */
export function consumerOfAgent(agent: string, process: string): string {
  return `mcp:${agent}-${process}`;
}

/**
 * Returns the process of the agent that started this program, directly or through a shell: its id
 * and start time, since ids are reused. Null if the system does not tell (Windows).
 */
export async function agentProcess(): Promise<string | null> {
  if (process.platform === 'win32') return null;
  let pid = process.ppid;
  for (let shell = 0; shell <= maxShells; shell++) {
    const state = process.platform === 'linux' ? linuxState(pid) : await psState(pid);
    if (state === null) return null;
    if (!shells.test(state.name)) return `${pid}-${state.started}`;
    pid = state.parent;
  }
  return null;
}

/**
 * The name is in parentheses and may hold any character; the fields after it are separated by
 * spaces (proc(5)).
 */
function linuxState(pid: number): ProcessState | null {
  let stat: string;
  try {
    stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return null;
  }
  const [, name = '', rest = ''] = /\((.*)\) (.*)$/s.exec(stat) ?? [];
  const fields = rest.split(' ');
  const [parent, started] = [Number(fields[1]), fields[19]];
  return name === '' || started === undefined ? null : { name, parent, started };
}

async function psState(pid: number): Promise<ProcessState | null> {
  const { execFile } = await import('node:child_process');
  const text = await new Promise<string>((resolve) => {
    execFile('ps', ['-o', 'ppid=,lstart=,comm=', '-p', String(pid)], { timeout: 200 }, (_, out) => resolve(out));
  });
  const [, parent, started, path] = /^\s*(\d+)\s+(\w+\s+\w+\s+\d+\s+[\d:]+\s+\d+)\s+(.*\S)/.exec(text) ?? [];
  if (parent === undefined || started === undefined || path === undefined) return null;
  return { name: path.split('/').at(-1) ?? '', parent: Number(parent), started: started.replace(/\W+/g, '') };
}
