import { evidenceRows } from '../data/evidence.ts';
import { placeRows } from '../data/places.ts';
import { patternOf } from '../data/rows.ts';
import type { SecretSpan } from '../finding.ts';
import type { Writing } from './code.ts';
import { aboutSecret, type SecretName } from './names.ts';
import { isGenerated } from './value.ts';
import { isLastOnLine, type ValueSpan, valueSpan } from './valueSpan.ts';

/** A value that is given to a telling name, with the line around both. */
export interface Given {
  readonly name: SecretName;
  /** The line before the whole name. */
  readonly before: string;
  /** The whole name, such as `db.password2`. */
  readonly fullName: string;
  /** The telling word ends the name, perhaps with a number. */
  readonly endsName: boolean;
  /** The text between the name and the value. */
  readonly operator: string;
  /** A variable of the environment is set. */
  readonly isVariable: boolean;
  readonly span: ValueSpan;
  /** The span without further parameters, and its text. */
  readonly secret: SecretSpan;
  readonly value: string;
  readonly after: string;
  readonly role: Role;
}

/**
 * How the name gets the value: directly, as one of several parameters (`--password …`,
 * `;Password=…;`), or as an argument of a call.
 */
type Role = 'direct' | 'parameter' | 'argument';

/** The same before its role is known. */
type Place = Omit<Given, 'role'>;

/** Offsets of the whole name, the end of the telling word in it, and the name's end. */
export type Offsets = readonly [begin: number, wordEnd: number, nameEnd: number];

export function givenAt(text: string, offsets: Offsets, valueAt: number, name: SecretName): Given | null {
  const [begin, wordEnd, nameEnd] = offsets;
  const before = text.slice(0, begin);
  const fullName = text.slice(begin, nameEnd);
  const operator = text.slice(nameEnd, valueAt);
  const isVariable = operator === '=' && /^[A-Z0-9_]+$/.test(fullName);
  // A setting reads the rest of its line, unless that is a call; a variable may contain brackets.
  const call = isVariable ? /^[A-Za-z_][\w.]*\(.*\)$/ : name.chosen && operator === '=' ? /[()]/ : null;
  const span = valueSpan(text, valueAt, name.chosen, beginsLine(before) ? call : null);
  if (span === null) return null;
  // A parameter of an address ends at the next one.
  const more = operator === '=' && /[?&]$/.test(before) ? /&.*$/ : parameters;
  const written = text.slice(span.start, span.end);
  const value = /[&,]/.test(written) ? written.replace(more, '') : written;
  const endsName = ending.test(text.slice(wordEnd, nameEnd));
  const secret = { start: span.start, end: span.start + value.length, kind: name.kind };
  const after = text.slice(secret.end);
  const place = { name, before, fullName, endsName, operator, isVariable, span, secret, value, after };
  return { ...place, role: roleOf(place) };
}

/** More parameters of a form or of Helm: `password=…&user=me`, `auth.password=…,auth.user=me`. */
const parameters = /(?:&[a-z_]{3,}=[\w.%+-]*|,[a-z]\w*\.[\w.]+=[^,]*)+$/;

const ending = new RegExp(patternOf(evidenceRows, 'ending'), 'i');

/** A sentence that states the value. */
const saysSo = new RegExp(`^(?:${patternOf(placeRows, 'prose')})`, 'i');

const checksum = new RegExp(patternOf(evidenceRows, 'checksum'));

