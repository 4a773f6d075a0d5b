import * as vscode from 'vscode';
import { type ContextRef, sharedConversation } from '../../protocol/contextFiles.ts';
import type { Session } from '../../session/session.ts';
import type { Commands } from '../contributions.ts';
import { placeOf } from '../host/uris.ts';
import type { RecordedCommand, TerminalOutput } from '../tracking/terminalOutput.ts';
import { conversationNames, withoutIcons } from '../view/consumerNames.ts';
import { ownUri, type TextOf } from '../view/ownDocuments.ts';
import { askOrShow, confirmsDeletion, inform, said, showAppError, sizeText, textOrFailure } from './messages.ts';

/** The commands for context files. */
export function fileCommands(session: Session, terminals: TerminalOutput): Commands {
  return {
    'liveContext.saveTerminalOutputAsContextFile': () => saveTerminalOutput(terminals),
    'liveContext.saveSelectionAsContextFile': () => saveSelection(session),
    'liveContext.exportConversation': () => exportToFile(session),
    'liveContext.importConversation': () => importFromFile(session),
    'liveContext.clearContextFiles': () => clearFiles(session),
  };
}

async function saveTerminalOutput(terminals: TerminalOutput): Promise<void> {
  const command = await pickCommand(terminals);
  try {
    if (command !== undefined) saved(await command.recording.keep());
  } catch (error) {
    showAppError(error);
  }
}

/** The active terminal's last command, or one of several. */
async function pickCommand(terminals: TerminalOutput): Promise<RecordedCommand | undefined> {
  const active = vscode.window.activeTerminal;
  const recent = terminals.recent();
  const mine = recent.filter(({ terminal }) => terminal === active);
  const candidates = [...mine, ...recent.filter((one) => !mine.includes(one))];
  if (candidates.length === 0) {
    inform(
      vscode.l10n.t(
        'No output of a command is known yet. It is known of commands that run in a terminal with shell integration.',
      ),
    );
    return undefined;
  }
  if (candidates.length === 1) return candidates[0];
  const items = await Promise.all(candidates.map(async (command) => ({ command, ...(await commandItem(command)) })));
  const placeHolder = vscode.l10n.t('Save the output of which command?');
  return (await vscode.window.showQuickPick(items, { placeHolder, matchOnDescription: true }))?.command;
}

async function commandItem({ terminal, recording }: RecordedCommand): Promise<vscode.QuickPickItem> {
  const { bytes, exitCode, isOver } = recording;
  const exit = exitCode === undefined ? '' : vscode.l10n.t('exit code {0}', exitCode);
  const parts = [terminal.name, isOver ? exit : vscode.l10n.t('still running'), sizeText(bytes)];
  return {
    label: `$(terminal) ${withoutIcons(await recording.command())}`,
    description: parts.filter((part) => part !== '').join(' · '),
  };
}

async function saveSelection(session: Session): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  if (editor === undefined) return inform(vscode.l10n.t('Select the lines to keep in an editor first.'));
  const { document, selections } = editor;
  const chosen = selections.filter((selection) => !selection.isEmpty);
  const whole = new vscode.Range(0, 0, document.lineCount, 0);
  const ranges = chosen.length > 0 ? chosen : [document.validateRange(whole)];
  const { path } = placeOf(document.uri);
  const hint = chosen.length > 0 ? `${path}, ${ranges.map(rangeText).join(', ')}` : path;
  const text = ranges.map((range) => document.getText(range)).join('\n');
  if (text === '') return inform(vscode.l10n.t('There is no text to keep.'));
  const value = await askOrShow(session, 'files:save', { source: 'selection', hint, text });
  if (value !== null) saved(value.ref);
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

