import * as vscode from 'vscode';
import type { EditorWindow } from '../../base/ports/editorWindow.ts';
import { compareVersions } from '../commands/versionDocuments.ts';

/** Shows things in the editor: lines of documents, and diffs in VS Code's own diff editor. */
export const editorWindow: EditorWindow = {
  show: async (documentId, line) => {
    const at = new vscode.Range(line - 1, 0, line - 1, 0);
    await vscode.window.showTextDocument(vscode.Uri.parse(documentId), { selection: at });
  },
  compare: compareVersions,
};
