import { names } from '../data/names.ts';
import { rowsOf } from '../data/rows.ts';

export interface SecretName {
  /** In lower case, separated by blanks. */
  readonly words: string;
  readonly kind: string;
  readonly chosen: boolean;
  readonly vague: boolean;
  readonly whole: boolean;
  readonly verdict: boolean;
}

export const secretNames: readonly SecretName[] = rowsOf(names).flatMap(([kind = '', flags = '', words = '']) =>
  words.split(', ').map((one) => ({
    ...{ words: one, kind, chosen: flags.includes('chosen'), vague: flags.includes('vague') },
    ...{ whole: flags.includes('whole'), verdict: flags.includes('verdict') },
  })),
);

/** The spellings of a name of several words. */
export function spellings(words: string): readonly string[] {
  const parts = words.split(' ');
  return parts.length === 1 ? [words] : ['', '_', '-', '.', ' '].map((sign) => parts.join(sign));
}

/** Tests for a letter, digit or underscore of ASCII. */
export function isWordUnit(unit: number): boolean {
  const letter = unit | 32;
  return (letter >= 97 && letter <= 122) || unit === 95 || (unit >= 48 && unit <= 57);
}

/** Endings of names that describe a secret without holding it: a file, a length, a URL. */
const speaksOf =
  /(?:\.(?:[cm]?[jt]sx?|d|py|go|rs|java|kt|cs|rb|php|swift|s?css|html?|json|md|map|ya?ml|toml|txt|svg|png|[ch](?:pp)?)|(?:[_-]?(?:url|uri|path|file|filename|endpoint|type|length|count|size|duration|ttl|index|regex|pattern|ref|arn|label|prefix|hint|field|name|identifiers?|(?:authorization|credentials?|secrets|passwords?|tokens?)[\w-]{0,24}\.?id|key[_-]?id|u?uid|guid|algorithms?|filter|manager|accessor(?:id)?|version|button|message|title|placeholder|tooltip|integrity|checksum|sha\d*|md5|fingerprint|thumbprint|digest|error|(?<!(?:key|password)_)release|commit|revision)))$/i;

const publicKey =
  /pub(?:lic)?\w{0,16}[_.-]?key|(?:sealed|site)[_.-]?key|^sonar\.projectkey|(?:^user\.|gpg_)signing_?key|websocket[-_]?key|key-hash|(?:page|next|continuation|skip|sync)[_-]?token|^from_secret|^x-amz-credential|^nopasswd$|^searchkeys$|tokens?_?data$/i;

/** Tests for a telling name that holds no secret. */
export function isAboutSecret(name: string): boolean {
  return speaksOf.test(name) || publicKey.test(name);
}
