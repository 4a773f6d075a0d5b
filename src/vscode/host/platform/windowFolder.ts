import { randomUUID } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf } from '../../../base/codeOf.ts';
import type { Disposable } from '../../../base/disposable.ts';
import { makerOf, processMark } from './processMark.ts';

/** A folder that is this window's alone until it is disposed or the process ends. */
interface WindowFolder extends Disposable {
  readonly path: string;
}

/**
 * Claims the first free numbered folder below `root`. Windows without a workspace share VS Code's
 * storage folder, but each needs its own.
 */
export async function claimFolder(root: string): Promise<WindowFolder> {
  // A lock names its process, its machine and one claim of it.
  const token = `${processMark} ${randomUUID()}`;
  for (let index = 0; ; index++) {
    const path = join(root, `window${index}`);
    const lock = join(path, 'lock');
    if (await claim(path, lock, token)) return { path, dispose: () => release(lock, token) };
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
    return makerOf(holder) === 'gone' && (await takeOver(holder, lock, token));
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

/** If several windows see the same lock, exactly one takes it; a wrongly moved lock is put back. */
async function takeOver(gone: string, lock: string, token: string): Promise<boolean> {
  const aside = `${lock}.${randomUUID()}`;
  await rename(lock, aside);
  if ((await readFile(aside, 'utf8')) !== gone) {
    await rename(aside, lock);
    return false;
  }
  await rm(aside, { force: true });
  return create(lock, token);
}

function release(lock: string, token: string): void {
  try {
    if (readFileSync(lock, 'utf8') === token) rmSync(lock, { force: true });
  } catch {
    // It is gone already.
  }
}
