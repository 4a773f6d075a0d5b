import * as vscode from 'vscode';
import type { FileChange, FolderEntry, WorkspaceFiles } from '../../base/workspaceFiles.ts';
import { placeOf, uriOf } from './uris.ts';

/** The files of the workspace folders through the editor's file systems: remote and virtual ones, too. */
export class EditorFiles implements WorkspaceFiles, vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<FileChange>();
  readonly #subscription: vscode.Disposable;

  readonly onDidChange = (listener: (change: FileChange) => void): vscode.Disposable => this.#changed.event(listener);

  constructor() {
    const watcher = vscode.workspace.createFileSystemWatcher('**/*');
    const tell = (uri: vscode.Uri) => {
      const { projectId, path } = placeOf(uri);
      if (projectId !== 'none') this.#changed.fire({ projectId, path });
    };
    this.#subscription = vscode.Disposable.from(
      this.#changed,
      watcher,
      watcher.onDidCreate(tell),
      watcher.onDidChange(tell),
      watcher.onDidDelete(tell),
      vscode.workspace.onDidSaveTextDocument(({ uri }) => tell(uri)),
    );
  }

  dispose(): void {
    this.#subscription.dispose();
  }

  async entries(projectId: string, folder: string): Promise<readonly FolderEntry[]> {
    const uri = uriOf(projectId, folder);
    if (uri === null) return [];
    try {
      const found = await vscode.workspace.fs.readDirectory(uri);
      return found.flatMap(([name, type]): FolderEntry[] => {
        if (type === vscode.FileType.File) return [{ name, kind: 'file' }];
        const isOwn = placeOf(vscode.Uri.joinPath(uri, name)).projectId === projectId;
        return type === vscode.FileType.Directory && isOwn ? [{ name, kind: 'folder' }] : [];
      });
    } catch {
      return [];
    }
  }

  async read(projectId: string, path: string, maxBytes: number): Promise<Uint8Array | null> {
    const uri = uriOf(projectId, path);
    if (uri === null || placeOf(uri).projectId !== projectId) return null;
    try {
      const { type, size } = await vscode.workspace.fs.stat(uri);
      if (type !== vscode.FileType.File || size > maxBytes) return null;
      const bytes = await vscode.workspace.fs.readFile(uri);
      return bytes.length > maxBytes ? null : bytes;
    } catch {
      return null;
    }
  }

  documentId(projectId: string, path: string): string {
    return (uriOf(projectId, path) ?? vscode.Uri.joinPath(vscode.Uri.parse(projectId), path)).toString();
  }
}
