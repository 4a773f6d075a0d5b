/** A secret in a text: `[start, end)` in UTF-16 units. */
export interface SecretSpan {
  readonly start: number;
  readonly end: number;
  /** The middle of its placeholder, such as `github-token`. */
  readonly kind: string;
}

/** A secret that was found in a text. */
export interface FoundSecret extends SecretSpan {
  /** Start of the evidence, e.g. the variable name; at most `start`. */
  readonly from: number;
  /** The lower rank names a secret that two rules find. */
  readonly rank?: number;
  /** If set, it is hidden whatever it is: it is being typed, or is beside what can be guessed. */
  readonly doubt?: boolean;
  /** The whole secret if this is only a part of it, or another writing. */
  readonly secret?: string | undefined;
}

/** A text that is read in parts. Offsets beyond its end are ignored. */
export interface Slices {
  readonly length: number;
  slice(start: number, end: number): string;
}

/** The part of a line that a rule reads. */
export interface FoundPlace {
  /**
   * The line without its break, cut {@link lookBehind} units before the keyword and {@link
   * lookAhead} units after its start.
   */
  readonly text: string;
  /** Offset of the keyword in `text`. */
  readonly at: number;
  /** `text` with the next `count` lines, at most {@link lookAhead} more units. */
  withNextLines(count: number): string;
}

/**
 * Returns the secrets at one place. A secret that reaches the end of a cut line continues to the
 * next blank, quote or bracket. The result depends on the place alone.
 */
export type LineRule = (place: FoundPlace) => readonly SecretSpan[];

/** Secrets in the lines around a keyword, and the range that the rule read. */
export interface Block {
  readonly spans: readonly SecretSpan[];
  readonly from: number;
  readonly to: number;
}

/** Reads the lines around a keyword. Null if no block can begin there. */
export type BlockRule = (text: Slices, at: number) => Block | null;

/** A rule for the line of a keyword, or for the lines around it. */
export interface KeywordRule {
  readonly keyword: string;
  /** If set, the keyword is case-sensitive; otherwise it must be in lower case. */
  readonly exact?: boolean;
  readonly line?: LineRule;
  readonly block?: BlockRule;
  /**
   * A cheap check of the units around the keyword that rejects most places. False only if the rule
   * finds nothing.
   */
  readonly glance?: (text: string, at: number) => boolean;
}

/** Range that a line rule reads around the start of its keyword, UTF-16 units. */
export const lookBehind = 256;
export const lookAhead = 1_024;
/** Range that a block rule reads, UTF-16 units. */
export const blockReach = 262_144;

/** Spans in order; overlapping ones become one, which the lowest rank names. */
export function united(spans: readonly FoundSecret[]): readonly FoundSecret[] {
  const result: FoundSecret[] = [];
  for (const span of spans.toSorted((a, b) => a.start - b.start || b.end - a.end || rankOf(a) - rankOf(b))) {
    const last = result.at(-1);
    if (last === undefined || last.end <= span.start) {
      result.push(span);
      continue;
    }
    const { kind, rank = 0 } = rankOf(span) < rankOf(last) ? span : last;
    const doubt = last.doubt === true || span.doubt === true;
    const both = { kind, rank, doubt, from: Math.min(last.from, span.from) };
    result[result.length - 1] =
      last.end < span.end ? { start: last.start, end: span.end, ...both } : { ...last, ...both };
  }
  return result;
}

const rankOf = ({ rank = 0 }: FoundSecret) => rank;
