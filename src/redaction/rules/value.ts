import { pairCost, wordEdge } from './letterPairs.ts';

/**
 * Whether a value is real. One idea: a secret is random, and what stands where a secret might (a name, a path, a word, code, a hint to
 * the reader) is made of words. So the value is told once as words, once as random units of the alphabet it uses, and the shorter of the
 * two descriptions is the likelier one. How much likelier it must be depends on where the value stands.
 */

/** What the parts of a name or of prose cost beside their letters, bits. */
const costOfHump = 1;
const costOfMixedCase = 4;
const costOfFirstDigit = 5.3;
const costOfDigit = 3.3;
const costOfSeparator = 1.5;
const costOfSign = 6.5;
const costOfRepeat = 1.5;
/** How much of a value tells enough, UTF-16 units. */
const judged = 96;
/** The same of a token, of which some part is random. */
const judgedOfToken = 160;
/** A run of hexadecimal digits in a value is judged alone, too. */
const longHex = 20;
const hexRun = /[0-9a-f]{20,}|[0-9A-F]{20,}/;
const longRun = /(.)\1{7,}/g;

/** How many bits it takes to tell a value as words, names and numbers. */
function bitsAsWords(value: string): number {
  let bits = 0;
  /** The letter before, or the beginning of a word. */
  let letterBefore = wordEdge;
  let upperBefore = false;
  let upperRun = 0;
  let unitBefore = 0;
  for (let at = 0; at < value.length; at++) {
    const unit = value.charCodeAt(at);
    const letter = (unit | 32) - 97;
    const repeats = unit === unitBefore;
    if (letter >= 0 && letter < 26 && unit < 128) {
      const upper = unit < 97;
      const next = value.charCodeAt(at + 1);
      const begins = letterBefore === wordEdge || (upper && (!upperBefore || (next >= 97 && next <= 122)));
      if (begins && letterBefore !== wordEdge) bits += pairCost(letterBefore, wordEdge) + costOfHump;
      const cost = pairCost(begins ? wordEdge : letterBefore, letter) + (upperRun > 1 && !upper ? costOfMixedCase : 0);
      bits += repeats ? Math.min(costOfRepeat, cost) : cost;
      upperRun = upper ? upperRun + 1 : 0;
      upperBefore = upper;
      letterBefore = letter;
    } else {
      if (letterBefore !== wordEdge) bits += pairCost(letterBefore, wordEdge);
      bits += repeats ? costOfRepeat : costOfOther(unit, unitBefore);
      upperRun = 0;
      letterBefore = wordEdge;
    }
    unitBefore = unit;
  }
  return letterBefore === wordEdge ? bits : bits + pairCost(letterBefore, wordEdge);
}

function costOfOther(unit: number, before: number): number {
  if (isDigit(unit)) return isDigit(before) ? costOfDigit : costOfFirstDigit;
  return '_-./: '.includes(String.fromCharCode(unit)) ? costOfSeparator : costOfSign;
}

function isDigit(unit: number): boolean {
  return unit >= 48 && unit <= 57;
}

/** A value that takes so many bits as words cannot be guessed; what people make up, such as `Summer2024!Summer`, takes about 65. */
const hopeless = 72;

/** Whether nobody can find a value by trying, not even one who knows how people make up passwords. */
export function isUnguessable(value: string): boolean {
  return bitsAsWords(value) >= hopeless;
}

/** How many bits it takes to tell a value as random units. */
function bitsAsRandom(value: string): number {
  if (/^[0-9]*$/.test(value)) return value.length * Math.log2(10);
  if (/^(?:[0-9a-f-]*|[0-9A-F-]*)$/.test(value)) return value.replaceAll('-', '').length * 4;
  if (/^[0-9a-fA-F-]*$/.test(value)) return value.replaceAll('-', '').length * Math.log2(22);
  let units = 0;
  if (/[a-z]/.test(value)) units += 26;
  if (/[A-Z]/.test(value)) units += 26;
  if (/[0-9]/.test(value)) units += 10;
  if (/[+/_=.~-]/.test(value)) units += 2;
  if (/[^\w+/=.~-]/.test(value)) units += 16;
  return value.length * Math.log2(units);
}

/** What of a long value tells something: zeros in base64, `AAAAAAAAAA`, tell nothing. */
function told(value: string): string {
  const rest = value.length < longHex ? value : value.replaceAll(longRun, '$1');
  return rest.length < longHex ? value : rest;
}

/**
 * How much likelier a value is as random units than as words, bits: a logarithm of the ratio of both likelihoods. Random values of 16 units and more lie above -8
 * in 999 cases of 1,000, in the middle at 25; names and prose below -10.
 */
function randomness(value: string): number {
  const part = told(value.slice(0, judged));
  const all = bitsAsWords(part) - bitsAsRandom(part);
  const digits = part.length < longHex ? undefined : hexRun.exec(part)?.[0];
  return digits === undefined || digits === part ? all : Math.max(all, bitsAsWords(digits) - bitsAsRandom(digits));
}

/** Values that stand for another one: variables, templates, calls, and hints to the reader. */
const standsForOther =
  /\$\{[^}]*\}|\{\{.*\}\}|#\{[^}]*\}|\$\([A-Za-z/<][^)!@%^*#]*\)|\[REDACTED|^%[A-Za-z_][\w.]*%$|^<[^<>]*>$|^\{[^{}]*\}$|^\[[^[\]]*\]$|^\$\w+(?:[.:]\w+)*$|^(?:https?|file|wss?):|^@[\w-]+\/|^&?\*?[A-Za-z_]\w*\([^()]*\)$|^(?:\.{0,2}|~|@[\w-]*)\/[\w.@-]+(?:\/[\w.@-]+)*$|^process\.|^env\.|^import\.|^os\.|^self\.|^this\./;
