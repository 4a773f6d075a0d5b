import { type Writing, whyCode } from './code.ts';
import { judged, longHex, randomness } from './randomness.ts';

/** Units of a token of which some part is random. */
const judgedOfToken = 160;
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
  if (whyCode(body, 'token') !== null || /\$\{|\{\{/.test(body)) return false;
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

/** Whether a value is a generated one: random enough for its place, and no code. */
export function isGenerated(value: string, { least, bits }: Doubt, writing: Writing = 'quoted'): boolean {
  const part = value.slice(0, judged);
  if (unitsOf(value) < least || isRow.test(part) || !/^[!-~]+$/.test(part)) return false;
  const isRandom = /[(){}<>"'`]/.test(part)
    ? isGeneratedWithBrackets(part, bits)
    : randomness(value) >= bits || (pairSign.test(value) && secretOfPair(value) >= bits);
  return isRandom && whyCode(value, writing) === null;
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
export function isChosen(value: string, sure: boolean, writing: Writing = 'quoted'): boolean {
  if (value.length < 4 || value.length > 256 || !/^[!-~]+$/.test(value)) return false;
  const least = value.length < 8 ? 6 : /^[A-Za-z_]*$/.test(value) ? 3 : -2;
  const isMixed = sure && /[A-Za-z!#$&*?@]/.test(value) && /[0-9]|[^\w.:/-]/.test(value);
  return value.length >= 6 && (isMixed || randomness(value) >= least) && whyCode(value, writing) === null;
}
