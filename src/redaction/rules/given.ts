import { evidenceRows } from '../data/evidence.ts';
import { placeRows } from '../data/places.ts';
import { patternOf } from '../data/rows.ts';
import type { SecretSpan } from '../finding.ts';
import type { Writing } from './code.ts';
import { aboutSecret, type SecretName } from './names.ts';
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
  /** The five texts in their order, parted by `¦`. */
  readonly parts: string;
  /**
   * How the name gets the value: directly, as one of several parameters (`--password …`,
   * `;Password=…;`), or as an argument of a call.
   */
  readonly role: 'direct' | 'parameter' | 'argument';
}

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
  const span = valueSpan(text, valueAt, name.chosen, beginsLine.test(before) ? call : null);
  if (span === null) return null;
  // A parameter of an address ends at the next one.
  const more = operator === '=' && /[?&]$/.test(before) ? /&.*$/ : parameters;
  const value = text.slice(span.start, span.end).replace(more, '');
  const endsName = ending.test(text.slice(wordEnd, nameEnd));
  const secret = { start: span.start, end: span.start + value.length, kind: name.kind };
  const after = text.slice(secret.end);
  const parts = [before, fullName, operator, value, after].join('¦');
  const isArgument = /[,(]/.test(operator) && !put.test(parts);
  const role = operator.length === 1 && parameter.test(parts) ? 'parameter' : isArgument ? 'argument' : 'direct';
  return { name, before, fullName, endsName, operator, isVariable, span, secret, value, after, parts, role };
}

/** More parameters of a form or of Helm: `password=…&user=me`, `auth.password=…,auth.user=me`. */
const parameters = /(?:&[a-z_]{3,}=[\w.%+-]*|,[a-z]\w*\.[\w.]+=[^,]*)+$/;

const ending = new RegExp(patternOf(evidenceRows, 'ending'), 'i');
const parameter = new RegExp(patternOf(evidenceRows, 'parameter'));
const put = new RegExp(patternOf(evidenceRows, 'put'), 'i');
const item = new RegExp(patternOf(evidenceRows, 'item'));
const program = new RegExp(patternOf(evidenceRows, 'program'));

/** A sentence that states the value. */
const saysSo = new RegExp(`^(?:${patternOf(placeRows, 'prose')})`, 'i');

const checksum = new RegExp(patternOf(evidenceRows, 'checksum'));

/** Tests for words about the name: itself, a comparison, prose without a digit, another item. */
export function isNoValue(given: Given): boolean {
  const { name, before, fullName, operator, value, after, span, parts, role } = given;
  if (aboutSecret.test(fullName) || (role === 'argument' && item.test(parts))) return true;
  // Of several strings a call's first one seldom is a secret that people choose.
  if (name.chosen && operator.startsWith('(') && /^["'`], ?["'`]/.test(after)) return true;
  if (checksum.test(before + fullName + operator + value)) return true;
  if (value.length <= 2 * fullName.length && repeatsName(fullName, value)) return true;
  if (saysSo.test(operator)) return !/[0-9]/.test(value);
  if (span.quoted) return fullName.startsWith('$') && /^["'] /.test(operator);
  return /[=!]=/.test(operator) || (/^(?:["']? ?=>|':)/.test(operator) && /^[A-Za-z_]\w*$/.test(value));
}

/** Tests for the name itself, or for words that end it: `KEY_SMTP_PASSWORD=smtp-password`. */
function repeatsName(fullName: string, value: string): boolean {
  const [name = '', units = ''] = [fullName, value].map((text) => text.toLowerCase().replaceAll(/[^a-z0-9]+/g, ''));
  return name === units || (/\w[-_.]\w|[a-z][A-Z]/.test(value) && name.endsWith(units));
}

export function writingOf(given: Given): Writing {
  const { before, operator, isVariable, span, parts } = given;
  if (span.quoted) return program.test(parts) ? 'program' : 'quoted';
  // `NAME=value`, or a line `name=value`, refers to no name of code.
  return isVariable || (operator === '=' && beginsLine.test(before)) ? 'quoted' : 'bare';
}

/** The end of a line of settings, or of one parameter of it. */
const setting = new RegExp(patternOf(evidenceRows, 'setting'));
export const isSetting = ({ parts }: Given) => setting.test(parts);

/** Tests that a name is given one string, and nothing else. */
const string = new RegExp(patternOf(evidenceRows, 'string'));
export const isString = ({ span, parts }: Given) => span.quoted && string.test(parts);

/** Before a name that begins its line, perhaps after `export`, a list mark or a diff mark. */
const beginsLine = /^(?:[ \t>+*#/-]|\d{1,6}[:\t|-]|export |set |setx |env |ENV |ARG |const |\$env:|-[eD] ?)*["']?$/;

/** Tests that a value is no part of an expression or a sentence: it ends its line, element or map. */
export const isAlone = ({ span, after, parts, role }: Given) =>
  span.quoted || role === 'parameter' || isLastOnLine(after) || alone.test(parts);

const alone = new RegExp(patternOf(evidenceRows, 'alone'));
