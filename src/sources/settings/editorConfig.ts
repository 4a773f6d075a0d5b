import type { RE2JS } from 're2js';

/** A parsed `.editorconfig` (EditorConfig 0.17). */
export interface EditorConfig {
  /** Whether the search for further files ends here. */
  readonly root: boolean;
  readonly sections: readonly EditorConfigSection[];
}

interface EditorConfigSection {
  readonly matches: (path: string) => boolean;
  readonly properties: readonly (readonly [key: string, value: string])[];
}

const maxSections = 500;
const maxGlobLength = 1_024;
/** Keys and values of any length may be dropped by the specification beyond these, UTF-16 units. */
const maxKeyLength = 1_024;
const maxValueLength = 4_096;

/** Reads an `.editorconfig`. Lines that mean nothing are skipped. */
export async function parseEditorConfig(text: string): Promise<EditorConfig> {
  let root = false;
  const sections: { glob: string; properties: [string, string][] }[] = [];
  for (const raw of text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/)) {
    const line = raw.trim();
    if (line === '' || line.startsWith('#') || line.startsWith(';')) continue;
    const glob = /^\[(.+)\]$/.exec(line)?.[1];
    if (glob !== undefined) {
      sections.push({ glob, properties: [] });
      continue;
    }
    const at = line.indexOf('=');
    const key = line.slice(0, Math.max(0, at)).trim().toLowerCase();
    const value = line.slice(at + 1).trim();
    if (key === '' || key.length > maxKeyLength || value.length > maxValueLength) continue;
    const section = sections.at(-1);
    if (section !== undefined) section.properties.push([key, value.toLowerCase()]);
    else if (key === 'root') root = value.toLowerCase() === 'true';
  }
  const engine = (await import('re2js')).RE2JS;
  return {
    root,
    sections: sections
      .slice(0, maxSections)
      .map(({ glob, properties }) => ({ properties, matches: globMatcher(glob, engine) })),
  };
}

/**
 * The properties of a file. `configs` go from the nearest outward, each with the file's path relative to its folder. Nearer
 * files and later sections win, `unset` takes a property away, and `indent_size` and `tab_width` fill each other in.
 */
export function editorConfigOf(
  configs: readonly { readonly config: EditorConfig; readonly path: string }[],
): ReadonlyMap<string, string> {
  const rootAt = configs.findIndex(({ config }) => config.root);
  const properties = new Map<string, string>();
  for (const { config, path } of configs.slice(0, rootAt < 0 ? configs.length : rootAt + 1).reverse()) {
    for (const { matches, properties: given } of config.sections) {
      if (matches(path)) for (const [key, value] of given) properties.set(key, value);
    }
  }
  for (const [key, value] of properties) if (value === 'unset') properties.delete(key);
  if (properties.get('indent_style') === 'tab' && !properties.has('indent_size')) properties.set('indent_size', 'tab');
  const size = properties.get('indent_size');
  const width = properties.get('tab_width');
  if (size === 'tab' && width !== undefined) properties.set('indent_size', width);
  else if (size !== undefined && size !== 'tab' && width === undefined) properties.set('tab_width', size);
  return properties;
}

/** Matches by an expression of linear time, and then by the ranges of whole numbers that it holds. */
function globMatcher(glob: string, engine: typeof RE2JS): (path: string) => boolean {
  if (glob.length > maxGlobLength) return () => false;
  const { pattern, ranges } = new GlobTranslation(glob, engine.quote).result();
  let compiled: RE2JS;
  try {
    compiled = engine.compile(pattern, engine.DOTALL);
  } catch {
    return () => false;
  }
  return (path) => {
    const matcher = compiled.matcher(path);
    if (!matcher.matches()) return false;
    return ranges.every(({ low, high }, at) => {
      const digits = matcher.group(at + 1);
      return digits === null || (Number(digits) >= low && Number(digits) <= high);
    });
  };
}

interface Range {
  readonly low: number;
  readonly high: number;
}

