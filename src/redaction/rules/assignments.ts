import { placeRows } from '../data/places.ts';
import { rowsOf } from '../data/rows.ts';
import type { FoundPlace, KeywordRule, LineRule, SecretSpan } from '../finding.ts';
import { type Writing, whyCode } from './code.ts';
import { isAboutSecret, isWordUnit, type SecretName, secretNames, spellings } from './names.ts';
import { randomness } from './randomness.ts';
import { type Doubt, isChosen, isGenerated } from './value.ts';
import { bare, codeInLine, endOfMatch, isLastOnLine, quote, schemes, valueSpan } from './valueSpan.ts';

const nameUnits = 64;

const blanks = '[ \\t]{0,16}';
const unitsAfter = 48;
const nameAfter = new RegExp(`[A-Za-z0-9_.$-]{0,${unitsAfter}}`, 'y');
/** A sentence that states the value. */
const saysSo = /^ (?:is|was|ist|est|es|è|é)[ :]|^[是为]/i;
/** A call around a string: `String::from("…")`, `SecretStr("…")`, `[]byte("…")`. */
const wrapping = String.raw`(?:new )?(?:\[\])?[A-Za-z_][\w.:]{0,40}[({](?=${quote})`;
const isWrapped = /(?:=|:)[ \t]*(?:new )?(?:\[\])?[A-Za-z_][\w.:]*[({]$/;
/** The pattern between a name and its value, by the value's line. */
function givingIn(place: string): string {
  const patterns = rowsOf(placeRows).flatMap(([where, pattern = '']) => (where === place ? [pattern] : []));
  return patterns.join('|').replaceAll('{quote}', quote).replaceAll('{blanks}', blanks);
}

const giving = new RegExp(
  [
    `${quote}? ?\\]?${blanks}(?:${givingIn('here')})${blanks}(?:${wrapping}|[[({](?=${quote}))?`,
    `${quote}\\]?${blanks},${blanks}(?=${quote})`,
  ].join('|'),
  'iy',
);
const givingBelow = new RegExp(`${quote}?\\]?${blanks}(?:${givingIn('below')})`, 'iy');
const lineOpens = new RegExp(
  String.raw`^(?:${quote}?\]?${blanks}(?:[:=]|:=|=>|,)?${blanks}(?:[|>][+-]?|[([{,\\]|"""|''')?|${quote}?,?|<\/[\w:.-]{1,40}>)[ \t]*$`,
);
const signs = /[^\w\s]{1,3}|/y;
const spaced = /[ \t]{1,4}/y;
const nextItem = new RegExp(String.raw`${quote}?[ \t]*(?:,[ \t]*(?:\r?\n[ \t]*)?|\r?\n[ \t]*- )`, 'y');
const nextBranch = new RegExp(String.raw`${quote}[ \t]+(?::|\|\||\?\?|or)[ \t]+(?=${quote})`, 'y');
const beyondDoubt: Doubt = { least: 16, bits: 8 };
/** Rules for values assigned to a telling name. */
export const assignmentRules: readonly KeywordRule<LineRule>[] = secretNames.flatMap((name) =>
  spellings(name.words).map((keyword) => ({
    keyword,
    rule: (place: FoundPlace) => assigned(place, keyword.length, name),
    glance: (text: string, at: number) => mayBeName(text, at, at + keyword.length, name),
  })),
);

/** Code or prose that cannot precede a value. */
const noGiving = /[)}+/@#~^]|\[(?!\d{0,6}\] ?=)|\*(?!\*:)|;[\r\n]/y;
const proseWords = new RegExp(
  `,? {1,2}(?!value|default|(?:is|was|ist|est|es)(?: now| set to)?:? \\S*(?:\\d|[\\r\\n]|$)|${schemes})[a-z][a-z']{0,12}[.,;:)]{0,2} {1,2}[a-z(]`,
  'iy',
);

/** Tests that a value may follow the name. */
function mayBeName(text: string, start: number, end: number, { whole, chosen }: SecretName): boolean {
  if (whole && !isWhole(text, start, end) && !isHump(text, start, end)) return false;
  let nameEnd = end;
  while (nameEnd < end + unitsAfter && isNameUnit(text.charCodeAt(nameEnd))) nameEnd++;
  if (endOfMatch(noGiving, text, nameEnd) >= 0) return false;
  const begin = nameStart(text, start);
  // A repeated name with its sign: `sig=sig=`.
  const next = endOfMatch(signs, text, nameEnd);
  if (text.startsWith(text.slice(begin, next), next)) return false;
  return chosen || endOfMatch(proseWords, text, nameEnd) < 0 || text[begin] === '-';
}

function isNameUnit(unit: number): boolean {
  return isWordUnit(unit) || unit === 36 || unit === 45 || unit === 46;
}

function assigned(place: FoundPlace, length: number, name: SecretName): ReturnType<LineRule> {
  const { text, at } = place;
  if (!mayBeName(text, at, at + length, name)) return null;
  const nameEnd = endOfMatch(nameAfter, text, at + length);
  const here = endOfMatch(giving, text, nameEnd);
  if (lineOpens.test(text.slice(nameEnd))) {
    const more = place.withNextLines(/s/i.test(text[nameEnd - 1] ?? '') ? longestList : 2);
    const below = endOfMatch(givingBelow, more, nameEnd);
    return below < 0 ? null : assignedValues(more, [at, at + length, nameEnd, below], name);
  }
  if (here >= 0 && here < text.length) return assignedValues(text, [at, at + length, nameEnd, here], name);
  const isWord = name.whole && !(name.chosen && text[nameStart(text, at)] === '-') && name.words !== 'key';
  return here >= 0 || isWord ? null : behindSpace(place, nameEnd, name);
}

/**
 * Tests for a setting: the value ends its line, or follows an environment variable in a command.
 */
function isSettingOf(text: string, begins: boolean, isEnvironment: boolean, end: number): boolean {
  return ((begins || isEnvironment) && isLastOnLine(text, end)) || (isEnvironment && text[end] === ' ');
}

/** Offsets of a telling word and its end, the end of its whole name, and the value. */
type Offsets = readonly [at: number, wordEnd: number, nameEnd: number, valueAt: number];

/** Maximum number of lines and items of a list. */
const longestList = 20;

/** The value, and the random ones that follow it in a list or another branch. */
function assignedValues(text: string, offsets: Offsets, name: SecretName): readonly SecretSpan[] {
  const [, , nameEnd, valueAt] = offsets;
  const first = assignedValue(text, offsets, name);
  const spans = first === null ? [] : [first];
  if (name.vague) return spans;
  const isList = /[[{]\s*$|- +$|[=:][^=:]*\($/.test(text.slice(nameEnd, valueAt));
  if (first === null && !isList) return spans;
  let value: Omit<SecretSpan, 'kind'> | null = first ?? valueSpan(text, valueAt, false, null);
  for (let items = 0; value !== null && items < longestList; items++) {
    const next = endOfMatch(isList ? nextItem : nextBranch, text, value.end);
    value = next < 0 ? null : valueSpan(text, next, false, null);
    const { start, end } = value ?? { start: 0, end: 0 };
    const item = text.slice(start, end);
    if (
      isGenerated(item, beyondDoubt, 'program') ||
      (isList && name.chosen && first?.kind !== undefined && first.doubt !== true && isChosen(item, true, 'program'))
    )
      spans.push({ start, end, kind: name.kind });
  }
  return spans;
}

function assignedValue(text: string, [at, wordEnd, nameEnd, valueAt]: Offsets, name: SecretName): SecretSpan | null {
  const { kind, chosen, verdict } = name;
  const begin = nameStart(text, at);
  const before = text.slice(0, begin);
  const fullName = text.slice(begin, nameEnd);
  const operator = text.slice(nameEnd, valueAt);
  if (isAboutSecret(fullName)) return null;
  const isEnvironment = /^[A-Z0-9_]+$/.test(fullName) && operator === '=';
  const begins = beginsLine(text, begin);
  const code = codeInLine(begins, operator, chosen, isEnvironment);
  const span = valueSpan(text, valueAt, chosen || begins, code);
  if (span === null) return null;
  const { start, quoted } = span;
  // A parameter of an address ends at the next one.
  const value = text.slice(start, span.end).replace(operator === '=' && /[?&]$/.test(before) ? /&.*$/ : '', '');
  const end = start + value.length;
  const isGivenTo =
    (/[,(]/.test(operator) && putsByName.test(before)) ||
    sets(fullName, operator, text.slice(end)) ||
    /,.*=|=.*,/s.test(operator);
  if (!isGivenTo && isListItem(operator, text.slice(end, end + 8), begins)) return null;
  const isArgument = !isGivenTo && isArgumentOf(fullName, operator);
  const isSetting = isSettingOf(text, begins, isEnvironment, end);
  const isPart =
    (operator === '=' && isOption.test(fullName)) || (/^[=:]$/.test(operator) && isParameter(text, at, end));
  const isAlone = quoted || isSetting || isPart || endsItself(text, begin, end, operator, value);
  const typed = isTyped(name, operator, !isArgument && isAlone) ? { start, end, kind, doubt: true } : null;
  if (isNoValue(operator, value, quoted) || value.toLowerCase() === fullName.toLowerCase()) return typed;
  const isVerdict = verdict && !quoted && !isPart && operator.includes(':');
  const exact = numberOnly.test(text.slice(wordEnd, nameEnd)) && !isArgument && isAlone && !isVerdict;
  const writing = writingOf(text, begin, end, operator, quoted);
  const sure = isAlone && !(chosen && (isArgument || isPart));
  const endsLine = /^(?:=|: )$/.test(operator) && isLastOnLine(text, end + Number(quoted));
  const given: Given = { ...name, fullName, value, writing, exact, sure, endsLine };
  return isSecretBehind(given) || isMadeUpBehind(given) ? { start, end, kind } : typed;
}

/** A value with its name; `sure`: no part of an expression; `exact`: the name ends with the word; `endsLine`: a plain value alone. */
type Given = SecretName & Record<'fullName' | 'value', string> & { readonly writing: Writing } & Flags;
type Flags = Readonly<Record<'exact' | 'sure' | 'endsLine', boolean>>;

/** What may follow the word in its name: `password2`, `passwords`. */
const numberOnly = /^s?\d{0,3}$/;

/** Tests for a place whose value is hidden while it is typed. */
function isTyped({ vague, words }: SecretName, operator: string, isAlone: boolean): boolean {
  return (!vague || words.includes('auth')) && (isAlone || isWrapped.test(operator));
}

/** Tests for a made-up value of an environment variable or a secret. */
function isMadeUpBehind(given: Given): boolean {
  const { chosen, whole, vague, kind, fullName, value, writing } = given;
  // Environment variables often have passwords of letters alone.
  if (chosen && !whole && given.exact && given.endsLine && writing !== 'program' && /^[A-Z0-9_]+$/.test(fullName))
    return /^[!-~]{4,64}$/.test(value) && whyCode(value, writing) === null;
  return kind === 'secret' && !vague && given.sure && /secret$/i.test(fullName) && isSecretWord(value, writing);
}

/** Tests for letters with digits that are no name. */
function isSecretWord(value: string, writing: Writing): boolean {
  const isMixed = /[A-Za-z]/.test(value) && /\d/.test(value) && value.length >= 8 && !/[\s./]/.test(value);
  const isName = /^[a-z]+(?:[-:_][a-z]+)*\d{0,3}$/.test(value);
  return isMixed && !isName && isChosen(value, true, writing);
}

/** A call that stores a value by its name: `props.put("mail.smtp.password", "…")`. */
const putsByName = /\b(?:put|set|add|append|define|setProperty|setItem|putString|property|config|header)\w*\(["'`]$/i;

/** Tests for a method that takes the value alone: `setPassword("…")`. */
function sets(name: string, operator: string, after: string): boolean {
  return operator.startsWith('(') && /(?:^|\.)(?:set|with)[A-Z_]\w*$/.test(name) && /^["'`]\)/.test(after);
}

/** The beginning of a line of a program, and the code after its string. */
const opensProgram =
  /^[\s*+>-]*(?:(?:export|public|private|protected|internal|static|final|const|let|var|val|my|our|local|def|fn|func|return|if|else|await|new|throw|assert\w*|expect)\b|[@$&][A-Za-z_]|[\w$.:>-]+\()/;
const closesProgram = /^["'`]?\)*[;)]|^["'`],[ \t]*(?:[\r\n]|$|[\w'"]+ ?(?:[:=(]|=>))/;

function writingOf(text: string, begin: number, end: number, operator: string, quoted: boolean): Writing {
  if (!quoted) return 'bare';
  if (/:=|=>|->|\(/.test(operator) || opensProgram.test(text.slice(0, begin))) return 'program';
  return !operator.startsWith('"') && closesProgram.test(text.slice(end, end + unitsAfter)) ? 'program' : 'quoted';
}

/** Tests for an item of a list: of cells, or of strings. */
function isListItem(operator: string, after: string, begins: boolean): boolean {
  return /^[ \t]*,(?!.*(?:value|default))/is.test(operator) && (!begins || !endsRow.test(after));
}

/** The end of a row of two cells. Elsewhere a comma separates arguments. */
const endsRow = /^["']?[ \t]*(?:[\r\n]|$)/;

/** Detects words about the name: a comparison, or prose without a digit. */
function isNoValue(operator: string, value: string, quoted: boolean): boolean {
  return saysSo.test(operator) ? !/[0-9]/.test(value) : !quoted && /[=!]=/.test(operator);
}

/**
 * Tests that the value is the next argument; a constant is a name: `define('DB_PASSWORD', '…')`.
 */
function isArgumentOf(name: string, operator: string): boolean {
  return (
    /[,(](?![^,(]*[)\]] ?:)/.test(operator) && !/value|default/i.test(operator) && !/^[A-Z0-9]+_[A-Z0-9_]+$/.test(name)
  );
}

function isPassword(value: string, sure: boolean, exact: boolean, writing: Writing): boolean {
  if (/^[0-9]+$/.test(value)) return exact && value.length >= 6 && new Set(value).size > 2;
  return (
    isChosen(value, exact, writing, true) &&
    // Letters without quotes before other words are prose in some language.
    (sure || exact || (isGenerated(value, bare, writing) && /[^A-Za-z]/.test(value)))
  );
}

/** Tests for a password, or a generated value; after a vague name not a digest. */
function isSecretBehind({ words, kind, vague, chosen, fullName, value, writing, exact, sure }: Given): boolean {
  if (chosen) return isPassword(value, sure, exact, writing);
  const named = !vague && /^(?:secret|api-key)$/.test(kind);
  // Keys of WordPress hold blanks.
  const units = value.length > 16 * value.split(' ').length ? value.replaceAll(' ', '') : value;
  if (!isGenerated(units, { ...doubtOf(value, vague, sure), named }, writing)) return false;
  return (
    !vague ||
    !/^(?:0x)?[0-9a-fA-F{}-]+$/.test(value) ||
    words === 'authorization' ||
    (isVariable.test(fullName) && !isLookup.test(fullName) && value.length >= 32)
  );
}

function doubtOf(value: string, vague: boolean, sure: boolean): Doubt {
  if (/^[a-z]+(?:[._-][a-z]+)+$/.test(value)) return { least: 20, bits: 20 };
  if (vague) return /[0-9]/.test(value) ? { least: 16, bits: sure ? 8 : 12 } : { least: 20, bits: sure ? 6 : 10 };
  if (!sure) return { least: 12, bits: 6 };
  if (!/[0-9]/.test(value)) return { least: 16, bits: 8 };
  return { least: 10, bits: value.length < 12 ? 0 : value.length < 16 ? -3 : -9 };
}

/** The name of a vendor's key, whose value is no digest. */
const isVariable =
  /^[$-]{0,2}(?:\w+\.)*[A-Za-z][A-Za-z0-9]*(?:[_.-](?:[A-Za-z0-9]+[_.-])*[Kk][Ee][Yy]|[a-z0-9]Key)\d?$/;
/** Keys of a lookup. */
const isLookup =
  /(?:cache|primary|foreign|partition|sort|hash|object|file|image|row|route|pub(?:lic)?|index|idempotency|lookup|group|query|s3|map|dict|(?<!bit)bucket|item|content|resource|dedup\w*|translation|i18n|message|commit|sealed|apk|shard|registry|storage|state|event|metric|sender|site|config|identifier|repository|entity|record|node|element|identity|block|component|template|parent|user|issue|task|job|field|type|tag|unique|layer)[_.-]?key\d?$/i;

function isWhole(text: string, start: number, end: number): boolean {
  const before = text.charCodeAt(start - 1);
  return endsName(text, end) && (before === 95 || !isWordUnit(before));
}

/** The last word of a name in camel case: `appKey`. */
function isHump(text: string, start: number, end: number): boolean {
  return /[a-z0-9][A-Z][A-Za-z]/.test(text.slice(start - 1, start + 2)) && endsName(text, end);
}

/** Tests that a name ends here, perhaps with a number: `appKey2`. */
function endsName(text: string, end: number): boolean {
  return /^\d{0,2}(?!\w)/.test(text.slice(end, end + 3));
}

/** An option of a command: `--password`, `-Dspring.datasource.password`. */
const isOption = /^--?[A-Za-z]/;

/**
 * A value separated by a blank: `--password …`, `password …` in .netrc, `ENV API_KEY …`, `Bearer
 * …`.
 */
function behindSpace(
  { text, at }: FoundPlace,
  nameEnd: number,
  { kind, chosen, whole }: SecretName,
): SecretSpan | null {
  const valueAt = endOfMatch(spaced, text, nameEnd);
  if (valueAt < 0) return null;
  const begin = nameStart(text, at);
  const name = text.slice(begin, nameEnd);
  const span = valueSpan(text, valueAt, chosen, null);
  const isStructTag = /^`\w+:/.test(text.slice(valueAt));
  if (span === null || isStructTag || isAboutSecret(name) || randomness(name) > 8 || name.includes('$', 1)) return null;
  const { start, end, quoted } = span;
  const value = text.slice(start, end);
  const before = text.slice(0, begin);
  const isGiven =
    isOption.test(name) ||
    /^[ \t]*(?:ENV|ARG) $/.test(before) ||
    /\blogin \S+ $/.test(before) ||
    (/\b(?:with|and|using)(?: the)? $/i.test(before) && /\d/.test(value) && isLastOnLine(text, end)) ||
    // A line of .netrc may hold the password alone.
    `${before}${text.slice(end)}`.trim() === '';
  const writing = quoted ? 'quoted' : 'bare';
  const isSecret =
    (/\d/.test(value) && isGenerated(value, { least: 16, bits: 8 }, writing) && (!whole || /[G-Zg-z]/.test(value))) ||
    ((isGiven || quoted) && chosen && isChosen(value, true, writing)) ||
    (isGiven && !whole && isChosen(value, false, writing));
  if (!isSecret && !quoted && !isGiven) return null;
  return { start, end, kind, doubt: !isSecret };
}

/** Tests that a name begins its line, perhaps after `export`, a list mark or a diff mark. */
function beginsLine(text: string, start: number): boolean {
  return /^(?:[ \t>+*#/-]|\d{1,6}[:\t|-]|export |set |setx |env |ENV |ARG |const |\$env:|-[eD] ?)*["']?$/.test(
    text.slice(0, start),
  );
}

/**
 * Tests that a value is one of several parameters: `;Password=…;`, `&token=…`, `user=… password=…`.
 */
function isParameter(text: string, at: number, end: number): boolean {
  if (!/[;,&\s"')]/.test(text[end] ?? ' ')) return false;
  const before = text.slice(Math.max(0, at - 40), at);
  return (
    /[;&?"'][\w -]*$|[\w.-][=:]\S+[ ,/][\w.-]*$/.test(before) || /^[ ,/][\w.-]+[=:]\S/.test(text.slice(end, end + 40))
  );
}

/** Tests that a value ends its line or element, or is a member of a YAML map. */
function endsItself(text: string, begin: number, end: number, operator: string, value: string): boolean {
  if (operator.includes('>') || text.startsWith('</', end) || isLastOnLine(text, end)) return true;
  if (operator === '=' && text[end] === ' ' && /\d/.test(value) && /(?:^|\s)$/.test(text.slice(0, begin))) return true;
  if (operator.startsWith(':') && /["']/.test(text[end] ?? '') && text[begin - 1] === text[end]) return true;
  if (operator.startsWith(':') && /[)}]/.test(text[end] ?? '') && opensAlone.test(text.slice(0, begin))) return true;
  if (operator.includes('|')) return lastCell.test(text.slice(end, end + unitsAfter));
  if (!operator.startsWith(': ') || !/[,}]/.test(text[end] ?? '')) return false;
  return noExpression.test(value) || (flowMap.test(text) && flowMapEnd.test(text.slice(end)));
}

/** A bracket around one name and value: `(pw: …)` in prose, `${PASSWORD:-…}` in a shell. */
const opensAlone = /(?:\$\{|(?:^|[^A-Za-z_$])\([\w -]{0,24})$/;
const lastCell = /^[*_`]{0,2} {0,40}\|?[ \t]*(?:[\r\n]|$)/;
/** A sign between letters without blanks, or a number followed by a word: no expression. */
const noExpression = /\w[#@%^&*+~!]+\w|^\d+[a-z]{3}/i;
/** A line that is a map of YAML without quotes: `- {user: me, password: …}`. */
const flowMap = /^[ \t]*(?:- +)?(?:[\w.-]+: +)?\{ ?[\w.-]+: /;
const flowMapEnd = /^[^"'`(){}]*\}[ \t]*(?:#[^\r\n]*)?(?:[\r\n]|$)/;

function nameStart(text: string, at: number): number {
  let start = at;
  while (start > 0 && at - start < nameUnits && isNameUnit(text.charCodeAt(start - 1))) start--;
  return start;
}
