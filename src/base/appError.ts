import { type ErrorCode, errorCodes } from '../protocol/errorCodes.ts';

/** An expected failure inside the product; the session turns it into a `Result` on the wire. */
export class AppError extends Error {
  readonly code: ErrorCode;
  /** What the requester needs to go on, such as a window's anchors as they are now. */
  readonly data: unknown;

  /** @param message what happened; by default what the code says. */
  constructor(code: ErrorCode, message: string = errorCodes[code].message, data?: unknown) {
    super(message);
    this.name = 'AppError';
    this.code = code;
    this.data = data;
  }
}

/** Whether an error is an {@link AppError}, also one of a bundle that stands by itself, where the class is another one. */
export function isAppError(error: unknown): error is AppError {
  return error instanceof Error && error.name === 'AppError' && 'code' in error;
}
