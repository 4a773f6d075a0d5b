import * as vscode from 'vscode';
import type { WindowKind } from '../../protocol/windows.ts';

/** What people call a window, as the view does. */
export function windowTitle(kind: WindowKind): string {
  const titles: Readonly<Record<WindowKind, string>> = {
    constraints: vscode.l10n.t('Constraints'),
    instructions: vscode.l10n.t('Instructions'),
    settings: vscode.l10n.t('Settings'),
    retrieved: vscode.l10n.t('Code'),
    diagnostics: vscode.l10n.t('Problems'),
    contextFiles: vscode.l10n.t('Context files'),
    note: vscode.l10n.t('Notes'),
    document: vscode.l10n.t('Document'),
    diffs: vscode.l10n.t('Changes'),
    editorState: vscode.l10n.t('Editor'),
    plan: vscode.l10n.t('Agent edits'),
  };
  return titles[kind];
}
