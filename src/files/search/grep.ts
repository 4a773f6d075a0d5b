import type { Clock } from '../../base/ports/clock.ts';
import { type FoundLines, type Search, SearchError, type SearchQuery } from '../../base/ports/search.ts';
import type { FileReader } from '../store/fileReader.ts';
import { Excerpts } from './excerpts.ts';
import { scanLines } from './lineScan.ts';
import { checkPattern, patternRefused } from './patternRefused.ts';

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
    /** Without its line break; `…` marks a cut. */
    content: string;
    before?: string[];
    after?: string[];
  }[];
  readonly partial?: boolean;
}

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
  checkPattern(query.pattern);
  const found =
    (search === null ? null : await searched(search, file.name, query)) ?? (await scanLines(file, query, clock));
  const { totalMatches, partial } = found;
  return { totalMatches, matches: await grepMatches(file, found, query.contextLines), ...(partial ? { partial } : {}) };
}

/** Null when ripgrep could not do it. */
async function searched(search: Search, name: string, query: SearchQuery): Promise<FoundLines | null> {
  try {
    return await search.lines(name, query);
  } catch (error) {
    if (!(error instanceof SearchError)) throw error;
    if (error.kind === 'refused') throw patternRefused(error.message);
    return null;
  }
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
