import { existsSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, relative, sep } from 'node:path';
import { codeOf } from '../base/codeOf.ts';

/**
 * The windows whose MCP server runs: one file each in a folder that only this user may read. A
 * bridge finds its window here by folder. A window removes its file when it closes; readers remove
 * those of ended processes. Read synchronously, by programs with nothing else to do: on a busy
 * machine, each wait costs a hook more than the reading.
 */

export interface WindowEntry {
  readonly pid: number;
  readonly port: number;
  readonly token: string;
  /** Real paths of the window's folders. */
  readonly folders: readonly string[];
  /** The same folders in the same order, as the window has opened them. */
  readonly openedAs?: readonly string[];
  /** When the server was started, ms since the epoch. */
  readonly started: number;
}

/** The well-known place: `.live-context` in the user's home, or what LIVE_CONTEXT_HOME names. */
export function defaultHome(): string {
  return process.env['LIVE_CONTEXT_HOME'] ?? join(homedir(), '.live-context');
}

export const windowsFolder = (home: string) => join(home, 'windows');

/** The windows that are there, and none that are gone. */
export function readWindows(home: string): readonly WindowEntry[] {
  const folder = windowsFolder(home);
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.json')) : [];
  return names.map((name) => readEntry(join(folder, name))).filter((entry) => entry !== null);
}

/** A window that may be the agent's; `guess` says why if none of its folders holds the agent's. */
export interface FoundWindow {
  readonly entry: WindowEntry;
  readonly guess: string | null;
}

/**
 * Yields the windows for an agent that works in `path`, the likeliest first: by the innermost
 * folder that holds it, else by a folder inside it. Ties go to the latest start.
 */
export function* windowsFor(home: string, path: string): Generator<FoundWindow> {
  const real = realPathOf(path);
  const windows = readWindows(home).map((entry) => ({ entry, depth: depthOfHolder(entry, real) }));
  for (const { entry, depth } of windows.toSorted((a, b) => b.depth - a.depth || b.entry.started - a.entry.started)) {
    const inside = depth > 0 ? null : entry.folders.find((folder) => holdsPath(real, folder));
    if (inside !== undefined) yield { entry, guess: inside && `it has ${inside} open, inside of ${real}` };
  }
}

/** The length of the innermost folder of a window that holds a path; 0 where none does. */
function depthOfHolder({ folders }: WindowEntry, path: string): number {
  return Math.max(0, ...folders.filter((folder) => holdsPath(folder, path)).map((folder) => folder.length));
}

/** The path without symbolic links; as it is when it does not exist. */
export function realPathOf(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return path;
  }
}

/** A real path as the window names it whose folders may be opened by links. */
export function pathsInWindow({ folders, openedAs = [] }: WindowEntry, path: string): readonly string[] {
  return folders.flatMap((folder, index) =>
    holdsPath(folder, path) ? [join(openedAs[index] ?? folder, relative(folder, path))] : [],
  );
}

function readEntry(path: string): WindowEntry | null {
  try {
    const entry: WindowEntry = JSON.parse(readFileSync(path, 'utf8'));
    if (isWindowAlive(entry.pid)) return entry;
    rmSync(path, { force: true });
    return null;
  } catch {
    return null;
  }
}

function holdsPath(folder: string, path: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

function isWindowAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}
