import ignore, { type Ignore } from 'ignore';
import { parentFolder, resolved, within } from '../../paths.ts';

/**
 * The `.gitignore` files of a project, nested ones included (gitignore(5)): the nearest file that speaks of a path decides,
 * and what is in an ignored folder stays ignored. Letter case matters unless the repository says `core.ignorecase`. Paths are the project's.
 */
export class IgnoreRules {
  /** By the folder of the repository that they stand in. */
  readonly #rules = new Map<string, Ignore>();
  readonly #place: string;

  #ignoreCase = false;

  /** `place` is where the project stands in its repository; empty where it is one itself. */
  constructor(place = '') {
    this.#place = place;
  }

  /** Takes over what a `.git/config` says of letter case; before any rules are added. */
  configure(gitConfig: string): void {
    this.#ignoreCase = /^[ \t]*ignorecase[ \t]*=[ \t]*true\b/im.test(gitConfig);
  }

  /** Adds the rules of a file in a folder, which may be above the project (`..`); later ones win over earlier ones of the same folder. A line that is no rule is skipped. */
  add(relative: string, text: string): void {
    const folder = resolved(this.#place, relative);
    if (folder === null) return;
    const rules = this.#rules.get(folder) ?? ignore({ ignorecase: this.#ignoreCase });
    for (const line of text.replace(/^\uFEFF/, '').split(/\r?\n/)) {
      try {
        rules.add(line);
      } catch {
        // A line that is no rule.
      }
    }
    this.#rules.set(folder, rules);
  }

  /** Whether the project itself stands in an ignored folder. */
  ignoresProject(): boolean {
    return foldersDownTo(this.#place).some((folder) => this.#ignoresItself(folder, true));
  }

  /** Whether a file, or one of the folders around it, is ignored. */
  ignores(path: string): boolean {
    return foldersDownTo(parentFolder(path)).some((folder) => this.ignoresFolder(folder)) || this.#ignores(path, false);
  }

  /** Whether a folder is ignored, when those around it are not. */
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
