import { AppError } from '../../base/appError.ts';
import { FileSystemError } from '../../base/fileSystem.ts';

/** A failure of the disk by its own code; anything else as it is. */
export function filesError(error: unknown): unknown {
  if (!(error instanceof FileSystemError)) return error;
  const { kind } = error;
  return new AppError(kind === 'full' ? 'FILES_DISK_FULL' : kind === 'denied' ? 'FILES_DENIED' : 'FILES_FAILED');
}
