import type { ErrorCode } from '../protocol/errorCodes.ts';

/** Why there is no prompt, or why a piece is not in it. */
export class EngineError extends Error {
  readonly code: ErrorCode;

  constructor(code: ErrorCode, message: string) {
    super(message);
    this.name = 'EngineError';
    this.code = code;
  }
}
