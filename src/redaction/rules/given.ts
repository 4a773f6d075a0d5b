import type { Writing } from './code.ts';
import { isAboutSecret, type SecretName } from './names.ts';
import { isLastOnLine, type ValueSpan, valueSpan } from './valueSpan.ts';

/** A value and what is around it. */
export interface Given {
  readonly name: SecretName;
  /** The whole name, such as `db.password2`. */
  readonly fullName: string;
  /** The text between the name and the value. */
  readonly operator: string;
  readonly value: string;
  readonly writing: Writing;
  readonly role: Role;
  /** The name means the value itself: `password2`, but no `passwordHelp`, and no test's `pass: 12`. */
  readonly isNamed: boolean;
  /** The value is no part of an expression or a sentence. */
  readonly isAlone: boolean;
  readonly setting: Setting;
}

/**
 * How the name gets the value: alone, as one of several parameters (`--password …`, `;Password=…;`),
 * as an argument of a call, or not at all, as another item of its list.
 */
type Role = 'alone' | 'parameter' | 'argument' | 'item';

/** The value ends a line of settings; `plain` if letters alone may be a password there. */
type Setting = 'plain' | 'quoted' | null;

/** Offsets of a name, of the telling word in it, and of the text after the operator. */
export interface Offsets {
  readonly begin: number;
  readonly at: number;
  readonly wordEnd: number;
  readonly nameEnd: number;
  readonly valueAt: number;
}

/** A name in its line, before its value is read. */
export interface Named extends Pick<Given, 'name' | 'fullName' | 'operator'> {
  readonly text: string;
  /** The line before the whole name, and before the telling word. */
  readonly before: string;
  readonly beforeWord: string;
  /** The name after the telling word. */
  readonly ending: string;
  readonly beginsLine: boolean;
  /** A variable of the environment. */
  readonly isVariable: boolean;
}

/** The same with the value. */
interface Placed extends Named, Pick<Given, 'value'> {
  readonly quoted: boolean;
  /** The text after the value, and its first unit. */
  readonly after: string;
  readonly next: string;
}

export function namedAt(text: string, { begin, at, wordEnd, nameEnd, valueAt }: Offsets, name: SecretName): Named {
  const before = text.slice(0, begin);
  const fullName = text.slice(begin, nameEnd);
  const operator = text.slice(nameEnd, valueAt);
  return {
    ...{ name, text, before, beforeWord: text.slice(0, at), fullName, ending: text.slice(wordEnd, nameEnd), operator },
    beginsLine: beginsLine(before),
    isVariable: operator === '=' && /^[A-Z0-9_]+$/.test(fullName),
  };
}

/** The range of the value of a name. A setting reads the rest of its line, unless that is code. */
export function spanOf({ name, text, operator, beginsLine, isVariable }: Named, valueAt: number): ValueSpan | null {
  // An environment variable may contain brackets.
  const call = isVariable ? /^[A-Za-z_][\w.]*\(.*\)$/ : name.chosen && operator === '=' ? /[()]/ : null;
  return valueSpan(text, valueAt, name.chosen, beginsLine ? call : null);
}

/** The value in a range and its end, or null if nothing is given to the name there. */
export function givenIn(named: Named, { start, end, quoted }: ValueSpan): (Given & { readonly end: number }) | null {
  const value = withoutParameters(named, named.text.slice(start, end));
  const after = named.text.slice(start + value.length);
  const placed = { ...named, value, quoted, after, next: after[0] ?? '' };
  const role = roleOf(placed);
  if (role === 'item' || isNoValue(placed)) return null;
  const { name, fullName, operator } = named;
  const setting = settingOf(placed, role);
  return {
    ...{ name, fullName, operator, value, end: start + value.length, role, setting },
    writing: writingOf(placed, role),
    isNamed: numberOnly.test(named.ending) && !isResult(placed, role),
    isAlone: isAlone(placed, role),
  };
}

/** More parameters of a form: `password=…&user=me`. */
const parameters = /(?:&[a-z_]{3,}=[\w.%+-]*)+$/;