/** Turns a section's glob into a regular expression. */
class GlobTranslation {
  readonly #glob: string;
  readonly #quote: (text: string) => string;
  readonly #ranges: Range[] = [];
  /** Braces that pair up: where each opening one closes. */
  readonly #pairs: ReadonlyMap<number, number>;
  #at = 0;
  /** Where the alternatives that are open now end. */
  readonly #open: number[] = [];

  constructor(glob: string, quote: (text: string) => string) {
    this.#glob = glob;
    this.#quote = quote;
    this.#pairs = bracePairs(glob);
  }

  result(): { readonly pattern: string; readonly ranges: readonly Range[] } {
    let pattern = '';
    const slash = this.#glob.indexOf('/');
    if (slash < 0) pattern = '(?:.*/)?';
    this.#at = slash === 0 ? 1 : 0;
    while (this.#at < this.#glob.length) pattern += this.#next();
    return { pattern: `^${pattern}$`, ranges: this.#ranges };
  }

  #next(): string {
    const rest = this.#glob.slice(this.#at);
    const start = this.#at;
    const take = (length: number, pattern: string) => {
      this.#at += length;
      return pattern;
    };
    if (rest.startsWith('/**/')) return take(4, '(?:/|/.*/)');
    if (rest.startsWith('**/') && start === 0) return take(3, '(?:.*/)?');
    if (rest.startsWith('**')) return take(2, '.*');
    switch (rest[0]) {
      case '\\':
        return rest.length > 1 ? take(2, this.#quote(rest[1] ?? '')) : take(1, '\\\\');
      case '*':
        return take(1, '[^/]*');
      case '?':
        return take(1, '[^/]');
      case '[':
        return this.#set(rest, take);
      case '{':
        return this.#brace(rest, take);
      case '}':
        if (this.#open.at(-1) !== start) return take(1, '\\}');
        this.#open.pop();
        return take(1, ')');
      case ',':
        return take(1, this.#open.length > 0 ? '|' : ',');
      default: {
        const char = String.fromCodePoint(rest.codePointAt(0) ?? 0);
        return take(char.length, this.#quote(char));
      }
    }
  }

  #set(rest: string, take: (length: number, pattern: string) => string): string {
    const found = /^\[(!?)((?:\\.|[^\]\\/])+)\]/.exec(rest);
    if (found === null) return take(1, '\\[');
    const [whole, not = '', members = ''] = found;
    const escaped = members.replace(
      /\\(.)|([[\]^&~|])/g,
      (_, quoted?: string, special?: string) => `\\${quoted ?? special}`,
    );
    return take(whole.length, `[${not === '' ? '' : '^'}${escaped}]`);
  }

  #brace(rest: string, take: (length: number, pattern: string) => string): string {
    const range = /^\{([+-]?\d{1,15})\.\.([+-]?\d{1,15})\}/.exec(rest);
    if (range !== null) {
      const ends = [Number(range[1]), Number(range[2])];
      this.#ranges.push({ low: Math.min(...ends), high: Math.max(...ends) });
      return take(range[0].length, '([+-]?(?:0|[1-9]\\d{0,15}))');
    }
    const close = this.#pairs.get(this.#at);
    if (close === undefined || !hasComma(this.#glob.slice(this.#at + 1, close))) return take(1, '\\{');
    this.#open.push(close);
    return take(1, '(?:');
  }
}

function bracePairs(glob: string): ReadonlyMap<number, number> {
  const pairs = new Map<number, number>();
  const open: number[] = [];
  for (let at = 0; at < glob.length; at++) {
    if (glob[at] === '\\') at++;
    else if (glob[at] === '{') open.push(at);
    else if (glob[at] === '}') {
      const start = open.pop();
      if (start !== undefined) pairs.set(start, at);
    }
  }
  return pairs;
}

/** Whether a comma stands outside of inner braces. */
function hasComma(inside: string): boolean {
  let depth = 0;
  for (let at = 0; at < inside.length; at++) {
    if (inside[at] === '\\') at++;
    else if (inside[at] === '{') depth++;
    else if (inside[at] === '}') depth--;
    else if (inside[at] === ',' && depth === 0) return true;
  }
  return false;
}
