import { business } from './issuers/business.ts';
import { cloud } from './issuers/cloud.ts';
import { code } from './issuers/code.ts';
import { rowsOf } from './rows.ts';

/** A form of token as its issuer publishes it. */
export interface Issuer {
  /** The middle of the placeholder. */
  readonly kind: string;
  /** The issuer, and what the token is for. */
  readonly source: string;
  /** The beginning of the token, or another part that identifies it. Case-sensitive. */
  readonly prefix: string;
  /** The rest, a regular expression. Its first group, if there is one, is the secret alone. */
  readonly body: string;
  /**
   * An example, and a similar text that is no token. Tests replace `{w36}` by 36 random units;
   * their letters are in `test/support/secrets/publishedForms.ts`. Between « and » is the secret
   * alone.
   */
  readonly found: string;
  readonly notFound: string;
  /**
   * A regular expression for the text up to the prefix, or `any`. What it matches is hidden too,
   * unless it looks behind. Default: no word unit.
   */
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
/** Least length of a truncated token, unless its length is fixed. */
const cutOff = 14;

/**
 * The issuers' tokens. Columns: kind, source, prefixes separated by ` ~ `, body, an example, a
 * counterexample, and optionally the text before the prefix. In a body `{w36}` is a run of 36 units
 * or more, or cut off to 14; `{w=36}` or `{w=36-40}` is a run of exactly that length. The letters
 * are keys of `alphabets`, and a digit is `[0-9]`. If two rows match at one place, the earlier one
 * names the token.
 */
export const issuers: readonly Issuer[] = rowsOf(code, cloud, business).flatMap(
  ([kind = '', source = '', prefixes = '', body = '', found = '', notFound = found, before]) =>
    prefixes.split(' ~ ').map((prefix, _, [first = '']) => ({
      ...{ kind, source, prefix, body: body.replaceAll(unitsMark, unitsPattern) },
      ...{ found: found.replace(first, prefix), notFound: notFound.replace(first, prefix) },
      ...(before === undefined ? {} : { before: before === 'any' ? '' : before }),
    })),
);

function unitsPattern(_: string, letter: string, exact: string, least: string, most = least): string {
  const units = `[${alphabets[letter]}]`;
  return exact === '' ? `${units}{${Math.min(Number(least), cutOff)},}` : `${units}{${least},${most}}(?!${units})`;
}
