import { AppError } from '../../base/appError.ts';
import { asciiSet, complement, inJavaScript, perlSet, propertySet, range, single } from './characterClass.ts';

/** UTF-16 units. */
const maxLength = 1_000;
/** How often something may be repeated in all, as in RE2: a larger count makes a program too large to run. */
const maxRepetitions = 1_000;
const maxDepth = 100;
const maxSimpleAlternatives = 20;
const maxSimpleLength = 200;

/** Why a pattern cannot be searched for; the message says what to write instead. */
export class PatternError extends AppError {
  constructor(message: string) {
    super('PATTERN_INVALID', message);
    this.name = 'PatternError';
  }
}

/**
 * A regular expression in what ripgrep (Rust's regex) and RE2 have in common, where the two mean different things in ripgrep's
 * meaning: Unicode classes and word boundaries, lines one by one.
 */
export interface SearchPattern {
  /** As it was given, for ripgrep. */
  readonly source: string;
  /** The same for RE2 in multi-line mode, if `\b` need not know more than ASCII: otherwise see `wide`. */
  readonly narrow: string;
  /**
   * The same for RE2 over a text in which a mark stands before and after each character ({@link widened}), so that RE2's own
   * `\b`, which knows ASCII only, falls on Unicode's word boundaries. Null when the pattern has no `\b` or `\B`.
   */
  readonly wide: string | null;
  /**
   * The same for JavaScript with the flag `u`, when a backtracking engine takes linear time, too: for characters and sets one
   * after another, and a few alternatives of them. Null for everything else.
   */
  readonly simple: string | null;
}

/** Reads a pattern; throws a {@link PatternError} for what only one of the engines, or none, can do. */
export function readPattern(source: string): SearchPattern {
  if (source.length > maxLength) throw new PatternError(`The pattern is longer than ${maxLength} characters.`);
  if (source.includes('\0')) throw new PatternError('Write \\x00 for the character NUL.');
  const narrow = new Translation(source, false);
  const text = narrow.whole();
  return {
    source,
    narrow: text,
    wide: narrow.hasBoundary ? new Translation(source, true).whole() : null,
    simple: narrow.isSimple ? inJavaScript(text) : null,
  };
}

const wordCharacter = /[\p{Alphabetic}\p{M}\p{Nd}\p{Pc}\p{Join_Control}]/u;

/** A text with a mark on both sides of each character that is not a line feed: `a` for a word's, `-` for others. */
export function widened(text: string): string {
  let wide = '';
  for (const character of text) {
    if (character === '\n') wide += character;
    else {
      const mark = wordCharacter.test(character) ? 'a' : '-';
      wide += mark + character + mark;
    }
  }
  return wide;
}

interface Part {
  readonly text: string;
  /** How often its innermost part may be repeated. */
  readonly repetitions: number;
}

/** One pass over a pattern, by recursive descent. */
class Translation {
  readonly #source: readonly string[];
  readonly #wide: boolean;
  readonly #names = new Set<string>();
  #at = 0;
  #depth = 0;
  hasBoundary = false;
  /** Nothing but characters, sets and alternatives so far. */
  #isFlat = true;
  #alternativeCount = 1;

  constructor(source: string, wide: boolean) {
    this.#source = [...source];
    this.#wide = wide;
  }

  whole(): string {
    const { text } = this.#alternatives();
    if (this.#at < this.#source.length) throw new PatternError('A ) has no ( before it; write \\) for the character.');
    return text;
  }

  get isSimple(): boolean {
    return this.#isFlat && this.#alternativeCount <= maxSimpleAlternatives && this.#source.length <= maxSimpleLength;
  }

  #alternatives(): Part {
    this.#depth++;
    if (this.#depth > maxDepth) throw new PatternError('Groups are nested too deeply.');
    let text = '';
    let repetitions = 1;
    while (this.#at < this.#source.length && this.#peek() !== ')') {
      if (this.#skip('|')) {
        text += '|';
        this.#alternativeCount++;
      } else {
        const part = this.#repeated();
        text += part.text;
        repetitions = Math.max(repetitions, part.repetitions);
      }
    }
    this.#depth--;
    return { text, repetitions };
  }

  #repeated(): Part {
    let { text, repetitions } = this.#atom();
    for (;;) {
      const operator = this.#repetition();
      if (operator === null) return { text, repetitions };
      this.#isFlat = false;
      repetitions *= operator.times;
      if (repetitions > maxRepetitions)
        throw new PatternError(`Repetitions of more than ${maxRepetitions} are not searched.`);
      text = `(?:${text})${operator.text}`;
    }
  }

