import { RE2JS } from 're2js';
import { encodeUtf8 } from '../base/utf8.ts';
import { PatternError, type SearchPattern, widened } from './searchPattern.ts';

/** Tries one pattern on lines, by RE2. A carriage return ends a line for `^` and `$` and matches nothing, as in ripgrep's CRLF mode. */
export class LineMatcher {
  readonly #narrow: RE2JS;
  readonly #wide: RE2JS | null;

  constructor({ narrow, wide }: SearchPattern, caseSensitive: boolean) {
    const flags = RE2JS.MULTILINE | (caseSensitive ? 0 : RE2JS.CASE_INSENSITIVE);
    this.#narrow = compiled(`(${narrow})`, flags);
    this.#wide = wide === null ? null : compiled(`^(?:[^\\n]{3})*?(${wide})`, flags);
  }

  /** Whether any of the lines of a text matches. */
  testAll(text: string): boolean {
    return this.#test(text.endsWith('\n') ? text.slice(0, -1) : text);
  }

  #test(line: string): boolean {
    const text = plain(line);
    return this.#widens(text) ? this.#wideOf().test(widened(text)) : this.#narrow.test(text);
  }

  /** Where the first match in a line begins, bytes of UTF-8; null when there is none. */
  match(line: string): number | null {
    if (!this.#test(line)) return null;
    const text = plain(line);
    const widens = this.#widens(text);
    const matcher = widens ? this.#wideOf().matcher(widened(text)) : this.#narrow.matcher(text);
    if (!matcher.find()) return null;
    const before = widens ? narrowed(widened(text).slice(0, matcher.start(1))) : text.slice(0, matcher.start(1));
    return encodeUtf8(before).length;
  }

  #widens(text: string): boolean {
    return this.#wide !== null && /[^\x00-\x7f]/.test(text);
  }

  #wideOf(): RE2JS {
    return this.#wide ?? this.#narrow;
  }
}

function compiled(expression: string, flags: number): RE2JS {
  try {
    return RE2JS.compile(expression, flags);
  } catch {
    throw new PatternError('The pattern is too large or not understood; write a simpler one.');
  }
}

/** The text with line feeds only: no pattern matches one, and RE2 knows no other line end. */
function plain(text: string): string {
  return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
}

/** What {@link widened} was given. */
function narrowed(wide: string): string {
  return [...wide].filter((_, index) => index % 3 === 1).join('');
}
