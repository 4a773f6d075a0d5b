import { type Issuer, issuers } from '../data/issuers.ts';
import type { KeywordRule, LineRule } from '../finding.ts';
import { isWordUnit } from './names.ts';
import { type BodyMatcher, bodyMatcher, unitsIn } from './tokenBody.ts';
import { isTokenBody } from './value.ts';

/** What may stand right before a token: no part of a word, unless it is one of an escaped sign or a colour. */
const notInWord =
  /(?<![A-Za-z0-9_])$|(?:\\[abfnrtv0]|%[0-9A-Fa-f]{2}|\\x[0-9A-Fa-f]{2}|\\u[0-9A-Fa-f]{4}|\[[0-9;]{0,10}m)$/;
/** The longest of the signs that may stand before a token, UTF-16 units. */
const longestSign = 12;
/** How much before a token is looked at, UTF-16 units. */
const unitsBefore = 120;
/** Number of units at the beginning of a token's body that are glanced at. */
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

/** Tells whether the units from an offset on may begin what a pattern matches; of one that begins with no class of units they may. */
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

/** Whether {@link notInWord} does not hold at a place. */
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
