import { type Issuer, issuers } from '../data/issuers.ts';
import type { KeywordRule, LineRule } from '../finding.ts';
import { isWordUnit } from './names.ts';
import { isTokenBody } from './value.ts';
import { endOfMatch } from './valueSpan.ts';

/** Allowed before a token: no word unit, except in an escape or a colour sequence. */
const notInWord =
  /(?<![A-Za-z0-9_])$|(?:\\[abfnrtv0]|%[0-9A-Fa-f]{2}|\\x[0-9A-Fa-f]{2}|\\u[0-9A-Fa-f]{4}|\[[0-9;]{0,10}m)$/;
/** Maximum length of such an escape. */
const longestSign = 12;
const insideBase64 = /^[A-Za-z0-9+/]{60}[+/]$|;base64,$|sha\d{3}-$|^[A-Za-z0-9+/]{60}\r?\n *$/;
/** Number of units read before a token. */
const unitsBefore = 120;

/** The beginning of most bodies: eight units of one class; and a cheap test for it. */
const longBody = /^\[[^\]]*\]\{(?:[89]|\d{2,})[^|]*$/;
const longRun = /[\w.+/=-]{8}/y;

export const tokenRules: readonly KeywordRule[] = issuers.map((form) => {
  const first = longBody.test(form.body) ? longRun : /(?:)/y;
  return {
    keyword: form.prefix,
    exact: true,
    line: ruleOf(form),
    glance: (text, at) =>
      endOfMatch(first, text, at + form.prefix.length) >= 0 && (form.before !== undefined || !isInWord(text, at)),
  };
});

function isInWord(text: string, at: number): boolean {
  if (!isWordUnit(text.charCodeAt(at - 1))) return false;
  return !notInWord.test(text.slice(Math.max(0, at - longestSign), at));
}

function ruleOf({ kind, prefix, body, before }: Issuer): LineRule {
  const preceding = before === undefined ? null : new RegExp(`(?:${before})$`);
  // With indices each match is made twice.
  const pattern = new RegExp(body, body.includes('(') ? 'dy' : 'y');
  return ({ text, at }) => {
    const first = preceding?.exec(text.slice(Math.max(0, at - unitsBefore), at));
    if (first === null) return [];
    const bodyAt = at + prefix.length;
    pattern.lastIndex = bodyAt;
    const found = pattern.exec(text);
    if (found === null || insideBase64.test(text.slice(Math.max(0, at - 61), at))) return [];
    const taken = first?.[0].length ?? 0;
    const group = found.indices?.[1];
    const [start, end] = group ?? [at - taken, pattern.lastIndex];
    return isTokenBody(text.slice(taken > 0 || group ? start : bodyAt, end)) ? [{ start, end, kind }] : [];
  };
}
