import type { ErrorCode } from '../protocol/errorCodes.ts';

/** An expected failure on its way to the door, which turns it into a `Result`. */
export class Problem extends Error {
  readonly code: ErrorCode;
  readonly data: unknown;

  constructor(code: ErrorCode, message?: string, data?: unknown) {
    super(message);
    this.name = 'Problem';
    this.code = code;
    this.data = data;
  }
}
