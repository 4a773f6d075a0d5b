import { type ErrorCode, errorCodes } from '../protocol/errorCodes.ts';

/** An expected failure inside the product; the session turns it into a `Result` on the wire. */
export class AppError extends Error {
  readonly code: ErrorCode;
  /** Data for the next step of the requester, such as a window's current anchors. */
  readonly data: unknown;

  /** @param message what happened; by default what the code says. */
  constructor(code: ErrorCode, message: string = errorCodes[code].message, data?: unknown) {
    super(message);
    this.name = 'AppError';
    this.code = code;
    this.data = data;
  }
}

/** Recognises an {@link AppError}, also one of another bundle, which has a class of its own. */
export function isAppError(error: unknown): error is AppError {
  return error instanceof Error && error.name === 'AppError' && 'code' in error;
}
