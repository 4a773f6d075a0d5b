import * as vscode from 'vscode';
import { Emitter } from '../../base/event.ts';
import { FileSystemError } from '../../base/ports/fileSystem.ts';
import type { FolderEntry, ProjectFile, ProjectFileChange, ProjectFiles } from '../../base/ports/projectFiles.ts';
import { pathsWith } from '../../base/ports/projectFiles.ts';
import { encodeUtf8 } from '../../base/utf8.ts';
import type { Platform } from './platform/platform.ts';
import { exists, placeOf, uriOf } from './uris.ts';

/**
 * The files of the workspace folders through the editor's file systems: remote and virtual ones,
 * too. The platform's files are written atomically; `onDidChangeFile` fires for every file of the
 * window that changed on disk.
 */
export function editorProjectFiles(
  platform: Pick<Platform, 'files' | 'owner'>,
  onDidChangeFile: vscode.Event<vscode.Uri>,
): ProjectFiles & vscode.Disposable {
  const changes = new Emitter<ProjectFileChange>();
  /** The root of the repository that a project is in. */
  const repositories = new Map<string, vscode.Uri>();
  /** Watchers of folders above a project, where files were looked for, by project and folder. */
  const watchers = new Map<string, vscode.Disposable>();
  const notify = (uri: vscode.Uri) => {
    const folder = vscode.workspace.getWorkspaceFolder(uri);
    if (folder === undefined) return;
    const isRoot = folder.uri.path === uri.path;
    changes.fire({ projectId: placeOf(folder.uri).projectId, path: isRoot ? '' : placeOf(uri).path });
  };
  const subscription = vscode.Disposable.from(
    onDidChangeFile(notify),
    // Not every file system reports changes.
    vscode.workspace.onDidSaveTextDocument(({ uri }) => notify(uri)),
    // Changes in a folder while it was not open were not reported.
    vscode.workspace.onDidChangeWorkspaceFolders(({ added }) => added.forEach(({ uri }) => void notify(uri))),
  );
  /** The editor trusts all folders of a window or none. */
  const isTrusted = () => vscode.workspace.isTrusted;

  /** Tells of changes to rules in the folder of a path; the editor does not watch it otherwise. */
  const watchAbove = async (projectId: string, path: string) => {
    const folder = path.slice(0, path.lastIndexOf('/'));
    const uri = uriOf(projectId, folder);
    const key = `${projectId}\n${folder}`;
    // To watch a folder that is not there is refused, or costs asking for it again and again.
    if (uri === null || watchers.has(key) || !(await exists(uri)) || watchers.has(key)) return;
    const watcher = vscode.workspace.createFileSystemWatcher(new vscode.RelativePattern(uri, '{*.md,.gitignore,.git}'));
    const fire = (changed: vscode.Uri) =>
      changes.fire({ projectId, path: `${folder}/${changed.path.slice(changed.path.lastIndexOf('/') + 1)}` });
    const events = [watcher.onDidCreate(fire), watcher.onDidChange(fire), watcher.onDidDelete(fire)];
    watchers.set(key, vscode.Disposable.from(watcher, ...events));
  };

  return {
    onDidChange: changes.event,
    onDidGrantTrust: vscode.workspace.onDidGrantWorkspaceTrust,
    isTrusted,
    find: findPaths,
    entries: entriesOf,
    documentId: (projectId, path) =>
      (uriOf(projectId, path) ?? vscode.Uri.joinPath(vscode.Uri.parse(projectId), path)).toString(),

    async read(projectId, path, maxBytes): Promise<ProjectFile | null> {
      const uri = uriOf(projectId, path);
      if (uri === null) return null;
      if (path.startsWith('../')) {
        const root = repositories.get(projectId);
        if (root === undefined || !uri.path.startsWith(`${root.path}/`)) return null;
        await watchAbove(projectId, path);
      } else if (placeOf(uri).projectId !== projectId) return null;
      try {
        const { size, type } = await vscode.workspace.fs.stat(uri);
        if (type === vscode.FileType.SymbolicLink) throw new FileSystemError('other', 'A link leads nowhere');
        if ((type & vscode.FileType.File) === 0) return null;
        const isLink = (type & vscode.FileType.SymbolicLink) !== 0;
        if (size > maxBytes) return { bytes: null, isLink };
        const bytes = await vscode.workspace.fs.readFile(uri);
        return { bytes: bytes.length > maxBytes ? null : bytes, isLink };
      } catch (error) {
        if (isMissing(error)) return null;
        throw error;
      }
    },

    async foldersAbove(projectId): Promise<readonly string[]> {
      const root = uriOf(projectId, '');
      if (root === null) return [];
      repositories.delete(projectId);
      const folders: string[] = [];
      for (let folder = root; ; ) {
        if (await exists(vscode.Uri.joinPath(folder, '.git'))) {
          // As in git's `safe.directory`: rules above the folder count only if they have the same
          // owner.
          const [own, other] = await Promise.all([root, folder].map((uri) => platform.owner(uri).catch(() => null)));
          if (own !== other) return [];
          repositories.set(projectId, folder);
          return folders;
        }
        const parent = vscode.Uri.joinPath(folder, '..');
        if (parent.path === folder.path) return [];
        folders.push(folders.length === 0 ? '..' : `../${folders.at(-1)}`);
        folder = parent;
      }
    },

    async write(projectId, path, text): Promise<void> {
      const root = uriOf(projectId, '');
      if (root === null || !isTrusted() || vscode.workspace.fs.isWritableFileSystem(root.scheme) === false)
        throw new FileSystemError('denied', 'The project cannot be written');
      if (root.scheme === 'file') return platform.files(root).write(path, encodeUtf8(text));
      await vscode.workspace.fs.writeFile(vscode.Uri.joinPath(root, path), encodeUtf8(text));
    },

    dispose(): void {
      vscode.Disposable.from(subscription, ...watchers.values(), changes).dispose();
    },
  };
}

