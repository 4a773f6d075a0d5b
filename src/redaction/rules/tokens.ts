import type { LineRule } from '../finding.ts';
import { ai } from './issuers/ai.ts';
import { business } from './issuers/business.ts';
import { cloud } from './issuers/cloud.ts';
import { code } from './issuers/code.ts';
import type { TokenForm } from './issuers/form.ts';
import { messaging } from './issuers/messaging.ts';
import { monitoring } from './issuers/monitoring.ts';
import { payment } from './issuers/payment.ts';
import { wallets } from './issuers/wallets.ts';
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
/** So much before a token is looked at, UTF-16 units. */
const unitsBefore = 120;
/** Keywords with the rules that begin at them, and how each is written. */
export const tokenRules: readonly (readonly [keyword: string, rule: LineRule, prefix: string])[] = tokenForms.map(
  (form) => [form.prefix.toLowerCase(), ruleOf(form), form.prefix],
);

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
