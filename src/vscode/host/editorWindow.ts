import * as vscode from 'vscode';
import { compareVersions } from '../commands/versionDocuments.ts';

/** Shows lines and diffs in the editor, for the developer alone; rejects when the editor cannot. */
export const editorWindow = {
  show: async (documentId: string, line: number): Promise<void> => {
    const at = new vscode.Range(line - 1, 0, line - 1, 0);
    await vscode.window.showTextDocument(vscode.Uri.parse(documentId), { selection: at });
  },
  compare: compareVersions,
};
