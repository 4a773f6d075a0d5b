/** A secret in a text: `[start, end)` in UTF-16 units. */
export interface SecretSpan {
  readonly start: number;
  readonly end: number;
  /** What it is: the middle of its placeholder, such as `github-token`. */
  readonly kind: string;
}

/** A secret that was found in a text. */
export interface FoundSecret extends SecretSpan {
  /** Where begins what tells that it is one, such as the name it is assigned to; at most `start`. */
  readonly from: number;
}

/**
 * Looks at one place of a text where a keyword begins and tells the secret there; null when there is none. It looks at no other line, and no farther than {@link lookBehind} and {@link lookAhead}: so what it finds depends on
 * these units alone, and a change elsewhere cannot alter it.
 */
export type LineRule = (text: string, at: number) => SecretSpan | null;

/** How far before and after the beginning of its keyword a line rule looks, UTF-16 units. */
export const lookBehind = 256;
export const lookAhead = 8_192;
