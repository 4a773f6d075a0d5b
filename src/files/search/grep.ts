import { AppError } from '../../base/appError.ts';
import type { Clock } from '../../base/clock.ts';
import { type FoundLine, type FoundLines, type Search, SearchError } from '../../base/search.ts';
import { decodeStrictUtf8 } from '../../base/utf8.ts';
import type { FileReader } from '../store/fileReader.ts';
import { scanLines } from './lineScan.ts';
import { PatternError, readPattern } from './searchPattern.ts';

/** Of a longer line a part around its first match is told, bytes. */
const maxLineBytes = 2_000;
/** How much of such a part stands before the match, bytes. */
const beforeMatchBytes = 500;
const windowBytes = 1 << 16;
/** Stands where a line was cut. */
const cutMark = '…';

export interface GrepQuery {
  /** A regular expression as ripgrep has it, without what only one of the two engines can do. */
  readonly pattern: string;
  readonly caseSensitive: boolean;
  readonly maxResults: number;
  /** Lines told before and after each match; where two matches are close the same line may stand with both. */
  readonly contextLines: number;
  /** ms. */
  readonly timeLimit: number;
}

export interface GrepEngines {
  /** Null where there are no programs to run. */
  readonly search: Search | null;
  readonly clock: Clock;
}

export interface GrepResult {
  /** Matching lines of the whole file; of a partial search those that were seen. */
  readonly totalMatches: number;
  readonly matches: {
    /** From one. */
    line: number;
    /** Without its line break; `…` stands where a long one was cut. */
    content: string;
    before?: string[];
    after?: string[];
  }[];
  readonly partial?: boolean;
}

/**
 * The lines of a stored file that match (design F): by ripgrep, and where there is none by RE2, with the same result. Both take time
 * linear in the file and end at the time limit. Throws a {@link PatternError} for a pattern that either cannot search for.
 * @param file with its name below the folder that `search` searches in
 */
export async function grep(
  file: FileReader & { readonly name: string },
  query: GrepQuery,
  { search, clock }: GrepEngines,
): Promise<GrepResult> {
  const pattern = readPattern(query.pattern);
  const end = clock.now() + query.timeLimit;
  const found =
    (search === null ? null : await searched(search, file.name, query)) ??
    (await scanLines(file, { ...query, pattern, isOver: () => clock.now() >= end }));
  const { totalMatches, partial } = found;
  return { totalMatches, matches: await told(file, found, query.contextLines), ...(partial ? { partial } : {}) };
}

/** Null when ripgrep could not do it. */
async function searched(search: Search, name: string, query: GrepQuery): Promise<FoundLines | null> {
  try {
    return await search.lines(name, query);
  } catch (error) {
    if (!(error instanceof SearchError)) throw error;
    if (error.kind === 'refused')
      throw new PatternError('The pattern is too large or not understood; write a simpler one.');
    return null;
  }
}

async function told(file: FileReader, { lines }: FoundLines, contextLines: number): Promise<GrepResult['matches']> {
  const excerpts = new Excerpts(file);
  const texts = new Map<number, string>();
  for (const line of lines) texts.set(line.line, await excerpts.of(line));
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

/** Reads lines out of a file, neighbours from one window. */
class Excerpts {
  readonly #file: FileReader;
  #window: Uint8Array = new Uint8Array();
  #start = 0;

  constructor(file: FileReader) {
    this.#file = file;
  }

  /** The line without its end; of a long one the part around the match. */
  async of({ offset, match }: FoundLine): Promise<string> {
    const head = await this.#bytes(offset, maxLineBytes + 2);
    const end = lineEnd(head);
    if (end !== null && end <= maxLineBytes) return textOf(head.subarray(0, end));
    if (match === null || match < maxLineBytes - beforeMatchBytes)
      return `${textOf(wholeCharacters(head.subarray(0, maxLineBytes)))}${cutMark}`;
    const part = await this.#bytes(offset + match - beforeMatchBytes, maxLineBytes + 2);
    const partEnd = lineEnd(part);
    const isWhole = partEnd !== null && partEnd <= maxLineBytes;
    const shown = wholeCharacters(part.subarray(0, isWhole ? partEnd : maxLineBytes));
    return `${cutMark}${textOf(shown)}${isWhole ? '' : cutMark}`;
  }

  async #bytes(offset: number, length: number): Promise<Uint8Array> {
    const isInside = offset >= this.#start && offset + length <= this.#start + this.#window.length;
    if (!isInside) {
      this.#window = await this.#file.read(offset, windowBytes);
      this.#start = offset;
    }
    return this.#window.subarray(offset - this.#start, offset - this.#start + length);
  }
}

/** Where the first line ends, at its line feed (and the carriage return before it) or at the end of the file; null when it goes on. */
function lineEnd(bytes: Uint8Array): number | null {
  const lineFeed = bytes.indexOf(10);
  const end = lineFeed >= 0 ? lineFeed : bytes.length < maxLineBytes + 2 ? bytes.length : null;
  if (end === null) return null;
  return bytes[end - 1] === 13 ? end - 1 : end;
}

/** Without the parts of characters at both ends (RFC 3629: bytes from 80 to BF go on, a first byte says how many follow). */
function wholeCharacters(bytes: Uint8Array): Uint8Array {
  let start = 0;
  while (start < bytes.length && isContinued(bytes[start])) start++;
  let last = bytes.length - 1;
  while (last > start && isContinued(bytes[last])) last--;
  const first = bytes[last] ?? 0;
  const length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc0 ? 2 : 1;
  return bytes.subarray(start, last + length > bytes.length ? last : bytes.length);
}

function textOf(bytes: Uint8Array): string {
  const text = decodeStrictUtf8(bytes);
  if (text === null) throw new AppError('FILE_NOT_TEXT');
  return text;
}

function isContinued(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 0x80 && byte < 0xc0;
}
