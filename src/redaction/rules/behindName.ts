import { evidenceRows } from '../data/evidence.ts';
import { plainNames } from '../data/plainNames.ts';
import { patternOf } from '../data/rows.ts';
import { whyCode } from './code.ts';
import { type Given, isAlone, isNoValue, isSetting, isString, writingOf } from './given.ts';
import { aboutSecret } from './names.ts';
import { areWords, type Doubt, isChosen, isGenerated, isSecretWord } from './value.ts';

/**
 * Tests that a value is a secret: behind the name of a password what a person may have chosen,
 * behind other names what a machine has made.
 */
export function isSecretBehind(given: Given): boolean {
  return ((given.name.chosen ? isPassword(given) : isKey(given)) || isMadeUp(given)) && !isNoValue(given);
}

/** Tests that only the secret of the name can be here. */
function isCertain(given: Given): boolean {
  return given.endsName && isAlone(given) && given.role !== 'argument';
}

const reader = new RegExp(patternOf(plainNames, 'reader'), 'i');

function isPassword(given: Given): boolean {
  const { fullName, operator, span, value, role } = given;
  const writing = writingOf(given);
  const isSure = isCertain(given);
  if (operator.startsWith('(') && !reader.test(fullName) && isSecretWord(value, writing)) return true;
  if (/^[0-9]+$/.test(value)) return isSure && value.length >= (span.quoted ? 5 : 6) && new Set(value).size > 2;
  // Letters without quotes before other words are prose in some language.
  const isProse = !isSure && (!isAlone(given) || role !== 'direct');
  const isClear = () => isGenerated(value, { least: 8, bits: 6 }, writing) && /[^A-Za-z]/.test(value);
  return isChosen(value, isSure, writing) && (!isProse || isClear());
}

/** Tests for a generated value, or letters with digits where a name is given nothing else. */
function isKey(given: Given): boolean {
  const { name, value } = given;
  const writing = writingOf(given);
  // Keys of WordPress hold blanks.
  const units = value.includes(' ') && value.length > 16 * value.split(' ').length ? value.replaceAll(' ', '') : value;
  if (isGenerated(units, doubtOf(given), writing)) return !name.vague || isNoDigest(given);
  const mayBeMadeUp = writing !== 'program' || /[^\w.:-]|[a-z]\d+[a-z]/i.test(value);
  return mayBeMadeUp && isCertain(given) && !name.vague && isSecretWord(value, writing, isSetting(given));
}

function doubtOf(given: Given): Doubt {
  const { name, value } = given;
  const hasDigit = /[0-9]/.test(value);
  if (name.vague) return { least: hasDigit ? 16 : 20, bits: 8 };
  if (!isAlone(given)) return { least: hasDigit ? 12 : 20, bits: 6 };
  if (!hasDigit) return /[^a-z]/.test(value) && value.length < 16 ? { least: 12, bits: 12 } : { least: 16, bits: 8 };
  return { least: 10, bits: value.length < 12 ? 0 : value.length < 16 ? -3 : -9 };
}

/** Keys of vendors may be hexadecimal, those of a lookup are no secrets. */
const vendorsKey = new RegExp(patternOf(evidenceRows, 'vendor'));
const lookup = new RegExp(patternOf(plainNames, 'lookup'), 'i');

/** 32 bytes in base58, as in addresses and identities. */
const publicKey = /^(?=.*[A-Z])[1-9A-HJ-NP-Za-km-z]{43,44}$/;

/** Tests that a generated value behind a vague name is no digest, or that a vendor's key may look like one. */
function isNoDigest({ name, fullName, value }: Given): boolean {
  if (name.kind === 'key' && publicKey.test(value)) return false;
  const isDigest = /^(?:0x|[a-z][a-z_-]{8,}[_-]|[a-z_]{5,}:)?[0-9a-fA-F{}-]+(?:-[a-z]+)?$/.test(value);
  if (!isDigest || name.words === 'authorization') return true;
  return value.length >= 32 && vendorsKey.test(fullName) && !lookup.test(fullName);
}

const spaced = new RegExp(patternOf(evidenceRows, 'spaced'));
const ofWords = new RegExp(patternOf(evidenceRows, 'of words'));

/**
 * Tests for a secret separated by a blank: `--password …`, `password …` in .netrc, `ENV API_KEY …`,
 * `Bearer …`.
 */
export function isSecretBehindSpace(given: Given): boolean {
  const { name, fullName, span, value, parts } = given;
  const { chosen, whole, vague } = name;
  if (aboutSecret.test(fullName)) return false;
  const writing = span.quoted ? 'quoted' : 'bare';
  const isLong = /\d/.test(value) && isGenerated(value, { least: 16, bits: 8 }, writing);
  if (isLong && (!whole || /[G-Zg-z]/.test(value)) && (!vague || isNoDigest(given))) return true;
  const isGiven = spaced.test(parts);
  if (!chosen) return isGiven && !whole && !vague && isSecretWord(value, writing, true);
  return (isGiven || span.quoted) && (isChosen(value, true, writing) || (ofWords.test(parts) && areWords(value)));
}

const secretLine = new RegExp(patternOf(evidenceRows, 'line'));
const chosenSecret = new RegExp(patternOf(evidenceRows, 'chosen'), 'i');
const madeUp = new RegExp(patternOf(evidenceRows, 'made up'));
const bound = new RegExp(patternOf(evidenceRows, 'bound'));

/** Tests for a secret that a person has made up of words. */
function isMadeUp(given: Given): boolean {
  const { name, before, fullName, operator, value, parts } = given;
  const isChosenName = secretLine.test(parts) || (!name.whole && (name.chosen || chosenSecret.test(fullName)));
  if (!isChosenName || !isCertain(given) || bound.test(before + fullName + operator)) return false;
  const writing = writingOf(given);
  if (writing === 'program' && name.kind !== 'password') return false;
  const isCode = whyCode(value, writing) !== null;
  // Words joined by signs may be the name of a constant.
  const isConstant = !/[a-z]/.test(fullName);
  const isWords = isString(given) ? !isConstant || !isCode : isSetting(given) && /^[a-z]+$/.test(value);
  if (isWords && areWords(value, isConstant ? 'bare' : 'quoted')) return true;
  return isSetting(given) && !isCode && /^[!-~]{4,64}$/.test(value) && madeUp.test(fullName + operator + value);
}
