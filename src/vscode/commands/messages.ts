import * as vscode from 'vscode';
import { isAppError } from '../../base/appError.ts';
import { fieldOf } from '../../base/json.ts';
import type { Channel, Params, Value } from '../../protocol/channels.ts';
import { type Consumer, clipboard } from '../../protocol/consumer.ts';
import type { UnjudgedReason } from '../../protocol/edits.ts';
import { editsResultSchema } from '../../protocol/edits.ts';
import { errorCodes, untrackedReasons } from '../../protocol/errorCodes.ts';
import type { Failure, Result } from '../../protocol/result.ts';
import type { Session } from '../../session/session.ts';
import { localised } from '../view/localised.ts';

/** Says a failure to the person: what happened, what to do next, and the code to search for. */
export function showFailure(failure: Failure): void {
  void vscode.window.showWarningMessage(failureText(failure));
}

/** A failure and the next step, in the user's language. */
export function failureText(failure: Failure): string {
  const { advice } = errorCodes[failure.code];
  const parts = [messageOf(failure), advice && vscode.l10n.t(advice), `(${failure.code})`];
  return parts.filter((part) => part !== '').join(' ');
}

/** Says an expected failure to the person; anything else is thrown on. */
export function showAppError(error: unknown): void {
  if (!isAppError(error)) throw error;
  const { code, message, data } = error;
  showFailure({ code, message, data });
}

/**
 * The message in the user's language. Details of one case are only in English; other languages get
 * the general message with the file or subject.
 */
function messageOf({ code, message: told, data }: Failure): string {
  const { message } = errorCodes[code];
  const reason = Object.values(untrackedReasons).find(({ text }) => told.startsWith(text));
  if (reason !== undefined) return told.replace(reason.text, vscode.l10n.t(reason.text));
  if (told === message || vscode.env.language.startsWith('en')) return told;
  const refused = editsResultSchema.safeParse(data).data?.documents.find((one) => one.code === code);
  return [refused?.file ?? fieldOf(data, 'about'), vscode.l10n.t(message)]
    .filter((part) => part !== undefined)
    .join(': ');
}

/** Asks the session for the developer; a failure is said to the person, and null. */
export async function askOrShow<C extends Channel>(
  session: Session,
  channel: C,
  params: Params<C>,
  consumer: Consumer = clipboard,
): Promise<Value<C> | null> {
  const result = await session.request(channel, params, consumer);
  if (result.ok) return result.value;
  showFailure(result.error);
  return null;
}

/** Asks if something is to be deleted. */
export async function confirmsDeletion(question: string): Promise<boolean> {
  const confirm = vscode.l10n.t('Delete');
  return (await vscode.window.showWarningMessage(question, { modal: true }, confirm)) === confirm;
}

/** Says something that needs no answer. */
export function inform(text: string): void {
  void vscode.window.showInformationMessage(text);
}

/** Says briefly that something was done. */
export function said(message: string): void {
  vscode.window.setStatusBarMessage(`$(check) ${message}`, 5_000);
}

/** The text of a document of ours; if it cannot be had, the document says why. */
export function textOrFailure<T>(result: Result<T>, textOf: (value: T) => string): string {
  const told = localised(result);
  return told.ok ? textOf(told.value) : `${told.error.message} (${told.error.code})\n`;
}

/** Why a constraint was not judged, for people. */
export const unjudgedTexts: Readonly<Record<UnjudgedReason, string>> = {
  noModel: vscode.l10n.t('no model is chosen to judge it, or it is not there'),
  modelFailed: vscode.l10n.t('the model did not answer'),
  modelForbidden: vscode.l10n.t('Live Context has not been allowed to use the model'),
  unreadableVerdict: vscode.l10n.t('the verdict of the model cannot be read'),
  textTooLong: vscode.l10n.t('the text is too long for a model'),
  pattern: vscode.l10n.t('its pattern cannot be searched in linear time'),
  patternSlow: vscode.l10n.t('searching its pattern takes too long here'),
};

/** Codicons of context files by their kind. */
export const contextFileIcons = { artifact: 'output', history: 'history', catalog: 'list-unordered' } as const;

export function sizeText(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  return bytes < 1024 * 1024 ? `${(bytes / 1024).toFixed(1)} KB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`;
}
