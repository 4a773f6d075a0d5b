export const LF = 10;
export const CR = 13;

/** The units at the ends of a piece of text: the bits `lfFirst` and `crLast`. */
export type Edges = number;
export const lfFirst = 1;
export const crLast = 2;

/**
 * A short piece of text with its counts. It counts its breaks as if it were alone: a `\r` at its
 * end and a `\n` at its start are a break each. The feeds are its `\n`.
 */
export class Leaf {
  readonly text: string;
  readonly breaks: number;
  readonly feeds: number;
  readonly edges: Edges;

  /** A leaf of a copy of `text`. */
  constructor(text: string) {
    this.text = flatCopy(text);
    this.breaks = countBreaks(text, text.length);
    let feeds = 0;
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) feeds++;
    this.feeds = feeds;
    this.edges = (text.startsWith('\n') ? lfFirst : 0) | (text.endsWith('\r') ? crLast : 0);
  }

  get length(): number {
    return this.text.length;
  }
}

/** The breaks in the first `end` units of a string, standing alone. */
export function countBreaks(text: string, end: number): number {
  let breaks = 0;
  for (let i = 0; i < end; i++) {
    const unit = text.charCodeAt(i);
    if (unit === LF || (unit === CR && (i + 1 === end || text.charCodeAt(i + 1) !== LF))) breaks++;
  }
  return breaks;
}

/**
 * Copies a string that may be a slice or a concatenation of others, which it would keep: stored for
 * long, they could keep megabytes alive, or 32 bytes per typed unit.
 */
export function flatCopy(text: string): string {
  if (text.length < 2) return text;
  const half = text.length >>> 1; // join returns its only part uncopied
  return [text.slice(0, half), text.slice(half)].join('');
}
