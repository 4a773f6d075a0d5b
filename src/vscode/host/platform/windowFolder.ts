import { randomUUID } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import { mkdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf } from '../../../base/codeOf.ts';
import type { Disposable } from '../../../base/disposable.ts';
import { makerOf, processMark } from './processMark.ts';

/** Interval at which a process refreshes its lock, ms. Stale locks are free. */
const beatMs = 20_000;
const staleMs = 3 * beatMs;

/**
 * A folder that is this window's alone until it is disposed or the process ends, however it ends.
 */
export interface WindowFolder extends Disposable {
  readonly path: string;
  /** False once another window owns the folder; nothing may be written from then on. */
  isOurs(): Promise<boolean>;
}

/**
 * Claims the first free numbered folder below `root`. Windows without a workspace share VS Code's
 * storage folder, but each needs its own.
 */
export async function claimFolder(root: string): Promise<WindowFolder> {
  for (let index = 0; ; index++) {
    const path = join(root, `window${index}`);
    const lock = join(path, 'lock');
    const token = newToken();
    if (!(await claim(path, lock, token))) continue;
    const beat = setInterval(() => void touchLock(lock, token), beatMs);
    beat.unref();
    const folder = windowFolder(path, lock, token);
    const dispose = () => {
      clearInterval(beat);
      folder.dispose();
    };
    return { ...folder, dispose };
  }
}

/**
 * Takes over a workspace's folder: the window opened last owns it. The former owner may be closing.
 */
export async function takeFolder(path: string): Promise<WindowFolder> {
  const lock = join(path, 'lock');
  const token = newToken();
  try {
    await mkdir(path, { recursive: true });
    await writeFile(`${lock}.${process.pid}`, token);
    await rename(`${lock}.${process.pid}`, lock);
  } catch {
    // A folder that cannot be written to is nobody's.
  }
  return windowFolder(path, lock, token);
}

function windowFolder(path: string, lock: string, token: string): WindowFolder {
  return {
    path,
    async isOurs() {
      const holder = await readFile(lock, 'utf8').catch(() => token);
      return holder === token;
    },
    dispose() {
      try {
        if (readFileSync(lock, 'utf8') === token) rmSync(lock, { force: true });
      } catch {
        // It is gone already.
      }
    },
  };
}

/** A lock names its process, its machine and, beyond that, one claim of it. */
function newToken(): string {
  return `${processMark} ${randomUUID()}`;
}

async function touchLock(lock: string, token: string): Promise<void> {
  try {
    if ((await readFile(lock, 'utf8')) === token) await utimes(lock, new Date(), new Date());
  } catch {
    // The next beat tries again.
  }
}

/** A folder that cannot be written to is free: nothing in it can clash. */
async function claim(path: string, lock: string, token: string): Promise<boolean> {
  try {
    await mkdir(path, { recursive: true });
    if (await create(lock, token)) return true;
  } catch {
    return true;
  }
  try {
    const holder = await readFile(lock, 'utf8');
    return (await isGone(holder, lock)) && (await takeOver(holder, lock, token));
  } catch {
    // It changes hands at this moment.
    return false;
  }
}

async function create(lock: string, token: string): Promise<boolean> {
  try {
    await writeFile(lock, token, { flag: 'wx' });
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

/**
 * A process of another machine, such as one that shares the home folder, can only be judged by its
 * beat.
 */
async function isGone(holder: string, lock: string): Promise<boolean> {
  const { mtimeMs } = await stat(lock);
  return makerOf(holder) === 'gone' || Date.now() - mtimeMs > staleMs;
}

/**
 * If several windows see the same stale lock, exactly one takes it; a wrongly moved lock is put
 * back.
 */
async function takeOver(stale: string, lock: string, token: string): Promise<boolean> {
  const aside = `${lock}.${randomUUID()}`;
  await rename(lock, aside);
  if ((await readFile(aside, 'utf8')) !== stale) {
    await rename(aside, lock);
    return false;
  }
  await rm(aside, { force: true });
  return create(lock, token);
}
