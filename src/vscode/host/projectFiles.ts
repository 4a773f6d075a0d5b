import * as vscode from 'vscode';
import { Emitter } from '../../base/event.ts';
import type { FileSystem } from '../../base/ports/fileSystem.ts';
import { FileSystemError } from '../../base/ports/fileSystem.ts';
import type { FolderEntry, ProjectFile, ProjectFileChange, ProjectFiles } from '../../base/ports/projectFiles.ts';
import { encodeUtf8 } from '../../base/utf8.ts';
import { placeOf, uriOf } from './uris.ts';

/** The files of the workspace folders through the editor's file systems: remote and virtual ones, too. */
export class EditorProjectFiles implements ProjectFiles, vscode.Disposable {
  readonly #filesBelow: (root: vscode.Uri) => FileSystem;
  readonly #changes = new Emitter<ProjectFileChange>();
  readonly #subscription: vscode.Disposable;

  readonly onDidChange = this.#changes.event;
  readonly onDidGrantTrust: vscode.Event<void> = vscode.workspace.onDidGrantWorkspaceTrust;

  /** `filesBelow` writes atomically; `onDidChangeFile` tells of every file that changed on disk. */
  constructor(filesBelow: (root: vscode.Uri) => FileSystem, onDidChangeFile: vscode.Event<vscode.Uri>) {
    this.#filesBelow = filesBelow;
    const tell = (uri: vscode.Uri) => {
      const folder = vscode.workspace.getWorkspaceFolder(uri);
      if (folder === undefined) return;
      const isRoot = folder.uri.path === uri.path;
      this.#changes.fire({ projectId: placeOf(folder.uri).projectId, path: isRoot ? '' : placeOf(uri).path });
    };
    this.#subscription = vscode.Disposable.from(
      onDidChangeFile(tell),
      // Not every file system tells of changes.
      vscode.workspace.onDidSaveTextDocument(({ uri }) => tell(uri)),
    );
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#changes.dispose();
  }

  async read(projectId: string, path: string, maxBytes: number): Promise<ProjectFile | null> {
    const uri = uriOf(projectId, path);
    if (uri === null || placeOf(uri).projectId !== projectId) return null;
    try {
      const { size, type } = await vscode.workspace.fs.stat(uri);
      if ((type & vscode.FileType.File) === 0) return null;
      const isLink = (type & vscode.FileType.SymbolicLink) !== 0;
      if (size > maxBytes) return { bytes: null, size, isLink };
      const bytes = await vscode.workspace.fs.readFile(uri);
      return { bytes: bytes.length > maxBytes ? null : bytes, size: bytes.length, isLink };
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  }

  async entries(projectId: string, folder: string): Promise<readonly FolderEntry[]> {
    const uri = uriOf(projectId, folder);
    if (uri === null) return [];
    try {
      const found = await vscode.workspace.fs.readDirectory(uri);
      return found.flatMap(([name, type]): FolderEntry[] => {
        if (type === vscode.FileType.File) return [{ name, kind: 'file' }];
        if (type !== vscode.FileType.Directory) return [];
        return placeOf(vscode.Uri.joinPath(uri, name)).projectId === projectId ? [{ name, kind: 'folder' }] : [];
      });
    } catch {
      return [];
    }
  }

  async write(projectId: string, path: string, text: string): Promise<void> {
    const root = uriOf(projectId, '');
    if (root === null || !this.isTrusted() || vscode.workspace.fs.isWritableFileSystem(root.scheme) === false) {
      throw new FileSystemError('denied', 'The project cannot be written');
    }
    if (root.scheme === 'file') return this.#filesBelow(root).write(path, encodeUtf8(text));
    await vscode.workspace.fs.writeFile(vscode.Uri.joinPath(root, path), encodeUtf8(text));
  }

  /** The editor trusts all folders of a window or none. */
  isTrusted(): boolean {
    return vscode.workspace.isTrusted;
  }

  documentId(projectId: string, path: string): string {
    return (uriOf(projectId, path) ?? vscode.Uri.joinPath(vscode.Uri.parse(projectId), path)).toString();
  }
}

function isMissing(error: unknown): boolean {
  return (
    error instanceof vscode.FileSystemError && (error.code === 'FileNotFound' || error.code === 'FileNotADirectory')
  );
}
