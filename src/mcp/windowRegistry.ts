import { randomUUID } from 'node:crypto';
import { chmod, mkdir, readdir, readFile, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join, relative, resolve, sep } from 'node:path';

/**
 * The windows whose MCP server runs, one file each in a folder that only this user may read. A bridge finds its window here by
 * folder. A window removes its file when it closes; whoever reads removes those of processes that are gone.
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

/** Without a schema library, which a hook would have to load each time. */
function isEntry(value: unknown): value is WindowEntry {
  if (typeof value !== 'object' || value === null) return false;
  const { pid, port, token, folders, openedAs = [], started } = value as Readonly<Record<keyof WindowEntry, unknown>>;
  const isNumber = (some: unknown, max: number) => Number.isInteger(some) && Number(some) > 0 && Number(some) <= max;
  return (
    isNumber(pid, 2 ** 31) &&
    isNumber(port, 65_535) &&
    typeof started === 'number' &&
    typeof token === 'string' &&
    /^[\w-]{16,200}$/.test(token) &&
    isPaths(folders) &&
    isPaths(openedAs)
  );
}

function isPaths(value: unknown): boolean {
  return Array.isArray(value) && value.every((path) => typeof path === 'string');
}

/** The well-known place: `.live-context` in the user's home, or what LIVE_CONTEXT_HOME names. */
export function defaultHome(): string {
  return process.env['LIVE_CONTEXT_HOME'] ?? join(homedir(), '.live-context');
}

const windowsFolder = (home: string) => join(home, 'windows');

/** Registers a window, or anew under the same name when its folders have changed. */
export async function register(home: string, entry: Omit<WindowEntry, 'pid' | 'openedAs'>): Promise<string> {
  const folder = windowsFolder(home);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await chmod(home, 0o700).catch(() => {});
  const folders = await Promise.all(entry.folders.map(linklessPath));
  const path = join(folder, `${process.pid}-${entry.port}.json`);
  await replaceFile(path, JSON.stringify({ pid: process.pid, ...entry, folders, openedAs: entry.folders }), 0o600);
  return path;
}

export async function unregister(path: string): Promise<void> {
  await rm(path, { force: true });
}

/** The windows that are there, and none that are gone. */
export async function readWindows(home: string): Promise<readonly WindowEntry[]> {
  const folder = windowsFolder(home);
  const names = await readdir(folder).catch(() => []);
  const entries = names.filter((name) => name.endsWith('.json')).map((name) => readEntry(join(folder, name)));
  return (await Promise.all(entries)).filter((entry) => entry !== null);
}

/** A window that may be the agent's; `guess` says why, where no folder of the window holds the agent's. */
export interface FoundWindow {
  readonly entry: WindowEntry;
  readonly guess: string | null;
}

/**
 * The windows for an agent that works in `path`, the likeliest first: the one with the innermost folder that holds it; those with a
 * folder inside of it; those with another working tree of its git repository. Of like ones the one started last comes first.
 */
export async function windowsFor(windows: readonly WindowEntry[], path: string): Promise<readonly FoundWindow[]> {
  const repository = await repositoryOf(path);
  const found = await Promise.all(windows.map((entry) => match(entry, path, repository)));
  return found
    .filter((one) => one !== null)
    .sort((a, b) => b.rank - a.rank || b.depth - a.depth || b.entry.started - a.entry.started);
}

interface WindowMatch extends FoundWindow {
  /** Holding is better than lying inside, which is better than belonging to the same repository. */
  readonly rank: number;
  readonly depth: number;
}

async function match(entry: WindowEntry, path: string, repository: string | null): Promise<WindowMatch | null> {
  const depths = entry.folders.filter((folder) => holdsPath(folder, path)).map((folder) => folder.length);
  if (depths.length > 0) return { entry, guess: null, rank: 2, depth: Math.max(...depths) };
  const inside = entry.folders.find((folder) => holdsPath(path, folder));
  if (inside !== undefined) return { entry, guess: `it has ${inside} open, inside of ${path}`, rank: 1, depth: 0 };
  if (repository === null) return null;
  for (const folder of entry.folders) {
    if ((await repositoryOf(folder)) === repository)
      return { entry, guess: `it has ${folder} open, another working tree of the same repository`, rank: 0, depth: 0 };
  }
  return null;
}

/** The folder of the git repository that a path belongs to, the same for all its working trees; null outside of one. */
async function repositoryOf(path: string): Promise<string | null> {
  for (let folder = path; ; folder = dirname(folder)) {
    const git = join(folder, '.git');
    const linked = /^gitdir: (.+)$/m.exec(await readFile(git, 'utf8').catch(() => ''))?.[1];
    if (linked !== undefined) {
      const own = resolve(folder, linked.trim());
      const common = await readFile(join(own, 'commondir'), 'utf8').catch(() => '.');
      return linklessPath(resolve(own, common.trim()));
    }
    if (await stat(join(git, 'HEAD')).catch(() => null)) return linklessPath(git);
    if (dirname(folder) === folder) return null;
  }
}

/** The path without symbolic links; as it is when it does not exist. */
export async function linklessPath(path: string): Promise<string> {
  return await realpath(path).catch(() => path);
}

/** A real path as the window names it whose folders may be opened by links. */
export function pathsInWindow({ folders, openedAs = [] }: WindowEntry, path: string): readonly string[] {
  return folders.flatMap((folder, index) =>
    holdsPath(folder, path) ? [join(openedAs[index] ?? folder, relative(folder, path))] : [],
  );
}

/** Writes the whole file or leaves the old one. */
export async function replaceFile(path: string, text: string | Uint8Array, mode: number): Promise<void> {
  const temporary = `${path}.${randomUUID()}.tmp`;
  try {
    await writeFile(temporary, text, { mode });
    // What the process masks of a mode at creation is the file's still.
    await chmod(temporary, mode);
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

async function readEntry(path: string): Promise<WindowEntry | null> {
  try {
    const entry: unknown = JSON.parse(await readFile(path, 'utf8'));
    if (!isEntry(entry)) return null;
    if (isWindowAlive(entry.pid)) return entry;
    await rm(path, { force: true });
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
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
