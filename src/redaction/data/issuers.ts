import { ai } from './issuers/ai.ts';
import { business } from './issuers/business.ts';
import { cloud } from './issuers/cloud.ts';
import { code } from './issuers/code.ts';
import { messaging } from './issuers/messaging.ts';
import { monitoring } from './issuers/monitoring.ts';
import { payment } from './issuers/payment.ts';
import { wallets } from './issuers/wallets.ts';
import { rowsOf } from './rows.ts';

/** A form of token as its issuer publishes it. */
export interface Issuer {
  /** The middle of the placeholder. */
  readonly kind: string;
  /** The issuer, and what the token is for. */
  readonly source: string;
  /** The beginning of the token, or what makes it known; case counts. */
  readonly prefix: string;
  /** The rest, a regular expression. Its first group, if there is one, is the secret alone. */
  readonly body: string;
  /** A text with such a token, and one like it without. Tests fill `{w36}` with 36 random units. */
  readonly found: string;
  readonly notFound: string;
  /** What must precede the prefix, by default no letter, digit or underscore: a regular expression, or `any`. */
  readonly before?: string;
}

const alphabets: Readonly<Record<string, string>> = {
  w: 'A-Za-z0-9',
  i: 'A-Za-z0-9_',
  s: 'A-Za-z0-9_-',
  p: 'A-Za-z0-9_.\\-',
  q: 'A-Za-z0-9_=-',
  b: 'A-Za-z0-9+/=',
  h: 'a-f0-9',
  g: 'a-f0-9-',
  l: 'a-z0-9',
  u: 'A-Z0-9',
  x: '1-9A-HJ-NP-Za-km-z',
  n: '02-9ac-hj-np-z',
};
const unitsMark = /\{([a-z])(=?)(\d+)(?:-(\d+))?\}/g;
/** Least length at which what is left of a token that was cut off counts. Issuers lengthen their tokens. */
const cutOff = 14;

/**
 * The issuers' tokens. Columns: kind, source, prefix, body, an example that is found, one that is
 * not, and optionally what precedes the prefix. In a body `{w36}` is a run of 36 units or more, also
 * cut off, `{w=36}` or `{w=36-40}` one of exactly so many; the letters are those of `alphabets`.
 * Of two rows that begin alike the earlier one names the token.
 */
export const issuers: readonly Issuer[] = rowsOf(
  code,
  ai,
  cloud,
  payment,
  messaging,
  monitoring,
  business,
  wallets,
).map(([kind = '', source = '', prefix = '', body = '', found = '', notFound = '', before]) => ({
  ...{ kind, source, prefix, body: body.replaceAll(unitsMark, unitsPattern), found, notFound },
  ...(before === undefined ? {} : { before: before === 'any' ? '' : before }),
}));

function unitsPattern(_: string, letter: string, exact: string, least: string, most = least): string {
  const units = `[${alphabets[letter]}]`;
  return exact === '' ? `${units}{${Math.min(Number(least), cutOff)},}` : `${units}{${least},${most}}(?!${units})`;
}
