/** A secret in a text: `[start, end)` in UTF-16 units. */
export interface SecretSpan {
  readonly start: number;
  readonly end: number;
  /** What it is: the middle of its placeholder, such as `github-token`. */
  readonly kind: string;
}

/** What a rule sees of a text: the units `[base, base + text.length)`, all that the rule may look at. */
export interface Glimpse {
  readonly text: string;
  readonly base: number;
}

/**
 * Looks at one place where a keyword begins (an offset in the glimpse) and tells the secret there, in the glimpse's offsets; null when
 * there is none. It looks at no other line, and no farther than {@link lookBehind} and {@link lookAhead}: so what it finds depends on
 * these units alone, and a change elsewhere cannot alter it.
 */
export type LineRule = (text: string, at: number) => SecretSpan | null;

/** How far before and after the beginning of its keyword a line rule looks, UTF-16 units. */
export const lookBehind = 256;
export const lookAhead = 8_192;
