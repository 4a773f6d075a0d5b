import * as vscode from 'vscode';
import type { Histories } from '../../documents/histories.ts';
import type { TimelineEntry } from '../../protocol/channels.ts';
import { type Consumer, clipboard } from '../../protocol/consumer.ts';
import type { Format, Receipt } from '../../protocol/prompt/receipt.ts';
import { failure, type Result, success } from '../../protocol/result.ts';
import type { Session } from '../../session/session.ts';
import type { Commands } from '../contributions.ts';
import type { Log } from '../host/log.ts';
import { localisedMissing } from '../view/localised.ts';
import { ownUri, type TextOf } from '../view/ownDocuments.ts';
import { askOrShow, inform, said, sizeText, textOrFailure } from './messages.ts';

/**
 * The commands for prompts and versions. Each asks the session and shows the answer. Copies return
 * a receipt; undefined if the user cancelled or it failed.
 */
export function paletteCommands(session: Session, log: Log, reader: () => Consumer): Commands {
  return {
    'liveContext.copyContext': () => copyContext(session, 'markdown', reader()),
    'liveContext.copyContextAs': () => copyContextAs(session, reader()),
    'liveContext.copyChangesSinceLastCopy': () => copyChanges(session),
    'liveContext.takeSnapshot': () => takeSnapshot(session),
    'liveContext.compareWithVersion': () => compareWithVersion(session),
    'liveContext.showLog': () => log.show(),
  };
}

/** Copies the prompt of a client, as the view shows it. */
async function copyContext(session: Session, format: Format, reader: Consumer): Promise<Receipt | undefined> {
  const value = await askOrShow(session, 'live:get', { format, reader, hold: true });
  if (value === null || !(await copied(session, value))) return undefined;
  const { missing } = value.account;
  if (missing.length > 0)
    void vscode.window.showWarningMessage(
      vscode.l10n.t('Copied without all rules and settings: {0}', localisedMissing(missing)),
    );
  const { file } = value.payload.editor_state;
  said(vscode.l10n.t('Copied the context of {0} ({1})', file, copiedSize(value.receipt)));
  return { ...value.receipt, delivered: true };
}

async function copyContextAs(session: Session, reader: Consumer): Promise<Receipt | undefined> {
  const items: readonly (vscode.QuickPickItem & { readonly format: Format })[] = [
    { label: 'Markdown', format: 'markdown', description: vscode.l10n.t('for a chat') },
    { label: 'JSON', format: 'json', description: vscode.l10n.t('for a program') },
    { label: vscode.l10n.t('Messages'), format: 'messages', description: vscode.l10n.t('chat messages in JSON') },
    { label: 'XML', format: 'xml', description: vscode.l10n.t('one element a field') },
  ];
  const picked = await vscode.window.showQuickPick(items, { placeHolder: vscode.l10n.t('Copy the context as…') });
  return picked === undefined ? undefined : copyContext(session, picked.format, reader);
}

async function copyChanges(session: Session): Promise<Receipt | undefined> {
  const value = await askOrShow(session, 'live:changesSince', { hold: true });
  // The clipboard keeps what it holds.
  const isNews = value !== null && (value.documents.length > 0 || value.diverged !== undefined);
  if (value !== null && !isNews) inform(vscode.l10n.t('There is nothing new to copy.'));
  if (!isNews || !(await copied(session, value))) return undefined;
  said(copiedChanges(value.documents.length, copiedSize(value.receipt)));
  return { ...value.receipt, delivered: true };
}

/**
 * Writes a text to the clipboard; only then it counts as delivered. False, with a warning, if that
 * fails.
 */
async function copied(
  session: Session,
  { text, receipt }: { readonly text: string; readonly receipt: Receipt },
): Promise<boolean> {
  try {
    await vscode.env.clipboard.writeText(text);
  } catch {
    void vscode.window.showWarningMessage(vscode.l10n.t('The clipboard cannot be written to. Nothing was copied.'));
    return false;
  }
  if (receipt.id !== undefined) await session.request('deliveries:commit', { id: receipt.id }, clipboard);
  return true;
}

/** The size of a copy, with a note if placeholders replace secrets. */
function copiedSize({ bytes, redactions }: Receipt): string {
  return redactions === 0 ? sizeText(bytes) : vscode.l10n.t('{0}, secrets hidden', sizeText(bytes));
}

function copiedChanges(documents: number, bytes: string): string {
  if (documents === 1) return vscode.l10n.t('Copied the changes of 1 document ({0})', bytes);
  return vscode.l10n.t('Copied the changes of {0} documents ({1})', documents, bytes);
}

