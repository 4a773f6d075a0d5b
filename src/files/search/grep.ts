import type { RE2JS } from 're2js';
import { AppError } from '../../base/appError.ts';
import type { Clock } from '../../base/ports/clock.ts';
import type { FoundLine, FoundLines, Search, SearchQuery } from '../../base/ports/search.ts';
import { SearchError } from '../../base/ports/search.ts';
import { characterStart, decodeUtf8, encodeUtf8, firstCharacter, joinBytes } from '../../base/utf8.ts';
import type { Value } from '../../protocol/channels.ts';
import { decodedText, type FileReader } from '../store/pages.ts';

/** UTF-16 units. */
const maxPatternLength = 1_000;

export type GrepResult = Omit<Value<'files:grep'>, 'id'>;

/**
 * Searches the lines of a stored file and returns the matches with the lines around each. Uses
 * ripgrep, or RE2 without it. Both take time linear in the file and end at the time limit; neither
 * supports look-around and back-references.
 *
 * @param file with its name below the folder of `search`
 * @throws AppError `PATTERN_INVALID`, or `FILE_NOT_TEXT` if a returned line is not UTF-8
 */
export async function grep(
  file: FileReader & { readonly name: string },
  query: SearchQuery,
  // No search where there are no programs to run.
  { search, clock }: { readonly search: Search | null; readonly clock: Clock },
): Promise<GrepResult> {
  if (query.pattern.length > maxPatternLength)
    throw new AppError('PATTERN_INVALID', `The pattern is longer than ${maxPatternLength} characters.`);
  if (query.pattern.includes('\0')) throw new AppError('PATTERN_INVALID', 'Write \\x00 for the character NUL.');
  const unable = (error: unknown): null => {
    if (!(error instanceof SearchError)) throw error;
    if (error.kind === 'refused') throw patternRefused(error.message);
    return null;
  };
  const found = (await search?.lines(file.name, query).catch(unable)) ?? (await scanLines(file, query, clock));
  const { totalMatches, partial } = found;
  return { totalMatches, matches: await grepMatches(file, found, query.contextLines), ...(partial ? { partial } : {}) };
}

async function grepMatches(
  file: FileReader,
  { lines }: FoundLines,
  contextLines: number,
): Promise<GrepResult['matches']> {
  const excerptOf = excerptsOf(file);
  const texts = new Map<number, string>();
  for (const line of lines) texts.set(line.line, await excerptOf(line));
  const around = (first: number, count: number): string[] => {
    const numbers = Array.from({ length: count }, (_, index) => first + index);
    return numbers.flatMap((number) => texts.get(number) ?? []);
  };
  return lines
    .filter(({ match }) => match !== null)
    .map(({ line }) => ({
      line,
      content: texts.get(line) ?? '',
      ...(contextLines === 0
        ? {}
        : { before: around(line - contextLines, contextLines), after: around(line + 1, contextLines) }),
    }));
}

/** Longest line returned whole, bytes; of a longer one, a part around its first match. */
const maxLineBytes = 2_000;
/** Length of such a part before the match, bytes. */
const beforeMatchBytes = 500;
const windowBytes = 1 << 16;
/** Stands where a line was cut. */
const cutMark = '…';

/**
 * Reads lines out of a file, neighbours at once: each without its end, of a long one the part
 * around the match. Throws `FILE_NOT_TEXT`.
 */
function excerptsOf(file: FileReader): (line: FoundLine) => Promise<string> {
  let window: Uint8Array = new Uint8Array();
  let windowStart = 0;
  const bytesAt = async (offset: number, length: number): Promise<Uint8Array> => {
    if (offset < windowStart || offset + length > windowStart + window.length) {
      window = await file.read(offset, windowBytes);
      windowStart = offset;
    }
    return window.subarray(offset - windowStart, offset - windowStart + length);
  };
  /** At most 2,000 bytes of a line, from `start`. */
  const partOf = async (offset: number, start: number) => {
    const bytes = await bytesAt(offset + start, maxLineBytes + 2);
    const end = lineEnd(bytes);
    const isWhole = end !== null && end <= maxLineBytes;
    const first = start === 0 ? 0 : firstCharacter(bytes);
    const text = decodedText(bytes.subarray(first, isWhole ? end : characterStart(bytes, maxLineBytes)));
    return { isWhole, text: `${start === 0 ? '' : cutMark}${text}${isWhole ? '' : cutMark}` };
  };
  return async ({ offset, match }) => {
    const head = await partOf(offset, 0);
    if (head.isWhole || match === null || match < maxLineBytes - beforeMatchBytes) return head.text;
    return (await partOf(offset, match - beforeMatchBytes)).text;
  };
}

