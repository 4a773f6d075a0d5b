import * as vscode from 'vscode';
import type { DocumentEdit, EditObstacle, FileChange } from '../../base/ports/workspace.ts';
import { haveSameItems } from '../../base/sameItems.ts';
import { decodeStrictUtf8, encodeUtf8 } from '../../base/utf8.ts';
import { bytesAt, fileless, isBelowLink, openDocument, opened, orNull, statOf } from './openDocument.ts';
import { exists } from './uris.ts';

/** Opens a document in memory, without showing it; null if it can be edited, else the obstacle. */
export async function prepareEdit(documentId: string): Promise<EditObstacle | null> {
  if (!vscode.workspace.isTrusted) return 'untrusted';
  const uri = vscode.Uri.parse(documentId);
  const document = openDocument(documentId) ?? (fileless.has(uri.scheme) ? null : await opened(uri));
  if (document === null) return 'missing';
  if (await isReadOnly(document)) return 'readOnly';
  return (await isMisread(document)) ? 'encoding' : null;
}

/** True if the editor read bytes of another encoding as UTF-8: saving would write U+FFFD. */
async function isMisread(document: vscode.TextDocument): Promise<boolean> {
  if (fileless.has(document.uri.scheme) || !document.getText().includes('\ufffd')) return false;
  const bytes = await bytesAt(document.uri);
  return bytes !== null && decodeStrictUtf8(bytes) === null;
}

/**
 * Without such a label, VS Code reduces a `WorkspaceEdit` in the active editor to the differing
 * units and does not check the document's version. It needs no preview.
 */
const editLabel: vscode.WorkspaceEditEntryMetadata = { label: 'Live Context', needsConfirmation: false };

/** Null if a file can be created there, else the obstacle. */
export async function prepareFile(documentId: string): Promise<EditObstacle | null> {
  if (!vscode.workspace.isTrusted) return 'untrusted';
  const uri = vscode.Uri.parse(documentId);
  if (vscode.workspace.fs.isWritableFileSystem(uri.scheme) !== true) return 'readOnly';
  if (await isBelowLink(uri)) return 'link';
  return openDocument(documentId) !== undefined || (await exists(uri)) ? 'exists' : null;
}

/**
 * Applies all edits or none. A single visible document is edited through its editor, which checks
 * the version; others are one `WorkspaceEdit`. Both are built before anything is awaited, so that
 * the offsets fit the current texts. VS Code stops at a file that it cannot change and keeps what
 * it did before: that is undone.
 */
export async function applyEdits(
  edits: readonly DocumentEdit[],
  files: readonly FileChange[],
): Promise<'applied' | 'refused' | 'partly'> {
  const edit = new vscode.WorkspaceEdit();
  const before = new Map<string, string>();
  for (const { documentId, changes } of edits) {
    const document = openDocument(documentId);
    if (document === undefined) return 'refused';
    before.set(documentId, document.getText());
    const textEdits = changes.map(({ start, end, newText }) => {
      return vscode.TextEdit.replace(new vscode.Range(document.positionAt(start), document.positionAt(end)), newText);
    });
    const shown = vscode.window.visibleTextEditors.find((editor) => editor.document === document);
    if (shown !== undefined && edits.length === 1 && files.length === 0)
      return (await applyToEditor(shown, textEdits)) ? 'applied' : 'refused';
    edit.set(
      document.uri,
      textEdits.map((one): [vscode.TextEdit, vscode.WorkspaceEditEntryMetadata] => [one, editLabel]),
    );
  }
  // Texts first: only they are refused if the developer types.
  for (const file of files) addFile(edit, file);
  if (!(await applied(edit))) return files.length === 0 ? 'refused' : takeBack(edits, before, files);
  const documents = vscode.workspace.textDocuments.filter(({ uri }) => before.has(uri.toString()));
  const clean = documents.filter(({ isDirty, uri }) => !isDirty && !fileless.has(uri.scheme));
  for (const document of clean) locked.add(document);
  return clean.length === 0 ? 'applied' : takeBack(edits, before, files);
}

function addFile(edit: vscode.WorkspaceEdit, file: FileChange): void {
  const uri = vscode.Uri.parse(file.documentId);
  if (file.kind === 'create') edit.createFile(uri, { contents: encodeUtf8(file.text) }, editLabel);
  else if (file.kind === 'rename') edit.renameFile(uri, vscode.Uri.parse(file.to), {}, editLabel);
  else edit.deleteFile(uri, {}, editLabel);
}

