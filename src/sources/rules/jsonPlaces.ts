/** What stands where in a JSON text (RFC 8259). Lines count from one. */
export interface JsonPlaces {
  /** The line where the text stops being JSON; null when it is JSON. */
  readonly errorLine: number | null;
  /** The line where the value at a path begins, or its nearest ancestor that exists. */
  lineOf(path: readonly PropertyKey[]): number;
}

const token =
  /[ \t\r\n]+|[{}[\]:,]|"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;

/** Values nested deeper have the place of their ancestor. */
const maxDepth = 8;

interface Level {
  readonly kind: '{' | '[';
  readonly path: string;
  key: string | number;
}

type Wanted = 'value' | 'valueOrEnd' | 'key' | 'keyOrEnd' | 'colon' | 'next';

/** Scans a text once, without recursion. */
export function jsonPlaces(text: string): JsonPlaces {
  const places = new Map<string, number>();
  const scan = new Scan(places);
  let at = 0;
  let valid = true;
  while (valid && at < text.length) {
    token.lastIndex = at;
    const found = token.exec(text)?.[0];
    valid = found !== undefined && (/^[ \t\r\n]/.test(found) || scan.take(found, at));
    if (valid) at += found?.length ?? 0;
  }
  const lineAt = (offset: number) => text.slice(0, offset).split(/\r\n|\r|\n/).length;
  return {
    errorLine: valid && scan.complete ? null : lineAt(at),
    lineOf: (path) => {
      for (let length = path.length; length > 0; length--) {
        const offset = places.get(JSON.stringify(path.slice(0, length).map(String)));
        if (offset !== undefined) return lineAt(offset);
      }
      return 1;
    },
  };
}

class Scan {
  readonly #places: Map<string, number>;
  readonly #levels: Level[] = [];
  #wanted: Wanted | 'end' = 'value';

  constructor(places: Map<string, number>) {
    this.#places = places;
  }

  get complete(): boolean {
    return this.#wanted === 'end';
  }

  /** Whether the token may stand here. */
  take(found: string, offset: number): boolean {
    const level = this.#levels.at(-1);
    switch (this.#wanted) {
      case 'end':
        return false;
      case 'colon':
        this.#wanted = 'value';
        return found === ':';
      case 'next':
        return level !== undefined && (this.#comma(found, level) || this.#close(found, level));
      case 'keyOrEnd':
      case 'key':
        if (level === undefined) return false;
        if (this.#wanted === 'keyOrEnd' && this.#close(found, level)) return true;
        level.key = found.startsWith('"') ? (JSON.parse(found) as string) : '';
        this.#wanted = 'colon';
        return found.startsWith('"');
      default:
        if (this.#wanted === 'valueOrEnd' && level !== undefined && this.#close(found, level)) return true;
        return this.#value(found, offset, level);
    }
  }

  #comma(found: string, level: Level): boolean {
    if (found !== ',') return false;
    if (typeof level.key === 'number') level.key++;
    this.#wanted = level.kind === '{' ? 'key' : 'value';
    return true;
  }

  #close(found: string, level: Level): boolean {
    if (found !== (level.kind === '{' ? '}' : ']')) return false;
    this.#levels.pop();
    this.#after();
    return true;
  }

  #value(found: string, offset: number, level: Level | undefined): boolean {
    if (found === ':' || found === ',' || found === '}' || found === ']') return false;
    const path = level === undefined || this.#levels.length >= maxDepth ? '[]' : childOf(level);
    if (this.#levels.length < maxDepth) this.#places.set(path, offset);
    if (found === '{' || found === '[') {
      this.#levels.push({ kind: found, path, key: found === '[' ? 0 : '' });
      this.#wanted = found === '{' ? 'keyOrEnd' : 'valueOrEnd';
    } else this.#after();
    return true;
  }

  #after(): void {
    this.#wanted = this.#levels.length === 0 ? 'end' : 'next';
  }
}

function childOf({ path, key }: Level): string {
  return `${path.slice(0, -1)}${path === '[]' ? '' : ','}${JSON.stringify(String(key))}]`;
}
