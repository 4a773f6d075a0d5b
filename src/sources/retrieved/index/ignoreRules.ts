import ignore, { type Ignore } from 'ignore';
import { parentFolder, resolved, within } from '../../paths.ts';

/**
 * The `.gitignore` files of a project, nested ones included (gitignore(5)). The nearest file with a
 * matching rule decides; everything in an ignored folder is ignored. Letter case matters. Paths
 * are relative to the project.
 */
export class IgnoreRules {
  /** By folder of the repository. */
  readonly #rules = new Map<string, Ignore>();
  readonly #place: string;

  /** `place` is the project's folder in its repository; empty for the root. */
  constructor(place = '') {
    this.#place = place;
  }

  /**
   * Adds the rules of a file in a folder, which may be above the project (`..`). Later rules of a
   * folder win. Malformed lines are skipped.
   */
  add(relative: string, text: string): void {
    const folder = resolved(this.#place, relative);
    if (folder === null) return;
    const rules = this.#rules.get(folder) ?? ignore({ ignorecase: false });
    for (const line of text.replace(/^\uFEFF/, '').split(/\r?\n/)) {
      try {
        rules.add(line);
      } catch {
        // A line that is no rule.
      }
    }
    this.#rules.set(folder, rules);
  }

  /** True if the project itself is in an ignored folder. */
  ignoresProject(): boolean {
    return foldersDownTo(this.#place).some((folder) => this.#ignoresItself(folder, true));
  }

  /** True if a file or a folder around it is ignored. */
  ignores(path: string): boolean {
    return foldersDownTo(parentFolder(path)).some((folder) => this.ignoresFolder(folder)) || this.#ignores(path, false);
  }

  /** True if a folder is ignored; the folders around it must not be. */
  ignoresFolder(path: string): boolean {
    return this.#ignores(path, true);
  }

  #ignores(path: string, isFolder: boolean): boolean {
    return this.#ignoresItself(within(this.#place, path), isFolder);
  }

  #ignoresItself(path: string, isFolder: boolean): boolean {
    for (let folder = parentFolder(path); ; folder = parentFolder(folder)) {
      const rules = this.#rules.get(folder);
      if (rules !== undefined) {
        const inside = folder === '' ? path : path.slice(folder.length + 1);
        const { ignored, unignored } = rules.test(isFolder ? `${inside}/` : inside);
        if (ignored) return true;
        if (unignored) return false;
      }
      if (folder === '') return false;
    }
  }
}

/** A folder with those around it, from the outermost; none for the root. */
function foldersDownTo(path: string): readonly string[] {
  const names = path === '' ? [] : path.split('/');
  return names.map((_, at) => names.slice(0, at + 1).join('/'));
}