async function exportToFile(session: Session): Promise<void> {
  const title = vscode.l10n.t('Export Conversation');
  const { conversationId } = (await pickConversation(session, title)) ?? {};
  if (conversationId === undefined) return;
  const value = await askOrShow(session, 'files:export', { conversationId });
  if (value === null) return;
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const name = `live-context-${conversationId.replaceAll(/[^A-Za-z0-9-]+/g, '-')}.zip`;
  const target = await vscode.window.showSaveDialog({
    title,
    filters: { Zip: ['zip'] },
    ...(folder === undefined ? {} : { defaultUri: vscode.Uri.joinPath(folder, name) }),
  });
  if (target === undefined) return;
  try {
    await vscode.workspace.fs.writeFile(target, value.archive);
    said(vscode.l10n.t('Context files exported: {0}', value.files));
  } catch {
    void vscode.window.showWarningMessage(vscode.l10n.t('The archive cannot be written to {0}.', target.path));
  }
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
  try {
    const archive = new Uint8Array(await vscode.workspace.fs.readFile(source));
    const value = await askOrShow(session, 'files:import', { archive });
    if (value !== null)
      said(vscode.l10n.t('Context files imported: {0}; there already: {1}', value.added, value.present));
  } catch {
    void vscode.window.showWarningMessage(vscode.l10n.t('The archive {0} cannot be read.', source.path));
  }
}

async function clearFiles(session: Session): Promise<void> {
  const found = await pickConversation(session, vscode.l10n.t('Clear Context Files'));
  if (found === undefined) return;
  const { conversationId, files, bytes } = found;
  if (files === 0) return inform(vscode.l10n.t('There are no context files.'));
  const question = vscode.l10n.t(
    'Delete the context files of this conversation ({0} in all, {1})? This cannot be undone.',
    files,
    sizeText(bytes),
  );
  if (!(await confirmsDeletion(question))) return;
  const value = await askOrShow(session, 'files:delete', { conversationId });
  if (value !== null) said(vscode.l10n.t('Context files deleted: {0}', value.deleted));
}

/** Asks only when more than one conversation has files. */
async function pickConversation(session: Session, title: string) {
  const usage = await askOrShow(session, 'files:usage', {});
  if (usage === null) return undefined;
  const { conversations } = usage;
  if (conversations.length <= 1) return conversations[0] ?? { conversationId: sharedConversation, files: 0, bytes: 0 };
  const names = await conversationNames(session);
  const items = conversations.map(({ conversationId, files, bytes }) => ({
    ...{ conversationId, files, bytes },
    label: withoutIcons(names(conversationId)),
    description: vscode.l10n.t('Files: {0}, {1}', files, sizeText(bytes)),
  }));
  const placeHolder = vscode.l10n.t('Of which conversation?');
  return vscode.window.showQuickPick(items, { title, placeHolder });
}

const pageBytes = 1024 * 1024;
/** Longer files are shown by their beginning and their last lines, bytes. */
const maxShownBytes = 16 * 1024 * 1024;
const tailLines = 2_000;

/** The text of a context file. */
export function contextFileText(session: Session): TextOf {
  return async (query) => {
    const [conversationId = '', id = ''] = JSON.parse(query);
    const pages: string[] = [];
    for (let offset = 0; offset < maxShownBytes; ) {
      const page = await session.request('files:read', { conversationId, id, offset, limit: pageBytes }, 'view');
      pages.push(textOrFailure(page, ({ content }) => content));
      if (!page.ok || page.value.done) return pages.join('');
      offset = page.value.nextOffset;
    }
    const tail = await session.request('files:tail', { conversationId, id, lines: tailLines }, 'view');
    const end = tail.ok ? tail.value.content : '';
    return `${pages.join('')}\n${vscode.l10n.t('… the middle of this long file is left out …')}\n${end}`;
  };
}

/** Shows a context file. */
export async function openContextFile(conversationId: string, id: string): Promise<void> {
  const ending = id.startsWith('diff-') ? 'diff' : 'log';
  const uri = ownUri('file', `${id}.${ending}`, JSON.stringify([conversationId, id]));
  await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri), { preview: true });
}
