import { frontOf, type Half, type Hunk, languageOfPath } from './nextHalfHalves.ts';

/** Lines before and after a hunk that whoever writes it needs to see. */
const around = 2;
/** A name of more files is known to everybody. */
const mostFiles = 30;
const mostDeclarations = 4;
const keywords = new Set(
  (
    'abstract args array assert async await boolean break case catch char class const constructor continue default define delete double elif else ' +
    'endif enum error except export extends false final finally float foreach from func function implements import include instanceof ' +
    'interface internal lambda list long match module mutable name namespace null object override package param pass private protected ' +
    'public raise readonly record require return self short signed static string struct super switch template test this throw throws true ' +
    'type typeof undefined union unsigned using value void where while with yield None True False string number'
  ).split(' '),
);

/** What the other half of a commit needs besides the document in front, each by the lines that would show it. */
export interface Needs {
  /** Names that are not in the document in front, with the lines of other files that hold them. */
  readonly names: ReadonlyMap<string, ReadonlySet<string>>;
  /** Names that it does not declare, with the lines of other files that do. */
  readonly definitions: ReadonlyMap<string, ReadonlySet<string>>;
  /** Lines of other files at the hunks. */
  readonly lines: ReadonlySet<string>;
  /** Lines of the document in front at the hunks. */
  readonly own: ReadonlySet<string>;
}

export interface Recall {
  readonly names: number | null;
  readonly lines: number | null;
  readonly definitions: number | null;
  readonly own: number | null;
}

/** The text of a project's file with what is asked of it again and again. */
export class FileText {
  readonly text: string;
  #lines: readonly string[] | null = null;
  #names: ReadonlySet<string> | null = null;

  constructor(text: string) {
    this.text = text;
  }

  get lines(): readonly string[] {
    this.#lines ??= this.text.split('\n');
    return this.#lines;
  }

  get names(): ReadonlySet<string> {
    this.#names ??= new Set(namesOf(this.text));
    return this.#names;
  }
}

export function namesOf(text: string): readonly string[] {
  return text.match(/[\p{L}_$][\p{L}\p{N}_$]*/gu) ?? [];
}

/** `texts` of the project with one half typed in, `parents` without. */
export function needsOf(
  half: Half,
  texts: ReadonlyMap<string, FileText>,
  parents: ReadonlyMap<string, FileText>,
): Needs {
  const front = frontOf(half);
  const own = texts.get(front);
  const others = [...texts].filter(([path]) => path !== front && languageOfPath(path) !== undefined);
  const isOwn = new Set(own?.lines.map((line) => line.trim()));
  const names = new Map<string, ReadonlySet<string>>();
  const definitions = new Map<string, ReadonlySet<string>>();
  for (const name of wantedNames(half.hidden)) {
    const files = others.filter(([, file]) => file.names.has(name));
    if (files.length === 0 || files.length > mostFiles) continue;
    const holds = new RegExp(String.raw`(?<![\p{L}\p{N}_$])${name.replaceAll('$', '\\$')}(?![\p{L}\p{N}_$])`, 'u');
    const lines = files.flatMap(([, file]) => file.lines.filter((line) => holds.test(line)));
    const isInFront = own?.names.has(name) ?? false;
    if (!isInFront) names.set(name, new Set(lines.map((line) => line.trim())));
    if (isInFront && own?.lines.some((line) => holds.test(line) && declares(line, name))) continue;
    const declaring = new Set(lines.filter((line) => declares(line, name)).map((line) => line.trim()));
    if (declaring.size > 0 && declaring.size <= mostDeclarations) definitions.set(name, declaring);
  }
  const near = (hunks: readonly Hunk[]) =>
    new Set(hunks.flatMap((hunk) => linesAt(hunk, parents.get(hunk.path)?.lines ?? [])).filter(isTelling));
  const inFront = ({ path }: Hunk) => path === front;
  return {
    names,
    definitions,
    lines: new Set([...near(half.hidden.filter((hunk) => !inFront(hunk)))].filter((line) => !isOwn.has(line))),
    own: near(half.hidden.filter(inFront)),
  };
}

/** The shares of what is needed that stand, line for line, in a prompt; null where nothing is. */
export function recallOf({ names, definitions, lines, own }: Needs, prompt: string): Recall {
  const shown = new Set<string>();
  for (const line of prompt.split('\n')) {
    shown.add(line.trim());
    shown.add(line.slice(1).trim());
    shown.add(line.replace(/^\s*\d+[:|]?\s/, '').trim());
  }
  const has = (wanted: ReadonlySet<string>) => [...wanted].some((line) => shown.has(line));
  const shareOfNames = (wanted: ReadonlyMap<string, ReadonlySet<string>>) =>
    wanted.size === 0 ? null : [...wanted.values()].filter(has).length / wanted.size;
  const shareOfLines = (wanted: ReadonlySet<string>) =>
    wanted.size === 0 ? null : [...wanted].filter((line) => shown.has(line)).length / wanted.size;
  return {
    names: shareOfNames(names),
    definitions: shareOfNames(definitions),
    lines: shareOfLines(lines),
    own: shareOfLines(own),
  };
}

function wantedNames(hunks: readonly Hunk[]): ReadonlySet<string> {
  const lines = hunks
    .flatMap(({ added }) => added)
    .filter((line) => !/^\s*(\/\/|\/?\*|#(?!\[)|--|"""|<!--)/.test(line));
  return new Set(lines.flatMap(namesOf).filter((name) => name.length >= 4 && !keywords.has(name)));
}

/** The lines that a hunk replaces, with those around. */
function linesAt({ line, removed }: Hunk, lines: readonly string[]): readonly string[] {
  return lines.slice(Math.max(0, line - around), line + removed.length + around).map((one) => one.trim());
}

/** Whether a line can be told from others: no bracket alone, no blank. */
function isTelling(line: string): boolean {
  return line.length >= 6 && /\p{L}{3}/u.test(line);
}

const declaring =
  'function\\*?|class|interface|type|enum|def|fn|func|struct|trait|record|mod|module|namespace|macro_rules!|#define|object|delegate|union';
const values = 'const|let|var|val|static';
const modifiers =
  'public|private|protected|internal|static|final|override|virtual|abstract|async|sealed|readonly|partial|synchronized|default|extern|inline';

/**
 * Whether a line declares a name, in any of the languages; not as a grammar would tell it, but the same for everybody. Values with
 * indentation are locals.
 */
function declares(raw: string, name: string): boolean {
  const line = raw.trim();
  const escaped = name.replaceAll('$', '\\$');
  const word = new RegExp(
    String.raw`(?:^|\s)(?:${declaring})\s+(?:mut\s+|\([^)]*\)\s*|&)?${escaped}(?![\w$]|\s*[,}.])`,
  );
  const value = new RegExp(
    String.raw`^(?:(?:export|pub(?:\(\w+\))?|declare|default|public)\s+){0,3}(?:${values})\s+(?:mut\s+)?${escaped}(?![\w$])`,
  );
  const member = new RegExp(
    String.raw`^(?:(?:${modifiers})\s+)+(?:[\w<>[\],.?*&]+\s+){0,3}[*&$]?${escaped}\s*(?:<[^>]*>)?\s*(?:[({=;:]|$)`,
  );
  const method = new RegExp(String.raw`^(?:\w+\s+){0,2}${escaped}\s*\([^;]*\)\s*(?::[^;]*)?\{$`);
  return (
    word.test(line) ||
    value.test(raw) ||
    member.test(line) ||
    (method.test(line) && !/^(?:if|for|while|return|await|else)\b/.test(line))
  );
}
