/** Deeper documents look only so far up. */
const maxFolderDepth = 64;
/** Maximum number of paths that are named. */
const maxNamedPaths = 8;

/** True for a path inside its project. Paths outside are absolute or have a scheme. */
function staysInside(path: string): boolean {
  return !path.startsWith('/') && !/^[A-Za-z]:/.test(path) && !path.split('/').includes('..');
}

/**
 * The folders from the project's root (empty) down to a document's; none for a document outside.
 */
export function foldersOf(path: string): readonly string[] {
  if (!staysInside(path)) return [];
  const names = path.split('/').slice(0, -1);
  return ['', ...names.map((_, at) => names.slice(0, at + 1).join('/'))].slice(0, maxFolderDepth);
}

/** The folder of a path; `''` is the root. */
export function parentFolder(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

/** A file's path from its folder's. */
export function within(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`;
}

/**
 * Resolves a relative path from a folder; null if it leaves the project by more than `levelsAbove`
 * folders.
 */
export function resolved(folder: string, relative: string, levelsAbove = 0): string | null {
  const names: string[] = [];
  for (const name of [...folder.split('/'), ...relative.split('/')]) {
    const goesUp = name === '..' && (names.length === 0 || names.at(-1) === '..');
    if (goesUp && names.length === levelsAbove) return null;
    if (name === '..' && !goesUp) names.pop();
    else if (name !== '.' && name !== '') names.push(name);
  }
  return names.join('/');
}

/**
 * Names some of the paths and counts the rest. They are quoted, since a stranger may have chosen
 * them.
 */
export function namesOf(paths: readonly string[]): string {
  const named = paths.slice(0, maxNamedPaths).map((path) => JSON.stringify(path));
  return `${named.join(', ')}${paths.length > maxNamedPaths ? ` and ${paths.length - maxNamedPaths} more` : ''}`;
}

/**
 * The note about rules of an untrusted project. The names are quoted, since a stranger chose them.
 */
export function leftOut(...paths: readonly string[]): string {
  return `RULES_UNTRUSTED: ${namesOf(paths)}: left out, since the developer has not trusted this folder`;
}
