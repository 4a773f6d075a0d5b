import type { KeywordRule, LineRule, SecretSpan } from '../finding.ts';
import { whyCode } from './code.ts';
import { isGenerated } from './value.ts';

const userUnits = 256;

/** `scheme://user:password@host` and `https://key@host` (a Sentry DSN, a token for git). */
const passwordInUrl: LineRule = ({ text, at }) => {
  const from = at + 3;
  const authority = text.slice(from, from + userUnits);
  if (authority.startsWith('[REDACTED:')) return [];
  const stop = authority.search(/[\s"'`<>\\]|:\/\//);
  const reach = stop < 0 ? authority.length : stop;
  const colon = authority.indexOf(':');
  const sign = lastSign(authority, reach, colon);
  if (sign < 0 || !/^[A-Za-z0-9[$%{</"']/.test(authority.slice(sign + 1, sign + 2))) return [];
  if (colon >= 0 && colon < sign) return password(text, from + colon + 1, from + sign);
  const key = authority.slice(0, sign);
  if (!/(?:https?|wss?|git)$/i.test(text.slice(Math.max(0, at - 5), at))) return [];
  if (!/^[A-Za-z0-9_-]{16,}$/.test(key) || !isGenerated(key, { least: 16, bits: 0 })) return [];
  const kind = /^[^/]*sentry|^[^/]*ingest/.test(authority.slice(sign, sign + 60)) ? 'sentry-dsn' : 'url-key';
  return [{ start: from, end: from + sign, kind }];
};

/** The last `@` before the path. A password may contain a slash, a question mark or a hash. */
function lastSign(authority: string, reach: number, colon: number): number {
  const path = authority.slice(0, reach).search(/[/?#|]/);
  const near = authority.lastIndexOf('@', (path < 0 ? reach : path) - 1);
  if (near >= 0 || path < 0 || colon < 0 || colon > path || /^:\d{1,5}[/?#]/.test(authority.slice(colon, path + 1)))
    return near;
  const far = authority.lastIndexOf('@', reach - 1);
  return authority.slice(path, far).includes(' ') ? -1 : far;
}

function password(text: string, start: number, end: number): readonly SecretSpan[] {
  const value = text.slice(start, end);
  if (value.length < 3 || /^[<:[]|[{}]|:\]|^\d{1,5}(?:$|[,;/?])|^%(?:[A-Z]{3}|%?s$)/.test(value)) return [];
  return whyCode(value, 'url') === null ? [{ start, end, kind: 'url-password' }] : [];
}

export const urlRules: readonly KeywordRule[] = [{ keyword: '://', line: passwordInUrl }];
