import { type FileSystem, FileSystemError } from '../../base/ports/fileSystem.ts';

/** Refuses writes once another window owns the folder, e.g. after this process slept. */
export function guardedFiles(files: FileSystem, isOurs: () => Promise<boolean>): FileSystem {
  const guarded = async (write: () => Promise<void>) => {
    if (!(await isOurs())) throw new FileSystemError('taken', 'The folder belongs to another window now');
    await write();
  };
  return {
    read: (name) => files.read(name),
    list: (folder) => files.list(folder),
    write: (name, bytes) => guarded(() => files.write(name, bytes)),
    append: (name, bytes) => guarded(() => files.append(name, bytes)),
    remove: (name) => guarded(() => files.remove(name)),
    rename: (from, to) => guarded(() => files.rename(from, to)),
  };
}
