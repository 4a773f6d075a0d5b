import type { KeywordRule, LineRule } from '../finding.ts';
import { ai } from './issuers/ai.ts';
import { business } from './issuers/business.ts';
import { cloud } from './issuers/cloud.ts';
import { code } from './issuers/code.ts';
import type { TokenForm } from './issuers/form.ts';
import { messaging } from './issuers/messaging.ts';
import { monitoring } from './issuers/monitoring.ts';
import { payment } from './issuers/payment.ts';
import { wallets } from './issuers/wallets.ts';
import { isWordUnit } from './names.ts';
import { isTokenBody } from './value.ts';

/** Of two forms that begin alike the earlier one names the token. */
const tokenForms: readonly TokenForm[] = [
  ...code,
  ...ai,
  ...cloud,
  ...payment,
  ...messaging,
  ...monitoring,
  ...business,
  ...wallets,
];

/** What may stand right before a token: no part of a word, unless it is one of an escaped sign or a colour. */
const notInWord =
  /(?<![A-Za-z0-9_])$|(?:\\[abfnrtv0]|%[0-9A-Fa-f]{2}|\\x[0-9A-Fa-f]{2}|\\u[0-9A-Fa-f]{4}|\[[0-9;]{0,10}m)$/;
/** The longest of the signs that may stand before a token, UTF-16 units. */
const longestSign = 12;
/** So much before a token is looked at, UTF-16 units. */
const unitsBefore = 120;
/** So many units at the beginning of a token's body are glanced at. */
const glanced = 8;

export const tokenRules: readonly KeywordRule<LineRule>[] = tokenForms.map((form) => {
  const begins = beginningOf(form.body);
  return {
    keyword: form.prefix,
    exact: true,
    look: ruleOf(form),
    glance: (text, at) => begins(text, at + form.prefix.length) && (form.before !== undefined || !isInWord(text, at)),
  };
});

/** Tells whether the units from an offset on may begin what a pattern matches; of one that begins with no class of units they may. */
function beginningOf(body: string): (text: string, at: number) => boolean {
  let isIn: Uint8Array | null = null;
  let count = 0;
  return (text, at) => {
    if (isIn === null) {
      const [, alphabet = '', least = '1'] = /^\(?(\[[^\]]*\])(?:\{([1-9]\d*)[,}]|(?![*?{]))/.exec(body) ?? [];
      isIn = unitsIn(alphabet);
      count = body.includes('|') ? 0 : Math.min(Number(least), glanced);
    }
    for (let end = at; end < at + count; end++) if (isIn[text.charCodeAt(end)] === 0) return false;
    return true;
  };
}

const unitsOfClasses = new Map<string, Uint8Array>();

/** Which of ASCII's units a class of units takes; made when it is needed first. */
function unitsIn(alphabet: string): Uint8Array {
  const known = unitsOfClasses.get(alphabet);
  if (known !== undefined) return known;
  const pattern = new RegExp(alphabet);
  const units = Uint8Array.from({ length: 128 }, (_, unit) => Number(pattern.test(String.fromCharCode(unit))));
  unitsOfClasses.set(alphabet, units);
  return units;
}

/** Whether {@link notInWord} does not hold at a place. */
function isInWord(text: string, at: number): boolean {
  if (!isWordUnit(text.charCodeAt(at - 1))) return false;
  return !notInWord.test(text.slice(Math.max(0, at - longestSign), at));
}

function ruleOf({ kind, prefix, body, before = notInWord }: TokenForm): LineRule {
  let pattern: RegExp | null = null;
  return ({ text, at }) => {
    const first = before.exec(text.slice(Math.max(0, at - unitsBefore), at));
    if (first === null) return null;
    pattern ??= new RegExp(body, 'dy');
    pattern.lastIndex = at + prefix.length;
    const match = pattern.exec(text);
    if (match === null) return null;
    const taken = before === notInWord ? 0 : first[0].length;
    const [start, end] = match.indices?.[1] ?? [at - taken, at + prefix.length + match[0].length];
    return isTokenBody(text.slice(taken > 0 || match.indices?.[1] ? start : at + prefix.length, end))
      ? { start, end, kind }
      : null;
  };
}
