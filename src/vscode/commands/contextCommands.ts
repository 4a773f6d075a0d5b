import * as vscode from 'vscode';
import type { Layer } from '../../engine/piece.ts';
import type { Session } from '../../session/session.ts';
import type { Commands } from '../contributions.ts';
import { localNumber } from '../view/localised.ts';
import { askOrShow, said } from './messages.ts';

/** The commands around whole prompts: rules, pins, the budget. */
export function contextCommands(session: Session): Commands {
  return {
    'liveContext.addConstraint': () => askForConstraint(session),
    'liveContext.pinSelection': () => pinSelection(session),
    'liveContext.pinFile': (resource) => pinWholeFile(session, resource),
    'liveContext.unpin': (row) => unpin(session, row),
    'liveContext.showBudget': () => showBudget(session),
  };
}

/** Only the text is asked: in code nearly every rule is a convention. The view's form has the other types. */
async function askForConstraint(session: Session): Promise<void> {
  if (!vscode.workspace.isTrusted) {
    const manage = vscode.l10n.t('Manage Trust');
    const text = vscode.l10n.t('In Restricted Mode constraints can be neither read nor written.');
    if ((await vscode.window.showInformationMessage(text, manage)) === manage)
      await vscode.commands.executeCommand('workbench.trust.manage');
    return;
  }
  const text = await vscode.window.showInputBox({
    title: vscode.l10n.t('Add Constraint'),
    prompt: vscode.l10n.t('What must not be violated? It stands in every prompt of this project.'),
    placeHolder: vscode.l10n.t('No console output in library code.'),
    validateInput: (value) => (value.trim() === '' ? vscode.l10n.t('A constraint needs a text.') : null),
  });
  if (text === undefined) return;
  const value = await askOrShow(session, 'constraints:create', { text });
  if (value !== null) said(vscode.l10n.t('Added the constraint'));
}

async function pinSelection(session: Session): Promise<void> {
  const value = await askOrShow(session, 'pins:create', {});
  if (value === null) return;
  const { file, lines } = value.pin;
  said(vscode.l10n.t('Pinned lines {0} to {1} of {2}', lines.first, lines.last, file));
}

/** Pins all lines of a file: the one that a menu was opened over, or the one in front. */
async function pinWholeFile(session: Session, resource: unknown): Promise<void> {
  const uri = resourceUri(resource) ?? vscode.window.activeTextEditor?.document.uri;
  if (uri === undefined) {
    void vscode.window.showInformationMessage(vscode.l10n.t('Open a file first.'));
    return;
  }
  const document = await vscode.workspace.openTextDocument(uri);
  const pinned = { documentId: uri.toString(), lines: { first: 1, last: document.lineCount } };
  const value = await askOrShow(session, 'pins:create', pinned);
  if (value !== null) said(vscode.l10n.t('Pinned {0}', value.pin.file));
}

/** Menus of files give a URI; those of source control what they list. */
function resourceUri(resource: unknown): vscode.Uri | undefined {
  if (resource instanceof vscode.Uri) return resource;
  const listed =
    typeof resource === 'object' && resource !== null && 'resourceUri' in resource ? resource.resourceUri : null;
  return listed instanceof vscode.Uri ? listed : undefined;
}

/** Unpins what a row of the view stands for, or asks which. */
async function unpin(session: Session, row: unknown): Promise<void> {
  const id = typeof row === 'object' && row !== null && 'liveContextPinned' in row ? row.liveContextPinned : null;
  const picked = typeof id === 'string' ? id : await pickPin(session);
  if (picked === undefined) return;
  if ((await askOrShow(session, 'pins:delete', { id: picked })) !== null) said(vscode.l10n.t('Unpinned'));
}

async function pickPin(session: Session): Promise<string | undefined> {
  const value = await askOrShow(session, 'pins:list', {});
  if (value === null) return undefined;
  if (value.pins.length === 0) {
    void vscode.window.showInformationMessage(vscode.l10n.t('Nothing is pinned.'));
    return undefined;
  }
  const items = value.pins.map(({ id, file, lines }) => ({
    id,
    label: file,
    description: lines.first === lines.last ? String(lines.first) : `${lines.first}–${lines.last}`,
  }));
  return (await vscode.window.showQuickPick(items, { placeHolder: vscode.l10n.t('Unpin which lines?') }))?.id;
}

/** The layers against the budget, in a list; picking one opens the view. */
async function showBudget(session: Session): Promise<void> {
  const value = await askOrShow(session, 'live:get', { preview: true });
  if (value === null) return;
  const { tokenCount, budget, layers } = value.account;
  const row = (name: string, layer: Layer) => ({
    label: name,
    description: vscode.l10n.t(
      '{0} tokens, share {1}',
      localNumber(layers[layer].tokens),
      localNumber(layers[layer].share),
    ),
    ...(layers[layer].truncated ? { detail: vscode.l10n.t('shortened to fit') } : {}),
  });
  const items = [
    row(vscode.l10n.t('Rules'), 'rules'),
    row(vscode.l10n.t('Settings'), 'settings'),
    row(vscode.l10n.t('Retrieved'), 'retrieved'),
    row(vscode.l10n.t('Immediate'), 'immediate'),
  ];
  const placeHolder = vscode.l10n.t(
    '{0} of {1} tokens; choose a layer to open the view',
    localNumber(tokenCount),
    localNumber(budget),
  );
  const picked = await vscode.window.showQuickPick(items, { title: vscode.l10n.t('Budget'), placeHolder });
  if (picked !== undefined) await vscode.commands.executeCommand('liveContext.view.focus');
}
