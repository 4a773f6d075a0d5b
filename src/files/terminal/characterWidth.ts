import { eastAsianWidth } from 'get-east-asian-width';

/** Marks that combine with the character before, format characters, and the vowels and finals of Hangul. */
const combining = /^[\p{Mn}\p{Me}\p{Cf}\u1160-\u11ff]$/u;
/** The first that is not one column wide. */
const firstSpecial = 0x300;

/** What was worked out, and one more, for the characters of one UTF-16 unit. */
const known = new Uint8Array(1 << 16);

/** How many columns of a terminal a character takes (Unicode Standard Annex #11; combining marks none). */
export function characterWidth(codePoint: number): number {
  if (codePoint < firstSpecial) return 1;
  const before = known[codePoint] ?? 0;
  if (before > 0) return before - 1;
  const width = combining.test(String.fromCodePoint(codePoint)) ? 0 : eastAsianWidth(codePoint);
  if (codePoint < known.length) known[codePoint] = width + 1;
  return width;
}
