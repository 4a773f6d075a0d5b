import { placeRows } from '../data/places.ts';
import { rowsOf } from '../data/rows.ts';
import type { FoundPlace, KeywordRule, LineRule, SecretSpan } from '../finding.ts';
import { type Given, isSecretBehind, isSecretWord } from './behindName.ts';
import { isAboutSecret, isWordUnit, type SecretName, secretNames, spellings } from './names.ts';
import {
  beginsLine,
  endsItself,
  endsSetting,
  isGivenByName,
  isListItem,
  isOption,
  isParameter,
  writingOf,
} from './standing.ts';
import { isChosen, isGenerated, isLetters } from './value.ts';
import { codeInLine, endOfMatch, isLastOnLine, quote, valueSpan } from './valueSpan.ts';

const nameUnits = 64;

const blanks = '[ \\t]{0,40}';
const unitsAfter = 48;
const nameAfter = new RegExp(`[A-Za-z0-9_.$-]{0,${unitsAfter}}`, 'y');
/** A sentence that states the value. */
const saysSo = /^ (?:is|was|ist|est|es|è|é)[ :]|^[是为]/i;
/** A call around a string: `String::from("…")`, `SecretStr("…")`, `[]byte("…")`. */
const wrapping = String.raw`(?:new )?(?:\[\])?[A-Za-z_][\w.:]{0,40}[({](?=${quote})`;
/** The pattern between a name and its value, by the value's line. */
function givingIn(place: string): string {
  const patterns = rowsOf(placeRows).flatMap(([where, pattern = '']) => (where === place ? [pattern] : []));
  return patterns.join('|').replaceAll('{quote}', quote).replaceAll('{blanks}', blanks);
}

const giving = new RegExp(
  `${quote}? ?\\]?${blanks}(?:${givingIn('here')})${blanks}(?:${wrapping}|[[({] ?(?=${quote}))?`,
  'iy',
);
const givingBelow = new RegExp(`${quote}?\\]?${blanks}(?:${givingIn('below')})`, 'iy');
const lineOpens = new RegExp(
  String.raw`^(?:${quote}?\]?${blanks}(?:[:=]|:=|=>|,)?${blanks}(?:[|>][+-]?|[([{,\\]|"""|''')?|${quote}?,?|<\/[\w:.-]{1,40}>| [A-Za-z(][^\r\n"'=<>:]{1,120}:)[ \t]*$`,
);
const nextItem = new RegExp(String.raw`${quote}?[ \t]*(?:,[ \t]*(?:\r?\n[ \t]*)?|\r?\n[ \t]*- )`, 'y');
const nextBranch = new RegExp(String.raw`${quote}[ \t]+(?::|\|\||\?\?|or)[ \t]+(?=${quote})`, 'y');
/** Rules for values assigned to a telling name. */
export const assignmentRules: readonly KeywordRule<LineRule>[] = secretNames.flatMap((name) =>
  spellings(name.words).map((keyword) => ({
    keyword,
    rule: (place: FoundPlace) => assigned(place, keyword.length, name),
    glance: (text: string, at: number) => mayBeName(text, at, at + keyword.length, name),
  })),
);

const publicKey = /^public key/i;
const signs = /[^\w\s]{1,3}|/y;
/** Tests that a name is whole where it must be, and not repeated with its sign (`sig=sig=`), which takes time. */
function mayBeName(text: string, start: number, end: number, { whole }: SecretName): boolean {
  const next = endOfMatch(signs, text, endOfMatch(nameAfter, text, end));
  return (!whole || isWhole(text, start, end)) && !text.startsWith(text.slice(nameStart(text, start), next), next);
}

function isNameUnit(unit: number): boolean {
  return isWordUnit(unit) || unit === 36 || unit === 45 || unit === 46;
}

