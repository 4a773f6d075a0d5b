import * as vscode from 'vscode';
import { Emitter } from '../../base/event.ts';
import type { FileSystem } from '../../base/fileSystem.ts';
import { FileSystemError } from '../../base/fileSystem.ts';
import type { FileHead, ProjectFileChange, ProjectFiles } from '../../base/projectFiles.ts';
import { decodeUtf8, encodeUtf8 } from '../../base/utf8.ts';
import { placeOf } from './uris.ts';

/** VS Code reads whole files only: of a longer one nothing is read, bytes. */
const maxReadBytes = 4 * 1024 * 1024;
const maxListed = 1_000;
const maxDepth = 4;

/** The ProjectFiles port over the workspace's folders. */
export class EditorProjectFiles implements ProjectFiles, vscode.Disposable {
  readonly #filesBelow: (root: vscode.Uri) => FileSystem;
  readonly #changes = new Emitter<ProjectFileChange>();
  readonly #subscription: vscode.Disposable;

  readonly onDidChange = this.#changes.event;

  /** `filesBelow` writes atomically; `onDidChangeFile` tells of every file that changed on disk. */
  constructor(filesBelow: (root: vscode.Uri) => FileSystem, onDidChangeFile: vscode.Event<vscode.Uri>) {
    this.#filesBelow = filesBelow;
    this.#subscription = onDidChangeFile((uri) => {
      const folder = vscode.workspace.getWorkspaceFolder(uri);
      if (folder === undefined) return;
      const isRoot = folder.uri.path === uri.path;
      this.#changes.fire({ projectId: placeOf(folder.uri).projectId, path: isRoot ? '' : placeOf(uri).path });
    });
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#changes.dispose();
  }

  async read(projectId: string, path: string, maxBytes: number): Promise<FileHead | null> {
    const root = rootOf(projectId);
    if (root === null) return null;
    const uri = vscode.Uri.joinPath(root, path);
    try {
      const { size, type } = await vscode.workspace.fs.stat(uri);
      if ((type & vscode.FileType.File) === 0) return null;
      if (size > maxReadBytes) return { text: '', size, whole: false };
      const bytes = await vscode.workspace.fs.readFile(uri);
      const text = decodeUtf8(bytes.subarray(0, maxBytes)).replace(/^\uFEFF/, '');
      return { text, size: bytes.length, whole: bytes.length <= maxBytes };
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  }

  async list(projectId: string, folder: string): Promise<readonly string[]> {
    const root = rootOf(projectId);
    const paths: string[] = [];
    if (root !== null) await listInto(paths, root, folder, maxDepth);
    return paths.sort();
  }

  async write(projectId: string, path: string, text: string): Promise<void> {
    const root = rootOf(projectId);
    if (
      root === null ||
      !vscode.workspace.isTrusted ||
      vscode.workspace.fs.isWritableFileSystem(root.scheme) === false
    ) {
      throw new FileSystemError('denied', 'The project cannot be written');
    }
    if (root.scheme === 'file') return this.#filesBelow(root).write(path, encodeUtf8(text));
    await vscode.workspace.fs.writeFile(vscode.Uri.joinPath(root, path), encodeUtf8(text));
  }
}

function rootOf(projectId: string): vscode.Uri | null {
  const folders = vscode.workspace.workspaceFolders ?? [];
  return folders.find(({ uri }) => placeOf(uri).projectId === projectId)?.uri ?? null;
}

async function listInto(paths: string[], root: vscode.Uri, folder: string, depth: number): Promise<void> {
  let entries: readonly [string, vscode.FileType][];
  try {
    entries = await vscode.workspace.fs.readDirectory(vscode.Uri.joinPath(root, folder));
  } catch (error) {
    if (isMissing(error)) return;
    throw error;
  }
  for (const [name, type] of entries) {
    if (paths.length >= maxListed) return;
    if ((type & vscode.FileType.File) !== 0) paths.push(`${folder}/${name}`);
    else if (type === vscode.FileType.Directory && depth > 1)
      await listInto(paths, root, `${folder}/${name}`, depth - 1);
  }
}

function isMissing(error: unknown): boolean {
  return (
    error instanceof vscode.FileSystemError && (error.code === 'FileNotFound' || error.code === 'FileNotADirectory')
  );
}
