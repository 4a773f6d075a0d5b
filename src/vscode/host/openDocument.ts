import * as vscode from 'vscode';

/** The open document with this URI; it is looked up, never opened. */
export function openDocument(documentId: string): vscode.TextDocument | undefined {
  return vscode.workspace.textDocuments.find((document) => document.uri.toString() === documentId);
}
