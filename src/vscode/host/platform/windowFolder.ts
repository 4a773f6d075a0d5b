import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Disposable } from '../../../base/disposable.ts';

/** More windows at once share the last folder. */
const maxFolders = 16;
/** A living process touches its lock this often, ms; one that was not touched for long is nobody's. */
const beatMs = 20_000;
const staleMs = 3 * beatMs;

/** A folder that is this window's alone until it is disposed or the process ends, however it ends. */
export interface WindowFolder extends Disposable {
  readonly path: string;
}

/**
 * The first of the numbered folders below `root` that no other running window has. Windows without a workspace share one
 * storage folder in VS Code, while each has documents and histories of its own.
 */
export async function claimFolder(root: string): Promise<WindowFolder> {
  for (let index = 0; ; index++) {
    const path = join(root, `window${index}`);
    const lock = join(path, 'lock');
    if (index < maxFolders - 1 && !(await claim(path, lock))) continue;
    const beat = setInterval(() => void utimes(lock, new Date(), new Date()).catch(() => {}), beatMs);
    beat.unref();
    const release = () => {
      clearInterval(beat);
      void rm(lock, { force: true }).catch(() => {});
    };
    return { path, dispose: release };
  }
}

/** A folder that cannot be written to is free: nothing in it can clash. */
async function claim(path: string, lock: string): Promise<boolean> {
  try {
    await mkdir(path, { recursive: true });
    if (await create(lock)) return true;
  } catch {
    return true;
  }
  try {
    const holder = await readFile(lock, 'utf8');
    return (await isGone(holder, lock)) && (await takeOver(holder, lock));
  } catch {
    // It changes hands at this moment.
    return false;
  }
}

/** A lock names its process and, beyond that, one claim of it. */
async function create(lock: string): Promise<boolean> {
  try {
    await writeFile(lock, `${process.pid} ${randomUUID()}`, { flag: 'wx' });
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}

async function isGone(holder: string, lock: string): Promise<boolean> {
  const { mtimeMs } = await stat(lock);
  return !isAlive(Number.parseInt(holder, 10)) || Date.now() - mtimeMs > staleMs;
}

/** Of several windows that see the same stale lock one alone moves it away; who moves another lock puts it back. */
async function takeOver(stale: string, lock: string): Promise<boolean> {
  const aside = `${lock}.${randomUUID()}`;
  await rename(lock, aside);
  if ((await readFile(aside, 'utf8')) !== stale) {
    await rename(aside, lock);
    return false;
  }
  await rm(aside, { force: true });
  return create(lock);
}

function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
