import { randomUUID } from 'node:crypto';
import { chmod, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { realPathOf, type WindowEntry, windowsFolder } from './windowRegistry.ts';

/** Registers a window, or registers it again under the same name when its folders have changed. */
export async function register(home: string, entry: Omit<WindowEntry, 'pid' | 'openedAs'>): Promise<string> {
  const folder = windowsFolder(home);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await chmod(home, 0o700).catch(() => {});
  const folders = entry.folders.map(realPathOf);
  const path = join(folder, `${process.pid}-${entry.port}.json`);
  await replaceFile(path, JSON.stringify({ pid: process.pid, ...entry, folders, openedAs: entry.folders }), 0o600);
  return path;
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
