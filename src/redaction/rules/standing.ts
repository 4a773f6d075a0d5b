/** How a value stands in its line: given to a name, an argument, alone or a part of something. */

import type { Writing } from './code.ts';
import { isLastOnLine } from './valueSpan.ts';

/** Number of units read after a value. */
const unitsAfter = 48;

/** A call that stores a value by its name, or reads it with a default: `props.put("mail.smtp.password", "…")`. */
const putsByName =
  /\b(?:put|set|add|append|define|get(?:env|Property|OrDefault)|environ\.get|property|config|header)\w*\(["'`]?$/i;

/** Tests that an argument is given to the name before it, by a call, in a pair in braces or after an equals sign. */
export function isGivenByName(before: string, operator: string, after: string, isSecrets: boolean): boolean {
  if (/[,(]/.test(operator) && putsByName.test(before)) return isSecrets || !before.endsWith('(');
  return (/\{["']?$/.test(before) && /^["']\}/.test(after)) || /,.*=|=.*,/s.test(operator);
}

/** The beginning of a line of a program, and the code after its string. */
const opensProgram =
  /^[\s*+>-]*(?:(?:export|public|private|protected|internal|static|final|const|let|var|val|my|our|local|def|fn|func|return|if|else|await|new|throw|assert\w*|expect)\b|[@$&][A-Za-z_]|[\w$.:>-]+\()/;
const closesProgram = /^["'`]?\)*[;)]|^["'`],[ \t]*(?:[\r\n]|$|[\w'"]+ ?(?:[:=(]|=>))/;

export function writingOf(text: string, begin: number, end: number, operator: string, quoted: boolean): Writing {
  if (!quoted) return 'bare';
  if (/:=|=>|->|\(/.test(operator) || opensProgram.test(text.slice(0, begin))) return 'program';
  return !operator.startsWith('"') && closesProgram.test(text.slice(end, end + unitsAfter)) ? 'program' : 'quoted';
}

/** Tests for an item of a list: of cells, or of strings. Two cells alone are a name and its value. */
export function isListItem(before: string, operator: string, after: string, begins: boolean): boolean {
  if (!/^["'`]?[ \t]*,(?!.*(?:value|default))/is.test(operator)) return false;
  if (!/^["'`]/.test(operator)) return !begins || !/^["']?[ \t]*(?:[\r\n]|$)/.test(after);
  return !/["'`][^\s"'`]*$/.test(before) || (/,[ \t]*["'`]$/.test(before) && /^["'`][ \t]*,/.test(after));
}

/** Tests that a value is plain and ends its line, element, variable in a command or parameter of a connection. */
export function endsSetting(text: string, end: number, operator: string, isEnvironment: boolean, isPart: boolean) {
  const unit = text[end] ?? '';
  if (operator === '=' && ((isEnvironment && unit === ' ') || (isPart && /[;"' ]/.test(unit)))) return true;
  return /^(=|"?: )$/.test(operator) ? isLastOnLine(text, end) : operator === '>' && text.startsWith('</', end);
}

/** An option of a command: `--password`, `-Dspring.datasource.password`. */
export const isOption = /^--?[A-Za-z]/;

/** Tests that a name begins its line, perhaps after `export`, a list mark or a diff mark. */
export function beginsLine(text: string, start: number): boolean {
  return /^(?:[ \t>+*#/-]|\d{1,6}[:\t|-]|export |set |setx |env |ENV |ARG |const |\$env:|-[eD] ?)*["']?$/.test(
    text.slice(0, start),
  );
}

/**
 * Tests that a value is one of several parameters: `;Password=…;`, `&token=…`, `user=… password=…`.
 */
export function isParameter(text: string, at: number, end: number): boolean {
  if (!/[;,&\s"'`)]/.test(text[end] ?? ' ')) return false;
  const before = text.slice(Math.max(0, at - 40), at);
  const follows = /^[ ,/&][\w.-]+[=:]\S/.test(text.slice(end, end + 40));
  return follows || /[;&?"'\\][\w -]*$|[\w.-][=:]\S+[ ,/][\w.-]*$/.test(before);
}

/** Tests that a value ends its line or element, or is a member of a YAML map. */
export function endsItself(text: string, begin: number, end: number, operator: string, value: string): boolean {
  if (operator.includes('>') || text.startsWith('</', end) || isLastOnLine(text, end)) return true;
  const unit = text[end] ?? '';
  if (operator === '=' && unit === ' ' && /\d/.test(value) && /(?:^|\s)$/.test(text.slice(0, begin))) return true;
  const isQuoted = /["'`]/.test(unit) && (text[begin - 1] === unit || (operator !== '=' && /\d/.test(value)));
  if (isQuoted && /^[:=]| = $/.test(operator)) return true;
  if (operator.startsWith(':') && /[)}]/.test(unit) && opensAlone.test(text.slice(0, begin))) return true;
  if (operator.includes('|')) return /^[*_`]{0,2} {0,40}\|?[ \t]*(?:[\r\n]|$)/.test(text.slice(end, end + unitsAfter));
  if (!operator.startsWith(': ') || !/[,}]/.test(unit)) return false;
  return flowMap.test(text) && flowMapEnd.test(text.slice(end));
}

/** A bracket around one name and value: `(pw: …)` in prose, `${PASSWORD:-…}` in a shell. */
const opensAlone = /(?:\$\{|(?:^|[^A-Za-z_$])\([\w -]{0,24})$/;
/** A line that is a map of YAML without quotes: `- {user: me, password: …}`. */
const flowMap = /^[ \t]*(?:- +)?(?:[\w.-]+: +)?\{ ?[\w.-]+: /;
const flowMapEnd = /^[^"'`(){}]*\}+,?[ \t]*(?:#[^\r\n]*)?(?:[\r\n]|$)/;
