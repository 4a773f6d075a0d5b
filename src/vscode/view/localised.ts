import * as vscode from 'vscode';
import type { Notice } from '../../protocol/channels.ts';
import { type ErrorCode, errorCodes } from '../../protocol/errorCodes.ts';
import type { PlanHint } from '../../protocol/prompt/liveContext.ts';
import { missingTexts } from '../../protocol/prompt/warnings.ts';
import { type Result, success } from '../../protocol/result.ts';
import type { ViewSnapshot } from '../../protocol/viewMessages.ts';
import { readDiskReason } from '../tracking/diskEvent.ts';
import { consumerName } from './consumerNames.ts';

/**
 * A result with its failure in the user's language; details beyond the code exist only in English.
 */
export function localised<T>(result: Result<T>): Result<T> {
  if (result.ok) return result;
  const { code, data } = result.error;
  const { message, advice } = errorCodes[code];
  const told = isEnglish() ? result.error.message : vscode.l10n.t(message);
  const error = { code, message: told, recovery: advice && vscode.l10n.t(advice) };
  return { ok: false, error: data === undefined ? error : { ...error, data } };
}

/** A snapshot in the user's language; the session's failures in it are already. */
export function localisedSnapshot({ status, detail, consumers, ...rest }: ViewSnapshot): ViewSnapshot {
  return {
    ...rest,
    consumers: consumers.map(({ id, name }) => ({ id, name: consumerName(id, name === '' ? undefined : name) })),
    status: mapResult(status, (value) => ({ ...value, notices: value.notices.map(localisedNotice) })),
    detail: detail && {
      ...detail,
      prompt: mapResult(detail.prompt, ({ payload, ...prompt }) => ({
        ...prompt,
        payload: { ...payload, recent_diffs: payload.recent_diffs.map(withReason) },
      })),
      timeline: mapResult(detail.timeline, (timeline) => ({
        ...timeline,
        entries: timeline.entries.map(({ edit, ...entry }) => ({ ...entry, ...(edit && { edit: withReason(edit) }) })),
        refused: timeline.refused.map(localisedRefusal),
      })),
    },
  };
}

function mapResult<T>(result: Result<T>, change: (value: T) => T): Result<T> {
  return result.ok ? success(change(result.value)) : result;
}

function withReason<T extends { readonly reason?: string | undefined }>(edit: T): T {
  return edit.reason === undefined ? edit : { ...edit, reason: localisedReason(edit.reason) };
}

/** A notice in the user's language. */
function localisedNotice(notice: Notice): Notice {
  const known = textsOf(notice.code);
  if (known === null) return notice;
  const { message, advice } = known;
  return { ...notice, message: `${vscode.l10n.t(message)} ${vscode.l10n.t(advice)}` };
}

/**
 * A refused edit with its reason for the developer; an agent's reason is in English and names
 * versions by id.
 */
function localisedRefusal({ reason = '', ...hint }: PlanHint): PlanHint {
  if (hint.code === 'EDIT_CONFLICT')
    return { ...hint, reason: vscode.l10n.t('You had changed the same lines meanwhile; nothing was changed.') };
  const known = textsOf(hint.code);
  if (known === null || isEnglish()) return { ...hint, reason };
  const { message } = known;
  return { ...hint, reason: `${vscode.l10n.t(message)} ${reason}` };
}

/** The rules and settings that a prompt is without, in the user's language. */
export function localisedMissing(missing: readonly string[]): string {
  return missingTexts(missing, (meaning) => vscode.l10n.t(meaning));
}

/** The cause of a change of many documents, in the user's language. */
function localisedReason(reason: string): string {
  const event = readDiskReason(reason);
  if (event === null) return reason;
  return 'files' in event
    ? vscode.l10n.t('{0} files changed on disk at once', localNumber(event.files))
    : vscode.l10n.t('git switched from {0} to {1}', event.from, event.to);
}

/** A number as the user's language groups it. */
export function localNumber(value: number): string {
  return value.toLocaleString(vscode.env.language);
}

function isEnglish(): boolean {
  return vscode.env.language.startsWith('en');
}

function textsOf(code: string | undefined): (typeof errorCodes)[ErrorCode] | null {
  return Object.entries(errorCodes).find(([known]) => known === code)?.[1] ?? null;
}
