import * as vscode from 'vscode';
import type { DocumentEdit, EditObstacle } from '../../base/workspace.ts';
import { fileless, openDocument, opened } from './openDocument.ts';

/** Opens a document in memory, without showing it; null when it can be edited, else why not. */
export async function prepareEdit(documentId: string): Promise<EditObstacle | null> {
  if (!vscode.workspace.isTrusted) return 'untrusted';
  const uri = vscode.Uri.parse(documentId);
  const document = openDocument(documentId) ?? (fileless.has(uri.scheme) ? null : await opened(uri));
  if (document === null) return 'missing';
  return (await isReadOnly(document)) ? 'readOnly' : null;
}

/**
 * Without a preview. VS Code reduces a `WorkspaceEdit` in the active editor to the units that differ and forgets the version it was made
 * for, but not one with such a label: that arrives as it is, or not at all when a document has another version by then.
 */
const label: vscode.WorkspaceEditEntryMetadata = { label: 'Live Context', needsConfirmation: false };

/**
 * Applies all edits or none. One document that is shown is edited through its editor, which checks at the very moment that the text
 * still is the version this side knows; others are one `WorkspaceEdit`. Both are built before anything is awaited, so that the offsets
 * are of the texts as they are now.
 */
export async function applyEdits(edits: readonly DocumentEdit[]): Promise<boolean> {
  const edit = new vscode.WorkspaceEdit();
  for (const { documentId, changes } of edits) {
    const document = openDocument(documentId);
    if (document === undefined) return false;
    const textEdits = changes.map(({ start, end, newText }) => {
      return vscode.TextEdit.replace(new vscode.Range(document.positionAt(start), document.positionAt(end)), newText);
    });
    const shown = vscode.window.visibleTextEditors.find((editor) => editor.document === document);
    if (shown !== undefined && edits.length === 1) return editShown(shown, textEdits);
    edit.set(
      document.uri,
      textEdits.map((one): [vscode.TextEdit, vscode.WorkspaceEditEntryMetadata] => [one, label]),
    );
  }
  try {
    return await vscode.workspace.applyEdit(edit);
  } catch {
    return false;
  }
}

async function editShown(editor: vscode.TextEditor, textEdits: readonly vscode.TextEdit[]): Promise<boolean> {
  try {
    const build = (edits: vscode.TextEditorEdit) => {
      for (const { range, newText } of textEdits) edits.replace(range, newText);
    };
    return await editor.edit(build);
  } catch {
    return false;
  }
}

/** Saves a document; one without a file stays unsaved, since VS Code would ask for its name. */
export async function save(documentId: string): Promise<boolean> {
  const document = openDocument(documentId);
  if (document === undefined || document.isUntitled || fileless.has(document.uri.scheme)) return false;
  try {
    return await document.save();
  } catch {
    return false;
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
