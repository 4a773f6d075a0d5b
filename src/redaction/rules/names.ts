import { names } from '../data/names.ts';
import { rowsOf } from '../data/rows.ts';

/** Words in the name of a variable, a key, a header or a column that say what its value is. */
export interface SecretName {
  /** In lower case, the words apart. */
  readonly words: string;
  readonly kind: string;
  /** Whether people choose it, so that a short one counts. */
  readonly chosen: boolean;
  /** A name that also means other things: only an unmistakable value counts. */
  readonly vague: boolean;
  /** A word that is part of many others: it counts alone, or behind a sign. */
  readonly whole: boolean;
  /** A word that also says how a test went: `pass: 12 of 15`. */
  readonly verdict: boolean;
}

export const secretNames: readonly SecretName[] = rowsOf(names).flatMap(([kind = '', flags = '', words = '']) =>
  words.split(', ').map((one) => ({
    ...{ words: one, kind, chosen: flags.includes('chosen'), vague: flags.includes('vague') },
    ...{ whole: flags.includes('whole'), verdict: flags.includes('verdict') },
  })),
);

/** The ways in which a name of several words is written; capitals of ASCII do not matter. */
export function spellings(words: string): readonly string[] {
  const parts = words.split(' ');
  return parts.length === 1 ? [words] : ['', '_', '-', '.', ' '].map((sign) => parts.join(sign));
}

const vendors: readonly (readonly [pattern: RegExp, kind: string])[] = [
  [/aws.{0,10}secret|secret_?access_?key/i, 'aws-secret-key'],
  [/^accountkey$|sharedaccesskey|storage.{0,10}key/i, 'azure-key'],
  [/^_(?:auth(?:token)?|password)$/i, 'npm-token'],
];

/** Whether a unit is a letter, a digit or an underscore of ASCII. */
export function isWordUnit(unit: number): boolean {
  const letter = unit | 32;
  return (letter >= 97 && letter <= 122) || unit === 95 || (unit >= 48 && unit <= 57);
}

/** The kind of secret that a whole name tells. */
export function kindOf(name: string, kind: string): string {
  return vendors.find(([pattern]) => pattern.test(name))?.[1] ?? kind;
}

/** Names that speak of a secret without holding it: a file, its length, where it is got, what it is called. */
const speaksOf =
  /(?:\.(?:[cm]?[jt]sx?|d|py|go|rs|java|kt|cs|rb|php|swift|css|scss|html?|json|md|map|ya?ml|toml|txt|svg|png|snap|wasm|[ch](?:pp)?)|(?:[_-]?(?:url|uri|path|file|filename|endpoint|type|length|count|size|regex|pattern|ref|arn|label|prefix|hint|field|name|(?:credentials?|secrets)[_-]?id|key_?id|integrity|checksum|sha\d*|md5|fingerprint|thumbprint|digest)))$/i;

const publicKey = /pub(?:lic)?[_.-]?key/i;

/** Whether a name holds no secret though it has a telling word. */
export function isAboutSecret(name: string): boolean {
  return speaksOf.test(name) || publicKey.test(name);
}
