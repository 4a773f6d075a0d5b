import * as vscode from 'vscode';
import type { Session } from '../../session/session.ts';
import type { Commands } from '../contributions.ts';
import { askOrShow, inform, said } from './messages.ts';

/** The commands around constraints, notes and pins. */
export function contextCommands(session: Session): Commands {
  return {
    'liveContext.addConstraint': () => askForConstraint(session),
    'liveContext.addNote': () => addNote(session),
    'liveContext.pinSelection': () => pinSelection(session),
    'liveContext.hideSelection': () => hideSelection(session),
    'liveContext.pinFile': (resource, chosen) => pinWholeFiles(session, resource, chosen),
  };
}

/**
 * Asks only for the text: most rules of code are conventions. The view's form has the other types.
 */
async function askForConstraint(session: Session): Promise<void> {
  const text = await askForText({
    title: vscode.l10n.t('Add Constraint'),
    prompt: vscode.l10n.t('What must not be violated? It stands in every prompt of this project.'),
    placeHolder: vscode.l10n.t('No console output in library code.'),
  });
  if (text === undefined) return;
  const value = await askOrShow(session, 'constraints:create', { text });
  if (value !== null) said(vscode.l10n.t('Added the constraint'));
}

/** Asks for a note for all agents of the project. */
async function addNote(session: Session): Promise<void> {
  const listed = await askOrShow(session, 'windows:list', { contents: false });
  const anchors = listed?.windows.find(({ kind }) => kind === 'note')?.context.anchors ?? {};
  const [id] = Object.entries(anchors).find(([, { action }]) => action === 'add') ?? [];
  if (id === undefined) return;
  const text = await askForText({
    title: vscode.l10n.t('Add Note'),
    prompt: vscode.l10n.t('All agents of this project read it, and can tick it.'),
    placeHolder: vscode.l10n.t('Keep the old endpoint until the app is released'),
  });
  if (text === undefined) return;
  if ((await askOrShow(session, 'windows:act', { id, params: { text } })) !== null)
    said(vscode.l10n.t('Added the note'));
}

function askForText(box: vscode.InputBoxOptions): Thenable<string | undefined> {
  const validateInput = (value: string) => (value.trim() === '' ? vscode.l10n.t('A text is needed.') : null);
  return vscode.window.showInputBox({ ...box, validateInput });
}

async function pinSelection(session: Session): Promise<void> {
  const value = await askOrShow(session, 'pins:create', {});
  if (value === null) return;
  const { file, lines } = value.pin;
  said(vscode.l10n.t('Kept in the prompt: lines {0} to {1} of {2}', lines.first, lines.last, file));
}

/** Hides the selected text from agents, as a secret that no rule has found. */
async function hideSelection(session: Session): Promise<void> {
  const value = await askOrShow(session, 'redactions:hide', {});
  if (value === null) return;
  if (value.on) said(vscode.l10n.t('Hidden from agents: the selected text of {0}', value.file));
  else inform(vscode.l10n.t('Agents still see it: the setting liveContext.redaction is off.'));
}

/** Pins all lines of the files that a menu was opened over, or of the one in front. */
async function pinWholeFiles(session: Session, resource: unknown, chosen: unknown): Promise<void> {
  const all = Array.isArray(chosen) && chosen.length > 0 ? chosen : [resource];
  const named = all.flatMap((one) => resourceUri(one) ?? []);
  const front = vscode.window.activeTextEditor?.document.uri;
  const uris = named.length > 0 || front === undefined ? named : [front];
  if (uris.length === 0) inform(vscode.l10n.t('Open a file first.'));
  const pinned: string[] = [];
  for (const uri of uris) {
    const value = await askOrShow(session, 'pins:create', { documentId: uri.toString(), lines: 'all' });
    if (value !== null) pinned.push(value.pin.file);
  }
  if (pinned.length > 0) said(vscode.l10n.t('Kept in the prompt: {0}', pinned.join(vscode.l10n.t(', '))));
}

/** Menus of files give a URI; those of source control what they list. */
function resourceUri(resource: unknown): vscode.Uri | undefined {
  if (resource instanceof vscode.Uri) return resource;
  const listed = Object(resource).resourceUri;
  return listed instanceof vscode.Uri ? listed : undefined;
}
