import ignore, { type Ignore } from 'ignore';

/**
 * The `.gitignore` files of a project, nested ones included (gitignore(5)): the nearest file that speaks of a path decides,
 * and what is in an ignored folder stays ignored. Letter case matters unless the repository says `core.ignorecase`.
 */
export class IgnoreRules {
  /** By the folder they stand in. */
  readonly #rules = new Map<string, Ignore>();

  #ignoreCase = false;

  /** Takes over what a `.git/config` says of letter case; before any rules are added. */
  configure(gitConfig: string): void {
    this.#ignoreCase = /^[ \t]*ignorecase[ \t]*=[ \t]*true\b/im.test(gitConfig);
  }

  /** Adds the rules of a file in a folder; later ones win over earlier ones of the same folder. A line that is no rule is skipped. */
  add(folder: string, text: string): void {
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

  /** Whether a file, or one of the folders around it, is ignored. */
  ignores(path: string): boolean {
    for (let end = path.indexOf('/'); end >= 0; end = path.indexOf('/', end + 1)) {
      if (this.#ignoresItself(path.slice(0, end), true)) return true;
    }
    return this.#ignoresItself(path, false);
  }

  /** Whether a folder is ignored, when those around it are not. */
  ignoresFolder(path: string): boolean {
    return this.#ignoresItself(path, true);
  }

  #ignoresItself(path: string, isFolder: boolean): boolean {
    for (let folder = parentOf(path); ; folder = parentOf(folder)) {
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

/** The folder that a path stands in; `''` is the root. */
function parentOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}