  /** Whether it is greedy is all the same: only whether a line matches counts. */
  #repetition(): { readonly text: string; readonly times: number } | null {
    const character = this.#peek();
    if (character === '*' || character === '+' || character === '?') {
      this.#at++;
      this.#skip('?');
      return { text: character, times: 1 };
    }
    if (character !== '{') return null;
    const counted = /^\{(\d{1,5})(,(\d{1,5})?)?\}/.exec(this.#rest(20));
    if (counted === null)
      throw new PatternError('A { does not begin a repetition such as {2,5}; write \\{ for the character.');
    const [all, least, open, most = open === undefined ? least : least] = counted;
    if (Number(most) < Number(least)) throw new PatternError(`The repetition ${all} ends before it begins.`);
    this.#at += all.length;
    this.#skip('?');
    return { text: all, times: Math.max(1, Number(most)) };
  }

  #atom(): Part {
    const character = this.#next();
    switch (character) {
      case '(':
        return this.#group();
      case '[':
        return this.#consuming(this.#class());
      case '\\':
        return this.#escape();
      case '.':
        return this.#consuming('[^\\n\\r]');
      case '^':
      case '$':
        this.#isFlat = false;
        return { text: `(?:${character})`, repetitions: 1 };
      case '*':
      case '+':
      case '?':
      case '{':
        throw new PatternError(`A ${character} has nothing to repeat; write \\${character} for the character.`);
      default:
        return this.#consuming(literal(codePointOf(character)));
    }
  }

  #consuming(text: string): Part {
    return { text: this.#wide ? `(?:[^\\n]${text}[^\\n])` : text, repetitions: 1 };
  }

  #group(): Part {
    this.#isFlat = false;
    let flags = '';
    if (this.#skip('?')) {
      const named = /^P?<([A-Za-z_][A-Za-z0-9_]*)>/.exec(this.#rest(100));
      const flagged = /^([imsU]*)(-[sUi]+)?([:)])/.exec(this.#rest(20));
      if (named !== null) {
        const [all, name = ''] = named;
        if (this.#names.has(name)) throw new PatternError(`Two groups are called ${name}.`);
        this.#names.add(name);
        this.#at += all.length;
      } else if (flagged !== null) {
        const [all, on = '', off = '', end] = flagged;
        this.#at += all.length;
        flags = on.includes('i') ? 'i' : off.includes('i') ? '-i' : '';
        if (end === ')') {
          if (all.length === 1) throw new PatternError('A (?) says nothing; leave it out.');
          return { text: flags === '' ? '(?:)' : `(?${flags})`, repetitions: 1 };
        }
      } else
        throw new PatternError(
          'Look-around, comments and flags other than i, m and s are not searched; write (?: for a group without a number.',
        );
    }
    const { text, repetitions } = this.#alternatives();
    if (!this.#skip(')')) throw new PatternError('A ( is not closed; write \\( for the character.');
    return { text: `(?${flags}:${text})`, repetitions };
  }

  #escape(): Part {
    const letter = this.#peek();
    if (letter === 'b' || letter === 'B') {
      this.#at++;
      if (this.#peek() === '{') throw new PatternError(`Write \\${letter} alone for a word boundary.`);
      this.hasBoundary = true;
      this.#isFlat = false;
      return { text: `(?:\\${letter})`, repetitions: 1 };
    }
    const set = this.#escapedSet();
    if (set !== null) return this.#consuming(set.negated ? `[^${set.text}\\n\\r]` : `[${set.text}]`);
    return this.#consuming(literal(this.#escapedCharacter()));
  }

  /** `\d`, `\W`, `\pL`, `\P{Greek}`; null when something else follows the backslash, which has been read. */
  #escapedSet(): { readonly text: string; readonly negated: boolean } | null {
    const rest = this.#rest(40);
    const letter = rest[0] ?? '';
    if (/^[dswDSW]/.test(rest)) {
      this.#at++;
      return { text: perlSet(letter.toLowerCase()), negated: letter < 'a' };
    }
    if (letter !== 'p' && letter !== 'P') return null;
    const property = /^[pP](?:\{([^{}]+)\}|([A-Z]))/.exec(rest);
    const [all = '', name, initial] = property ?? [];
    const text = propertySet(name ?? initial ?? '');
    if (text === null)
      throw new PatternError('Only general categories such as \\p{Lu} and scripts such as \\p{Greek} are searched.');
    this.#at += all.length;
    return { text, negated: letter === 'P' };
  }

  /** The code point of an escape such as `\t`, `\x41`, `\u{1F600}` or `\.`; the backslash has been read. */
  #escapedCharacter(): number {
    const rest = this.#rest(12);
    const hex = /^(?:x([0-9A-Fa-f]{2})|u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})|[xuU]\{([0-9A-Fa-f]{1,8})\})/.exec(rest);
    if (hex !== null) {
      this.#at += hex[0].length;
      return searchable(Number.parseInt(hex.slice(1).find((digits) => digits !== undefined) ?? '', 16));
    }
    const character = this.#next();
    const control = controls[character];
    if (control !== undefined) return searchable(control);
    if (/^[!-/:;=?-@[-`{-~ ]$/.test(character)) return codePointOf(character);
    if (/^[0-9]$/.test(character))
      throw new PatternError('Back-references are not searched; write \\x01 for a control character.');
    throw new PatternError(`The escape \\${character} is not known here; see ripgrep's syntax of regular expressions.`);
  }

  #class(): string {
    const negated = this.#skip('^');
    let items = '';
    while (this.#skip('-')) {
      if (this.#peek() === '-') throw new PatternError('Write \\- for a - at the beginning of a class.');
      items += single(0x2d);
    }
    if (items === '' && this.#skip(']')) items += single(0x5d);
    while (this.#peek() !== ']') items += this.#classItem();
    this.#at++;
    return negated ? `[^${items}\\n\\r]` : `[${items}]`;
  }

  #classItem(): string {
    const pair = this.#rest(2);
    if (pair === '&&' || pair === '--' || pair === '~~')
      throw new PatternError(
        `Operations on classes are not searched; write \\${pair[0]}\\${pair[0]} for the characters.`,
      );
    if (pair.startsWith('[')) return this.#asciiItem();
    if (pair.startsWith('\\')) {
      this.#at++;
      const set = this.#escapedSet();
      if (set !== null) {
        if (/^-[^\]]/.test(this.#rest(2)))
          throw new PatternError('A range in a class cannot begin with a set; write \\- for a -.');
        return set.negated ? complement(set.text) : set.text;
      }
      this.#at--;
    }
    const from = this.#classCharacter();
    if (!/^-[^\]-]/.test(this.#rest(2))) return single(from);
    this.#at++;
    const to = this.#classCharacter();
    if (to < from) throw new PatternError('A range in a class ends before it begins.');
    return range(from, to);
  }

  #asciiItem(): string {
    const named = /^\[:([a-z]+):\]/.exec(this.#rest(12));
    const set = named === null ? null : asciiSet(named[1] ?? '');
    if (set === null || named === null)
      throw new PatternError('Classes within classes are not searched; write \\[ for the character.');
    this.#at += named[0].length;
    return set;
  }

  #classCharacter(): number {
    const character = this.#next('A [ is not closed; write \\[ for the character.');
    if (character === '[') throw new PatternError('Write \\[ for the character within a class.');
    return character === '\\' ? this.#escapedCharacter() : codePointOf(character);
  }

  #peek(): string | undefined {
    return this.#source[this.#at];
  }

  #next(missing = 'A \\ stands at the end; write \\\\ for the character.'): string {
    const character = this.#source[this.#at];
    if (character === undefined) throw new PatternError(missing);
    this.#at++;
    return character;
  }

  #skip(character: string): boolean {
    if (this.#peek() !== character) return false;
    this.#at++;
    return true;
  }

  /** What comes next, at most so many characters. */
  #rest(length: number): string {
    return this.#source.slice(this.#at, this.#at + length).join('');
  }
}

const controls: Readonly<Record<string, number>> = { a: 7, t: 9, n: 10, v: 11, f: 12, r: 13 };

function literal(codePoint: number): string {
  const character = String.fromCodePoint(codePoint);
  return /[0-9A-Za-z]/.test(character) ? character : single(codePoint);
}

function codePointOf(character: string): number {
  return searchable(character.codePointAt(0) ?? 0);
}

function searchable(codePoint: number): number {
  if (codePoint === 10 || codePoint === 13)
    throw new PatternError(
      'Lines are searched one by one, so a line break never matches; write ^ or $ for the ends of lines.',
    );
  if (Number.isNaN(codePoint) || codePoint > 0x10ffff || (codePoint >= 0xd800 && codePoint <= 0xdfff))
    throw new PatternError('A character of the pattern is no Unicode character.');
  return codePoint;
}
