import { placeRows } from '../data/places.ts';
import { rowsOf } from '../data/rows.ts';
import type { FoundPlace, KeywordRule, LineRule, SecretSpan } from '../finding.ts';
import { type Writing, whyCode } from './code.ts';
import { isAboutSecret, isWordUnit, kindOf, type SecretName, secretNames, spellings } from './names.ts';
import { type Doubt, isChosen, isGenerated } from './value.ts';
import { bare, codeInLine, endOfMatch, isLastOnLine, quote, schemes, valueSpan } from './valueSpan.ts';

const nameUnits = 64;
/** A longer value that holds its own name is a list, UTF-16 units. */
const longestAlone = 256;

const blanks = '[ \\t]{0,16}';
const unitsAfter = 48;
const nameAfter = new RegExp(`[A-Za-z0-9_.$-]{0,${unitsAfter}}`, 'y');
/** A sentence that tells the value. */
const saysSo = /^ (?:is|was|ist|est|es|è|é)[ :]|^[是为]/i;
/** A call that makes the value of a string: `String::from("…")`, `SecretStr("…")`, `[]byte("…")`. */
const wrapping = String.raw`(?:new )?(?:\[\])?[A-Za-z_][\w.:]{0,40}\((?=${quote})`;
const isWrapped = /(?:=|:)[ \t]*(?:new )?(?:\[\])?[A-Za-z_][\w.:]*\($/;
/** A pattern of all that is between a name and its value in one place. */
function givingIn(place: string): string {
  const patterns = rowsOf(placeRows).flatMap(([where, pattern = '']) => (where === place ? [pattern] : []));
  return patterns.join('|').replaceAll('{quote}', quote).replaceAll('{blanks}', blanks);
}

const giving = new RegExp(
  [
    `${quote}? ?\\]?${blanks}(?:${givingIn('here')})${blanks}(?:${wrapping}|\\[(?=${quote}))?`,
    `${quote}\\]?${blanks},${blanks}(?=${quote})`,
  ].join('|'),
  'iy',
);
const givingBelow = new RegExp(`${quote}?\\]?${blanks}(?:${givingIn('below')})`, 'iy');
const lineOpens = new RegExp(
  String.raw`^(?:${quote}?\]?${blanks}(?:[:=]|:=|=>|,)?${blanks}(?:[|>][+-]?|[([{,\\]|"""|''')?|${quote}?,?|<\/[\w:.-]{1,40}>)[ \t]*$`,
);
const spaced = /[ \t]{1,4}/y;
/** The rules for values that are assigned to a name with such a word. */
export const assignmentRules: readonly KeywordRule<LineRule>[] = secretNames.flatMap((name) =>
  spellings(name.words).map((keyword) => ({
    keyword,
    rule: (place: FoundPlace) => assigned(place, keyword.length, name),
    glance: (text: string, at: number) => mayBeName(text, at, at + keyword.length, name),
  })),
);

/** What no value follows: signs of code, and prose. */
const noGiving = /[)[}+/@#~^]|\*(?!\*:)|;[\r\n]/y;
const proseWords = new RegExp(
  `,? {1,2}(?!value|default|(?:is|was|ist|est|es)(?: now| set to)?:? \\S*\\d|${schemes})[a-z][a-z']{0,12}[.,;:)]{0,2} {1,2}[a-z(]`,
  'iy',
);

/** Whether what stands here may be a name to which something is assigned. */
function mayBeName(text: string, start: number, end: number, { whole, chosen }: SecretName): boolean {
  if (whole && !isWhole(text, start, end) && !isHump(text, start, end)) return false;
  if (isTwice(text, start, end)) return false;
  let nameEnd = end;
  while (nameEnd < end + unitsAfter && isNameUnit(text.charCodeAt(nameEnd))) nameEnd++;
  if (endOfMatch(noGiving, text, nameEnd) >= 0) return false;
  return chosen || endOfMatch(proseWords, text, nameEnd) < 0 || text[nameStart(text, start)] === '-';
}

/** Whether a name with its sign is followed by the same again: `sig=sig=`. */
function isTwice(text: string, start: number, end: number): boolean {
  const length = end - start + 1;
  if (text.charCodeAt(start) !== text.charCodeAt(start + length)) return false;
  return text.startsWith(text.slice(start, end + 1), end + 1);
}

/** Whether a unit is one of `nameAfter`. */
function isNameUnit(unit: number): boolean {
  return isWordUnit(unit) || unit === 36 || unit === 45 || unit === 46;
}

function assigned(place: FoundPlace, length: number, name: SecretName): SecretSpan | null {
  const { text, at } = place;
  if (!mayBeName(text, at, at + length, name)) return null;
  const nameEnd = endOfMatch(nameAfter, text, at + length);
  const here = endOfMatch(giving, text, nameEnd);
  if (lineOpens.test(text.slice(nameEnd))) {
    const more = place.withNextLines();
    const below = endOfMatch(givingBelow, more, nameEnd);
    return below < 0 ? null : assignedValue(place, more, nameEnd, below, name, length);
  }
  if (here >= 0 && here < text.length) return assignedValue(place, text, nameEnd, here, name, length);
  const isWord = name.whole && !(name.chosen && text[nameStart(text, at)] === '-');
  return here >= 0 || isWord ? null : behindSpace(place, nameEnd, name);
}

/** Whether a value ends its line behind a name that begins it or is one of the environment's, which a command may follow. */
function isSettingOf(text: string, begins: boolean, isEnvironment: boolean, end: number): boolean {
  return ((begins || isEnvironment) && isLastOnLine(text, end)) || (isEnvironment && text[end] === ' ');
}

function assignedValue(
  place: FoundPlace,
  text: string,
  nameEnd: number,
  valueAt: number,
  name: SecretName,
  length: number,
): SecretSpan | null {
  const { at } = place;
  const { chosen, vague, whole, verdict } = name;
  const begin = nameStart(text, at);
  const fullName = text.slice(begin, nameEnd);
  if (text.startsWith('::', begin - 2) || isAboutSecret(fullName)) return null;
  const operator = text.slice(nameEnd, valueAt);
  if (closesString(text, begin, operator)) return null;
  const isEnvironment = /^[A-Z0-9_]+$/.test(fullName) && operator === '=';
  const begins = beginsLine(text, begin);
  const span = valueSpan(place, text, valueAt, chosen, begins ? codeInLine(operator, chosen, isEnvironment) : null);
  if (span === null) return null;
  const { start, end, quoted } = span;
  const value = text.slice(start, end);
  if (holdsItsName(value, text.slice(at, at + length))) return null;
  const isGivenTo = /[,(]/.test(operator) && putsByName.test(text.slice(0, begin));
  if (!isGivenTo && isListItem(operator) && !(begins && endsRow.test(text.slice(end, end + 8)))) return null;
  const isArgument = !isGivenTo && isArgumentOf(fullName, operator);
  if (isNoValue(text.slice(at, nameEnd), operator, value, quoted, isArgument)) return null;
  const kind = kindOf(fullName, name.kind);
  const isSetting = isSettingOf(text, begins, isEnvironment, end);
  const isTyped = !vague && !isArgument && (quoted || isSetting || isElement(text, operator, end));
  const typed = isTyped ? { start, end, kind, doubt: true } : null;
  const isPart = operator === '=' && (isOption.test(fullName) || isParameter(text, at, end));
  const isAlone = quoted || isSetting || isPart || endsItself(text, end, operator, value);
  const isSure = quoted || !whole || (!vague && (isSetting || isPart || (isAlone && chosen && !verdict)));
  const isReal = isSure || isGenerated(value, { least: 24, bits: 12 }, 'bare');
  if (!isReal || value.toLowerCase() === fullName.toLowerCase()) return typed;
  const isVerdict = verdict && !quoted && operator.includes(':');
  const exact = nameEnd === at + length && !isArgument && isAlone && !isVerdict;
  const writing = writingOf(text, begin, end, operator, quoted);
  const isString = quoted && !(chosen ? isArgument : isWrapped.test(operator));
  const endsLine = /^(?:=|: )$/.test(operator) && isLastOnLine(text, end + Number(quoted));
  const isSecret =
    isSecretBehind(name, fullName, value, writing, exact, isString || isSetting) ||
    isMadeUpBehind({ ...name, kind }, fullName, value, writing, exact && endsLine, isAlone);
  return isSecret ? { start, end, kind } : typed;
}

function isSecretBehind(
  name: SecretName,
  fullName: string,
  value: string,
  writing: Writing,
  exact: boolean,
  sure: boolean,
): boolean {
  return name.chosen ? isPassword(value, sure, exact, writing) : isKey(value, fullName, name, sure, writing);
}

/** Whether a person may have made up a value of a setting of the environment, or of a secret. */
function isMadeUpBehind(
  { chosen, whole, vague, kind }: SecretName,
  fullName: string,
  value: string,
  writing: Writing,
  isSettings: boolean,
  isAlone: boolean,
): boolean {
  if (chosen && !whole && isSettings && writing !== 'program' && /^[A-Z0-9_]+$/.test(fullName))
    return isWord(value, writing);
  return kind === 'secret' && !vague && isAlone && /secret$/i.test(fullName) && isSecretWord(value, writing);
}

/** Whether a setting of the environment may be a password of letters alone. */
function isWord(value: string, writing: Writing): boolean {
  return /^[!-~]{4,64}$/.test(value) && whyCode(value, writing) === null;
}

/** Whether a person may have made up a secret: letters with digits, and in a program also with capitals or signs. */
function isSecretWord(value: string, writing: Writing): boolean {
  const isMixed = /[A-Za-z]/.test(value) && /\d/.test(value) && value.length >= 8 && !/[\s./]/.test(value);
  const isName = /^[a-z]+(?:[-:_][a-z]+)*\d{0,3}$/.test(value);
  return isMixed && !isName && (writing !== 'program' || /[A-Z]|[^\w-]/.test(value)) && isChosen(value, true, writing);
}

function isElement(text: string, operator: string, end: number): boolean {
  return operator.endsWith('>') && text.startsWith('</', end);
}

/** Whether a name and its value are two of a list. */
function isListItem(operator: string): boolean {
  return /^[ \t]*,/.test(operator) && !/value|default/i.test(operator);
}

/** A call that stores a value by its name: `props.put("mail.smtp.password", "…")`. */
const putsByName = /\b(?:put|set|add|append|define|setProperty|setItem|putString|property|config|header)\w*\(["'`]$/i;

/** Whether the quote behind a name ends the string in which the name is: `'--password='.$password`. */
function closesString(text: string, begin: number, operator: string): boolean {
  const mark = text[begin - 1] ?? '';
  return operator === '=' && /["']/.test(mark) && text.startsWith(`=${mark}`, text.indexOf('=', begin));
}

/** How a line of a program begins, and how it goes on behind a string. */
const opensProgram =
  /^[\s*+>-]*(?:(?:export|public|private|protected|internal|static|final|const|let|var|val|my|our|local|def|fn|func|return|if|else|await|new|throw|assert\w*|expect)\b|[@$&][A-Za-z_]|[\w$.:>-]+\()/;
const closesProgram = /^["'`]?\)*[;)]|^["'`],[ \t]*(?:[\r\n]|$|[\w'"]+ ?(?:[:=(]|=>))/;

function writingOf(text: string, begin: number, end: number, operator: string, quoted: boolean): Writing {
  if (!quoted) return 'bare';
  if (/:=|=>|->|\(/.test(operator) || opensProgram.test(text.slice(0, begin))) return 'program';
  return !operator.startsWith('"') && closesProgram.test(text.slice(end, end + unitsAfter)) ? 'program' : 'quoted';
}

/** Behind the value of a bare name and a comma: the end of its line, as of a row of two cells. Elsewhere they are arguments of code. */
const endsRow = /^["']?[ \t]*(?:[\r\n]|$)/;

/** Whether a long value holds its own name again: it is a list of such. */
function holdsItsName(value: string, keyword: string): boolean {
  return value.length > longestAlone && value.slice(0, nameUnits).toLowerCase().includes(keyword.toLowerCase());
}

/** Whether what stands behind a name is said of it: an argument of code, a word it is compared with, or, without a digit, prose. */
function isNoValue(name: string, operator: string, value: string, quoted: boolean, isArgument: boolean): boolean {
  if (isArgument) return value.length < 8 || name.includes('.');
  return saysSo.test(operator) ? !/[0-9]/.test(value) : !quoted && /[=!]=/.test(operator);
}

/** Whether a value is the argument behind its name; a constant says what it is: `define('DB_PASSWORD', '…')`. */
function isArgumentOf(name: string, operator: string): boolean {
  return (
    /[,(](?![^,(]*[)\]] ?:)/.test(operator) && !/value|default/i.test(operator) && !/^[A-Z0-9]+_[A-Z0-9_]+$/.test(name)
  );
}

function isPassword(value: string, sure: boolean, exact: boolean, writing: Writing): boolean {
  if (/^[0-9]+$/.test(value)) return exact && value.length >= 6 && new Set(value).size > 2;
  return isChosen(value, exact, writing) && (sure || exact || isGenerated(value, bare, writing));
}

/** Whether a value is a generated one, as keys and tokens are, and under a vague name no digest. */
function isKey(
  value: string,
  fullName: string,
  { words, vague }: SecretName,
  sure: boolean,
  writing: Writing,
): boolean {
  if (!isGenerated(value, doubtOf(value, vague, sure), writing)) return false;
  return (
    !vague ||
    !isHex(value) ||
    words === 'authorization' ||
    (isVariable.test(fullName) && !isLookup.test(fullName) && value.length >= 32)
  );
}

function doubtOf(value: string, vague: boolean, sure: boolean): Doubt {
  if (vague) return { least: 20, bits: sure ? 6 : 10 };
  if (!sure) return { least: 12, bits: 6 };
  if (!/[0-9]/.test(value)) return { least: 12, bits: 8 };
  return { least: 10, bits: value.length < 12 ? 0 : value.length < 16 ? -3 : -9 };
}

/** The name of a variable or a setting for a vendor's key: its value is no digest. */
const isVariable = /^[A-Za-z][A-Za-z0-9]*[_.-](?:[A-Za-z0-9]+[_.-])*key\d?$/i;
/** Keys under which something is found. */
const isLookup =
  /(?:^|[_.-])(?:cache|primary|foreign|partition|sort|hash|object|file|image|row|route|pub(?:lic)?|index|idempotency|lookup|group|query|s3|map|dict|bucket|item|content|resource|dedup\w*|translation|i18n|message|commit|sealed|apk|shard|registry|storage|state|event|metric|config)[_.-]?key\d?$/i;

function isHex(value: string): boolean {
  return /^(?:0x)?[0-9a-fA-F-]+$/.test(value);
}

function isWhole(text: string, start: number, end: number): boolean {
  const before = text.charCodeAt(start - 1);
  return endsName(text, end) && (before === 95 || !isWordUnit(before) || isEscaped(text, start));
}

/** Whether the letter before is that of `\n` or the like. */
function isEscaped(text: string, start: number): boolean {
  return text[start - 2] === '\\' && /[nrt]/.test(text[start - 1] as string);
}

/** The last word of a name in camel case: `appKey`. */
function isHump(text: string, start: number, end: number): boolean {
  return /[a-z0-9][A-Z][a-z]/.test(text.slice(start - 1, start + 2)) && endsName(text, end);
}

/** Whether a name ends here, or behind a number: `appKey2`. */
function endsName(text: string, end: number): boolean {
  let last = end;
  while (last < end + 2 && /[0-9]/.test(text.charAt(last))) last++;
  return !isWordUnit(text.charCodeAt(last));
}

/** An option of a command: `--password`, `-Dspring.datasource.password`. */
const isOption = /^--?[A-Za-z]/;

/** `--password …`, `password …` in .netrc, `ENV API_KEY …`, `Bearer …`: nothing but a space before the value. */
function behindSpace(place: FoundPlace, nameEnd: number, { kind, chosen }: SecretName): SecretSpan | null {
  const { text, at } = place;
  const valueAt = endOfMatch(spaced, text, nameEnd);
  if (valueAt < 0) return null;
  const begin = nameStart(text, at);
  const name = text.slice(begin, nameEnd);
  const span = valueSpan(place, text, valueAt, chosen, null);
  if (span === null || isAboutSecret(name) || name.includes('$')) return null;
  const { start, end, quoted } = span;
  const value = text.slice(start, end);
  const before = text.slice(0, begin);
  const isGiven =
    isOption.test(name) ||
    /^[ \t]*(?:ENV|ARG) $/.test(before) ||
    /\blogin \S+ $/.test(before) ||
    (/\b(?:with|and|using)(?: the)? $/i.test(before) && /\d/.test(value) && isLastOnLine(text, end)) ||
    isNetrcLine(text, begin, end);
  const writing = quoted ? 'quoted' : 'bare';
  const isSecret =
    isGenerated(value, { least: 16, bits: 8 }, writing) ||
    ((isGiven || quoted) && chosen && isChosen(value, true, writing)) ||
    (isGiven && isChosen(value, false, writing));
  if (!isSecret && !quoted && !isGiven) return null;
  return { start, end, kind: kindOf(name, kind), doubt: !isSecret };
}

/** A line of .netrc that holds the password alone. */
function isNetrcLine(text: string, begin: number, end: number): boolean {
  return /^[ \t]*$/.test(text.slice(0, begin)) && text.slice(end).trim() === '';
}

/** Whether a name begins its line, perhaps behind `export`, a dash or a mark of a list or a diff. */
function beginsLine(text: string, start: number): boolean {
  return /^(?:[ \t>+*#/-]|\d{1,6}[:\t|-]|export |set |setx |env |ENV |ARG |const |\$env:|-[eD] ?)*["']?$/.test(
    text.slice(0, start),
  );
}

/** Whether a value is one of several in a string or a line: `;Password=…;`, `&token=…`, `user=… password=…`. */
function isParameter(text: string, at: number, end: number): boolean {
  if (!/[;&\s"']/.test(text[end] ?? ' ')) return false;
  const before = text.slice(Math.max(0, at - 40), at);
  return /[;&?"'][\w -]*$|[\w.-]=\S+ [\w.-]*$/.test(before) || /^ [\w.-]+=\S/.test(text.slice(end, end + 40));
}

/** Whether a value ends with its line or its element, or is a member of a map of YAML and no expression of a program. */
function endsItself(text: string, end: number, operator: string, value: string): boolean {
  if (operator.includes('>') || isLastOnLine(text, end)) return true;
  if (operator.includes('|')) return lastCell.test(text.slice(end, end + unitsAfter));
  if (!operator.startsWith(': ') || !/[,}]/.test(text[end] ?? '')) return false;
  return noExpression.test(value) || (flowMap.test(text) && flowMapEnd.test(text.slice(end)));
}

const lastCell = /^[*_`]{0,2} {0,40}\|?[ \t]*(?:[\r\n]|$)/;
/** A sign without blanks between letters or digits, where code has blanks around it; or a number that ends in a word. */
const noExpression = /\w[#@%^&*+~!]+\w|^\d+[a-z]{3}/i;
/** A line that is a map of YAML without quotes: `- {user: me, password: …}`. */
const flowMap = /^[ \t]*(?:- +)?(?:[\w.-]+: +)?\{ ?[\w.-]+: /;
const flowMapEnd = /^[^"'`(){}]*\}[ \t]*(?:#[^\r\n]*)?(?:[\r\n]|$)/;

function nameStart(text: string, at: number): number {
  let start = at;
  while (start > 0 && at - start < nameUnits && isNameUnit(text.charCodeAt(start - 1))) start--;
  return start;
}
