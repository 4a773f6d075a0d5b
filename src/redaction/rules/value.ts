import { evidenceRows } from '../data/evidence.ts';
import { patternOf } from '../data/rows.ts';
import { type Writing, whyCode } from './code.ts';
import { judged, randomness } from './randomness.ts';

/** Alphabets and rows of keys. */
const isRow = /abcdefgh|stuvwxyz|qwertyui|^(.)\1*$/i;

/** Tests that some part of the beginning of a token's body is random. */
export function isTokenBody(value: string): boolean {
  const body = value.slice(0, 160);
  if (body !== judgedLast.body) judgedLast = { body, isReal: isRealBody(body) };
  return judgedLast.isReal;
}

/** Cached because a repeated prefix asks for the same body. */
let judgedLast = { body: '', isReal: false };

function isRealBody(body: string): boolean {
  if (whyCode(body, 'token') !== null) return false;
  if (/^\D+$/.test(body) && randomness(body) < 0) return false;
  const parts = [body, body.replaceAll(/[^A-Za-z0-9]+/g, ''), ...body.split(/[^A-Za-z0-9]+/)];
  return parts.some((part) => part.length >= 6 && randomness(part) >= -6);
}

/** The evidence that a place requires. */
export interface Doubt {
  /** Minimum length, UTF-16 units. */
  readonly least: number;
  /** Minimum {@link randomness}, bits. */
  readonly bits: number;
}

/** Tests that a value is random enough for its place, and no code. */
export function isGenerated(value: string, { least, bits }: Doubt, writing: Writing = 'quoted'): boolean {
  const part = value.slice(0, judged);
  if (value.length < least || isRow.test(part) || !/^[!-~]+$/.test(part)) return false;
  const isPattern = /[(){}<>"'`]/.test(part) && codeMarks.test(part);
  return randomness(value) >= bits && !isPattern && whyCode(value, writing) === null;
}

/** Marks of regular expressions, templates and programs. */
const codeMarks = /\(\?[:=!<]|\[\^[^\]]{1,9}\]|a-[zf]|A-[ZF]|0-9|\\[dswb]|<\/|["'`],["'`]|\{\d*,?\d+\}/;

/**
 * Tests for a password that a person may have chosen: with a digit or sign, or random. `sure` means
 * that only a password can be here.
 */
export function isChosen(value: string, sure: boolean, writing: Writing): boolean {
  if (value.length < 4 || value.length > 256 || !/^[!-~]+$|^(?=.*\d)[!-~¡-ÿ]+$/.test(value)) return false;
  const least = value.length < 8 ? 6 : /^[A-Za-z_]*$/.test(value) ? 3 : -2;
  const isMixed = sure && /[A-Za-z!#$&*?@]/.test(value) && /[0-9]|[^\w.:/-]/.test(value);
  return value.length >= 6 && (isMixed || randomness(value) >= least) && whyCode(value, writing) === null;
}

/** Words, but no name of a secret. */
const wordForms =
  /^(?!(?:pas+w(?:or)?ds?|username|client[-_]?[Ss]ecret|(?:(?:api|access|auth)[-_]?)?(?:[Tt]oken|[Kk]ey))$)(?=.{4})(?:[a-z]+(?:[-_][a-z]+)*|[A-Za-z][a-z]+(?:[A-Z][a-z]*)+)$/;

/**
 * Tests for words: one in lower case, or several joined by signs or capitals. Callers decide
 * whether their place makes them a password.
 */
export function areWords(value: string, writing: Writing = 'bare'): boolean {
  return wordForms.test(value) && value.length <= 256 && whyCode(value, writing) === null;
}

const nameOfCode = new RegExp(patternOf(evidenceRows, 'name'));
const counted = new RegExp(patternOf(evidenceRows, 'counter'));
const variable = new RegExp(patternOf(evidenceRows, 'variable'));

/** Tests for letters with digits that are no name. Outside of settings a counter makes a name. */
export function isSecretWord(value: string, writing: Writing, inSetting = false): boolean {
  const isMixed = /^(?=.*[A-Za-z])(?=.*\d)[A-Za-z\d][!-')+.0-:<-[\]-~-]{5,63}$/.test(value);
  const isName = nameOfCode.test(value) || (!inSetting && (writing === 'bare' ? variable : counted).test(value));
  return isMixed && !isName && isChosen(value, true, writing);
}
