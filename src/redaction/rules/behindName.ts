import { type Writing, whyCode } from './code.ts';
import type { SecretName } from './names.ts';
import { type Doubt, isChosen, isGenerated, isLetters } from './value.ts';
import { bare } from './valueSpan.ts';

/** A value with its name. */
export interface Given extends SecretName {
  readonly fullName: string;
  readonly value: string;
  readonly writing: Writing;
  /** The word of the secret ends the name, and the value is given to it alone: only a password can be here. */
  readonly exact: boolean;
  /** The value is no part of an expression. */
  readonly sure: boolean;
  /** The value is plain and ends its line or its variable in a command. */
  readonly endsLine: boolean;
  /** The same in a setting without quotes, or with them in YAML: letters alone may be a password. */
  readonly plain: boolean;
  /** A name or call that takes a password or secret, also one of letters and digits. */
  readonly told: boolean;
}

/**
 * Tests that a value is a secret: behind the name of a password what a person may have chosen,
 * behind other names what a machine has made, after a vague name no digest.
 */
export function isSecretBehind(given: Given): boolean {
  return (given.chosen ? isPassword(given) : isKey(given)) || isMadeUp(given);
}

/** Tests for a made-up password of letters in a setting, or a made-up secret. */
function isMadeUp(given: Given): boolean {
  const { kind, chosen, vague, whole, exact, endsLine, plain, told, fullName, value, writing } = given;
  const isSecret = told && !vague && !whole && (/\..*secret$/i.test(fullName) || /\d\d/.test(value));
  const isInEnvironment = /^(?:[A-Z\d]+_)*(?:SECRET(?:_KEY)?|PASS|(?<=_)PWD?)$/.test(fullName);
  const isNamed = chosen ? !whole : isSecret || isInEnvironment;
  // Settings often have passwords of letters alone.
  if (((isNamed && kind === 'password') || isInEnvironment) && exact && plain && isLetters(value)) return true;
  if (isNamed && exact && endsLine && writing !== 'program' && isSetting.test(`${fullName}=${value}`))
    return /^[!-~]{4,64}$/.test(value) && whyCode(value, writing) === null;
  return told && (chosen || !(vague || whole)) && isSecretWord(value, writing);
}

/** An environment variable, a dotted name whose value is no label, words with hyphens, or letters with a number. */
const isSetting =
  /^(?:[A-Z0-9_]+=|-?[A-Za-z][\w-]*(?:\.[\w-]+)+=[a-z\d]|[\w.-]+=(?!new-|old-|[\d-]+$)[a-z\d]+(?:-[a-z\d]+)+$|\w+=(?=\d*[A-Za-z])(?=\w*\d\d)[A-Za-z\d]{6,}$)/;

/** Tests for letters with digits that are no name. */
export function isSecretWord(value: string, writing: Writing): boolean {
  const isMixed = /^(?=.{8}|.*[A-Za-z]\d+[A-Za-z])(?=.*[A-Za-z])(?=.*\d)[A-Za-z\d][^\s.,/;\\&*(]*$/.test(value);
  const isName = /^\d?[a-z]+(?:\d?[-:_][a-z]+)*[-_]?\d{0,3}$|^\w?[A-Z]?[a-z]+(?:\d?[A-Z][a-z]+)*\d?$/.test(value);
  return isMixed && !isName && isChosen(value, true, writing);
}

function isPassword({ value, writing, sure, exact }: Given): boolean {
  if (/^[0-9]+$/.test(value)) return exact && value.length >= 6 && new Set(value).size > 2;
  // Letters without quotes before other words are prose in some language.
  const isAlone = sure || exact;
  return isChosen(value, exact, writing) && (isAlone || (isGenerated(value, bare, writing) && /[^A-Za-z]/.test(value)));
}

/** Tests for a generated value; after a vague name not a digest. */
function isKey({ words, vague, fullName, value, writing, sure }: Given): boolean {
  // Keys of WordPress hold blanks.
  const units = value.length > 16 * value.split(' ').length ? value.replaceAll(' ', '') : value;
  if (!isGenerated(units, doubtOf(value, vague, sure), writing)) return false;
  return (
    !vague ||
    !/^(?:0x|[a-z][a-z_-]{8,}[_-])?[0-9a-fA-F{}-]+(?:-[a-z]+)?$/.test(value) ||
    words === 'authorization' ||
    (isVariable.test(fullName) && !isLookup.test(fullName) && value.length >= 32)
  );
}

function doubtOf(value: string, vague: boolean, sure: boolean): Doubt {
  if (/^[a-z]+(?:[._-][a-z]+)+$/.test(value)) return { least: 20, bits: 20 };
  if (vague) return /[0-9]/.test(value) ? { least: 16, bits: sure ? 8 : 12 } : { least: 20, bits: sure ? 6 : 10 };
  if (!sure) return { least: 12, bits: 6 };
  if (!/[0-9]/.test(value)) return value.length < 16 ? { least: 12, bits: 12 } : { least: 16, bits: 8 };
  return { least: 10, bits: value.length < 12 ? 0 : value.length < 16 ? -3 : -9 };
}

/** The name of a vendor's key, whose value is no digest. */
const isVariable =
  /^[$-]{0,2}(?:\w+\.)*[A-Za-z][A-Za-z0-9]*(?:[_.-](?:[A-Za-z0-9]+[_.-])*[Kk][Ee][Yy]|[a-z0-9]Key)\d?$/;
/** Keys of a lookup. */
const isLookup =
  /(?:cache|primary|foreign|partition|sort|hash|object|file|image|row|route|pub(?:lic)?|index|idempotency|lookup|group|query|s3|map|dict|(?<!bit)bucket|item|content|resource|dedup\w*|translation|i18n|message|commit|sealed|apk|shard|registry|storage|state|event|metric|sender|site|config|identifier|repository|entity|record|node|element|identity|block|component|template|parent|user|issue|task|job|field|type|tag|unique|layer|uuid|gpg|hot)[_.-]?key\d?$/i;
