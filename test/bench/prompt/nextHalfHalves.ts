import { execFileSync } from 'node:child_process';
import { basename } from 'node:path';
import { seededRandom } from '../benchRow.ts';

/** Languages that are measured, by the ending of a file's name. */
const languages: Readonly<Record<string, string>> = {
  ts: 'typescript',
  tsx: 'typescriptreact',
  mts: 'typescript',
  js: 'javascript',
  jsx: 'javascriptreact',
  cjs: 'javascript',
  mjs: 'javascript',
  py: 'python',
  go: 'go',
  rs: 'rust',
  java: 'java',
  cs: 'csharp',
  php: 'php',
  c: 'c',
  h: 'c',
  cpp: 'cpp',
  rb: 'ruby',
  kt: 'kotlin',
};
const noSource = /(^|\/)(dist|build|vendor|node_modules|third_party|docs)\/|\.min\.|\.generated\.|\.Designer\.cs$/;
const text =
  /(^|\/)([A-Z]+|\.[\w-]+|[Mm]akefile|Dockerfile)$|\.(tsx?|mts|[cm]?jsx?|py|go|rs|java|cs|php|c|h|cc|cpp|hpp|rb|kts?|json|md|mdc|rst|txt|toml|ya?ml|xml|csproj|sln|props|cfg|ini|css|html|sh|sql|graphql|proto)$/;
const maxTextBytes = 300_000;
/** For so many halves one more whose other half is in the document in front alone. */
const aloneShare = 4;

/** The language of a source file; undefined for any other file. */
export function languageOfPath(path: string): string | undefined {
  return noSource.test(path) ? undefined : languages[path.slice(path.lastIndexOf('.') + 1)];
}

/** Adjacent changed lines of a file. */
export interface Hunk {
  readonly path: string;
  /** In the parent's text, from zero. */
  readonly line: number;
  readonly removed: readonly string[];
  readonly added: readonly string[];
}

/** A commit with half of its hunks typed in: what the other half needs is looked for. */
export interface Half {
  readonly commit: string;
  readonly parent: string;
  readonly typed: readonly Hunk[];
  readonly hidden: readonly Hunk[];
}

/** The file in front: the one that was typed in last. */
export function frontOf({ typed }: Half): string {
  return typed.at(-1)?.path ?? '';
}

export interface LoggedCommit {
  readonly files: readonly string[];
}

