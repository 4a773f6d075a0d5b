import type { RE2JS } from 're2js';
import { encodeUtf8 } from '../../base/utf8.ts';
import { PatternError, type SearchPattern, widened } from './searchPattern.ts';

/** An engine that takes time linear in the text. */
interface Engine {
  test(text: string): boolean;
  /** Where the first match begins, UTF-16 units; null when there is none. */
  start(text: string): number | null;
}

/**
 * Tries one pattern on lines: by JavaScript's own engine when that is sure to be quick, else by RE2. A carriage return ends a line
 * for `^` and `$` and matches nothing, as in ripgrep's CRLF mode.
 */
export class LineMatcher {
  readonly #narrow: Engine;
  readonly #wide: Engine | null;

  private constructor(narrow: Engine, wide: Engine | null) {
    this.#narrow = narrow;
    this.#wide = wide;
  }

  static async of({ narrow, wide, simple }: SearchPattern, caseSensitive: boolean): Promise<LineMatcher> {
    const { RE2JS } = await import('re2js');
    const re2 = (expression: string) => linear(RE2JS, expression, caseSensitive);
    return new LineMatcher(
      simple === null ? re2(`(${narrow})`) : javaScript(simple, caseSensitive),
      wide === null ? null : re2(`^(?:[^\\n]{3})*?(${wide})`),
    );
  }

  /** Whether any of the lines of a text matches. */
  testAll(text: string): boolean {
    return this.test(text.endsWith('\n') ? text.slice(0, -1) : text);
  }

  test(line: string): boolean {
    const text = plain(line);
    return this.#wide !== null && isWide(text) ? this.#wide.test(widened(text)) : this.#narrow.test(text);
  }

  /** Where the first match in a line begins, bytes of UTF-8; null when there is none. */
  match(line: string): number | null {
    const text = plain(line);
    if (this.#wide === null || !isWide(text)) {
      const start = this.#narrow.start(text);
      return start === null ? null : encodeUtf8(text.slice(0, start)).length;
    }
    const wide = widened(text);
    const start = this.#wide.start(wide);
    return start === null ? null : encodeUtf8(narrowed(wide.slice(0, start))).length;
  }
}

/** The start of RE2's is that of the first group. */
function linear(engine: typeof RE2JS, expression: string, caseSensitive: boolean): Engine {
  const pattern = compiled(engine, expression, engine.MULTILINE | (caseSensitive ? 0 : engine.CASE_INSENSITIVE));
  return {
    test: (text) => pattern.test(text),
    start: (text) => {
      if (!pattern.test(text)) return null;
      const matcher = pattern.matcher(text);
      return matcher.find() ? matcher.start(1) : null;
    },
  };
}

function compiled(engine: typeof RE2JS, expression: string, flags: number): RE2JS {
  try {
    return engine.compile(expression, flags);
  } catch {
    throw new PatternError('The pattern is too large or not understood; write a simpler one.');
  }
}

function javaScript(expression: string, caseSensitive: boolean): Engine {
  const pattern = new RegExp(expression, caseSensitive ? 'u' : 'iu');
  return {
    test: (text) => pattern.test(text),
    start: (text) => pattern.exec(text)?.index ?? null,
  };
}

/** Whether RE2's own word boundaries, which know ASCII only, will not do. */
function isWide(text: string): boolean {
  return /[^\x00-\x7f]/.test(text);
}

/** The text with line feeds only: no pattern matches one, and RE2 knows no other line end. */
function plain(text: string): string {
  return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
}

/** What {@link widened} was given. */
function narrowed(wide: string): string {
  return [...wide].filter((_, index) => index % 3 === 1).join('');
}
