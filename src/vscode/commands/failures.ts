import * as vscode from 'vscode';
import type { Failure } from '../../protocol/result.ts';

/** Says a failure to the person: what happened, what to do next, and the code to search for. */
export function showFailure({ code, message, recovery }: Failure): void {
  const text = [vscode.l10n.t(message), recovery === undefined ? '' : vscode.l10n.t(recovery), `(${code})`];
  void vscode.window.showWarningMessage(text.filter((part) => part !== '').join(' '));
}