async function findPaths(projectId: string, text: string, most: number): Promise<readonly string[]> {
  const root = uriOf(projectId, '');
  if (root === null) return [];
  const anyCase = (one: string) => (/\p{L}/u.test(one) ? `[${one.toLowerCase()}${one.toUpperCase()}]` : one);
  const part = [...text].map((one) => (/[\p{L}\p{N}/._ -]/u.test(one) ? anyCase(one) : '?')).join('');
  const pattern = new vscode.RelativePattern(root, `**/*${part}*`);
  const found = await Promise.resolve(vscode.workspace.findFiles(pattern, null, most * 50)).catch(() => []);
  const places = found.map(placeOf).filter((place) => place.projectId === projectId);
  const paths = places.map(({ path }) => path);
  return pathsWith(paths, text, most);
}

async function entriesOf(projectId: string, folder: string): Promise<readonly FolderEntry[]> {
  const uri = uriOf(projectId, folder);
  if (uri === null) return [];
  try {
    const found = await vscode.workspace.fs.readDirectory(uri);
    return found.flatMap(([name, type]): FolderEntry[] => {
      if (type === vscode.FileType.File) return [{ name, kind: 'file' }];
      if (type !== vscode.FileType.Directory) return [];
      return placeOf(vscode.Uri.joinPath(uri, name)).projectId === projectId ? [{ name, kind: 'folder' }] : [];
    });
  } catch (error) {
    if (isMissing(error) || !(await isFolderThere(uri))) return [];
    throw error;
  }
}

/** Tells if a folder exists or may exist: not every file system says why it cannot list one. */
async function isFolderThere(uri: vscode.Uri): Promise<boolean> {
  try {
    return ((await vscode.workspace.fs.stat(uri)).type & vscode.FileType.Directory) !== 0;
  } catch (error) {
    return !isMissing(error);
  }
}

function isMissing(error: unknown): boolean {
  return (
    error instanceof vscode.FileSystemError && (error.code === 'FileNotFound' || error.code === 'FileNotADirectory')
  );
}
