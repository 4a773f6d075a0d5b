import type { RE2JS } from 're2js';
import { AppError } from '../../base/appError.ts';
import type { Clock } from '../../base/ports/clock.ts';
import type { FoundLine, FoundLines, SearchQuery } from '../../base/ports/search.ts';
import { decodeUtf8, encodeUtf8, joinBytes } from '../../base/utf8.ts';
import type { FileReader } from '../store/pages.ts';

/** Time between pauses, ms. */
const turnMs = 16;

/**
 * Searches the lines of a file with RE2: in linear time and steps of less than 50 ms. Lines end at
 * `\n` or `\r\n`. Also `partial` if a line was too long to be searched whole.
 *
 * @throws AppError `PATTERN_INVALID`
 */
export async function scanLines(file: FileReader, query: SearchQuery, clock: Clock): Promise<FoundLines> {
  const expression = await linePattern(query);
  const maxBytes = Math.min(Math.max(Math.floor(maxSteps / expression.programSize()), shortestBytes), longestBytes);
  const found = new LineCollector(query.maxResults, query.contextLines);
  const end = clock.now() + query.timeLimit;
  let turn = clock.now();
  let partial = false;
  let rest: Uint8Array = new Uint8Array();
  for (let at = await markLength(file); at < file.size; ) {
    const read = await file.read(at, scannedBytes);
    const bytes = joinBytes([rest, read]);
    const base = at - rest.length;
    at = read.length === 0 ? file.size : at + read.length;
    let start = 0;
    while (start < bytes.length) {
      const feed = bytes.indexOf(lineFeed, start);
      if (feed < 0 && at < file.size) break;
      const stop = feed < 0 ? bytes.length : feed;
      partial ||= stop - start > maxBytes;
      const line = decodeUtf8(bytes.subarray(start, Math.min(stop, start + maxBytes))).replace(/\r$/, '');
      found.add(base + start, expression.test(line), () => {
        const matcher = expression.matcher(line);
        return matcher.find() ? encodeUtf8(line.slice(0, matcher.start())).length : 0;
      });
      start = stop + 1;
      const now = clock.now();
      if (now >= end) return { lines: found.lines, totalMatches: found.totalMatches, partial: true };
      if (now - turn < turnMs) continue;
      await new Promise<void>((resolve) => clock.after(0, resolve));
      turn = clock.now();
    }
    rest = bytes.subarray(start);
  }
  return { lines: found.lines, totalMatches: found.totalMatches, partial };
}

/** RE2 takes at most instructions × characters steps; this number takes less than 50 ms. */
const maxSteps = 1 << 21;
const shortestBytes = 1 << 10;
const longestBytes = 1 << 18;

/** @throws AppError `PATTERN_INVALID` for what RE2 does not know or finds too large. */
async function linePattern({ pattern, caseSensitive }: SearchQuery): Promise<RE2JS> {
  const { RE2JS } = await import('re2js');
  try {
    return RE2JS.compile(pattern, RE2JS.MULTILINE | (caseSensitive ? 0 : RE2JS.CASE_INSENSITIVE));
  } catch (error) {
    throw patternRefused(error instanceof Error ? error.message : '');
  }
}

/** @param complaint what the engine said of the pattern */
export function patternRefused(complaint: string): AppError {
  if (/look-?around|back-?reference|`\(\?<?[=!]|escape sequence: `\\[0-9]/i.test(complaint))
    return new AppError('PATTERN_INVALID', 'Look-around and back-references are not searched; write (?: for a group.');
  const reason = complaint.replace(/^error parsing regexp: /, '').slice(0, 200);
  return new AppError('PATTERN_INVALID', `The pattern is too large or not understood${reason && `: ${reason}`}.`);
}

const scannedBytes = 1 << 20;
const lineFeed = 10;

async function markLength(file: FileReader): Promise<number> {
  const [first, second, third] = await file.read(0, 3);
  return first === 0xef && second === 0xbb && third === 0xbf ? 3 : 0;
}

/**
 * Takes the lines of a file in order, keeps the first matches with the lines around them, and
 * counts the rest.
 */
class LineCollector {
  readonly lines: FoundLine[] = [];
  totalMatches = 0;
  readonly #maxResults: number;
  readonly #contextLines: number;
  /** Starts of the last lines that are not kept yet, at most as many as the context has. */
  #before: number[] = [];
  #line = 0;
  #lastMatch = Number.NEGATIVE_INFINITY;

  constructor(maxResults: number, contextLines: number) {
    this.#maxResults = maxResults;
    this.#contextLines = contextLines;
  }

  /**
   * @param offset where the line begins, bytes
   * @param start where its match begins, asked only of those that are kept
   */
  add(offset: number, matches: boolean, start: () => number): void {
    this.#line++;
    if (matches) this.totalMatches++;
    if (matches && this.totalMatches <= this.#maxResults) {
      const first = this.#line - this.#before.length;
      this.lines.push(...this.#before.map((at, index) => ({ line: first + index, offset: at, match: null })));
      this.lines.push({ line: this.#line, offset, match: start() });
      this.#before = [];
      this.#lastMatch = this.#line;
    } else if (this.#line <= this.#lastMatch + this.#contextLines)
      this.lines.push({ line: this.#line, offset, match: null });
    else if (this.#contextLines > 0 && this.totalMatches < this.#maxResults) {
      this.#before.push(offset);
      if (this.#before.length > this.#contextLines) this.#before.shift();
    }
  }
}
