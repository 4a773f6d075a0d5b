import * as vscode from 'vscode';
import type { OpenObstacle } from '../../base/ports/workspace.ts';

/** No encoding takes more bytes for a UTF-16 unit. */
const bytesPerUnit = 4;

/** The open document with this URI; it is looked up, never opened. */
export function openDocument(documentId: string): vscode.TextDocument | undefined {
  return vscode.workspace.textDocuments.find((document) => document.uri.toString() === documentId);
}

/** Documents that have no file of their own. */
export const fileless: ReadonlySet<string> = new Set(['untitled', 'vscode-notebook-cell']);

/** Recognises untitled documents and cells of untitled notebooks. */
export function hasNoFile({ isUntitled, uri }: vscode.TextDocument): boolean {
  return isUntitled || (uri.scheme === 'vscode-notebook-cell' && !uri.path.startsWith('/'));
}

export async function hasFile(documentId: string): Promise<boolean> {
  return (await sizeOf(vscode.Uri.parse(documentId))) !== null;
}

/** Opens a file in memory, without showing it; see the port. */
export async function openWithin(documentId: string, maxLength: number): Promise<OpenObstacle | null> {
  if (openDocument(documentId) !== undefined) return null;
  const uri = vscode.Uri.parse(documentId);
  const size = fileless.has(uri.scheme) ? null : await sizeOf(uri);
  if (size === null) return 'missing';
  if (size > maxLength * bytesPerUnit) return 'tooLarge';
  return (await opened(uri)) === null ? 'notText' : null;
}

export async function opened(uri: vscode.Uri): Promise<vscode.TextDocument | null> {
  return orNull(vscode.workspace.openTextDocument(uri));
}

/** Null if a file or folder does not exist or cannot be read. */
export async function statOf(uri: vscode.Uri): Promise<vscode.FileStat | null> {
  return orNull(vscode.workspace.fs.stat(uri));
}

/** Null if a file cannot be read. */
export async function bytesAt(uri: vscode.Uri): Promise<Uint8Array | null> {
  return orNull(vscode.workspace.fs.readFile(uri));
}

/** The result; null if the work fails, as decoding a picture does. */
export async function orNull<T>(work: Thenable<T>): Promise<T | null> {
  return Promise.resolve(work).catch(() => null);
}

/** Size in bytes; null if there is no such file, or if a link leads to it. */
async function sizeOf(uri: vscode.Uri): Promise<number | null> {
  const stat = await statOf(uri);
  return stat?.type === vscode.FileType.File && !(await isBelowLink(uri)) ? stat.size : null;
}

/** Tells if a folder between a path and its project's root is a link. */
export async function isBelowLink(uri: vscode.Uri): Promise<boolean> {
  const root = vscode.workspace.getWorkspaceFolder(uri)?.uri.path.replace(/\/$/, '');
  if (root === undefined) return false;
  let folder = vscode.Uri.joinPath(uri, '..');
  for (; folder.path.startsWith(`${root}/`) && folder.path !== `${root}/`; folder = vscode.Uri.joinPath(folder, '..')) {
    // What is not there yet is made as a folder.
    const { type = vscode.FileType.Directory } = (await statOf(folder)) ?? {};
    if ((type & vscode.FileType.SymbolicLink) !== 0) return true;
  }
  return false;
}