async function takeSnapshot(session: Session): Promise<void> {
  const name = await vscode.window.showInputBox({
    title: vscode.l10n.t('Take Snapshot'),
    prompt: vscode.l10n.t('A name for this version of the document; may stay empty.'),
  });
  if (name === undefined) return;
  const value = await askOrShow(session, 'checkpoints:create', name.trim() === '' ? {} : { name });
  if (value === null) return;
  const { name: kept, timestamp } = value.checkpoint;
  said(vscode.l10n.t('Took the snapshot {0}', kept ?? timeText(new Date(timestamp))));
}

async function compareWithVersion(session: Session): Promise<void> {
  const value = await askOrShow(session, 'live:timeline', {});
  if (value === null) return;
  const items = value.entries.filter((entry) => entry.versionId !== value.now).map(versionItem);
  if (items.length === 0) return inform(vscode.l10n.t('There is no earlier version of this document yet.'));
  const placeHolder = vscode.l10n.t('Compare the document now with…');
  const picked = await vscode.window.showQuickPick(items, { placeHolder, matchOnDescription: true });
  if (picked !== undefined) await compareVersions(value.documentId, picked.versionId);
}

function versionItem(entry: TimelineEntry): vscode.QuickPickItem & { readonly versionId: string } {
  const names = entry.checkpoints.map(({ name, kind }) => name ?? checkpointNames[kind]);
  const { edit } = entry;
  const change = edit === undefined ? '' : `+${edit.added} −${edit.removed}`;
  return {
    versionId: entry.versionId,
    label: `${names.length > 0 ? '$(bookmark) ' : '$(edit) '}${timeText(new Date(entry.timestamp))}`,
    description: [...names, change].filter((part) => part !== '').join(' · '),
  };
}

const checkpointNames: Readonly<Record<TimelineEntry['checkpoints'][number]['kind'], string>> = {
  opened: vscode.l10n.t('Opened'),
  saved: vscode.l10n.t('Saved'),
  named: vscode.l10n.t('Snapshot'),
  head: vscode.l10n.t('Git HEAD'),
  switched: vscode.l10n.t('Files changed at once'),
};

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

/** Puts the text of a version into the document, as one edit of the developer's: an undo. */
export async function restoreVersion(
  session: Session,
  histories: Histories,
  { documentId, versionId }: { readonly documentId: string; readonly versionId: string },
): Promise<Result<true>> {
  const version = await session.rawVersion(documentId, versionId);
  // The text now, which agents get with it, is in front.
  if (!version.ok) return failure(version.error.code);
  const { value: text } = version;
  const shown = vscode.window.visibleTextEditors.find(({ document }) => document.uri.toString() === documentId);
  const editor = shown ?? (await vscode.window.showTextDocument(vscode.Uri.parse(documentId)));
  const { document } = editor;
  const whole = new vscode.Range(0, 0, document.lineCount, 0);
  const before = histories.newestNumber;
  await editor.edit((edit) => edit.replace(whole, text), { undoStopBefore: true, undoStopAfter: false });
  // A read-only document stays as it is, although VS Code says that it was edited.
  const [now, wanted] = [document.getText(), text].map((one) => one.replaceAll('\r\n', '\n'));
  if (now !== wanted) return failure('DOCUMENT_READ_ONLY');
  const ends = text.includes('\r\n') ? vscode.EndOfLine.CRLF : vscode.EndOfLine.LF;
  await editor.edit((edit) => edit.setEndOfLine(ends), { undoStopBefore: false, undoStopAfter: true });
  histories.relabel(documentId, 'undo', ({ version }) => version.number > before);
  return success(true);
}

/** The time in a version's id: `v20251009-123456789-k3f9`, in UTC. */
function timeOfVersion(versionId: string): string {
  const parts = /^v(\d{4})(\d\d)(\d\d)-(\d\d)(\d\d)(\d\d)(\d{3})/.exec(versionId);
  if (parts === null) return versionId;
  const [, year, month, day, hour, minute, second, ms] = parts.map(Number);
  return timeText(new Date(Date.UTC(year ?? 0, (month ?? 1) - 1, day, hour, minute, second, ms)));
}

/** The time, and of another day the date. */
function timeText(time: Date): string {
  const isToday = time.toDateString() === new Date().toDateString();
  return isToday ? time.toLocaleTimeString(vscode.env.language) : time.toLocaleString(vscode.env.language);
}

/** Keeps the path, so that the diff editor knows the language. */
function versionUri(document: vscode.Uri, versionId: string): vscode.Uri {
  const query = JSON.stringify([versionId, document.toString()]);
  return ownUri('version', '', query).with({ path: document.path });
}
