import type { Clock } from './ports/clock.ts';
import { FileSystemError, type FileTree, type Maker } from './ports/fileSystem.ts';

/** Whose process cannot be asked for was killed if it holds a lock longer, ms. */
const abandonedLockMs = 10_000;
/**
 * A running process that holds a lock this long, ms, hangs or sleeps. It notices the loss before it
 * writes.
 */
const hangingLockMs = 60_000;
const waitMs = 10;

/**
 * Runs an operation while no other process runs one under the same lock, a file. The lock of a
 * killed process is removed at once, or after ten seconds if it belongs to another machine; that of
 * a running process after a minute. Just before it writes, the operation therefore calls
 * `assertHeld`, which rejects with a {@link FileSystemError} `taken` if the lock was lost. There is
 * no lock on a full disk, so that files can be deleted there.
 */
export async function withFileLock<T>(
  tree: FileTree,
  lock: string,
  clock: Clock,
  operation: (assertHeld: () => Promise<void>) => Promise<T>,
): Promise<T> {
  const isLocked = await locked(tree, lock, clock);
  let own: Maker = 'ours';
  const isHeld = async () => (await tree.makerOf(lock)) === own;
  try {
    // A browser's locks name nobody.
    if ((await tree.makerOf(lock)) === 'unknown') own = 'unknown';
    return await operation(async () => {
      if (isLocked && !(await isHeld())) throw new FileSystemError('taken', 'another process has taken over meanwhile');
    });
  } finally {
    // What cannot be removed now counts as abandoned soon; what is another process's by now stays.
    if (isLocked && (await isHeld().catch(() => true))) await tree.remove(lock).catch(() => {});
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
    if (await isAbandoned(tree, lock, clock)) await takeAway(tree, lock, clock);
    else await new Promise<void>((resolve) => clock.after(waitMs, resolve));
  }
}

/**
 * Removes an abandoned lock, under a lock of its own: another process may have removed it and hold
 * a new one.
 */
async function takeAway(tree: FileTree, lock: string, clock: Clock): Promise<void> {
  const breaking = lock.replace(/lock$/, 'breaking.lock');
  if (!(await tree.create(breaking))) {
    if (await isAbandoned(tree, breaking, clock)) await tree.remove(breaking);
    else await new Promise<void>((resolve) => clock.after(waitMs, resolve));
    return;
  }
  try {
    if (await isAbandoned(tree, lock, clock)) await tree.remove(lock);
  } finally {
    await tree.remove(breaking).catch(() => {});
  }
}

async function isAbandoned(tree: FileTree, lock: string, clock: Clock): Promise<boolean> {
  const maker = await tree.makerOf(lock);
  if (maker === 'gone') return true;
  const patienceMs = maker === 'unknown' ? abandonedLockMs : hangingLockMs;
  const end = lock.lastIndexOf('/');
  const entries = await tree.list(lock.slice(0, end));
  const found = entries.find(({ name }) => name === lock.slice(end + 1));
  return found !== undefined && Math.abs(clock.now() - found.modified) > patienceMs;
}