/** Tests for words about the name: the name itself, a comparison, prose without a digit, or another item. */
export function isNoValue(given: Given): boolean {
  const { name, before, fullName, operator, value, after, span, role } = given;
  if (aboutSecret.test(fullName) || (role === 'argument' && isItem(given))) return true;
  // Of several strings a call's first one seldom is a secret that people choose.
  if (operator.startsWith('(') && /^["'`], ?["'`]/.test(after))
    return name.chosen || !isGenerated(value, { least: 16, bits: 8 });
  if (checksum.test(before + fullName + operator + value)) return true;
  if (value.length <= 2 * fullName.length && repeatsName(fullName, value)) return true;
  if (saysSo.test(operator)) return !/[0-9]/.test(value);
  if (span.quoted) return fullName.startsWith('$') && /^["'] /.test(operator);
  return /[=!]=/.test(operator) || (/^(?:["']? ?=>|':)/.test(operator) && /^[A-Za-z_]\w*$/.test(value));
}

/** Tests for the name itself, or for words that end it: `KEY_SMTP_PASSWORD=smtp-password`. */
function repeatsName(fullName: string, value: string): boolean {
  const name = withoutSigns(fullName);
  const units = withoutSigns(value);
  return name === units || (/\w[-_.]\w|[a-z][A-Z]/.test(value) && name.endsWith(units));
}

const withoutSigns = (text: string) => text.toLowerCase().replaceAll(/[^a-z0-9]+/g, '');

/** An option of a command: `--password`, `-Dspring.datasource.password`. */
export const isOption = /^--?[A-Za-z][^$]*$/;

function roleOf(place: Place): Role {
  const { fullName, operator } = place;
  if ((operator === '=' && isOption.test(fullName)) || isParameter(place)) return 'parameter';
  return /[,(]/.test(operator) && !/value|default|with:/i.test(operator) && !isGivenByName(place)
    ? 'argument'
    : 'direct';
}

/** Tests that a value is one of several: `;Password=…;`, `&token=…`, `user=… password=…`. */
function isParameter({ before, operator, after }: Place): boolean {
  if (!/^[=:]$/.test(operator) || !/^[;,&\s"'`)\]]|^$/.test(after)) return false;
  const follows = /^[ ,/&][\w.-]+[=:]\S/.test(after.slice(0, 40));
  return follows || /[;&?"'\\][\w -]*$|[\w.-][=:]\S+[ ,/][\w.-]*$/.test(before.slice(-40));
}

const putsByName = new RegExp(patternOf(evidenceRows, 'put'), 'i');

/** Tests that an argument is given to the name before it, by a call before or behind it, in a pair in braces or after an equals sign. */
function isGivenByName({ name, before, endsName, operator, after }: Place): boolean {
  if (putsByName.test(before)) return name.chosen || endsName || !before.endsWith('(');
  return (
    (/(?<!\]\w+)\{["']?$/.test(before) && /^["']\}/.test(after)) ||
    /^["']?\)+\.|,.*=|[:=].*(?:,|\[\]byte\(|from\(|Some\(|SecretStr\()/s.test(operator)
  );
}

/** Tests for an item of a list: of cells, or of strings. */
function isItem({ before, operator, after }: Given): boolean {
  if (!/^["'`]?[ \t]*,/.test(operator)) return false;
  return !/["'`][^\s"'`]*$/.test(before) || (/,[ \t]*["'`]$/.test(before) && /^["'`][ \t]*,/.test(after));
}

/** The beginning of a line of a program, and the code after its string. */
const opensProgram = new RegExp(patternOf(evidenceRows, 'program'));
const closesProgram = /^["'`]?\)*[;)]|^["'`],[ \t]*(?:[\r\n]|$|[\w'"]+ ?(?:[:=(]|=>))/;

export function writingOf(given: Given): Writing {
  const { before, operator, isVariable, span, after } = given;
  // `NAME=value`, or a line `name=value`, refers to no name of code.
  const isSetting = isVariable || (operator === '=' && beginsLine(before));
  if (!span.quoted) return isSetting ? 'quoted' : 'bare';
  if (/:=|=>|->|\(/.test(operator) || opensProgram.test(before)) return 'program';
  return !operator.startsWith('"') && closesProgram.test(after) ? 'program' : 'quoted';
}

/** Tests that a value ends a line of settings, or one parameter of it. */
export function isSetting(given: Given): boolean {
  const { before, operator, after, isVariable, role } = given;
  const rest = after.slice(Number(given.span.quoted) + Number(after.startsWith('",')));
  if (operator === '=' && isVariable && /^[ `]/.test(rest)) return true;
  if (operator === '=' && role === 'parameter' && /^(?:[;"' ]|,[a-z]\w*\.[\w.]+=)/.test(rest)) return true;
  if (/\$\{$/.test(before) && operator === ':') return rest.startsWith('}');
  if (/^(=|"?: )$/.test(operator)) return isLastOnLine(rest) && !/[,(] ?$/.test(before);
  return operator === '>' && rest.startsWith('</');
}

/** Tests that a name is given one string, and nothing else. */
export function isString({ before, operator, span, after }: Given): boolean {
  const isBranch = /\? ?["'`]$/.test(before);
  const isCommand = operator === '=' && after.startsWith('`');
  return span.quoted && !isBranch && !isCommand && opensString.test(operator) && endsString.test(after);
}

/** The signs between a name and its string, also in an attribute of XML. */
const opensString =
  /^(?:["'`]?\]?[ \t]*(?:(?::? ?[A-Za-z]\w*(?:\[\])? )?=|[:,]|=>|:=)[ \t]*|["'] value=|["',]*\s+"?value"?: ?)$/;
/** A quote at the end of an item, a statement, an element or a line; or a line before it is typed. */
const endsString = /^["'`](?:[,;)}\]]|\.to[A-Z]|[ \t]*(?:[\r\n#})]|\/[/>]|>|$))|^(?:[\r\n]|$)/;

/** Tests that a name begins its line, perhaps after `export`, a list mark or a diff mark. */
function beginsLine(before: string): boolean {
  return /^(?:[ \t>+*#/-]|\d{1,6}[:\t|-]|export |set |setx |env |ENV |ARG |const |\$env:|-[eD] ?)*["']?$/.test(before);
}

/** Tests that a value is no part of an expression or a sentence: it ends its line, element or map. */
export function isAlone(given: Given): boolean {
  const { before, fullName, operator, span, value, after, isVariable, role } = given;
  const next = after[0] ?? '';
  // A variable of the environment in a map of YAML.
  if (/^[A-Z\d_]+: $/.test(fullName + operator) && /[{,] ?$/.test(before) && /^ ?[,}]/.test(after)) return true;
  if (span.quoted || role === 'parameter' || operator.includes('>')) return true;
  if (after.startsWith('</') || isLastOnLine(after)) return true;
  if (operator === '=' && next === ' ' && (isVariable || (/\d/.test(value) && /(?:^|\s)$/.test(before)))) return true;
  const isQuoted = /["'`]/.test(next) && (before.endsWith(next) || (operator !== '=' && /\d/.test(value)));
  if (isQuoted && /^[:=]| = $/.test(operator)) return true;
  if (next === '}' && /\$\{[^}]*[-=:]$/.test(before + operator)) return true;
  return operator.includes('|') && /^[*_`]{0,2} {0,40}\|?[ \t]*(?:[\r\n]|$)/.test(after);
}
