import * as vscode from 'vscode';
import { type ContextRef, sharedConversation } from '../../protocol/contextFiles.ts';
import type { Session } from '../../session/session.ts';
import type { Commands } from '../contributions.ts';
import { placeOf } from '../host/uris.ts';
import type { RecordedCommand, TerminalOutput } from '../tracking/terminalOutput.ts';
import { conversationNames, withoutIcons } from '../view/consumerNames.ts';
import { openContextFile } from './fileDocuments.ts';
import { askOrShow, confirmsDeletion, said, showAppError, sizeText } from './messages.ts';

/** A larger archive is not even read, bytes. */
const maxArchiveBytes = 1024 * 1024 * 1024;

/**
 * The commands for context files. Each returns what it made; undefined if the user cancelled or it
 * failed.
 */
export function fileCommands(session: Session, terminals: TerminalOutput): Commands {
  return {
    'liveContext.saveTerminalOutputAsContextFile': () => saveTerminalOutput(terminals),
    'liveContext.saveSelectionAsContextFile': () => saveSelection(session),
    'liveContext.exportConversation': () => exportToFile(session),
    'liveContext.importConversation': () => importFromFile(session),
    'liveContext.clearContextFiles': () => clearFiles(session),
  };
}

async function saveTerminalOutput(terminals: TerminalOutput): Promise<ContextRef | undefined> {
  const command = await pickCommand(terminals);
  if (command === undefined) return undefined;
  try {
    const ref = await command.recording.keep();
    saved(ref);
    return ref;
  } catch (error) {
    showAppError(error);
    return undefined;
  }
}

/** The active terminal's last command, or one of several. */
async function pickCommand(terminals: TerminalOutput): Promise<RecordedCommand | undefined> {
  const active = vscode.window.activeTerminal;
  const recent = terminals.recent;
  const mine = recent.filter(({ terminal }) => terminal === active);
  const candidates = [...mine, ...recent.filter((one) => !mine.includes(one))];
  if (candidates.length === 0) {
    const text = vscode.l10n.t(
      'No output of a command is known yet. It is known of commands that run in a terminal with shell integration.',
    );
    void vscode.window.showInformationMessage(text);
    return undefined;
  }
  if (candidates.length === 1) return candidates[0];
  const items = await Promise.all(candidates.map(async (command) => ({ command, ...(await commandItem(command)) })));
  const placeHolder = vscode.l10n.t('Save the output of which command?');
  return (await vscode.window.showQuickPick(items, { placeHolder, matchOnDescription: true }))?.command;
}

async function commandItem({ terminal, recording }: RecordedCommand): Promise<vscode.QuickPickItem> {
  const { bytes, exitCode, isOver } = recording;
  const command = await recording.command();
  const state = isOver
    ? exitCode === undefined
      ? []
      : [vscode.l10n.t('exit code {0}', exitCode)]
    : [vscode.l10n.t('still running')];
  return {
    label: `$(terminal) ${withoutIcons(command)}`,
    description: [terminal.name, ...state, sizeText(bytes)].join(' · '),
  };
}

async function saveSelection(session: Session): Promise<ContextRef | undefined> {
  const editor = vscode.window.activeTextEditor;
  if (editor === undefined) {
    void vscode.window.showInformationMessage(vscode.l10n.t('Select the lines to keep in an editor first.'));
    return undefined;
  }
  const { document, selections } = editor;
  const chosen = selections.filter((selection) => !selection.isEmpty);
  const whole = new vscode.Range(0, 0, document.lineCount, 0);
  const ranges = chosen.length > 0 ? chosen : [document.validateRange(whole)];
  const { path } = placeOf(document.uri);
  const hint = chosen.length > 0 ? `${path}, ${ranges.map(rangeText).join(', ')}` : path;
  const text = ranges.map((range) => document.getText(range)).join('\n');
  if (text === '') {
    void vscode.window.showInformationMessage(vscode.l10n.t('There is no text to keep.'));
    return undefined;
  }
  const value = await askOrShow(session, 'files:save', { source: 'selection', hint, text });
  if (value === null) return undefined;
  saved(value.ref);
  return value.ref;
}

function rangeText({ start, end }: vscode.Range): string {
  return start.line === end.line ? `line ${start.line + 1}` : `lines ${start.line + 1}–${end.line + 1}`;
}

