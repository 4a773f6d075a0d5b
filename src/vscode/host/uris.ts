import * as vscode from 'vscode';
import type { DocumentPlace } from '../../base/ports/workspace.ts';
import { fileless, openDocument, statOf } from './openDocument.ts';

/**
 * One name for one place: `vscode-remote://host/p` and that host's `file:///p` are the same
 * project.
 */
function canonicalUri(uri: vscode.Uri): string {
  return uri.scheme === 'vscode-remote' ? vscode.Uri.file(uri.path).toString() : uri.toString();
}

/**
 * The folder of a document. A cell is in its notebook's; an open document without a path is in the
 * window's first.
 */
function workspaceFolderOf(uri: vscode.Uri): vscode.WorkspaceFolder | undefined {
  if (!fileless.has(uri.scheme)) return vscode.workspace.getWorkspaceFolder(uri);
  const { workspaceFolders: folders = [] } = vscode.workspace;
  const own = folders.find((folder) => uri.path.startsWith(folder.uri.path.replace(/\/?$/, '/')));
  const isOpen = !uri.path.startsWith('/') && openDocument(uri.toString()) !== undefined;
  return own ?? (isOpen ? folders[0] : undefined);
}

/** The workspace folder of a document, and its path in it. */
export function placeOf(uri: vscode.Uri): DocumentPlace {
  const folder = workspaceFolderOf(uri);
  if (folder === undefined)
    return { projectId: 'none', path: uri.scheme === 'file' ? uri.fsPath.replaceAll('\\', '/') : uri.path };
  const root = folder.uri.path.endsWith('/') ? folder.uri.path : `${folder.uri.path}/`;
  const path = uri.path.startsWith(root) ? uri.path.slice(root.length) : uri.path;
  return {
    projectId: canonicalUri(folder.uri),
    path: uri.fragment === '' || uri.scheme === 'file' ? path : `${path}#${uri.fragment}`,
  };
}

/** The URI of a file of a project; null when there is no such project (any more). */
export function uriOf(projectId: string, path: string): vscode.Uri | null {
  const folder = vscode.workspace.workspaceFolders?.find(({ uri }) => placeOf(uri).projectId === projectId);
  return folder === undefined ? null : vscode.Uri.joinPath(folder.uri, path);
}

/** The URIs that a name can stand for; see the port. A path may begin with a folder's name. */
export function idsOf(name: string): readonly string[] {
  if (/^[a-z][a-z0-9+.-]+:/i.test(name)) return [vscode.Uri.parse(name).toString()];
  const folders = vscode.workspace.workspaceFolders ?? [];
  const isAbsolute = /^([\\/]|[a-z]:[\\/])/i.test(name);
  const uris = folders.flatMap((folder) => {
    if (isAbsolute) return [folder.uri.with({ path: vscode.Uri.file(name).path })];
    const own = `${folder.name}/`;
    const paths = folders.length > 1 && name.startsWith(own) ? [name, name.slice(own.length)] : [name];
    return paths.map((path) => vscode.Uri.joinPath(folder.uri, path));
  });
  if (isAbsolute && folders.length === 0) uris.push(vscode.Uri.file(name));
  return [...new Set(uris.map(String))];
}

/** Tells if a file or folder exists. */
export async function exists(uri: vscode.Uri): Promise<boolean> {
  return (await statOf(uri)) !== null;
}

/** The text of Base64 in either alphabet; null of what is none. */
export function decodedBase64(text: string): string | null {
  try {
    return atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  } catch {
    return null;
  }
}
