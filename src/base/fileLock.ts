import type { Clock } from './ports/clock.ts';
import { FileSystemError, type FileTree } from './ports/fileSystem.ts';

/** Who holds a lock longer was killed, ms; where processes can be asked for, that is known at once. */
const abandonedLockMs = 10_000;
const waitMs = 10;

/**
 * Does something while no other process does it under the same lock, a file. The lock of a process that was killed is taken away: at
 * once, or after ten seconds where it is of another machine. On a full disk there is no lock: deleting must be possible there.
 */
export async function withFileLock<T>(
  tree: FileTree,
  lock: string,
  clock: Clock,
  operation: () => Promise<T>,
): Promise<T> {
  const isLocked = await locked(tree, lock, clock);
  try {
    return await operation();
  } finally {
    // What cannot be removed now counts as abandoned soon.
    if (isLocked) await tree.remove(lock).catch(() => {});
  }
}

async function locked(tree: FileTree, lock: string, clock: Clock): Promise<boolean> {
  for (;;) {
    try {
      if (await tree.create(lock)) return true;
    } catch (error) {
      if (error instanceof FileSystemError && error.kind === 'full') return false;
      throw error;
    }
    if (await isFree(tree, lock, clock)) await takeAway(tree, lock, clock);
    else await new Promise<void>((resolve) => clock.after(waitMs, resolve));
  }
}

/** One takes an abandoned lock away, and looks at it again first: another may have done so and hold a new one. */
async function takeAway(tree: FileTree, lock: string, clock: Clock): Promise<void> {
  const breaking = lock.replace(/lock$/, 'breaking.lock');
  if (!(await tree.create(breaking))) {
    if (await isAbandoned(tree, breaking, clock)) await tree.remove(breaking);
    else await new Promise<void>((resolve) => clock.after(waitMs, resolve));
    return;
  }
  try {
    if (await isFree(tree, lock, clock)) await tree.remove(lock);
  } finally {
    await tree.remove(breaking).catch(() => {});
  }
}

async function isFree(tree: FileTree, lock: string, clock: Clock): Promise<boolean> {
  return (await tree.isLeftBehind(lock)) || (await isAbandoned(tree, lock, clock));
}

async function isAbandoned(tree: FileTree, lock: string, clock: Clock): Promise<boolean> {
  const end = lock.lastIndexOf('/');
  const entries = await tree.list(lock.slice(0, end));
  const found = entries.find(({ name }) => name === lock.slice(end + 1));
  return found !== undefined && Math.abs(clock.now() - found.modified) > abandonedLockMs;
}