/** Says what was kept and offers to show it. */
function saved({ id, byteSize, hint }: ContextRef): void {
  const open = vscode.l10n.t('Open');
  const size = byteSize === undefined ? '' : ` (${sizeText(byteSize)})`;
  const text = vscode.l10n.t('Saved as a context file: {0}', `${hint}${size}`);
  void vscode.window.showInformationMessage(text, open).then((answer) => {
    if (answer === open) void openContextFile(sharedConversation, id);
  });
}

async function exportToFile(session: Session): Promise<vscode.Uri | undefined> {
  const title = vscode.l10n.t('Export Conversation');
  const conversationId = await pickConversation(session, title);
  if (conversationId === undefined) return undefined;
  const value = await askOrShow(session, 'files:export', { conversationId });
  if (value === null) return undefined;
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const name = `live-context-${conversationId.replaceAll(/[^A-Za-z0-9-]+/g, '-')}.zip`;
  const target = await vscode.window.showSaveDialog({
    title,
    filters: { Zip: ['zip'] },
    ...(folder === undefined ? {} : { defaultUri: vscode.Uri.joinPath(folder, name) }),
  });
  if (target === undefined) return undefined;
  try {
    await vscode.workspace.fs.writeFile(target, value.archive);
  } catch {
    void vscode.window.showWarningMessage(vscode.l10n.t('The archive cannot be written to {0}.', target.path));
    return undefined;
  }
  said(vscode.l10n.t('Context files exported: {0}', value.files));
  return target;
}

async function importFromFile(session: Session): Promise<void> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const [source] =
    (await vscode.window.showOpenDialog({
      title: vscode.l10n.t('Import Conversation'),
      ...(folder === undefined ? {} : { defaultUri: folder }),
      openLabel: vscode.l10n.t('Import'),
      filters: { Zip: ['zip'] },
    })) ?? [];
  if (source === undefined) return;
  const archive = await readArchive(source);
  if (archive === null) {
    void vscode.window.showWarningMessage(vscode.l10n.t('The archive {0} cannot be read.', source.path));
    return;
  }
  const value = await askOrShow(session, 'files:import', { archive });
  if (value !== null)
    said(vscode.l10n.t('Context files imported: {0}; there already: {1}', value.added, value.present));
}

async function readArchive(source: vscode.Uri): Promise<Uint8Array<ArrayBuffer> | null> {
  try {
    const { size } = await vscode.workspace.fs.stat(source);
    if (size > maxArchiveBytes) return null;
    return new Uint8Array(await vscode.workspace.fs.readFile(source));
  } catch {
    return null;
  }
}

async function clearFiles(session: Session): Promise<void> {
  const conversationId = await pickConversation(session, vscode.l10n.t('Clear Context Files'));
  if (conversationId === undefined) return;
  const usage = await askOrShow(session, 'files:usage', {});
  if (usage === null) return;
  const { files, bytes } = usage.conversations.find((one) => one.conversationId === conversationId) ?? noFiles;
  if (files === 0) {
    void vscode.window.showInformationMessage(vscode.l10n.t('There are no context files.'));
    return;
  }
  const question = vscode.l10n.t(
    'Delete the context files of this conversation ({0} in all, {1})? This cannot be undone.',
    files,
    sizeText(bytes),
  );
  if (!(await confirmsDeletion(question))) return;
  const value = await askOrShow(session, 'files:clear', { conversationId });
  if (value !== null) said(vscode.l10n.t('Context files deleted: {0}', value.deleted));
}

const noFiles = { files: 0, bytes: 0 };

/** Asks only when more than one conversation has files. */
async function pickConversation(session: Session, title: string): Promise<string | undefined> {
  const usage = await askOrShow(session, 'files:usage', {});
  if (usage === null) return undefined;
  const { conversations } = usage;
  if (conversations.length <= 1) return conversations[0]?.conversationId ?? sharedConversation;
  const names = await conversationNames(session);
  const items = conversations.map(({ conversationId, files, bytes }) => ({
    conversationId,
    label: withoutIcons(names(conversationId)),
    description: vscode.l10n.t('Files: {0}, {1}', files, sizeText(bytes)),
  }));
  const placeHolder = vscode.l10n.t('Of which conversation?');
  return (await vscode.window.showQuickPick(items, { title, placeHolder }))?.conversationId;
}
