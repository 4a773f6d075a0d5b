import type { LineRule, SecretSpan } from '../finding.ts';
import { looksLikeKey, looksLikePassword } from './likelihood.ts';

/** A word in the name of a variable, a key or a header that says what its value is. */
interface NamedSecret {
  readonly keyword: string;
  readonly kind: string;
  /** Whether people choose it, so that a short one counts. */
  readonly chosen?: boolean;
  /** A name that also means other things: only an unmistakable value counts. */
  readonly vague?: boolean;
  /** A word that is part of many others: it counts alone, or behind a sign. */
  readonly whole?: boolean;
}

const named: readonly NamedSecret[] = [
  ...['password', 'passwd', 'passphrase', 'pwd', 'passwort', 'db_pass', 'dbpass', 'user_pass', 'pgpass'].map(
    (keyword) => ({ keyword, kind: 'password', chosen: true }),
  ),
  ...[
    'secret',
    'credential',
    'signing_key',
    'signingkey',
    'encryption_key',
    'encryptionkey',
    'master_key',
    'masterkey',
  ].map((keyword) => ({ keyword, kind: 'secret' })),
  ...['private_key', 'privatekey', 'private-key', 'key-data', 'deploy_key', 'deploykey', 'ssh_key', 'sshkey'].map(
    (keyword) => ({
      keyword,
      kind: 'secret',
    }),
  ),
  ...[
    'api_key',
    'apikey',
    'api-key',
    'app_key',
    'appkey',
    'app-key',
    'auth_key',
    'authkey',
    'auth-key',
    'license_key',
  ].map((keyword) => ({ keyword, kind: 'api-key' })),
  ...[
    'access_key',
    'accesskey',
    'access-key',
    'account_key',
    'accountkey',
    'account-key',
    'service_key',
    'servicekey',
  ].map((keyword) => ({ keyword, kind: 'access-key' })),
  ...['functionkey', 'function_key', 'admin_key', 'adminkey', 'admin-key', 'write_key', 'writekey'].map((keyword) => ({
    keyword,
    kind: 'access-key',
  })),
  ...['token', '_jwt', 'webhook_key'].map((keyword) => ({ keyword, kind: 'token' })),
  ...['_auth', 'authorization', 'x-auth'].map((keyword) => ({ keyword, kind: 'authorization', vague: true })),
  ...['pass', 'pw'].map((keyword) => ({ keyword, kind: 'password', chosen: true, whole: true })),
  ...['key'].map((keyword) => ({ keyword, kind: 'key', vague: true, whole: true })),
  ...['session_id', 'sessionid', 'cookie', 'hmac', 'salt', 'pepper', 'bearer'].map((keyword) => ({
    keyword,
    kind: 'secret',
    vague: true,
  })),
];

const nameUnits = 64;
const valueUnits = 4_096;

