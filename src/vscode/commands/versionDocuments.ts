import * as vscode from 'vscode';
import type { Session } from '../../session/session.ts';
import { ownUri, type TextOf } from '../view/ownDocuments.ts';
import { textOrFailure } from './messages.ts';

/** The text of a version, for VS Code's own diff editor. */
export function versionText(session: Session): TextOf {
  return async (query) => {
    const [versionId = '', documentId = ''] = JSON.parse(query);
    return textOrFailure(await session.rawVersion(documentId, versionId), (text) => text);
  };
}

/** Opens the diff of a version and a later one, or the current text. */
export async function compareVersions(documentId: string, left: string, right?: string): Promise<void> {
  const document = vscode.Uri.parse(documentId);
  const name = document.path.split('/').at(-1) ?? '';
  const title =
    right === undefined
      ? vscode.l10n.t('{0}: {1} ↔ now', name, timeOfVersion(left))
      : `${name}: ${timeOfVersion(left)} ↔ ${timeOfVersion(right)}`;
  const newer = right === undefined ? document : versionUri(document, right);
  await vscode.commands.executeCommand('vscode.diff', versionUri(document, left), newer, title, { preview: true });
}

/** The time in a version's id: `v20251009-123456789-k3f9`, in UTC. */
function timeOfVersion(versionId: string): string {
  const parts = /^v(\d{4})(\d\d)(\d\d)-(\d\d)(\d\d)(\d\d)(\d{3})/.exec(versionId);
  if (parts === null) return versionId;
  const [, year, month, day, hour, minute, second, ms] = parts.map(Number);
  return timeText(new Date(Date.UTC(year ?? 0, (month ?? 1) - 1, day, hour, minute, second, ms)));
}

/** The time, and of another day the date. */
export function timeText(time: Date): string {
  const isToday = time.toDateString() === new Date().toDateString();
  return isToday ? time.toLocaleTimeString(vscode.env.language) : time.toLocaleString(vscode.env.language);
}

/** Keeps the path, so that the diff editor knows the language. */
function versionUri(document: vscode.Uri, versionId: string): vscode.Uri {
  const query = JSON.stringify([versionId, document.toString()]);
  return ownUri('version', '', query).with({ path: document.path });
}
