import * as vscode from 'vscode';
import type { DocumentEdit, EditObstacle } from '../base/workspace.ts';
import { openDocument } from './openDocument.ts';

/** Documents that have no file of their own: there is nothing that could forbid writing. */
const fileless = new Set(['untitled', 'vscode-notebook-cell']);

/** Opens a document in memory, without showing it; null when it can be edited, else why not. */
export async function prepareEdit(documentId: string): Promise<EditObstacle | null> {
  if (!vscode.workspace.isTrusted) return 'untrusted';
  const uri = vscode.Uri.parse(documentId);
  const document = openDocument(documentId) ?? (fileless.has(uri.scheme) ? null : await opened(uri));
  if (document === null) return 'missing';
  return (await isReadOnly(document)) ? 'readOnly' : null;
}

/**
 * One `WorkspaceEdit` for all documents: VS Code checks that each still has the version this side knows, and applies all or
 * none. It must be built before anything is awaited, so that the offsets are of the texts as they are now.
 */
export async function applyEdits(edits: readonly DocumentEdit[]): Promise<boolean> {
  const edit = new vscode.WorkspaceEdit();
  for (const { documentId, changes } of edits) {
    const document = openDocument(documentId);
    if (document === undefined) return false;
    const textEdits = changes.flatMap(({ start, end, newText }) => {
      const range = new vscode.Range(document.positionAt(start), document.positionAt(end));
      return textEditsOf(range, document.getText(range), newText);
    });
    edit.set(document.uri, textEdits);
  }
  try {
    return await vscode.workspace.applyEdit(edit);
  } catch {
    return false;
  }
}

/**
 * In the active editor VS Code reduces a replacement to the units that differ. Half a surrogate pair, which that may give, does not
 * arrive at extensions: where there are pairs, taking out and putting in are two edits, which cannot be reduced.
 */
function textEditsOf(range: vscode.Range, oldText: string, newText: string): readonly vscode.TextEdit[] {
  const isPlain = oldText === '' || newText === '' || !/[\ud800-\udfff]/.test(oldText + newText);
  if (isPlain) return [vscode.TextEdit.replace(range, newText)];
  return [vscode.TextEdit.insert(range.start, newText), vscode.TextEdit.delete(range)];
}

async function opened(uri: vscode.Uri): Promise<vscode.TextDocument | null> {
  try {
    return await vscode.workspace.openTextDocument(uri);
  } catch {
    return null;
  }
}

/** By its file system, by its file, or by the settings `files.readonlyInclude` and `files.readonlyExclude`. */
async function isReadOnly(document: vscode.TextDocument): Promise<boolean> {
  const { uri } = document;
  if (fileless.has(uri.scheme)) return false;
  if (vscode.workspace.fs.isWritableFileSystem(uri.scheme) !== true) return true;
  const files = vscode.workspace.getConfiguration('files', uri);
  if (matches(document, files.get('readonlyInclude')) && !matches(document, files.get('readonlyExclude'))) return true;
  try {
    const { permissions = 0 } = await vscode.workspace.fs.stat(uri);
    return (permissions & vscode.FilePermission.Readonly) !== 0;
  } catch {
    // Deleted on disk: what is still open can be edited, and saved again.
    return false;
  }
}

function matches(document: vscode.TextDocument, globs: Readonly<Record<string, boolean>> | undefined): boolean {
  const folder = vscode.workspace.getWorkspaceFolder(document.uri);
  return Object.entries(globs ?? {}).some(([glob, isOn]) => {
    const pattern = folder === undefined ? glob : new vscode.RelativePattern(folder, glob);
    return isOn && vscode.languages.match({ pattern }, document) > 0;
  });
}