/** A parameter of an address ends at the next one. */
function withoutParameters({ before, operator }: Named, value: string): string {
  if (!value.includes('&')) return value;
  return value.replace(operator === '=' && /[?&]$/.test(before) ? /&.*$/ : parameters, '');
}

/** Text allowed behind the word in its name: `password2`, `passwords`, `password_prod`, `password_wo`. */
const numberOnly =
  /^s?\d{0,3}(?:_?(?:string|value|text)|_(?:prod(?:uction)?|dev|stag(?:e|ing)|qa|local|live|debug|release|wo))?$/i;

/** Tests for the number of a result behind a word that may also name one: `pass: 12 of 15`. */
function isResult(placed: Placed, role: Role): boolean {
  const { name, operator, quoted } = placed;
  return name.verdict && !quoted && role !== 'parameter' && operator.includes(':') && !isMixed(placed);
}

/** Tests for a password of letters, digits and a sign that no expression has there. */
function isMixed({ name, operator, value }: Placed): boolean {
  return name.chosen && /^: ?$/.test(operator) && /^(?=.*[A-Za-z])(?=.*\d)\w+[#@!^~][\w#@!^~]*$/.test(value);
}

/** A sentence that states the value. */
const saysSo = /^ (?:is|was|ist|est|es|è|é)[ :]|^[是为]/i;

/** Detects words about the name: the name itself, a comparison, or prose without a digit. */
function isNoValue({ name, fullName, operator, value, quoted }: Placed): boolean {
  if (value.length === fullName.length && value.toLowerCase() === fullName.toLowerCase()) return true;
  if (isAboutSecret(fullName)) return true;
  // CakePHP passes arguments: `'pass' => ['…']`.
  if (name.verdict && /\[ ?$/.test(operator)) return true;
  if (saysSo.test(operator)) return !/[0-9]/.test(value);
  return quoted ? fullName.startsWith('$') && /^["'] /.test(operator) : /[=!]=/.test(operator);
}

/** An option of a command: `--password`, `-Dspring.datasource.password`. */
export const isOption = /^--?[A-Za-z]/;

function roleOf(placed: Placed): Role {
  const { fullName, operator } = placed;
  if ((operator === '=' && isOption.test(fullName)) || isParameter(placed)) return 'parameter';
  if (!/[,(]/.test(operator) || isGivenByName(placed)) return 'alone';
  if (isItem(placed)) return 'item';
  return /value|default/i.test(operator) ? 'alone' : 'argument';
}

/** Tests that a value is one of several: `;Password=…;`, `&token=…`, `user=… password=…`. */
function isParameter({ beforeWord, operator, after, next }: Placed): boolean {
  if (!/^[=:]$/.test(operator) || !/^[;,&\s"'`)]?$/.test(next)) return false;
  const follows = /^[ ,/&][\w.-]+[=:]\S/.test(after.slice(0, 40));
  return follows || /[;&?"'\\][\w -]*$|[\w.-][=:]\S+[ ,/][\w.-]*$/.test(beforeWord.slice(-40));
}

/** A call that stores a value by its name, or reads it with a default: `props.put("mail.smtp.password", "…")`. */
const putsByName =
  /\b(?:put|set|add|append|define|get(?:env|Property|OrDefault)|environ\.get|property|config|header)\w*\(["'`]?$/i;

/** Tests that an argument is given to the name before it, by a call, in a pair in braces or after an equals sign. */
function isGivenByName({ name, before, ending, operator, after }: Placed): boolean {
  if (putsByName.test(before)) return name.chosen || numberOnly.test(ending) || !before.endsWith('(');
  return (/\{["']?$/.test(before) && /^["']\}/.test(after)) || /,.*=|=.*,/s.test(operator);
}

/** Tests for an item of a list: of cells, or of strings. Two cells alone are a name and its value. */
function isItem({ before, operator, after, beginsLine }: Placed): boolean {
  if (!/^["'`]?[ \t]*,(?!.*(?:value|default))/is.test(operator)) return false;
  if (!/^["'`]/.test(operator)) return !beginsLine || !/^["']?[ \t]*(?:[\r\n]|$)/.test(after);
  return !/["'`][^\s"'`]*$/.test(before) || (/,[ \t]*["'`]$/.test(before) && /^["'`][ \t]*,/.test(after));
}

/** The last parameter of JAAS, which ends as a line of a program does: `username="…" password="…";`. */
function isJaas({ before, after }: Placed, role: Role): boolean {
  return role === 'parameter' && after.startsWith('";') && /="[^"]*" $/.test(before);
}

/** The beginning of a line of a program, and the code after its string. */
const opensProgram =
  /^[\s*+>-]*(?:(?:export|public|private|protected|internal|static|final|const|let|var|val|my|our|local|def|fn|func|return|if|else|await|new|throw|assert\w*|expect)\b|[@$&][A-Za-z_]|[\w$.:>-]+\()/;
const closesProgram = /^["'`]?\)*[;)]|^["'`],[ \t]*(?:[\r\n]|$|[\w'"]+ ?(?:[:=(]|=>))/;

function writingOf(placed: Placed, role: Role): Writing {
  const { before, operator, quoted, after } = placed;
  if (!quoted) return 'bare';
  if (isJaas(placed, role)) return 'quoted';
  if (/:=|=>|->|\(/.test(operator) || opensProgram.test(before)) return 'program';
  return !operator.startsWith('"') && closesProgram.test(after) ? 'program' : 'quoted';
}

function settingOf(placed: Placed, role: Role): Setting {
  const { operator, quoted, after, isVariable, beginsLine } = placed;
  const rest = after.slice(Number(quoted) + Number(after.startsWith('",')));
  const endsPart =
    operator === '=' && ((isVariable && rest[0] === ' ') || (role === 'parameter' && /^[;"' ]/.test(rest)));
  const endsLine = /^(=|"?: )$/.test(operator) ? isLastOnLine(rest) : operator === '>' && rest.startsWith('</');
  if (!endsPart && !endsLine) return null;
  // YAML has no comma behind its quotes.
  const isYaml = operator === ': ' && beginsLine && isLastOnLine(after.slice(1));
  return !quoted || isVariable || isYaml || isJaas(placed, role) ? 'plain' : 'quoted';
}

/** Tests that a name begins its line, perhaps after `export`, a list mark or a diff mark. */
export function beginsLine(before: string): boolean {
  return /^(?:[ \t>+*#/-]|\d{1,6}[:\t|-]|export |set |setx |env |ENV |ARG |const |\$env:|-[eD] ?)*["']?$/.test(before);
}

/** A bracket around one name and value: `(pw: …)` in prose, `${PASSWORD:-…}` in a shell. */
const opensAlone = /(?:\$\{|(?:^|[^A-Za-z_$])\([\w -]{0,24})$/;
/** A line that is a map of YAML without quotes: `- {user: me, password: …}`. */
const flowMap = /^[ \t]*(?:- +)?(?:[\w.-]+: +)?\{ ?[\w.-]+: /;
const flowMapEnd = /^[^"'`(){}]*\}+,?[ \t]*(?:#[^\r\n]*)?(?:[\r\n]|$)/;

/** Tests that a value ends its line, element or variable, or is a member of a YAML map. */
function isAlone(placed: Placed, role: Role): boolean {
  const { text, before, operator, value, quoted, after, next, isVariable } = placed;
  if (quoted || role === 'parameter' || isMixed(placed)) return true;
  if (operator.includes('>') || after.startsWith('</') || isLastOnLine(after)) return true;
  if (operator === '=' && next === ' ' && (isVariable || (/\d/.test(value) && /(?:^|\s)$/.test(before)))) return true;
  const isQuoted = /["'`]/.test(next) && (before.endsWith(next) || (operator !== '=' && /\d/.test(value)));
  if (isQuoted && /^[:=]| = $/.test(operator)) return true;
  if (operator.startsWith(':') && /[)}]/.test(next) && opensAlone.test(before)) return true;
  if (operator.includes('|')) return /^[*_`]{0,2} {0,40}\|?[ \t]*(?:[\r\n]|$)/.test(after);
  return operator.startsWith(': ') && /[,}]/.test(next) && flowMap.test(text) && flowMapEnd.test(after);
}