/**
 * Returns the end of the first line, before its line break or at the end of the file; null if it is
 * longer.
 */
function lineEnd(bytes: Uint8Array): number | null {
  const lineFeed = bytes.indexOf(10);
  const end = lineFeed >= 0 ? lineFeed : bytes.length < maxLineBytes + 2 ? bytes.length : null;
  if (end === null) return null;
  return bytes[end - 1] === 13 ? end - 1 : end;
}

/** Time between pauses, ms. */
const turnMs = 16;

/**
 * Searches the lines of a file with RE2: in linear time and steps of less than 50 ms. Lines end at
 * `\n` or `\r\n`. Also `partial` if a line was too long to be searched whole.
 *
 * @throws AppError `PATTERN_INVALID`
 */
async function scanLines(file: FileReader, query: SearchQuery, clock: Clock): Promise<FoundLines> {
  const expression = await linePattern(query);
  const maxBytes = Math.min(Math.max(Math.floor(maxSteps / expression.programSize()), shortestBytes), longestBytes);
  const found = new LineCollector(query);
  const end = clock.now() + query.timeLimit;
  let turn = clock.now();
  let partial = false;
  let rest: Uint8Array = new Uint8Array();
  const [first, second, third] = await file.read(0, 3);
  // After a byte order mark.
  let at = first === 0xef && second === 0xbb && third === 0xbf ? 3 : 0;
  while (at < file.size) {
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
function patternRefused(complaint: string): AppError {
  if (/look-?around|back-?reference|`\(\?<?[=!]|escape sequence: `\\[0-9]/i.test(complaint))
    return new AppError('PATTERN_INVALID', 'Look-around and back-references are not searched; write (?: for a group.');
  const reason = complaint.replace(/^error parsing regexp: /, '').slice(0, 200);
  return new AppError('PATTERN_INVALID', `The pattern is too large or not understood${reason && `: ${reason}`}.`);
}

const scannedBytes = 1 << 20;
const lineFeed = 10;

/**
 * Takes the lines of a file in order, keeps the first matches with the lines around them, and
 * counts the rest.
 */
class LineCollector {
  readonly lines: FoundLine[] = [];
  totalMatches = 0;
  readonly #query: SearchQuery;
  /** Starts of the last lines that are not kept yet, at most as many as the context has. */
  #before: number[] = [];
  #line = 0;
  #lastMatch = Number.NEGATIVE_INFINITY;

  constructor(query: SearchQuery) {
    this.#query = query;
  }

  /**
   * @param offset where the line begins, bytes
   * @param start where its match begins, asked only of those that are kept
   */
  add(offset: number, matches: boolean, start: () => number): void {
    const { maxResults, contextLines } = this.#query;
    this.#line++;
    if (matches) this.totalMatches++;
    if (matches && this.totalMatches <= maxResults) {
      const first = this.#line - this.#before.length;
      this.lines.push(...this.#before.map((at, index) => ({ line: first + index, offset: at, match: null })));
      this.lines.push({ line: this.#line, offset, match: start() });
      this.#before = [];
      this.#lastMatch = this.#line;
    } else if (this.#line <= this.#lastMatch + contextLines) this.lines.push({ line: this.#line, offset, match: null });
    else if (contextLines > 0 && this.totalMatches < maxResults) {
      this.#before.push(offset);
      if (this.#before.length > contextLines) this.#before.shift();
    }
  }
}