const nameAfter = /[A-Za-z0-9_.$-]{0,48}/y;
/** A closing quote or bracket, a type, and what gives the value: `: string =`, `":`, `'] =>`, `=`, `>`. */
const giving =
  /["'`]?\]?[ \t]{0,16}(?:(?:[!?]?:[ \t]{0,4}|[ \t])(?:&(?:'static )?)?[A-Za-z_][A-Za-z0-9_<>.]{0,40}(?: \| [A-Za-z]{1,20})?[ \t]=(?![>=])|[ \t]value[ \t]?=|:=|=>|->|<-|===?|!==?|\?\?=?|\|\|=?|[:=]|,(?=[ \t]{0,4}["'`])|\((?=[ \t]{0,4}["'`])|>(?=[^\s<]{4,200}<\/))[ \t]{0,16}/y;
const spaced = /[ \t]{1,4}/y;
const opening = /(?:\\?["'`]|[rbufRBUF]{1,2}["'])/y;
const bareKey = /[^\s"'`,;<>(){}[\]\\|&]{1,4097}/y;
const barePassword = /[^\s"'`,;<>(){}[\]]{1,257}/y;
const scheme = /(?:bearer|basic|token|digest|apikey)[ \t]{1,4}/iy;

/** Keywords with the rules for values that are assigned to a name with such a word. */
export const assignmentRules: readonly (readonly [keyword: string, rule: LineRule])[] = named.map((one) => [
  one.keyword,
  (text, at) => assigned(text, at, one),
]);

function assigned(text: string, at: number, name: NamedSecret): SecretSpan | null {
  const { keyword, kind, chosen, vague, whole } = name;
  if (whole && !isWhole(text, at, at + keyword.length)) return null;
  const nameEnd = endOf(nameAfter, text, at + keyword.length);
  const valueAt = endOf(giving, text, nameEnd);
  if (valueAt < 0) return whole ? null : behindSpace(text, at, nameEnd, kind);
  const span = valueSpan(text, valueAt, chosen ? barePassword : bareKey);
  if (span === null || (whole && vague && !span.quoted)) return null;
  const { start, end, quoted } = span;
  const value = text.slice(start, end);
  const operator = text.slice(nameEnd, valueAt);
  const isArgument = /[,(]/.test(operator);
  // What is compared with a bare word is code.
  if ((isArgument && value.length < 8) || (!quoted && /[=!]=/.test(operator))) return null;
  const isAlone = quoted || text[nameEnd] === '>' || isSetting(text, text.slice(nameStart(text, at), nameEnd), end);
  const exact = nameEnd === at + keyword.length && !isArgument && isAlone;
  const isSecret = chosen ? looksLikePassword(value, quoted, exact) : looksLikeKey(value, quoted, vague === true);
  return isSecret ? { start, end, kind: kindOf(text.slice(nameStart(text, at), nameEnd), kind) } : null;
}

function isWhole(text: string, start: number, end: number): boolean {
  const before = text.charCodeAt(start - 1);
  return !isWordUnit(text.charCodeAt(end)) && (before === 95 || !isWordUnit(before));
}

function isLetter(unit: number): boolean {
  return (unit | 32) >= 97 && (unit | 32) <= 122;
}

function isWordUnit(unit: number): boolean {
  return isLetter(unit) || unit === 95 || (unit >= 48 && unit <= 57);
}

/** `--password …`, `password …` in .netrc, `ENV API_KEY …`, `Bearer …`: nothing but a space before the value. */
function behindSpace(text: string, at: number, nameEnd: number, kind: string): SecretSpan | null {
  const valueAt = endOf(spaced, text, nameEnd);
  if (valueAt < 0) return null;
  const name = text.slice(nameStart(text, at), nameEnd);
  const span = valueSpan(text, valueAt, bareKey);
  if (span === null) return null;
  const { start, end, quoted } = span;
  const value = text.slice(start, end);
  const isOption = /^--?[a-z]/.test(name);
  const isSecret = looksLikeKey(value, quoted, true) || (isOption && looksLikePassword(value, quoted, false));
  return isSecret ? { start, end, kind: kindOf(name, kind) } : null;
}

/** Whether a bare value stands in a file of settings: `DB_PASSWORD=…`, `password: …` and nothing after it. */
function isSetting(text: string, name: string, end: number): boolean {
  return /^[A-Z0-9_]+$/.test(name) || end === text.length || /[\r\n]/.test(text[end] as string);
}

function endOf(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : -1;
}

function nameStart(text: string, at: number): number {
  let start = at;
  while (start > 0 && at - start < nameUnits && /[A-Za-z0-9_.$-]/.test(text[start - 1] as string)) start--;
  return start;
}

/** Where the value stands that begins here, without its quotes and without the word `Bearer` or the like. */
function valueSpan(text: string, at: number, bare: RegExp): { start: number; end: number; quoted: boolean } | null {
  const quoteEnd = endOf(opening, text, at);
  if (quoteEnd < 0) {
    const schemeEnd = endOf(scheme, text, at);
    const start = schemeEnd < 0 ? at : schemeEnd;
    const end = endOf(bare, text, start);
    // A call or an element of a list: code, no value.
    if (end >= 0 && /[([]/.test(text[end] ?? '')) return null;
    return end < 0 || end - start > valueUnits ? null : { start, end, quoted: schemeEnd >= 0 };
  }
  const quote = text[quoteEnd - 1] as string;
  const end = closing(text, quoteEnd, quote);
  if (end < 0) return null;
  const schemeEnd = endOf(scheme, text, quoteEnd);
  return { start: schemeEnd < 0 || schemeEnd > end ? quoteEnd : schemeEnd, end, quoted: true };
}

/** Where the string ends: at its quote, or, when that is missing, with the line. */
function closing(text: string, from: number, quote: string): number {
  const limit = Math.min(text.length, from + valueUnits);
  for (let at = from; at < limit; at++) {
    const unit = text[at] as string;
    if (unit === quote) return text[at - 1] === '\\' && at - 1 >= from ? at - 1 : at;
    if (unit === '\n' || unit === '\r') return at;
    if (unit === '\\' && text[at + 1] !== quote) at++;
  }
  return limit === text.length ? limit : -1;
}

const vendors: readonly (readonly [pattern: RegExp, kind: string])[] = [
  [/aws.{0,10}secret|secret_?access_?key/i, 'aws-secret-key'],
  [/^accountkey$|sharedaccesskey|storage.{0,10}key/i, 'azure-key'],
  [/_auth(?:token)?$|_password$/, 'npm-token'],
];

function kindOf(name: string, kind: string): string {
  return vendors.find(([pattern]) => pattern.test(name))?.[1] ?? kind;
}
