import { whyCode } from './code.ts';
import type { Given } from './given.ts';
import { type Doubt, isChosen, isGenerated, isLetters, isSecretWord } from './value.ts';
import { bare } from './valueSpan.ts';

/**
 * Tests that a value is a secret: behind the name of a password what a person may have chosen,
 * behind other names what a machine has made.
 */
export function isSecretBehind(given: Given): boolean {
  return (given.name.chosen ? isPassword(given) : isKey(given)) || isMadeUp(given);
}

/** Tests that only the secret of the name can be here. */
function isCertain({ isNamed, isAlone, role }: Given): boolean {
  return isNamed && isAlone && role !== 'argument';
}

/** A call that looks a password up or hides it. */
const takesNone = /(?:^|[.>])(?:find|get|has|is|mask)|without/i;

function isPassword(given: Given): boolean {
  const { fullName, operator, value, writing, isAlone, role } = given;
  const isSure = isCertain(given);
  if (operator.startsWith('(') && !takesNone.test(fullName) && isSecretWord(value, writing)) return true;
  if (/^[0-9]+$/.test(value)) return isSure && value.length >= 6 && new Set(value).size > 2;
  if (!isChosen(value, isSure, writing)) return false;
  // Letters without quotes before other words are prose in some language.
  return isSure || (isAlone && role === 'alone') || (isGenerated(value, bare, writing) && /[^A-Za-z]/.test(value));
}

/** Tests for a generated value, or letters with digits where a name is given nothing else. */
function isKey(given: Given): boolean {
  const { name, operator, value, writing, isNamed, isAlone, role } = given;
  // Keys of WordPress hold blanks.
  const units = value.includes(' ') && value.length > 16 * value.split(' ').length ? value.replaceAll(' ', '') : value;
  if (isGenerated(units, doubtOf(given), writing)) return !name.vague || isNoDigest(given);
  const isGiven = isNamed && isAlone && !(role === 'argument' && operator.includes(','));
  return isGiven && !name.vague && !name.whole && isSecretWord(value, writing);
}

function doubtOf({ name, value, isAlone }: Given): Doubt {
  if (/^[a-z]+(?:[._-][a-z]+)+$/.test(value)) return { least: 20, bits: 20 };
  if (name.vague)
    return /[0-9]/.test(value) ? { least: 16, bits: isAlone ? 8 : 12 } : { least: 20, bits: isAlone ? 6 : 10 };
  if (!isAlone) return { least: 12, bits: 6 };
  if (!/[0-9]/.test(value)) return value.length < 16 ? { least: 12, bits: 12 } : { least: 16, bits: 8 };
  return { least: 10, bits: value.length < 12 ? 0 : value.length < 16 ? -3 : -9 };
}

/** The name of a vendor's key. */
const vendorsKey =
  /^[$-]{0,2}(?:\w+\.)*[A-Za-z][A-Za-z0-9]*(?:[_.-](?:[A-Za-z0-9]+[_.-])*[Kk][Ee][Yy]|[a-z0-9]Key)\d?$/;
/** Keys of a lookup. */
const isLookup =
  /(?:cache|primary|foreign|partition|sort|hash|object|file|image|row|route|pub(?:lic)?|index|idempotency|lookup|group|query|s3|map|dict|(?<!bit)bucket|item|content|resource|dedup\w*|translation|i18n|message|commit|sealed|apk|shard|registry|storage|state|event|metric|sender|site|config|identifier|repository|entity|record|node|element|identity|block|component|template|parent|user|issue|task|job|field|type|tag|unique|layer|uuid|gpg|hot)[_.-]?key\d?$/i;

/** Tests that a generated value behind a vague name is no digest, or that a vendor's key may look like one. */
function isNoDigest({ name, fullName, value }: Given): boolean {
  if (!/^(?:0x|[a-z][a-z_-]{8,}[_-])?[0-9a-fA-F{}-]+(?:-[a-z]+)?$/.test(value)) return true;
  return (
    name.words === 'authorization' || (value.length >= 32 && vendorsKey.test(fullName) && !isLookup.test(fullName))
  );
}

/** A variable of the environment that holds a secret and nothing else. */
const secretVariable = /^(?:[A-Z\d]+_)*(?:SECRET(?:_KEY)?|PASS|(?<=_)PWD?)$/;
/** A variable, a dotted name whose value is no label, words with hyphens, or letters with a number. */
const madeUp =
  /^(?:[A-Z0-9_]+=|-?[A-Za-z][\w-]*(?:\.[\w-]+)+=[a-z\d]|[\w.-]+=(?!new-|old-|[\d-]+$)[a-z\d]+(?:-[a-z\d]+)+$|\w+=(?=\d*[A-Za-z])(?=\w*\d\d)[A-Za-z\d]{6,}$)/;

/** Tests for a secret that a person has made up of words for a setting. */
function isMadeUp(given: Given): boolean {
  const { name, fullName, value, writing, setting } = given;
  if (setting === null || !isCertain(given)) return false;
  const isVariable = secretVariable.test(fullName);
  const isPasswords = isVariable || (name.kind === 'password' && !name.whole);
  // Settings often have passwords of letters alone.
  if (isPasswords && setting === 'plain' && isLetters(value)) return true;
  const isSecrets = name.chosen || (!name.vague && (isVariable || /\..*secret$/i.test(fullName) || /\d\d/.test(value)));
  if (!isSecrets || name.whole || writing === 'program' || !/^[!-~]{4,64}$/.test(value)) return false;
  return madeUp.test(`${fullName}=${value}`) && whyCode(value, writing) === null;
}
