/** How likely a value is a secret: what tells random strings and passwords from words, names, paths and code. */

/** Values that stand for another one, or for none. */
const standsForOther =
  /^(?:\$|%|@|#\{|\{|<|\[|\.|\/{1,2}[a-z]|~\/|-{1,2}[a-z]|&|!|process\.|env\.|import\.|os\.|self\.|this\.|https?:|file:|wss?:|\w+\()|\$\{|\{\{|%[A-Za-z_]+%|\[REDACTED:/i;
const notReal =
  /^(?:x+|\*+|\.+|-+|_+|null|none|nil|true|false|undefined|string|number|boolean|required|optional|empty|default|todo|tbd|n\/?a)$|your[-_ ]|change[-_ ]?me|replace[-_ ]?(?:me|with)|placeholder|example|dummy|redacted|xxxx|\*\*\*\*|\.\.\.\./i;

/**
 * Whether a value may be what a person or a machine chose as a password. `exact` says that it stands where nothing but a password can:
 * then a word with a digit counts, too.
 */
export function looksLikePassword(value: string, quoted: boolean, exact: boolean): boolean {
  if (value.length < 6 || value.length > 256 || !/^[!-~]+$/.test(value) || /^0x[0-9a-f]+$/i.test(value)) return false;
  if (standsForOther.test(value) || notReal.test(value)) return false;
  const hasDigit = /[0-9]/.test(value);
  const hasLetter = /[A-Za-z]/.test(value);
  const hasSign = /[^A-Za-z0-9_./:-]/.test(value);
  if (!hasLetter || (!hasDigit && !hasSign)) return false;
  if (!quoted && (isCode(value) || value.length < (exact ? 6 : 8))) return false;
  return exact ? hasDigit || !isMadeOfWords(value) : !isMadeOfWords(value) || (quoted && hasSign && hasDigit);
}

/** Whether a value looks like a generated key; a vague name asks for a longer one. */
export function looksLikeKey(value: string, quoted: boolean, vague: boolean): boolean {
  if (value.length < (vague ? 20 : 10) || /[\s(){}<>]/.test(value)) return false;
  if (standsForOther.test(value) || notReal.test(value)) return false;
  if (!/[0-9]/.test(value) || !/[A-Za-z]/.test(value)) return isDigitsOnly(value) && !vague && quoted;
  if (!/^[A-Za-z0-9+/=_.~:!@#$%^&*-]+$/.test(value)) return false;
  if (isMadeOfWords(value) || isPath(value) || isHash(value) || (!quoted && isCode(value))) return false;
  return entropyOf(value) >= (value.length >= 20 ? 3 : 2.7) && (!vague || entropyOf(value) >= 3.5);
}

/** A name, or names joined by dots: `config.token2`. */
function isCode(value: string): boolean {
  return /^[A-Za-z_$][\w$]*[?!]?\.[A-Za-z_$][\w$]*(?:[?!]?\.[A-Za-z_$][\w$]*)*[!:]?$/.test(value);
}

function isDigitsOnly(value: string): boolean {
  return /^[0-9]{16,}$/.test(value);
}

/** Published digests name their function: `sha512-…`. */
function isHash(value: string): boolean {
  return /^(?:sha(?:1|256|384|512)|md5)[-:]/i.test(value);
}

function isPath(value: string): boolean {
  return /^[\w.@-]+(?:\/[\w.@-]+)+\.[a-z]{1,5}$/i.test(value);
}

/** Names and prose: the parts between signs, digits or capitals are words, perhaps with a short number or two. */
function isMadeOfWords(value: string): boolean {
  const numbers = value.match(/[0-9]+/g) ?? [];
  if (numbers.length > 2 || numbers.some(({ length }) => length > 4)) return false;
  const parts = value.match(/[A-Z]{2,5}(?![a-z])|[A-Z]{1,5}[a-z]+|[a-z]+|[A-Z]+/g) ?? [];
  const letters = parts.reduce((sum, { length }) => sum + length, 0);
  return letters >= 3 * parts.length && parts.every(isWordLike);
}

/** Said aloud: it has vowels, and no long run of consonants or vowels. */
function isWordLike(part: string): boolean {
  return part.length <= 2 || (/[aeiouy]/i.test(part) && !/[^aeiouy]{5}|[aeiou]{4}/i.test(part));
}

/** Shannon's entropy, bits a character. */
function entropyOf(value: string): number {
  const counts = new Map<string, number>();
  for (const unit of value) counts.set(unit, (counts.get(unit) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / value.length) * Math.log2(count / value.length);
  return bits;
}
