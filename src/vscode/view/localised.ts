import * as vscode from 'vscode';
import type { Notice } from '../../protocol/channels.ts';
import { errorCodes } from '../../protocol/errorCodes.ts';
import type { Result } from '../../protocol/result.ts';

/** A result whose failure speaks the user's language; what its message tells beyond its code is only there in English. */
export function localised<T>(result: Result<T>): Result<T> {
  if (result.ok || vscode.env.language.startsWith('en')) return result;
  const { code, data } = result.error;
  const { message, recovery } = errorCodes[code];
  const error = { code, message: vscode.l10n.t(message), recovery: vscode.l10n.t(recovery) };
  return { ok: false, error: data === undefined ? error : { ...error, data } };
}

/** A notice in the user's language. */
export function localisedNotice(notice: Notice): Notice {
  const known = Object.entries(errorCodes).find(([code]) => code === notice.code)?.[1];
  if (known === undefined) return notice;
  const { message, recovery } = known;
  return { ...notice, message: `${vscode.l10n.t(message)} ${vscode.l10n.t(recovery)}` };
}
