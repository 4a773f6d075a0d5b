import * as vscode from 'vscode';
import type { Interaction } from '../../protocol/prompt/contextModel.ts';

/** What was done in a window, in the words of the view's menus, with what it was done to. */
export function interactionText({ action, result }: Pick<Interaction, 'action' | 'result'>): string {
  const { t } = vscode.l10n;
  const [, code] = /^failed: (.+)$/.exec(result) ?? [];
  if (code !== undefined) return t('tried in vain: {0}', `${action}, ${code}`);
  const [, deed = '', piece = ''] = /^(\S+) (.*)$/s.exec(result) ?? [];
  const [, title = result, note] = /^(.*): (written|taken away)$/s.exec(result) ?? [];
  switch (action) {
    case 'expand':
      return t('shown with more detail');
    case 'collapse':
      return t('shown with less detail');
    case 'pin':
      return t('pinned');
    case 'unpin':
      return t('unpinned');
    case 'close':
      return result === 'done' ? t('removed from the prompt') : t('removed from the prompt: {0}', result);
    case 'open':
      return t('put back into the prompt');
    case 'write':
      return note === 'taken away' ? t('took the note away: {0}', title) : t('wrote a note: {0}', title);
    case 'readMore':
      return t('read lines {0} to {1}', ...lineNumbers(result));
    case 'addConstraint':
      return t('added a constraint');
    case 'compareWithVersion':
      return t('compared with {0}', result);
    case 'piece':
      return pieceText(deed, piece) ?? t('shown in the editor: line {0}', ...lineNumbers(result));
    default:
      return t('shown in the editor: line {0}', ...lineNumbers(result));
  }
}

/** Null of what leads to a place alone. */
function pieceText(deed: string, piece: string): string | null {
  const { t } = vscode.l10n;
  switch (deed) {
    case 'remove':
      return t('removed from the prompt: {0}', piece);
    case 'pin':
      return t('pinned: {0}', piece);
    case 'expand':
      return t('shown in full: {0}', piece);
    case 'collapse':
      return t('shortened: {0}', piece);
    case 'restore':
      return t('put back into the prompt: {0}', piece);
    case 'read':
      return t('read: {0}', piece);
    default:
      return null;
  }
}

/** The numbers in `line 3`, or in `lines 3 to 9`. */
function lineNumbers(result: string): readonly string[] {
  return result.match(/\d+/g) ?? [];
}