/** A git repository that halves of commits are taken from. */
export class Repository {
  readonly name: string;
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
    this.name = basename(folder);
  }

  /** At most `most` halves, oldest first, drawn at random; the same ones in each run. */
  halves(most: number): readonly Half[] {
    const log = this.#git(
      ...['log', '--no-merges', '--max-count=4000', '--format=%x01%H %P', '--name-only', '--no-renames'],
    );
    const candidates = log
      .split('\x01')
      .slice(1)
      .filter((entry) => isCandidate(entry.split('\n').slice(2)))
      .map((entry) => entry.slice(0, entry.indexOf('\n')).split(' '));
    const random = seededRandom(20261123);
    const halves = new Map<number, Half>();
    const tried = new Set<number>();
    let alone = 0;
    for (let tries = 0; tries < 40 * most && halves.size - alone < most && candidates.length > 0; tries++) {
      const at = random(candidates.length);
      const [commit = '', parent = ''] = candidates[at] ?? [];
      if (tried.has(at) || parent === '') continue;
      tried.add(at);
      const half = this.#half(commit, parent);
      const isAlone = half?.hidden.every(({ path }) => path === frontOf(half)) ?? true;
      if (half === null || (isAlone && alone >= most / aloneShare)) continue;
      halves.set(at, half);
      if (isAlone) alone++;
    }
    return [...halves].sort(([a], [b]) => b - a).map(([, half]) => half);
  }

  /** The blobs of the text files at a commit, by path. */
  tree(commit: string): ReadonlyMap<string, string> {
    const rows = this.#git('ls-tree', '-r', '-l', '-z', commit).split('\0');
    return new Map(
      rows.flatMap((row): [string, string][] => {
        const [, blob = '', bytes = '', path = ''] = /^\d+ blob (\w+) +(\d+)\t(.+)$/s.exec(row) ?? [];
        return text.test(path) && Number(bytes) <= maxTextBytes ? [[path, blob]] : [];
      }),
    );
  }

  texts(blobs: readonly string[]): readonly string[] {
    const { buffer, byteOffset, length } = execFileSync('git', ['cat-file', '--batch'], {
      cwd: this.#folder,
      input: blobs.map((blob) => `${blob}\n`).join(''),
      maxBuffer: 2 ** 30,
    });
    const bytes = Buffer.from(buffer, byteOffset, length);
    let at = 0;
    return blobs.map(() => {
      const end = bytes.indexOf('\n', at);
      const size = Number(bytes.toString('utf8', at, end).split(' ')[2]);
      if (Number.isNaN(size)) {
        at = end + 1;
        return '';
      }
      at = end + 1 + size + 1;
      return bytes.toString('utf8', end + 1, end + 1 + size);
    });
  }

  /** Newest first. */
  log(commit: string, most: number): readonly LoggedCommit[] {
    const log = this.#git(
      ...['log', '--no-merges', `--max-count=${most}`, '--format=%x01', '--name-only', '--no-renames'],
      commit,
    );
    return log
      .split('\x01')
      .slice(1)
      .map((entry) => ({ files: entry.split('\n').filter((path) => path !== '') }));
  }

  /** The hunks of the latest commits, in the order of the work and each in the text before it, and the commit before them. */
  latest(most: number): { readonly base: string; readonly hunks: readonly Hunk[] } {
    const commits = this.#git('log', '--first-parent', '--max-count=400', '--format=%H').trim().split('\n');
    let hunks: readonly Hunk[] = [];
    for (const [at, commit] of commits.slice(0, -1).entries()) {
      const base = commits[at + 1] ?? '';
      const shifts = new Map<string, number>();
      const own = hunksOf(this.#patch(commit, base)).map((hunk): Hunk => {
        const shift = shifts.get(hunk.path) ?? 0;
        shifts.set(hunk.path, shift + hunk.added.length - hunk.removed.length);
        return { ...hunk, line: hunk.line + shift };
      });
      hunks = [...own, ...hunks];
      if (hunks.length >= most) return { base, hunks: hunks.slice(0, most) };
    }
    throw new RangeError(`${this.name} has no ${most} hunks`);
  }

  #half(commit: string, parent: string): Half | null {
    const hunks = hunksOf(this.#patch(commit, parent));
    const lines = hunks.reduce((sum, { added, removed }) => sum + added.length + removed.length, 0);
    if (hunks.length < 4 || hunks.length > 60 || lines < 8 || lines > 400) return null;
    // Half of the commits are typed from their end, so that nothing is tuned to what comes later in a path.
    const ordered = Number.parseInt(commit.slice(0, 2), 16) % 2 === 0 ? hunks : hunks.toReversed();
    const middle = Math.ceil(ordered.length / 2);
    return { commit, parent, typed: ordered.slice(0, middle), hidden: ordered.slice(middle) };
  }

  /** Empty where a blob is missing, as in a clone without its largest files. */
  #patch(commit: string, parent: string): string {
    try {
      return this.#git('diff', '--no-renames', '--no-color', '--no-ext-diff', '-U0', parent, commit);
    } catch {
      return '';
    }
  }

  #git(...args: readonly string[]): string {
    return execFileSync('git', ['-c', 'core.quotePath=false', ...args], {
      cwd: this.#folder,
      encoding: 'utf8',
      maxBuffer: 2 ** 30,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  }
}

export function offsetOfLine(text: string, line: number): number {
  let at = 0;
  for (let left = line; left > 0; left--) {
    const feed = text.indexOf('\n', at);
    if (feed < 0) return text.length;
    at = feed + 1;
  }
  return at;
}

/** Whether a commit changes at most twelve source files. */
function isCandidate(paths: readonly string[]): boolean {
  const files = paths.filter((path) => languageOfPath(path) !== undefined);
  return files.length >= 1 && files.length <= 12;
}

/** The hunks of a patch without context in source files; none where a last line has no break. */
function hunksOf(patch: string): readonly Hunk[] {
  const hunks: Hunk[] = [];
  for (const file of patch.split(/^diff --git /m).slice(1)) {
    if (/^(deleted file|Binary files|GIT binary)/m.test(file)) continue;
    if (/^\\ No newline/m.test(file)) return [];
    const path = /^\+\+\+ b\/(.+?)\t?$/m.exec(file)?.[1] ?? '';
    if (languageOfPath(path) === undefined) continue;
    for (const hunk of file.split(/^(?=@@ )/m).slice(1)) {
      const [, from = '', size = '1'] = /^@@ -(\d+)(?:,(\d+))? /.exec(hunk) ?? [];
      const lines = hunk.split('\n').slice(1, -1);
      hunks.push({
        path,
        line: size === '0' ? Number(from) : Number(from) - 1,
        removed: lines.filter((line) => line.startsWith('-')).map((line) => line.slice(1)),
        added: lines.filter((line) => line.startsWith('+')).map((line) => line.slice(1)),
      });
    }
  }
  return hunks;
}