const hint =
  /(?:^|[-_ ])your[-_ ]|change[-_ ]?(?:me|it|this)|replace[-_ ]?(?:me|with|this)|placeholder|dummy|redacted|x{6}|\*\*\*|\.\.\.|^(?:x+|none|null|nil|true|false|undefined|string|number|boolean|required|optional|empty|default|todo|tbd|test|n\/?a)$/i;
/** Digests that name their function, and other values that are public. */
const isPublic =
  /^(?:sha(?:1|224|256|384|512)|md5|h1|blake\w+)[-:]|^(?:data|urn|arn|ssh-\w+|ecdsa-[\w-]+|spiffe):? ?|^0x[0-9a-fA-F]{1,16}$/;

/** Whether a value stands for another one, or for none. */
export function isStandIn(value: string): boolean {
  const part = value.slice(0, judged);
  if (
    /^[$@%&.<[{!#/~]/.test(part) &&
    !/\$\{[^}]*\}|\{\{.*\}\}|#\{[^}]*\}|\$\([A-Za-z/<][^)!@%^*#]*\)|\[REDACTED/.test(part) &&
    randomness(part.slice(1)) > 0
  )
    return false;
  return standsForOther.test(part) || hint.test(part) || isPublic.test(part);
}

/** A path of a file or a module: `lib/token2.ts`. */
function looksLikePath(value: string): boolean {
  return value.length <= 256 && /^[\w.@~-]*(?:\/[\w.@-]+)+\.[a-z]{1,5}$/i.test(value);
}

/** Names joined by dots or the like: `config.token2`, `Token::new`. */
function isCode(value: string): boolean {
  return /^[A-Za-z_$][\w$]*[?!]?(?:(?:\.|->|::)[A-Za-z_$][\w$]*[?!]?)+[!:]?$/.test(value);
}

/** Alphabets and other rows of units in their order. */
const isRow = /abcdefgh|stuvwxyz|qwertyui|^(.)\1*$/i;

/** Whether what follows the mark of a token makes it a real one: some part of it is random. */
export function isTokenBody(value: string): boolean {
  const body = value.slice(0, judgedOfToken);
  if (body !== judgedLast.body) judgedLast = { body, isReal: isRealBody(body) };
  return judgedLast.isReal;
}

/** What was said of the last body: a text that repeats the beginning of a token asks the same at each. */
let judgedLast = { body: '', isReal: false };

function isRealBody(body: string): boolean {
  if (hint.test(body.slice(0, judged)) || /\$\{|\{\{/.test(body)) return false;
  return [body, body.replaceAll(/[^A-Za-z0-9]+/g, ''), ...body.split(/[^A-Za-z0-9]+/)].some(
    (part) => part.length >= 6 && randomness(part) >= -6,
  );
}

/** How sure the place of a value is. */
export interface Doubt {
  /** The shortest value that counts, UTF-16 units. */
  readonly least: number;
  /** The {@link randomness} that is asked for, bits. */
  readonly bits: number;
}

/** Whether a value is a generated one: random enough for its place. */
export function isGenerated(value: string, { least, bits }: Doubt): boolean {
  const part = value.slice(0, judged);
  if (unitsOf(value) < least || isStandIn(value) || looksLikePath(value) || isRow.test(part)) return false;
  if (!/^[!-~]+$/.test(part)) return false;
  if (/[(){}<>"'`]/.test(part)) return isGeneratedWithBrackets(part, bits);
  return randomness(value) >= bits || (pairSign.test(value) && secretOfPair(value) >= bits);
}

/** What regular expressions, templates and programs are written with. */
const codeMarks = /\(\?[:=!<]|\[\^[^\]]{1,9}\]|a-[zf]|A-[ZF]|0-9|\\[dswb]|<\/|["'`],["'`]|\{\d*,?\d+\}/;

/** Generators take brackets and quotes, too, which code has as well: of such a value the letters and digits tell whether it is one. */
function isGeneratedWithBrackets(value: string, bits: number): boolean {
  const told = value.replaceAll(/[^A-Za-z0-9]+/g, '');
  return (
    told.length >= 12 && !codeMarks.test(value) && randomness(told) >= Math.max(bits, /\d.*\d/.test(told) ? -4 : 8)
  );
}

/** How many units a value has, each that is written by an escape of a string or of HTML as one. */
function unitsOf(value: string): number {
  return /[\\&]/.test(value) ? value.replaceAll(/\\x[\da-f]{2}|&(?:lt|gt|amp|quot);/gi, '.').length : value.length;
}

/** What parts a secret from what stands before it: a colon, or behind a number a bar or a dash. */
const pairSign = /:|(?<=^[0-9]{6,25})[|-]/;

/** In a value such as `number:secret` the {@link randomness} of the part that is long enough to be the secret. */
function secretOfPair(value: string): number {
  const parts = value.slice(0, judged).split(pairSign);
  return Math.max(...parts.filter(({ length }) => length >= longHex).map(randomness), Number.NEGATIVE_INFINITY);
}

/**
 * Whether a value may be a password that a person chose: it holds a digit or a sign, or is random. `sure` says that it stands where
 * nothing but a password can.
 */
export function isChosen(value: string, sure: boolean): boolean {
  if (value.length < 4 || value.length > 256 || !/^[!-~]+$/.test(value) || isStandIn(value)) return false;
  const least = value.length < 8 ? 6 : /^[A-Za-z_]*$/.test(value) ? 3 : -2;
  if (randomness(value) >= least) return value.length >= 6;
  if (isCode(value) || looksLikePath(value) || !/[A-Za-z!#$&*?@]/.test(value) || !sure) return false;
  return value.length >= 6 && /[0-9]|[^\w.:/-]/.test(value);
}
