import type { Clock } from '../../base/ports/clock.ts';
import { type FileSystem, FileSystemError } from '../../base/ports/fileSystem.ts';

/** A file operation that takes longer counts as failed, ms. */
const fileDeadlineMs = 30_000;

/**
 * Files whose operations fail as `late` without an answer in time. They may still happen
 * afterwards.
 */
export function withDeadline(files: FileSystem, clock: Clock): FileSystem {
  const inTime = <T>(operation: Promise<T>): Promise<T> => {
    const { promise: late, reject } = Promise.withResolvers<never>();
    const timer = clock.after(fileDeadlineMs, () => reject(new FileSystemError('late', 'No answer in time')));
    return Promise.race([operation, late]).finally(() => timer.dispose());
  };
  return {
    read: (name) => inTime(files.read(name)),
    write: (name, bytes) => inTime(files.write(name, bytes)),
    append: (name, bytes) => inTime(files.append(name, bytes)),
    remove: (name) => inTime(files.remove(name)),
    rename: (from, to) => inTime(files.rename(from, to)),
    list: (folder) => inTime(files.list(folder)),
  };
}
