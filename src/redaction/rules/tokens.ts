import { type Issuer, issuers } from '../data/issuers.ts';
import type { KeywordRule, LineRule } from '../finding.ts';
import { isWordUnit } from './names.ts';
import { type BodyMatcher, bodyMatcher, unitsIn } from './tokenBody.ts';
import { isTokenBody } from './value.ts';

/** Allowed before a token: no word unit, except in an escape or a colour sequence. */
const notInWord =
  /(?<![A-Za-z0-9_])$|(?:\\[abfnrtv0]|%[0-9A-Fa-f]{2}|\\x[0-9A-Fa-f]{2}|\\u[0-9A-Fa-f]{4}|\[[0-9;]{0,10}m)$/;
/** Maximum length of such an escape. */
const longestSign = 12;
/** Number of units read before a token. */
const unitsBefore = 120;
/** Number of units of a body that are checked first. */
const glanced = 8;

export const tokenRules: readonly KeywordRule<LineRule>[] = issuers.map((form) => {
  const begins = beginningOf(form.body);
  return {
    keyword: form.prefix,
    exact: true,
    rule: ruleOf(form),
    glance: (text, at) => begins(text, at + form.prefix.length) && (form.before !== undefined || !isInWord(text, at)),
  };
});

/** A cheap test for the beginning of a body; true for bodies that begin with no class. */
function beginningOf(body: string): (text: string, at: number) => boolean {
  let isIn: Uint8Array | null = null;
  let count = 0;
  return (text, at) => {
    if (isIn === null) {
      const [, alphabet = '', least = '1'] = /^\(?(\[[^\]]*\])(?:\{([1-9]\d*)[,}]|(?![*?{]))/.exec(body) ?? [];
      isIn = unitsIn(alphabet).ascii;
      count = body.includes('|') ? 0 : Math.min(Number(least), glanced);
    }
    for (let end = at; end < at + count; end++) if (isIn[text.charCodeAt(end)] === 0) return false;
    return true;
  };
}

function isInWord(text: string, at: number): boolean {
  if (!isWordUnit(text.charCodeAt(at - 1))) return false;
  return !notInWord.test(text.slice(Math.max(0, at - longestSign), at));
}

function ruleOf({ kind, prefix, body, before }: Issuer): LineRule {
  const preceding = before === undefined ? null : new RegExp(`(?:${before})$`);
  let match: BodyMatcher | null = null;
  return (place) => {
    const { text, at } = place;
    const first =
      preceding === null ? isInWord(text, at) : preceding.exec(text.slice(Math.max(0, at - unitsBefore), at));
    if (first === true || first === null) return null;
    match ??= bodyMatcher(body);
    const bodyAt = at + prefix.length;
    const found = match(place, bodyAt);
    if (found === null) return null;
    const taken = first === false ? 0 : first[0].length;
    const [start, end] = found.secret ?? [at - taken, found.end];
    return isTokenBody(text.slice(taken > 0 || found.secret ? start : bodyAt, end)) ? { start, end, kind } : null;
  };
}
