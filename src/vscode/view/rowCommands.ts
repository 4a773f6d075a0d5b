import * as vscode from 'vscode';
import type { Session } from '../../session/session.ts';
import { askOrShow, confirmsDeletion, said, showFailure } from '../commands/messages.ts';
import type { Commands } from '../contributions.ts';
import type { LiveContextView } from './liveContextView.ts';
import type { Snapshots } from './snapshots.ts';

/** The row under a menu; `package.json` uses the same names in its conditions. */
type RowContext = Readonly<Record<string, string | number | undefined>>;

/** Menu entries that execute an anchor, each with the row's key that holds it. */
const anchorCommands = {
  'liveContext.showInFull': 'liveContext.expand',
  'liveContext.shorten': 'liveContext.shorten',
  'liveContext.keepInPrompt': 'liveContext.keep',
  'liveContext.removeFromPrompt': 'liveContext.remove',
  'liveContext.deleteNote': 'liveContext.remove',
  'liveContext.putBackIntoPrompt': 'liveContext.putBack',
  'liveContext.tickNote': 'liveContext.tick',
} as const;

/** The commands of the menu over a row of the view: what an anchor can do, a person can do. */
export function rowCommands(session: Session, view: LiveContextView, snapshots: Snapshots): Commands {
  const act = async (way: unknown, piece: unknown) => {
    if (typeof way !== 'string') return;
    // An anchor, and a mark if it is meant for the row's piece alone.
    const [id = '', mark] = way.split(' ');
    const result = await snapshots.act(id, mark === undefined ? {} : { piece: String(piece) });
    if (!result.ok) showFailure(result.error);
  };
  const onAnchor = ([command, key]: [string, string]) =>
    [command, (row: RowContext = {}) => act(row[key], row['liveContextRow'])] as const;
  return {
    ...Object.fromEntries(Object.entries(anchorCommands).map(onAnchor)),
    'liveContext.unpin': (row: RowContext = {}) =>
      row['liveContextPinned'] === undefined
        ? act(row['liveContext.unkeep'], row['liveContextRow'])
        : unpin(session, String(row['liveContextPinned'])),
    'liveContext.editConstraint': ({ liveContextConstraint }: RowContext = {}) =>
      typeof liveContextConstraint === 'string' ? view.edit(liveContextConstraint) : undefined,
    'liveContext.deleteConstraint': ({ liveContextConstraint }: RowContext = {}) =>
      typeof liveContextConstraint === 'string' ? deleteConstraint(session, liveContextConstraint) : undefined,
  };
}

async function unpin(session: Session, id: string): Promise<void> {
  if ((await askOrShow(session, 'pins:delete', { id })) !== null) said(vscode.l10n.t('No longer kept.'));
}

async function deleteConstraint(session: Session, id: string): Promise<void> {
  if (!(await confirmsDeletion(vscode.l10n.t('Delete this constraint?')))) return;
  if ((await askOrShow(session, 'constraints:delete', { id })) !== null) said(vscode.l10n.t('Constraint deleted.'));
}