/** Undoes edits that failed in between. Deletions are last: whatever failed, failed before them. */
async function takeBack(
  edits: readonly DocumentEdit[],
  before: ReadonlyMap<string, string>,
  files: readonly FileChange[],
): Promise<'refused' | 'partly'> {
  const back = new vscode.WorkspaceEdit();
  const renamed = new Map<string, string>();
  let isPartly = false;
  for (const file of files) {
    if (file.kind !== 'rename') continue;
    const [isThere, isLeft] = await Promise.all([file.to, file.documentId].map((id) => exists(vscode.Uri.parse(id))));
    if (isThere && !isLeft) renamed.set(file.documentId, file.to);
  }
  for (const { documentId, changes } of edits) {
    const document = openDocument(renamed.get(documentId) ?? documentId);
    const old = before.get(documentId);
    if (document === undefined || old === undefined || document.getText() === old) continue;
    if (document.getText() !== edited(old, changes)) isPartly = true;
    else
      back.replace(document.uri, document.validateRange(new vscode.Range(0, 0, document.lineCount, 0)), old, editLabel);
  }
  for (const file of files.toReversed()) {
    const uri = vscode.Uri.parse(file.documentId);
    const to = renamed.get(file.documentId);
    if (file.kind === 'create' && (await holds(uri, file.text))) back.deleteFile(uri, {}, editLabel);
    if (to !== undefined) back.renameFile(vscode.Uri.parse(to), uri, {}, editLabel);
    if (file.kind === 'delete' && !(await exists(uri))) isPartly = true;
  }
  return (back.size > 0 && !(await applied(back))) || isPartly ? 'partly' : 'refused';
}

function edited(text: string, changes: DocumentEdit['changes']): string {
  return changes.reduceRight(
    (newer, { start, end, newText }) => newer.slice(0, start) + newText + newer.slice(end),
    text,
  );
}

/** False for a file that somebody else created meanwhile, which stays. */
async function holds(uri: vscode.Uri, text: string): Promise<boolean> {
  const bytes = await bytesAt(uri);
  return bytes !== null && haveSameItems(bytes, encodeUtf8(text));
}

async function applied(edit: vscode.WorkspaceEdit): Promise<boolean> {
  return Promise.resolve(vscode.workspace.applyEdit(edit)).catch(() => false);
}

async function applyToEditor(editor: vscode.TextEditor, textEdits: readonly vscode.TextEdit[]): Promise<boolean> {
  const build = (edits: vscode.TextEditorEdit) => {
    for (const { range, newText } of textEdits) edits.replace(range, newText);
  };
  const { document } = editor;
  const { version } = document;
  const isDone = await Promise.resolve(editor.edit(build)).catch(() => false);
  if (isDone && document.version === version) locked.add(document);
  return isDone && document.version > version;
}

/**
 * Saves a document. One without a file stays unsaved, since VS Code would ask for a name, and so
 * does one whose file was deleted.
 */
export async function save(documentId: string): Promise<string | null> {
  const document = openDocument(documentId);
  if (document === undefined || document.isUntitled || fileless.has(document.uri.scheme)) return null;
  const { uri, encoding } = document;
  if (!(await exists(uri))) return null;
  const isSaved = await Promise.resolve(document.save()).catch(() => false);
  const bytes = isSaved ? await bytesAt(uri) : null;
  return bytes && orNull(vscode.workspace.decode(bytes, { encoding }));
}

/** The characters of a text that come back changed from the document's encoding. */
export async function unencodable(documentId: string, text: string): Promise<readonly string[]> {
  const encoding = openDocument(documentId)?.encoding ?? 'utf8';
  // A first character keeps U+FEFF from being read as a byte order mark.
  const back = async (part: string) =>
    (await vscode.workspace.decode(await vscode.workspace.encode(`.${part}`, { encoding }), { encoding })).slice(1);
  const characters = [...new Set(text)].filter((one) => one > '\x7f');
  if (characters.length === 0 || (await back(characters.join(''))) === characters.join('')) return [];
  const lost = await Promise.all(characters.map(async (one) => ((await back(one)) === one ? [] : [one])));
  return lost.flat();
}

/**
 * Documents that only the editor knows to be read-only, until that is reported. VS Code says that it
 * edited them: through their editor nothing changes, and else they change but stay clean for ever.
 */
const locked = new WeakSet<vscode.TextDocument>();

async function isReadOnly(document: vscode.TextDocument): Promise<boolean> {
  const { uri } = document;
  if (locked.delete(document)) return true;
  if (fileless.has(uri.scheme)) return false;
  if (vscode.workspace.fs.isWritableFileSystem(uri.scheme) !== true) return true;
  // A document whose file was deleted can be edited and saved again.
  const { permissions = 0 } = (await statOf(uri)) ?? {};
  return (permissions & vscode.FilePermission.Readonly) !== 0;
}
