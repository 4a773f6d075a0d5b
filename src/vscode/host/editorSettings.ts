import * as vscode from 'vscode';
import type { EditorSettings, ResolvedEditorSettings } from '../../base/ports/editorSettings.ts';
import { openDocument } from './openDocument.ts';
import { uriOf } from './uris.ts';

/** Options of the editor that last showed a document, which may be behind another tab now. */
const lastOptions = new WeakMap<vscode.TextDocument, vscode.TextEditorOptions>();

/**
 * The EditorSettings port over VS Code's configuration; the document's editor knows its own
 * indentation best.
 */
export const editorSettings: EditorSettings = {
  resolved(documentId): ResolvedEditorSettings | null {
    const document = openDocument(documentId);
    if (document === undefined) return null;
    const editor = vscode.workspace.getConfiguration('editor', document);
    const files = vscode.workspace.getConfiguration('files', document);
    const shown = vscode.window.visibleTextEditors.find((candidate) => candidate.document === document)?.options;
    if (shown !== undefined) lastOptions.set(document, shown);
    const options = lastOptions.get(document);
    const isUnknown = options === undefined && editor.get('detectIndentation') === true;
    const tabSize = options?.tabSize ?? editor.get('tabSize');
    const insertSpaces = options?.insertSpaces ?? editor.get('insertSpaces');
    return {
      tabSize: isUnknown ? null : typeof tabSize === 'number' ? tabSize : 4,
      insertSpaces: insertSpaces !== false,
      trimTrailingWhitespace: files.get('trimTrailingWhitespace') === true,
      insertFinalNewline: files.get('insertFinalNewline') === true,
      rulers: rulersOf(editor.get('rulers')),
      formatOnSave: editor.get('formatOnSave') === true,
      formatter: editor.get<string>('defaultFormatter') || null,
    };
  },
  instructionFolders(projectId) {
    const chat = vscode.workspace.getConfiguration('chat', uriOf(projectId, ''));
    const locations: unknown = chat.get('instructionsFilesLocations');
    if (typeof locations !== 'object' || locations === null) return {};
    return Object.fromEntries(Object.entries(locations).filter(([, isRead]) => typeof isRead === 'boolean'));
  },
};

/** A ruler is a column, or an object that has one. */
function rulersOf(value: unknown): readonly number[] {
  const rulers: readonly unknown[] = Array.isArray(value) ? value : [];
  return rulers
    .map((ruler) => (typeof ruler === 'object' && ruler !== null && 'column' in ruler ? ruler.column : ruler))
    .filter((column) => typeof column === 'number');
}
