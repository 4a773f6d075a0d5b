import type { FoundLine, FoundLines } from '../../base/search.ts';
import { decodeUtf8 } from '../../base/utf8.ts';
import type { FileReader } from '../store/fileReader.ts';
import { LineMatcher } from './lineMatcher.ts';
import type { SearchPattern } from './searchPattern.ts';

const chunkBytes = 1 << 20;
/** Lines are tried together up to so many bytes. */
const blockBytes = 1 << 16;
/** What follows in a longer line is not searched. */
const maxLineBytes = 1 << 20;
const lineFeed = 10;

export interface ScanQuery {
  readonly pattern: SearchPattern;
  readonly caseSensitive: boolean;
  readonly maxResults: number;
  readonly contextLines: number;
  /** Asked after each block: whether the time is up. */
  readonly isOver: () => boolean;
}

/**
 * The lines of a file that match, by RE2: in time linear in the file for every pattern, and in bounded memory. `partial` also
 * when a line was too long to be searched whole.
 */
export async function scanLines(file: FileReader, query: ScanQuery): Promise<FoundLines> {
  const matcher = await LineMatcher.of(query.pattern, query.caseSensitive);
  const collector = new Collector(query.maxResults, query.contextLines);
  let partial = false;
  for await (const block of blocksOf(file)) {
    const text = decodeUtf8(block.bytes);
    if (!matcher.testAll(text)) collector.skip(block);
    else if (!collector.isFull) takeLines(block, text, matcher, collector);
    else {
      collector.skip(block);
      collector.totalMatches += linesIn(text).reduce((sum, line) => sum + (matcher.test(line) ? 1 : 0), 0);
    }
    partial ||= block.isCut;
    if (query.isOver()) {
      partial = true;
      break;
    }
  }
  return { lines: collector.lines, totalMatches: collector.totalMatches, partial };
}

function takeLines(block: Block, text: string, matcher: LineMatcher, collector: Collector): void {
  const isEnded = block.bytes.at(-1) === lineFeed;
  // What the last line lacks is no line end but part of it.
  const lines = isEnded ? linesIn(text) : [text];
  let offset = 0;
  for (const line of lines) {
    const match = matcher.match(line);
    // At the end of the file there is no column.
    collector.add(block.offset + offset, !isEnded && match === block.bytes.length ? 0 : match);
    offset = lineAfter(block.bytes, offset);
  }
}

/** Where the next line begins; the length when there is none. */
function lineAfter(bytes: Uint8Array, offset: number): number {
  const end = bytes.indexOf(lineFeed, offset);
  return end < 0 ? bytes.length : end + 1;
}

/** The lines of a block without their ends. */
function linesIn(text: string): readonly string[] {
  const lines = text.split(text.includes('\r') ? /\r?\n/ : '\n');
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

/** Whole lines, or the beginning of one that is too long. */
interface Block {
  readonly bytes: Uint8Array;
  /** Of its first byte in the file. */
  readonly offset: number;
  readonly isCut: boolean;
}

async function* blocksOf(file: FileReader): AsyncGenerator<Block> {
  let at = await markLength(file);
  let rest: Uint8Array = new Uint8Array();
  let skips = false;
  while (at < file.size) {
    const chunk = await file.read(at, chunkBytes);
    if (chunk.length === 0) break;
    const bytes = joined(rest, chunk);
    const base = at - rest.length;
    at += chunk.length;
    let start = skips ? bytes.indexOf(lineFeed) + 1 : 0;
    if (skips && start === 0) continue;
    skips = false;
    for (let end = blockEnd(bytes, start); end > start; start = end, end = blockEnd(bytes, start))
      yield block(bytes.subarray(start, end), base + start);
    rest = bytes.subarray(start);
    if (rest.length > maxLineBytes) {
      yield block(rest, base + start);
      rest = new Uint8Array();
      skips = true;
    }
  }
  if (rest.length > 0) yield block(rest, at - rest.length);
}

function block(bytes: Uint8Array, offset: number): Block {
  const isCut = bytes.length > maxLineBytes;
  return { bytes: isCut ? bytes.subarray(0, maxLineBytes) : bytes, offset, isCut };
}

/** Where the last line ends that fits into a block from `start`, or else the first line; `start` when none ends. */
function blockEnd(bytes: Uint8Array, start: number): number {
  const last = bytes.lastIndexOf(lineFeed, start + blockBytes - 1);
  if (last >= start) return last + 1;
  const first = bytes.indexOf(lineFeed, start);
  return first < 0 ? start : first + 1;
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  if (first.length === 0) return second;
  const both = new Uint8Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
}

async function markLength(file: FileReader): Promise<number> {
  const [first, second, third] = await file.read(0, 3);
  return first === 0xef && second === 0xbb && third === 0xbf ? 3 : 0;
}

/** Takes the lines in order, keeps the first matches with the lines around them and counts the others. */
class Collector {
  readonly lines: FoundLine[] = [];
  totalMatches = 0;
  readonly #maxResults: number;
  readonly #contextLines: number;
  /** The last lines that are not kept yet, at most as many as the context has. */
  #before: FoundLine[] = [];
  #line = 0;
  #lastMatch = Number.NEGATIVE_INFINITY;

  constructor(maxResults: number, contextLines: number) {
    this.#maxResults = maxResults;
    this.#contextLines = contextLines;
  }

  /** Whether the lines of further matches are not kept: only their number counts, and what follows the last one. */
  get isFull(): boolean {
    return this.totalMatches >= this.#maxResults;
  }

  /** Takes lines none of which is to be kept as a match. */
  skip({ bytes, offset: base }: Block): void {
    let offset = 0;
    for (
      ;
      offset < bytes.length && this.#line < this.#lastMatch + this.#contextLines;
      offset = lineAfter(bytes, offset)
    )
      this.add(base + offset, null);
    if (this.isFull) return;
    const starts: number[] = [];
    for (; offset < bytes.length; offset = lineAfter(bytes, offset)) {
      this.#line++;
      if (this.#contextLines > 0) starts.push(offset);
    }
    if (starts.length === 0) return;
    const first = this.#line - starts.length + 1;
    const last = starts.map((start, index) => ({ line: first + index, offset: base + start, match: null }));
    this.#before = [...this.#before, ...last.slice(-this.#contextLines)].slice(-this.#contextLines);
  }

  add(offset: number, match: number | null): void {
    this.#line++;
    const isKept = match !== null && this.totalMatches < this.#maxResults;
    const found = { line: this.#line, offset, match: isKept ? match : null };
    if (match !== null) this.totalMatches++;
    if (isKept) {
      this.lines.push(...this.#before, found);
      this.#before = [];
      this.#lastMatch = this.#line;
    } else if (this.#line <= this.#lastMatch + this.#contextLines) this.lines.push(found);
    else if (this.#contextLines > 0) {
      this.#before.push(found);
      if (this.#before.length > this.#contextLines) this.#before.shift();
    }
  }
}
