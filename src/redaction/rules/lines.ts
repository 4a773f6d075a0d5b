import type { Slices } from '../finding.ts';

const chunk = 512;

/** Where the next line break begins from an offset on, at most `limit` and the text's end. */
export function nextBreak(text: Slices, at: number, limit = text.length): number {
  return nextOf(/[\r\n]/, text, at, limit);
}

/** Where a value without quotes ends: at a blank, a quote, a bracket or a sign that parts values. */
export function nextTerminator(text: Slices, at: number): number {
  return nextOf(/[\s"'`<>(){}[\]\\,;|]/, text, at, text.length);
}

function nextOf(pattern: RegExp, text: Slices, at: number, limit: number): number {
  const end = Math.min(limit, text.length);
  let size = chunk;
  for (let from = at; from < end; from += size, size *= 2) {
    const found = text.slice(from, Math.min(end, from + size)).search(pattern);
    if (found >= 0) return from + found;
  }
  return end;
}

/** A line of a text, `[start, end)` without its break. */
export interface Line {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** Where the next line begins; the text's end when there is none. */
  readonly next: number;
}

/** How much of a longer line is read. */
const longestRead = 32_768;

/** The line from an offset on. */
export function lineFrom(text: Slices, start: number, limit = start + longestRead): Line {
  const end = nextBreak(text, start, limit);
  const after = text.slice(end, end + 2);
  return {
    start,
    end,
    text: text.slice(start, end),
    next: end + (after === '\r\n' ? 2 : /^[\r\n]/.test(after) ? 1 : 0),
  };
}

/** The line of an offset; null when it is longer than `most`, so that long lines are not read again and again. */
export function shortLine(text: Slices, at: number, most: number): Line | null {
  const from = Math.max(0, at - most);
  const before = text.slice(from, at);
  const start = Math.max(before.lastIndexOf('\n'), before.lastIndexOf('\r')) + 1;
  if (start === 0 && from > 0) return null;
  const line = lineFrom(text, from + start, from + start + most + 1);
  return line.end - line.start > most ? null : line;
}

/** The line that ends right before an offset where a line begins; null at the text's beginning. */
export function lineBefore(text: Slices, at: number): Line | null {
  if (at === 0) return null;
  const end = text.slice(Math.max(0, at - 2), at) === '\r\n' ? at - 2 : at - 1;
  const start = startOfLine(text, end);
  return { start, end, text: text.slice(start, end), next: at };
}

/** Where the line of an offset begins, or as much before as is read of a long one. */
export function startOfLine(text: Slices, at: number): number {
  const least = Math.max(0, at - longestRead);
  let size = chunk;
  for (let to = at; to > least; size *= 2) {
    const from = Math.max(least, to - size);
    const part = text.slice(from, to);
    const found = Math.max(part.lastIndexOf('\n'), part.lastIndexOf('\r'));
    if (found >= 0) return from + found + 1;
    to = from;
  }
  return least;
}
