import type { Slices } from '../finding.ts';

const chunk = 512;
const lineBreak = /[\r\n]/;

/** The offset of the next line break, at most `limit`. */
export const nextBreak = (text: Slices, at: number, limit: number) => nextOf(lineBreak, text, at, limit);

/** The offset of the next match of a pattern of one unit, at most `limit`. */
export function nextOf(pattern: RegExp, text: Slices, at: number, limit: number): number {
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
  /** The beginning of the next line, or the text's end. */
  readonly next: number;
}

/** Maximum part of a line that is read. */
const longestRead = 32_768;

/** The line from an offset on. */
export function lineFrom(text: Slices, start: number, limit = start + longestRead): Line {
  const end = nextBreak(text, start, limit);
  const [units = ''] = /^\r?\n|^\r/.exec(text.slice(end, end + 2)) ?? [];
  return { start, end, text: text.slice(start, end), next: end + units.length };
}

/** The line at an offset, or null if it is longer than `most`. */
export function shortLine(text: Slices, at: number, most: number): Line | null {
  const start = startOfLine(text, at, most + 1);
  const line = lineFrom(text, start, start + most + 1);
  return line.end - start > most ? null : line;
}

/** The line that ends before the line at `at`, or null. */
export function lineBefore(text: Slices, at: number): Line | null {
  if (at === 0) return null;
  const end = text.slice(Math.max(0, at - 2), at) === '\r\n' ? at - 2 : at - 1;
  const start = startOfLine(text, end);
  return { start, end, text: text.slice(start, end), next: at };
}

/** The beginning of a line, at most `most` units back. */
export const startOfLine = (text: Slices, at: number, most = longestRead) => startOf(isBreak, text, at, most);

const isBreak = (unit: string) => unit === '\n' || unit === '\r';

/** The offset behind the last unit that is a stop, at most `most` units back. */
export function startOf(isStop: (unit: string) => boolean, text: Slices, at: number, most: number): number {
  const from = Math.max(0, at - most);
  const before = text.slice(from, at);
  let { length } = before;
  while (length > 0 && !isStop(before[length - 1] as string)) length--;
  return from + length;
}
