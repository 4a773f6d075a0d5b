/** Returns true if a `/`-separated path of a project matches. */
export type PathMatcher = (path: string) => boolean;

/** Longer globs, in UTF-16 units, match nothing. */
const maxGlobLength = 4_096;
/** Braces that are nested deeper stand for themselves. */
const maxDepth = 50;

/**
 * Matches a path against a glob of an instruction's `applyTo`. As in VS Code, a glob that begins
 * neither with `/` nor with two stars and a slash matches at any depth, and letter case does not
 * matter.
 */
export function matchesGlob(glob: string, path: string): boolean {
  const trimmed = glob.trim().toLowerCase();
  const rooted = trimmed.startsWith('/') ? trimmed.slice(1) : trimmed.startsWith('**/') ? trimmed : `**/${trimmed}`;
  return trimmed !== '' && compileGlob(rooted)(path.toLowerCase());
}

/**
 * Compiles a glob as in VS Code's settings: `*` and `?` stay within a name, a name of two stars
 * matches any folders, `{a,b}` alternatives, `[a-z]` and `[!a-z]` a character; other text matches
 * itself. Letter case matters; blanks around it and a slash at its end do not. Beyond VS Code,
 * braces may be nested, and unclosed brackets match themselves. Time is linear in the path for
 * every glob.
 */
export function compileGlob(glob: string): PathMatcher {
  return matcherOf(glob.trim(), vscode);
}

/**
 * A section's name in an `.editorconfig` (EditorConfig 0.17), for paths relative to that file's
 * folder.
 */
export function compileEditorConfigGlob(glob: string): PathMatcher {
  const rooted = glob.startsWith('/') ? glob.slice(1) : glob.includes('/') ? glob : `**/${glob}`;
  return matcherOf(rooted, editorConfig);
}

/** The globs of a list that is parted by commas; commas within braces part nothing. */
export function splitGlobs(list: string): readonly string[] {
  return splitAtCommas(list, vscode).parts.flatMap((glob) => glob.trim() || []);
}

/** Differences between the two kinds of globs. */
interface Dialect {
  /** A set of characters at the beginning of a text: what negates it, and its members. */
  readonly set: RegExp;
  /**
   * True if a backslash quotes, `{1..9}` is a number, two stars within a name pass slashes, and
   * braces need a comma.
   */
  readonly editorConfig: boolean;
}

const vscode: Dialect = { set: /^\[([!^]?)(\]?[^\]]*)\]/, editorConfig: false };
const editorConfig: Dialect = { set: /^\[(!?)((?:\\.|[^\]\\/])+)\]/s, editorConfig: true };

/** The places in a path where a part of a glob may end, by those where it may begin. */
type GlobPart = (path: string, starts: ReadonlySet<number>) => ReadonlySet<number>;

function matcherOf(glob: string, dialect: Dialect): PathMatcher {
  if (glob.length > maxGlobLength) return () => false;
  const whole = parseGlob(glob, dialect, 0);
  return (path) => whole(path, new Set([0])).has(path.length);
}

function parseGlob(written: string, dialect: Dialect, depth: number): GlobPart {
  // To VS Code a folder is named with its slash or without.
  const glob = dialect.editorConfig ? written : written.replace(/\/$/, '');
  const parts: GlobPart[] = [];
  for (let at = 0; at < glob.length; ) {
    const [length, part] = nextPart(glob, at, dialect, depth);
    parts.push(part);
    at += length;
  }
  return (path, starts) => {
    let places = starts;
    for (const part of parts) {
      if (places.size === 0) break;
      places = part(path, places);
    }
    return places;
  };
}

