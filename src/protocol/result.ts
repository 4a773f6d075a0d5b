import { type ErrorCode, errorCodes } from './errorCodes.ts';

/** A failure that a person and a model can act on. `data` is, for example, the fresh text. */
export interface Failure {
  readonly code: ErrorCode;
  readonly message: string;
  readonly recovery?: string;
  readonly data?: unknown;
}

/** Outcome of a request. */
export type Result<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: Failure };

export function success<T>(value: T): Result<T> {
  return { ok: true, value };
}

/** A failure with the code's own message, or a more telling one. */
export function failure(code: ErrorCode, message?: string, data?: unknown): Result<never> {
  const known = errorCodes[code];
  const error = { code, message: message ?? known.message, recovery: known.recovery };
  return { ok: false, error: data === undefined ? error : { ...error, data } };
}
