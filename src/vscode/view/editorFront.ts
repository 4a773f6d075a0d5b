import * as vscode from 'vscode';
import type { Front } from './snapshots.ts';

/** Who is in front, as VS Code tells of it. */
export const editorFront: Front = {
  onDidChange: (listener) => {
    const { window, workspace } = vscode;
    const notify = () => listener(undefined);
    return vscode.Disposable.from(
      window.onDidChangeActiveTextEditor(notify),
      window.onDidChangeActiveNotebookEditor(notify),
      window.onDidChangeNotebookEditorSelection(notify),
      window.tabGroups.onDidChangeTabs(notify),
      window.tabGroups.onDidChangeTabGroups(notify),
      workspace.onDidGrantWorkspaceTrust(notify),
    );
  },
  isRestricted: () => !vscode.workspace.isTrusted,
  folderOf: (documentId) => {
    const { workspaceFolders = [] } = vscode.workspace;
    if (workspaceFolders.length < 2) return null;
    return vscode.workspace.getWorkspaceFolder(vscode.Uri.parse(documentId))?.name ?? null;
  },
};