/** The part that begins at `at`, and its length in UTF-16 units. */
function nextPart(glob: string, at: number, dialect: Dialect, depth: number): readonly [number, GlobPart] {
  const rest = glob.slice(at);
  const beginsName = at === 0 || glob[at - 1] === '/';
  if (rest === '/**' && !dialect.editorConfig) return [3, anyOf([literal(''), inFolder])];
  if (beginsName && rest.startsWith('**/')) return [3, folders];
  if (rest.startsWith('**')) return [2, dialect.editorConfig || (beginsName && rest === '**') ? anything : withinName];
  if (rest.startsWith('*')) return [1, withinName];
  if (rest.startsWith('?')) return [1, oneCharacter((char) => char !== '/')];
  const set = dialect.set.exec(rest);
  if (set !== null) return [set[0].length, oneCharacter(isMember(set[2] ?? '', set[1] !== ''))];
  const quoted = dialect.editorConfig ? /^\\(.)/su.exec(rest)?.[1] : undefined;
  if (quoted !== undefined) return [1 + quoted.length, literal(quoted)];
  const plain = /^[^\\/{*?[]+/.exec(rest)?.[0] ?? rest.slice(0, 1);
  return braces(rest, dialect, depth) ?? [plain.length, literal(plain)];
}

function braces(rest: string, dialect: Dialect, depth: number): readonly [number, GlobPart] | null {
  if (!rest.startsWith('{') || depth === maxDepth) return null;
  const range = dialect.editorConfig ? /^\{([+-]?\d{1,15})\.\.([+-]?\d{1,15})\}/.exec(rest) : null;
  if (range !== null) return [range[0].length, numberBetween(Number(range[1]), Number(range[2]))];
  const { parts, end } = splitAtCommas(rest, dialect, 1);
  if (rest[end] !== '}' || (dialect.editorConfig && parts.length < 2)) return null;
  return [end + 1, anyOf(parts.map((alternative) => parseGlob(alternative, dialect, depth + 1)))];
}

/** Splits up to the end of the text, or to the brace that closes one before `from`. */
function splitAtCommas(text: string, dialect: Dialect, from = 0) {
  const parts: string[] = [];
  let depth = 0;
  let start = from;
  let end = from;
  for (; end < text.length; end++) {
    if (text[end] === '\\' && dialect.editorConfig) end++;
    else if (text[end] === '{') depth++;
    else if (text[end] === '}' && (from > 0 || depth > 0) && --depth < 0) break;
    else if (text[end] === ',' && depth === 0) {
      parts.push(text.slice(start, end));
      start = end + 1;
    }
  }
  return { parts: [...parts, text.slice(start, end)], end };
}

function anyOf(alternatives: readonly GlobPart[]): GlobPart {
  return (path, starts) => new Set(alternatives.flatMap((part) => [...part(path, starts)]));
}

/** A part whose ends follow from each start alone. */
function fromEach(endsOf: (path: string, start: number) => readonly number[]): GlobPart {
  return (path, starts) => new Set([...starts].flatMap((start) => endsOf(path, start)));
}

function literal(text: string): GlobPart {
  return fromEach((path, start) => (path.startsWith(text, start) ? [start + text.length] : []));
}

function oneCharacter(accepts: (char: string) => boolean): GlobPart {
  return fromEach((path, start) => {
    const code = path.codePointAt(start);
    const char = code === undefined ? '/' : String.fromCodePoint(code);
    return accepts(char) ? [start + char.length] : [];
  });
}

/** Any characters but slashes. */
function withinName(path: string, starts: ReadonlySet<number>): ReadonlySet<number> {
  const ends = new Set<number>();
  for (const start of starts) {
    for (let at = start; !ends.has(at); at++) {
      ends.add(at);
      if (at === path.length || path[at] === '/') break;
    }
  }
  return ends;
}

/** Any characters. */
function anything(path: string, starts: ReadonlySet<number>): ReadonlySet<number> {
  const ends = new Set<number>();
  for (let at = Math.min(...starts); at <= path.length; at++) ends.add(at);
  return ends;
}

/** A slash and anything behind it. */
function inFolder(path: string, starts: ReadonlySet<number>): ReadonlySet<number> {
  return anything(path, literal('/')(path, starts));
}

/** No folder or any number of them, with their slashes. */
function folders(path: string, starts: ReadonlySet<number>): ReadonlySet<number> {
  const ends = new Set(starts);
  for (let at = Math.min(...starts); at < path.length; at++) if (path[at] === '/') ends.add(at + 1);
  return ends;
}

function numberBetween(one: number, other: number): GlobPart {
  const low = Math.min(one, other);
  const high = Math.max(one, other);
  return fromEach((path, start) => {
    const digits = /^[+-]?(?:0|[1-9]\d{0,15})/.exec(path.slice(start, start + 17))?.[0] ?? '';
    return Array.from(digits, (_, at) => start + at + 1).filter((end) => {
      const number = Number(path.slice(start, end));
      return number >= low && number <= high;
    });
  });
}

/**
 * @param members single characters and ranges such as `a-z`; a backslash quotes where a backslash
 * may stand
 */
function isMember(members: string, negated: boolean): (char: string) => boolean {
  const ranges = [...members.matchAll(/\\?(.)(?:-\\?(.))?/gsu)].map(([, low = '', high = low]) => ({ low, high }));
  return (char) => char !== '/' && ranges.some(({ low, high }) => char >= low && char <= high) !== negated;
}
