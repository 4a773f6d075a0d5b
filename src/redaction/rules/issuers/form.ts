/** A form of token as its issuer publishes it. */
export interface TokenForm {
  /** The middle of the placeholder. */
  readonly kind: string;
  /** Where the issuer tells the form, in words. */
  readonly source: string;
  /** How the token, or what makes it known, begins; in its true case. */
  readonly prefix: string;
  /** What follows, a regular expression. Its first group, if there is one, is the secret alone. */
  readonly body: string;
  /** What stands right before the prefix; by default no letter, digit or underscore. What it takes belongs to the token. */
  readonly before?: RegExp;
}

type FormRow = readonly [prefix: string, body: string, before?: RegExp];

/** The forms of one kind of token: a row for each. */
export function tokens(source: string, kind: string, ...rows: readonly FormRow[]): readonly TokenForm[] {
  return rows.map(([prefix, body, before]) => ({ kind, source, prefix, body, ...(before && { before }) }));
}

/** Alphabets of tokens. */
export const wordCharacters = 'A-Za-z0-9';
export const dashed = 'A-Za-z0-9_-';
export const dotted = 'A-Za-z0-9_.\\-';
export const base64 = 'A-Za-z0-9+/=';
export const base64url = 'A-Za-z0-9_=-';
export const lowerHex = 'a-f0-9';
export const upper = 'A-Z0-9';
export const lower = 'a-z0-9';

/** Least length at which what is left of a token that was cut off counts. */
const cutOff = 14;

/** A token of a least number of units, or what is left of it. Issuers lengthen their tokens: a longer one is one, too. */
export function some(alphabet: string, published: number): string {
  return `[${alphabet}]{${Math.min(published, cutOff)},}`;
}

/** A token of an exact number of units: its prefix alone tells too little. */
export function exactly(alphabet: string, least: number, most = least): string {
  return `[${alphabet}]{${least},${most}}(?![${alphabet}])`;
}

/** Stands before the part of an address that is secret. */
export const anywhere = /$/;

/** Stands before a token whose beginning has no mark of its own. */
export function behind(alphabet: string, length: number): RegExp {
  return new RegExp(`(?<![${alphabet}])[${alphabet}]{${length}}$`);
}
