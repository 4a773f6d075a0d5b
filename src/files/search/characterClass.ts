/**
 * Sets of characters in the words of RE2, for the classes that ripgrep knows. No set holds a line break: lines are searched
 * one by one, and ripgrep takes line breaks out of every class, too (design F).
 */

/** Where the two engines name Unicode's properties alike. Those that hold line breaks or unassigned code points are left out. */
const properties =
  /^(?:L[ultmo]?|M[nce]?|N[dlo]?|P[cdseifo]?|S[mcko]?|Zs?|Cf|Latin|Greek|Cyrillic|Armenian|Hebrew|Arabic|Devanagari|Bengali|Thai|Georgian|Hangul|Ethiopic|Mongolian|Hiragana|Katakana|Bopomofo|Han)$/;

const ascii: Readonly<Record<string, string>> = {
  alnum: '0-9A-Za-z',
  alpha: 'A-Za-z',
  ascii: '\\x00-\\x09\\x0B\\x0C\\x0E-\\x7F',
  blank: '\\x09\\x20',
  cntrl: '\\x00-\\x09\\x0B\\x0C\\x0E-\\x1F\\x7F',
  digit: '0-9',
  graph: '!-~',
  lower: 'a-z',
  print: '\\x20-~',
  punct: '!-\\/:-@\\[-`\\{-~',
  space: '\\x09\\x0B\\x0C\\x20',
  upper: 'A-Z',
  word: '0-9A-Za-z_',
  xdigit: '0-9A-Fa-f',
};

/** Unicode's, as in ripgrep (UTS 18, annex C): RE2's own know ASCII only. */
const perl: Readonly<Record<string, string>> = {
  d: '\\p{Nd}',
  s: '\\x09\\x0B\\x0C\\x20\\x{85}\\p{Z}',
  w: '\\p{L}\\p{Nl}\\p{M}\\p{Nd}\\p{Pc}\\x{200C}\\x{200D}\\x{24B6}-\\x{24E9}\\x{1F130}-\\x{1F149}\\x{1F150}-\\x{1F169}\\x{1F170}-\\x{1F189}',
};

/** The inside of a class for `[:name:]`; null when there is none. */
export function asciiSet(name: string): string | null {
  return ascii[name] ?? null;
}

/** The inside of a class for a property; null when the two engines may differ about it. */
export function propertySet(name: string): string | null {
  return properties.test(name) ? `\\p{${name}}` : null;
}

/** The inside of a class for `\d`, `\s` or `\w`. */
export function perlSet(letter: string): string {
  return perl[letter] ?? '';
}

/** The inside of a class for one code point. */
export function single(codePoint: number): string {
  return `\\x{${codePoint.toString(16).toUpperCase()}}`;
}

/** The inside of a class from one code point to another, line breaks left out. */
export function range(from: number, to: number): string {
  const parts = [
    [from, Math.min(to, 0x09)],
    [Math.max(from, 0x0b), Math.min(to, 0x0c)],
    [Math.max(from, 0x0e), to],
  ] as const;
  return parts
    .filter(([first, last]) => first <= last)
    .map(([first, last]) => `${single(first)}-${single(last)}`)
    .join('');
}

const complements = new Map<string, string>();

/** The inside of a class for all but a property or a Perl class: RE2 cannot keep line breaks out of `\P{…}` within a class. */
export function complement(set: string): string {
  const known = complements.get(set);
  if (known !== undefined) return known;
  const inside = new RegExp(`[${inJavaScript(set)}]`, 'u');
  let result = '';
  for (let first = 0; first <= 0x10ffff; first++) {
    if (isOutside(first, inside)) {
      let last = first;
      while (isOutside(last + 1, inside)) last++;
      result += range(first, last);
      first = last;
    }
  }
  complements.set(set, result);
  return result;
}

/** The same set, or expression of sets, in the words of a JavaScript expression with the flag `u`. */
export function inJavaScript(text: string): string {
  return text.replace(/\\x\{([0-9A-F]+)\}/g, '\\u{$1}').replace(/\\p\{([A-Z][a-z]{2,})\}/g, '\\p{Script=$1}');
}

/** Surrogates are no characters of a text in UTF-8. */
function isOutside(codePoint: number, inside: RegExp): boolean {
  if (codePoint > 0x10ffff || (codePoint >= 0xd800 && codePoint <= 0xdfff)) return false;
  return !inside.test(String.fromCodePoint(codePoint));
}