function assigned(place: FoundPlace, length: number, name: SecretName): ReturnType<LineRule> {
  const { text, at } = place;
  if (publicKey.test(text.slice(Math.max(0, at - 7), at + 5))) return null;
  const nameEnd = endOfMatch(nameAfter, text, at + length);
  const here = endOfMatch(giving, text, nameEnd);
  if (lineOpens.test(text.slice(nameEnd))) {
    const more = place.withNextLines(/s/i.test(text[nameEnd - 1] ?? '') ? longestList : 2);
    const below = endOfMatch(givingBelow, more, nameEnd);
    return below < 0 ? null : assignedValues(more, [at, at + length, nameEnd, below], name);
  }
  if (here >= 0 && here < text.length) return assignedValues(text, [at, at + length, nameEnd, here], name);
  const isWord = name.whole && text[nameStart(text, at)] !== '-';
  return here >= 0 || isWord ? null : behindSpace(place, nameEnd, name);
}

/** Offsets of a telling word and its end, the end of its whole name, and the value. */
type Offsets = readonly [at: number, wordEnd: number, nameEnd: number, valueAt: number];

/** Maximum number of lines and items of a list. */
const longestList = 20;

/** The value, and those that follow it in a list, a call or another branch. */
function assignedValues(text: string, offsets: Offsets, name: SecretName): readonly SecretSpan[] {
  const [, , nameEnd, valueAt] = offsets;
  const first = assignedValue(text, offsets, name);
  const spans = first === null ? [] : [first];
  if (name.vague) return spans;
  const isList = /^\(|[[{]\s*$|- +$|[=:][^=:]*\($/.test(text.slice(nameEnd, valueAt));
  let value: Omit<SecretSpan, 'kind'> | null = first ?? valueSpan(text, valueAt, false, null);
  for (let items = 0; value !== null && items < longestList; items++) {
    const next = endOfMatch(isList ? nextItem : nextBranch, text, value.end);
    value = next < 0 ? null : valueSpan(text, next, false, null);
    const { start, end } = value ?? { start: 0, end: 0 };
    const item = text.slice(start, end);
    if (
      isGenerated(item, { least: 16, bits: 8 }, 'program') ||
      (isList && name.chosen && text[end] !== ')' && isSecretWord(item, 'bare'))
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
  const isEnvironment = /^[A-Z0-9_]+$/.test(fullName) && operator === '=';
  const begins = beginsLine(text, begin);
  const code = codeInLine(begins, operator, chosen, isEnvironment);
  const span = valueSpan(text, valueAt, chosen, code);
  if (span === null || closesString.test(text.slice(0, valueAt + 1))) return null;
  const { start, quoted } = span;
  // A parameter of an address ends at the next one.
  const more = operator === '=' && /[?&]$/.test(before) ? /&.*$/ : parameters;
  const written = text.slice(start, span.end);
  const value = written.includes('&') ? written.replace(more, '') : written;
  const end = start + value.length;
  const endsName = numberOnly.test(text.slice(wordEnd, nameEnd));
  const isGivenTo = isGivenByName(before, operator, text.slice(end, end + 2), chosen || endsName);
  if (!isGivenTo && isListItem(before, operator, text.slice(end, end + 8), begins)) return null;
  const isArgument = !isGivenTo && /[,(]/.test(operator) && !/value|default/i.test(operator);
  const isPart =
    (operator === '=' && isOption.test(fullName)) || (/^[=:]$/.test(operator) && isParameter(text, at, end));
  const isVariable = isEnvironment && text[end] === ' ';
  const isMixedWord = chosen && /^: ?$/.test(operator) && isMixed.test(value);
  const isAlone = quoted || isPart || isMixedWord || isVariable || endsItself(text, begin, end, operator, value);
  // CakePHP passes arguments: `'pass' => ['…']`.
  if (isAboutSecret(fullName) || (verdict && /\[ ?$/.test(operator)) || isNoValue(fullName, operator, value, quoted))
    return null;
  const isVerdict = verdict && !quoted && !isPart && !isMixedWord && operator.includes(':');
  const exact = endsName && !isArgument && isAlone && !isVerdict;
  // JAAS: `username="…" password="…";`.
  const isJaas = isPart && /="[^"]*" $/.test(before) && text.startsWith('";', end);
  const writing = isJaas ? 'quoted' : writingOf(text, begin, end, operator, quoted);
  const sure = isAlone && !(chosen && (isArgument || isPart));
  const after = end + Number(quoted) + Number(text.startsWith('",', end));
  const endsLine = endsSetting(text, after, operator, isEnvironment, isPart);
  const isCalled = operator.startsWith('(') && !takesNone.test(fullName);
  const told = chosen ? isCalled : sure && endsName && !(isArgument && operator.includes(','));
  const plain =
    endsLine &&
    (writing === 'bare' || isJaas || isEnvironment || (operator === ': ' && begins && isLastOnLine(text, end + 1)));
  const given: Given = { ...name, fullName, value, writing, exact, sure, endsLine, plain, told };
  return isSecretBehind(given) ? { start, end, kind } : null;
}

/** A quote that closes the string of its name: `title="Password: "`. */
const closesString = /(?:^|[\s=(,:[{+])(["'`])[^\s"'`][^"'`\r\n]{0,60}(?:[:=] ?| )\1$/;

/** More parameters of a form: `password=…&user=me`. */
const parameters = /(?:&[a-z_]{3,}=[\w.%+-]*)+$/;

/** A call that looks a password up or hides it. */
const takesNone = /(?:^|[.>])(?:find|get|has|is|mask)|without/i;

/** A letter, a digit and a sign that no expression has there. */
const isMixed = /^(?=.*[A-Za-z])(?=.*\d)\w+[#@!^~][\w#@!^~]*$/;

/** Text allowed behind the word in its name: `password2`, `passwords`, `password_prod`, `password_wo`. */
const numberOnly =
  /^s?\d{0,3}(?:_?(?:string|value|text)|_(?:prod(?:uction)?|dev|stag(?:e|ing)|qa|local|live|debug|release|wo))?$/i;

/** Detects words about the name: the name itself, a comparison, or prose without a digit. */
function isNoValue(name: string, operator: string, value: string, quoted: boolean): boolean {
  if (value.length === name.length && value.toLowerCase() === name.toLowerCase()) return true;
  if (saysSo.test(operator)) return !/[0-9]/.test(value);
  return quoted ? name.startsWith('$') && /^["'] /.test(operator) : /[=!]=/.test(operator);
}

/** Tests that a word is separate in its name, perhaps with a number: `app_key`, `appKey2`. */
function isWhole(text: string, start: number, end: number): boolean {
  const before = text.charCodeAt(start - 1);
  const begins = before === 95 || !isWordUnit(before) || /[a-z0-9][A-Z][A-Za-z]/.test(text.slice(start - 1, start + 2));
  return begins && /^\d{0,2}(?!\w)/.test(text.slice(end, end + 3));
}

/**
 * A value separated by a blank: `--password …`, `password …` in .netrc, `ENV API_KEY …`, `Bearer
 * …`.
 */
function behindSpace(
  { text, at }: FoundPlace,
  nameEnd: number,
  { kind, chosen, whole, vague }: SecretName,
): SecretSpan | null {
  const begin = nameStart(text, at);
  const valueAt = endOfMatch(beginsLine(text, begin) ? /[ \t]{1,40}/y : /[ \t]{1,4}/y, text, nameEnd);
  if (valueAt < 0) return null;
  const name = text.slice(begin, nameEnd);
  const span = valueSpan(text, valueAt, chosen, null);
  const isCode = /^`\w+:/.test(text.slice(valueAt)) || closesString.test(text.slice(0, valueAt + 1));
  if (span === null || isCode || isAboutSecret(name)) return null;
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
  const isTyped =
    (isOption.test(name) || / login (?!and )\S+ $/.test(before)) && /^ --?\w|^ ?\\?$/.test(text.slice(end));
  const writing = quoted ? 'quoted' : 'bare';
  const isSecret =
    (/\d/.test(value) && isGenerated(value, { least: 16, bits: 8 }, writing) && (!whole || /[G-Zg-z]/.test(value))) ||
    ((isGiven || quoted) && chosen && (isChosen(value, true, writing) || (isTyped && isLetters(value)))) ||
    (isGiven && !whole && !vague && isChosen(value, false, writing));
  return isSecret ? { start, end, kind } : null;
}

function nameStart(text: string, at: number): number {
  let start = at;
  while (start > 0 && at - start < nameUnits && isNameUnit(text.charCodeAt(start - 1))) start--;
  return start;
}
