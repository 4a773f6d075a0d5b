import type { LineRule, SecretSpan } from '../finding.ts';
import { looksLikeKey } from './likelihood.ts';

const userUnits = 256;

/** `scheme://user:password@host`: the password; `https://key@host`: the key (Sentry's DSN, tokens for git). */
const passwordInUrl: LineRule = (text, at) => {
  const from = at + 3;
  if (text.startsWith('[REDACTED:', from)) return null;
  const limit = Math.min(text.length, from + userUnits);
  let colon = -1;
  let sign = -1;
  for (let index = from; index < limit; index++) {
    const unit = text[index] as string;
    if (/[\s"'`<>\\/?#|]/.test(unit) && !(unit === '/' && colon >= 0 && text.slice(index + 1, limit).includes('@')))
      break;
    if (unit === ':' && colon < 0) colon = index;
    else if (unit === '@') sign = index;
  }
  if (sign < 0 || !/^[A-Za-z0-9[$%{<]/.test(text.slice(sign + 1, sign + 2))) return null;
  if (colon >= 0 && colon < sign) return real(text, colon + 1, sign, 'url-password');
  const key = text.slice(from, sign);
  if (!/^[A-Za-z0-9_-]{16,}$/.test(key) || !looksLikeKey(key, true, true)) return null;
  return {
    start: from,
    end: sign,
    kind: /^[^/]*sentry|^[^/]*ingest/.test(text.slice(sign, sign + 60)) ? 'sentry-dsn' : 'url-key',
  };
};

/** Names of passwords in documentation, not passwords. */
const notReal =
  /^(?:pass(?:word|wd)?|pwd|secret|user|x-oauth-basic|x+|\*+|\.+|token|string|[A-Z_]*PASS[A-Z_]*|[A-Z_]*TOKEN[A-Z_]*)$/;

function real(text: string, start: number, end: number, kind: string): SecretSpan | null {
  const password = text.slice(start, end);
  if (password.length < 3 || notReal.test(password) || /^[$<{%:[]|\$\{|\{\{|^\d{1,5}$|^\d{1,5}\//.test(password))
    return null;
  return { start, end, kind };
}

export const urlRules: readonly (readonly [keyword: string, rule: LineRule])[] = [['://', passwordInUrl]];
