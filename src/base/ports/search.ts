import type { Disposable } from '../disposable.ts';

/** The port to ripgrep. Disposing ends the searches that are under way. */
export interface Search extends Disposable {
  /**
   * The matching lines of one file. Rejects with a {@link SearchError} if there is no ripgrep or it
   * failed.
   * @param name of the file below our root
   */
  lines(name: string, query: SearchQuery): Promise<FoundLines>;
}

export interface SearchQuery {
  /** A regular expression; lines are searched one by one, and `\r\n` ends one as `\n` does. */
  readonly pattern: string;
  readonly caseSensitive: boolean;
  /** Maximum number of matching lines that are given with their places; all are counted. */
  readonly maxResults: number;
  /** Number of lines before and after each of those whose places are given, too. */
  readonly contextLines: number;
  /** The longest time of a search, ms. */
  readonly timeLimit: number;
}

export interface FoundLines {
  /** In the order of the file. */
  readonly lines: readonly FoundLine[];
  readonly totalMatches: number;
  /** True if searching ended before the end of the file. */
  readonly partial: boolean;
}

export interface FoundLine {
  /** From one. */
  readonly line: number;
  /** Start of the line, bytes. */
  readonly offset: number;
  /** Start of the first match in the line, bytes; null for a line of context. */
  readonly match: number | null;
}

/** Why ripgrep gave nothing. */
export class SearchError extends Error {
  /**
   * `missing`: there is no ripgrep; `refused`: it does not support the pattern, as the message
   * says; `failed`: anything else.
   */
  readonly kind: 'missing' | 'refused' | 'failed';

  constructor(kind: SearchError['kind'], message: string) {
    super(message);
    this.name = 'SearchError';
    this.kind = kind;
  }
}
