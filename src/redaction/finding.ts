import type { Runs, UnitClass } from './rules/runs.ts';

/** A secret in a text: `[start, end)` in UTF-16 units. */
export interface SecretSpan {
  readonly start: number;
  readonly end: number;
  /** What it is: the middle of its placeholder, such as `github-token`. */
  readonly kind: string;
  /** Whether only its place tells of it: it is hidden while it is typed, and shown afterwards. */
  readonly doubt?: boolean;
}

/** A secret that was found in a text. */
export interface FoundSecret extends SecretSpan {
  /** Where begins what tells that it is one, such as the name it is assigned to; at most `start`. */
  readonly from: number;
}

/** A text that can be looked at in parts; what is asked for beyond its end is not there. */
export interface Slices {
  readonly length: number;
  slice(start: number, end: number): string;
}

/** What a rule sees of a text: the line in which a keyword begins, and no more of it than is near. */
export interface FoundPlace {
  /** The line, from {@link lookBehind} units before the keyword to {@link lookAhead} behind its beginning, without its break. */
  readonly text: string;
  /** Where the keyword begins in `text`. */
  readonly at: number;
  /** The same with the next two lines, at most {@link lookAhead} units of them. */
  withNextLines(): string;
  /** Where a run of units of a class from an offset on ends, in `text` or in that with the next lines. */
  endOfRun(units: UnitClass, at: number, text?: string): number;
}

/**
 * Tells the secret at one place, null when there is none. A secret that goes on to the end of a long line's part goes on behind it, to
 * the next blank, quote or bracket. What a rule finds depends on its place alone, so a change elsewhere cannot alter it.
 */
export type LineRule = (place: FoundPlace) => SecretSpan | null;

/** Secrets in the lines around a keyword, with the units that were looked at: a change there alone can alter what was found. */
export interface Block {
  readonly spans: readonly SecretSpan[];
  readonly from: number;
  readonly to: number;
}

/** Looks at the lines around a keyword that begins at an offset of the whole text; null when no block can begin there. */
export type BlockRule = (text: Slices, at: number) => Block | null;

/** A rule with the keyword at whose places it looks. */
export interface KeywordRule<Rule extends LineRule | BlockRule> {
  readonly keyword: string;
  /** Whether the keyword counts as it is written alone; others are in lower case and count in either. */
  readonly exact?: boolean;
  readonly rule: Rule;
  /**
   * A first glance at the units right around the keyword, of which some may be missing at the text's ends: false where the rule finds
   * nothing whatever they are. Most places are passed over by it. `base` is the offset of the units, for their runs.
   */
  readonly glance?: (text: string, at: number, runs: Runs, base: number) => boolean;
}

/** How far before and behind the beginning of its keyword a line rule looks, UTF-16 units. */
export const lookBehind = 256;
export const lookAhead = 1_024;
/** How far a rule looks at a block of lines. */
export const blockReach = 262_144;
