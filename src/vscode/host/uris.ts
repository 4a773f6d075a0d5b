import * as vscode from 'vscode';
import type { DocumentPlace } from '../../base/workspace.ts';

/** One name for one place: `vscode-remote://host/p` and that host's `file:///p` are the same project. */
function canonicalUri(uri: vscode.Uri): string {
  return uri.scheme === 'vscode-remote' ? vscode.Uri.file(uri.path).toString() : uri.toString();
}

/** Where a document stands: its workspace folder, and the path people know it by. */
export function placeOf(uri: vscode.Uri): DocumentPlace {
  const folder = vscode.workspace.getWorkspaceFolder(uri);
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
