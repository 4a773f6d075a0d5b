import type { RE2JS } from 're2js';
import { AppError } from '../../base/appError.ts';
import type { Clock } from '../../base/ports/clock.ts';
import type { FoundLine, FoundLines, SearchQuery } from '../../base/ports/search.ts';
import { decodeUtf8, encodeUtf8, joinBytes } from '../../base/utf8.ts';
import type { FileReader } from '../store/fileReader.ts';

/** Time between pauses, ms. */
const turnMs = 16;

/**
 * Searches the lines of a file with RE2: in linear time, bounded memory and steps of less than 50
 * ms. Lines end at `\n` or `\r\n`. Also `partial` if a line was too long to be searched whole.
 *
 * @throws AppError `PATTERN_INVALID`
 */
export async function scanLines(file: FileReader, query: SearchQuery, clock: Clock): Promise<FoundLines> {
  const expression = await linePattern(query);
  const isOfLines = !wholeText.test(query.pattern);
  const maxBytes = Math.min(Math.max(Math.floor(maxSteps / expression.programSize()), shortestBytes), longestBytes);
  const found = new LineCollector(query.maxResults, query.contextLines);
  const end = clock.now() + query.timeLimit;
  let turn = clock.now();
  let partial = false;
  for await (const block of lineBlocks(file, maxBytes)) {
    scan(block, expression, isOfLines, found);
    partial ||= block.isCut;
    const now = clock.now();
    if (now >= end) {
      partial = true;
      break;
    }
    if (now - turn < turnMs) continue;
    await new Promise<void>((resolve) => clock.after(0, resolve));
    turn = clock.now();
  }
  return { lines: found.lines, totalMatches: found.totalMatches, partial };
}

function scan({ bytes, offset }: LineBlock, expression: RE2JS, isOfLines: boolean, found: LineCollector): void {
  const text = decodeUtf8(bytes).replaceAll('\r\n', '\n');
  const lines = (text.endsWith('\n') ? text.slice(0, -1) : text).split('\n');
  const mayMatch = !isOfLines || expression.test(lines.length === 1 ? (lines[0] ?? '') : text);
  let at = 0;
  for (const line of lines) {
    const matches = mayMatch && expression.test(line);
    found.add(offset + at, matches, () => {
      const matcher = expression.matcher(line);
      return matcher.find() ? encodeUtf8(line.slice(0, matcher.start())).length : 0;
    });
    at = lineAfter(bytes, at);
  }
}

/** RE2 takes at most instructions × characters steps; this number takes less than 50 ms. */
const maxSteps = 1 << 21;
const shortestBytes = 1 << 10;
const longestBytes = 1 << 18;

/** Parts that refer to the whole text, so that several lines cannot be tried at once. */
const wholeText = /\\[AzQ]|\(\?[a-zA-Z]*-[a-zA-Z]*m/;

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

/** Whole lines, or the beginning of one that is too long. */
interface LineBlock {
  readonly bytes: Uint8Array;
  /** Offset of its first byte in the file. */
  readonly offset: number;
  /** True if the rest of the line is left out. */
  readonly isCut: boolean;
}

/** Yields the lines of a file in blocks of at most `maxBytes`, without a byte order mark. */
async function* lineBlocks(file: FileReader, maxBytes: number): AsyncGenerator<LineBlock> {
  let at = await markLength(file);
  let rest: Uint8Array = new Uint8Array();
  let isInLongLine = false;
  while (at < file.size) {
    const read = await file.read(at, scannedBytes);
    if (read.length === 0) break;
    const bytes = joinBytes([rest, read]);
    const base = at - rest.length;
    at += read.length;
    let start = 0;
    if (isInLongLine) {
      start = lineAfter(bytes, 0);
      isInLongLine = bytes[start - 1] !== lineFeed;
    }
    for (let end = blockEnd(bytes, start, maxBytes); end > start; start = end, end = blockEnd(bytes, start, maxBytes))
      yield blockOf(bytes, start, end, base, maxBytes);
    if (bytes.length - start > maxBytes) {
      yield blockOf(bytes, start, bytes.length, base, maxBytes);
      start = bytes.length;
      isInLongLine = true;
    }
    rest = bytes.subarray(start);
  }
  if (rest.length > 0) yield { bytes: rest, offset: at - rest.length, isCut: false };
}

/** Returns the start of the next line, or the length without one. */
function lineAfter(bytes: Uint8Array, offset: number): number {
  const end = bytes.indexOf(lineFeed, offset);
  return end < 0 ? bytes.length : end + 1;
}

function blockOf(bytes: Uint8Array, start: number, end: number, base: number, maxBytes: number): LineBlock {
  const isCut = end - start > maxBytes;
  return { bytes: bytes.subarray(start, isCut ? start + maxBytes : end), offset: base + start, isCut };
}

/**
 * Returns the end of the last line that fits into a block from `start`, else of the first line,
 * else `start`.
 */
function blockEnd(bytes: Uint8Array, start: number, maxBytes: number): number {
  const last = bytes.lastIndexOf(lineFeed, start + maxBytes - 1);
  if (last >= start) return last + 1;
  const first = bytes.indexOf(lineFeed, start);
  return first < 0 ? start : first + 1;
}

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
