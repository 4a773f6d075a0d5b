import { FileSystemError } from '../base/fileSystem.ts';
import { type ErrorCode, errorCodes } from '../protocol/errorCodes.ts';

/** Why a context file cannot be listed, read or kept. */
export class FilesError extends Error {
  readonly code: ErrorCode;

  constructor(code: ErrorCode, message?: string) {
    super(message ?? errorCodes[code].message);
    this.name = 'FilesError';
    this.code = code;
  }
}

/** A failure of the disk by its own code; anything else as it is. */
export function filesError(error: unknown): unknown {
  if (!(error instanceof FileSystemError)) return error;
  const { kind } = error;
  return new FilesError(kind === 'full' ? 'FILES_DISK_FULL' : kind === 'denied' ? 'FILES_DENIED' : 'FILES_FAILED');
}
