import { AppError } from '../../base/appError.ts';
import type { Clock } from '../../base/ports/clock.ts';
import {
  type FoundLine,
  type FoundLines,
  type Search,
  SearchError,
  type SearchQuery,
} from '../../base/ports/search.ts';
import { characterStart, firstCharacter } from '../../base/utf8.ts';
import type { Value } from '../../protocol/channels.ts';
import { decodedText, type FileReader } from '../store/pages.ts';
import { patternRefused, scanLines } from './lineScan.ts';

/** UTF-16 units. */
const maxPatternLength = 1_000;

export interface GrepEngines {
  /** Null where there are no programs to run. */
  readonly search: Search | null;
  readonly clock: Clock;
}

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
  { search, clock }: GrepEngines,
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

/** Longest line returned whole, bytes; of a longer one, a part around its first match. */
const maxLineBytes = 2_000;
/** Length of such a part before the match, bytes. */
const beforeMatchBytes = 500;
const windowBytes = 1 << 16;
/** Stands where a line was cut. */
const cutMark = '…';

/** Reads lines out of a file, neighbours at once. */
class Excerpts {
  readonly #file: FileReader;
  #window: Uint8Array = new Uint8Array();
  #start = 0;

  constructor(file: FileReader) {
    this.#file = file;
  }

  /**
   * The line without its end; of a long one the part around the match.
   *
   * @throws AppError `FILE_NOT_TEXT`
   */
  async of({ offset, match }: FoundLine): Promise<string> {
    const head = await this.#part(offset, 0);
    if (head.isWhole || match === null || match < maxLineBytes - beforeMatchBytes) return head.text;
    return (await this.#part(offset, match - beforeMatchBytes)).text;
  }

  /** At most 2,000 bytes of a line, from `start`. */
  async #part(offset: number, start: number) {
    const bytes = await this.#bytes(offset + start, maxLineBytes + 2);
    const end = lineEnd(bytes);
    const isWhole = end !== null && end <= maxLineBytes;
    const first = start === 0 ? 0 : firstCharacter(bytes);
    const text = decodedText(bytes.subarray(first, isWhole ? end : characterStart(bytes, maxLineBytes)));
    return { isWhole, text: `${start === 0 ? '' : cutMark}${text}${isWhole ? '' : cutMark}` };
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
