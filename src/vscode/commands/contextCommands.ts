import * as vscode from 'vscode';
import type { Layer } from '../../engine/piece.ts';
import { constraintTypes } from '../../protocol/prompt.ts';
import type { Session } from '../../session/session.ts';
import { said, shown } from './answers.ts';
import { clipboard } from './commands.ts';

/** The commands around whole prompts: rules, pins, the budget. */
export function registerContextCommands(session: Session): vscode.Disposable {
  const commands: Readonly<Record<string, () => unknown>> = {
    'liveContext.addConstraint': () => addConstraint(session),
    'liveContext.pinSelection': () => pinSelection(session),
    'liveContext.unpin': () => unpin(session),
    'liveContext.showBudget': () => showBudget(session),
  };
  const registered = Object.entries(commands).map(([id, run]) => vscode.commands.registerCommand(id, run));
  return vscode.Disposable.from(...registered);
}

async function addConstraint(session: Session): Promise<void> {
  const title = vscode.l10n.t('Add Constraint');
  const text = await vscode.window.showInputBox({
    title,
    prompt: vscode.l10n.t('What must not be violated? It stands in every prompt of this project.'),
    validateInput: (value) => (value.trim() === '' ? vscode.l10n.t('A constraint needs a text.') : null),
  });
  if (text === undefined) return;
  const type = await vscode.window.showQuickPick([...constraintTypes], {
    title,
    placeHolder: vscode.l10n.t('What is it about?'),
  });
  if (type === undefined) return;
  const kind = constraintTypes.find((known) => known === type) ?? 'convention';
  const value = shown(await session.request('constraints:create', { text, type: kind }, clipboard));
  if (value !== null) said(vscode.l10n.t('Added the constraint'));
}

async function pinSelection(session: Session): Promise<void> {
  const value = shown(await session.request('pins:create', {}, clipboard));
  if (value === null) return;
  const { file, lines } = value.pin;
  said(vscode.l10n.t('Pinned lines {0} to {1} of {2}', lines.first, lines.last, file));
}

async function unpin(session: Session): Promise<void> {
  const value = shown(await session.request('pins:list', {}, clipboard));
  if (value === null) return;
  if (value.pins.length === 0) {
    void vscode.window.showInformationMessage(vscode.l10n.t('Nothing is pinned.'));
    return;
  }
  const items = value.pins.map(({ id, file, lines }) => ({
    id,
    label: file,
    description: `${lines.first}–${lines.last}`,
  }));
  const picked = await vscode.window.showQuickPick(items, { placeHolder: vscode.l10n.t('Take which pin away?') });
  if (picked === undefined) return;
  if (shown(await session.request('pins:delete', { id: picked.id }, clipboard)) !== null)
    said(vscode.l10n.t('Unpinned'));
}

/** The layers against the budget, in a list; picking one opens the view. */
async function showBudget(session: Session): Promise<void> {
  const value = shown(await session.request('live:get', { preview: true }, clipboard));
  if (value === null) return;
  const { tokenCount, budget, layers } = value.account;
  const row = (name: string, layer: Layer) => ({
    label: name,
    description: vscode.l10n.t('{0} tokens, share {1}', layers[layer].tokens, layers[layer].share),
    ...(layers[layer].truncated ? { detail: vscode.l10n.t('shortened to fit') } : {}),
  });
  const items = [
    row(vscode.l10n.t('Rules'), 'rules'),
    row(vscode.l10n.t('Settings'), 'settings'),
    row(vscode.l10n.t('Retrieved'), 'retrieved'),
    row(vscode.l10n.t('Immediate'), 'immediate'),
  ];
  const placeHolder = vscode.l10n.t('{0} of {1} tokens; choose a layer to open the view', tokenCount, budget);
  const picked = await vscode.window.showQuickPick(items, { title: vscode.l10n.t('Budget'), placeHolder });
  if (picked !== undefined) await vscode.commands.executeCommand('liveContext.view.focus');
}
