import type { ActionName, WindowKind, WindowState } from '../../src/protocol/windows.ts';
import type { Text } from '../strings.ts';

export const windowTitles: Readonly<Record<WindowKind, Text>> = {
  constraints: 'Constraints',
  instructions: 'Instructions',
  settings: 'Settings',
  retrieved: 'Retrieved',
  diagnostics: 'Diagnostics',
  contextFiles: 'Context Files',
  document: 'Current Document',
  diffs: 'Diffs',
  editorState: 'Editor State',
  plan: 'Plan Hints',
};

/** How each action looks. */
const actionLooks: Readonly<Record<ActionName, { readonly icon: string; readonly label: Text }>> = {
  expand: { icon: 'unfold', label: 'Expand' },
  collapse: { icon: 'fold', label: 'Collapse' },
  pin: { icon: 'pin', label: 'Pin Window' },
  unpin: { icon: 'pinned', label: 'Unpin Window' },
  close: { icon: 'close', label: 'Close Window' },
  open: { icon: 'folder-opened', label: 'Open Window' },
  openInEditor: { icon: 'go-to-file', label: 'Open in Editor' },
  compareWithVersion: { icon: 'diff', label: 'Compare with Version' },
  addConstraint: { icon: 'add', label: 'Add Constraint' },
  readMore: { icon: 'book', label: 'Read Lines' },
  readChunk: { icon: 'book', label: 'Read Piece' },
};

/** The look of an action by its name on the wire; null for one that this view does not know. */
export function lookOfAction(action: string | undefined): { readonly icon: string; readonly label: Text } | null {
  const known = Object.entries(actionLooks).find(([name]) => name === action);
  return known === undefined ? null : known[1];
}

export const paramLabels: Readonly<Record<string, Text>> = {
  summary: 'Summary to keep as a trace',
  version_id: 'Version',
  text: 'Constraint',
  type: 'Type',
  first: 'First line',
  last: 'Last line',
  file: 'File',
  line: 'Line',
};

export const levelTitles: Readonly<Record<WindowState['shown'], Text>> = {
  Full: 'Full',
  Summary: 'Summary',
  Gist: 'Gist',
  Gone: 'Left out',
};
