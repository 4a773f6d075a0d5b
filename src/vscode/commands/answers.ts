import * as vscode from 'vscode';
import type { Result } from '../../protocol/result.ts';
import { showFailure } from './failures.ts';

/** The value; a failure is said to the person instead. */
export function valueOrShow<T>(result: Result<T>): T | null {
  if (result.ok) return result.value;
  showFailure(result.error);
  return null;
}

/** Says briefly that something was done. */
export function said(message: string): void {
  vscode.window.setStatusBarMessage(`$(check) ${message}`, 5_000);
}
