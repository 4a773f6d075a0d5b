import { t } from '@vscode/l10n';
import type { ActionName, WindowKind, WindowState } from '../../../src/protocol/windows.ts';

export const windowTitles: Readonly<Record<WindowKind, string>> = {
  constraints: t('Constraints'),
  instructions: t('Instructions'),
  settings: t('Settings'),
  retrieved: t('Retrieved'),
  diagnostics: t('Diagnostics'),
  contextFiles: t('Context Files'),
  note: t('Notes'),
  document: t('Current Document'),
  diffs: t('Diffs'),
  editorState: t('Editor State'),
  plan: t('Plan Hints'),
};

/** How each action looks. */
const actionLooks: Readonly<Record<ActionName, { readonly icon: string; readonly label: string }>> = {
  expand: { icon: 'unfold', label: t('Expand') },
  collapse: { icon: 'fold', label: t('Collapse') },
  pin: { icon: 'pin', label: t('Pin Window') },
  unpin: { icon: 'pinned', label: t('Unpin Window') },
  close: { icon: 'close', label: t('Close Window') },
  open: { icon: 'folder-opened', label: t('Open Window') },
  openInEditor: { icon: 'go-to-file', label: t('Open in Editor') },
  compareWithVersion: { icon: 'diff', label: t('Compare with Version') },
  addConstraint: { icon: 'add', label: t('Add Constraint') },
  readMore: { icon: 'book', label: t('Read Lines') },
  piece: { icon: 'list-selection', label: t('Act on One Piece') },
  write: { icon: 'note', label: t('Write a Note') },
};

/** The look of an action by its name on the wire; null for one that this view does not know. */
export function lookOfAction(action: string | undefined): { readonly icon: string; readonly label: string } | null {
  const known = Object.entries(actionLooks).find(([name]) => name === action);
  return known === undefined ? null : known[1];
}

export const paramLabels: Readonly<Record<string, string>> = {
  summary: t('Summary to keep as a trace'),
  version_id: t('Version'),
  text: t('Text'),
  type: t('Type'),
  first: t('First line'),
  last: t('Last line'),
  piece: t('Piece (file:line, version or name)'),
  do: t('What to do'),
  title: t('Title'),
};

export const levelTitles: Readonly<Record<WindowState['shown'], string>> = {
  Full: t('Full'),
  Summary: t('Summary'),
  Gist: t('Gist'),
  Gone: t('Left out'),
};
