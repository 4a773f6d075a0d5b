import type { ErrorCode } from '../protocol/errorCodes.ts';

/** Why an anchor was not executed; `data` holds the window's anchors as they are now, where there is a window. */
export class WindowError extends Error {
  readonly code: ErrorCode;
  readonly data: unknown;

  constructor(code: ErrorCode, message: string, data?: unknown) {
    super(message);
    this.name = 'WindowError';
    this.code = code;
    this.data = data;
  }
}
