import { diffLines } from './lineDiff.ts';
import { patchHeader, patchNote } from './patchHeader.ts';
import type { ChangeRange, SourceText } from './sourceText.ts';

export interface HunkOptions {
  /** Unchanged lines shown around a change, 3 by default. */
  readonly context?: number;
  /** The changed regions where they are known, ascending and disjoint; by default `newer.getChangeRanges(older)`. */
  readonly changes?: readonly ChangeRange[];
}

export interface UnifiedDiffOptions extends HunkOptions {
  /** Paths relative to where the patch is applied, `/` between their parts, without the `a/` and `b/` of the header. */
  readonly oldPath: string;
  readonly newPath: string;
  /** What a reader should know about the file, such as bytes that differ from the editor's text: lines before the header. */
  readonly note?: string;
}

/**
 * A place where two texts differ, with the context around it. Starts are as in a hunk's header: one-based, and the line
 * before when that side has no line. `lines` begin with a space, `-` or `+` and stand without their line feed; the last
 * line of a text that does not end in a line feed carries the marker `\ No newline at end of file` on a line of its own.
 */
export interface Hunk {
  readonly oldStart: number;
  readonly oldLines: number;
  readonly newStart: number;
  readonly newLines: number;
  readonly lines: readonly string[];
}

/**
 * The unified diff that turns `older` into `newer`; equal texts give an empty string.
 *
 * Only a line feed ends a line of a patch: a carriage return is content. Both texts exist, so an empty one is an empty
 * file, never `/dev/null`. With `context: 0` git wants `--unidiff-zero`.
 *
 * Law: `git apply`, and an applier that allows neither offset nor fuzz, turn the one text into the other byte for byte
 * (lone surrogates aside, which have no bytes). (Design section T; the format is GNU diff's and git's.)
 *
 * @throws RangeError as {@link diffHunks}.
 */
export function unifiedDiff(older: SourceText, newer: SourceText, options: UnifiedDiffOptions): string {
  const hunks = diffHunks(older, newer, options);
  if (hunks.length === 0) return '';
  const parts = [patchNote(options.note ?? '') + patchHeader(options.oldPath, options.newPath)];
  for (const hunk of hunks) parts.push(hunkHeader(hunk), '\n', hunk.lines.join('\n'), '\n');
  return parts.join('');
}

/** The header of a hunk as git writes it, `@@ -3,7 +3,8 @@`, without a line feed. */
export function hunkHeader({ oldStart, oldLines, newStart, newLines }: Hunk): string {
  const oldSide = oldLines === 1 ? oldStart : `${oldStart},${oldLines}`;
  const newSide = newLines === 1 ? newStart : `${newStart},${newLines}`;
  return `@@ -${oldSide} +${newSide} @@`;
}

/**
 * The hunks of the unified diff of two texts, none when they are equal. They come from the known changed regions, widened
 * to lines; inside a region lines are compared, so that no line equal on both sides stands at a change's edge. Work is
 * bounded: a large region with too many differences is replaced as a whole.
 *
 * @throws RangeError when `context` is no count or the changed regions do not fit the two texts.
 */
export function diffHunks(older: SourceText, newer: SourceText, options: HunkOptions = {}): readonly Hunk[] {
  const { context = 3, changes = newer.getChangeRanges(older) } = options;
  if (!Number.isInteger(context) || context < 0) throw new RangeError(`Context ${context} is not a count of lines`);
  checkRanges(changes, older, newer);
  const hunks = new HunkBuilder(older, context);
  for (const region of wholeLines(older, newer, changes)) {
    for (const edit of editsOf(older, newer, region)) hunks.add(edit);
  }
  return hunks.finish();
}

/** Units `[oldStart, oldEnd)` of the older text became units `[newStart, newEnd)` of the newer. */
interface Region {
  readonly oldStart: number;
  oldEnd: number;
  readonly newStart: number;
  newEnd: number;
}

function checkRanges(changes: readonly ChangeRange[], older: SourceText, newer: SourceText): void {
  let at = 0;
  let length = older.length;
  for (const { start, end, newLength } of changes) {
    if (!(start >= at && start <= end && end <= older.length && newLength >= 0)) {
      throw new RangeError(
        `Changed region [${start}, ${end}) of ${newLength} units is out of order or outside the text`,
      );
    }
    at = end;
    length += newLength - (end - start);
  }
  if (length !== newer.length) {
    throw new RangeError(`Changed regions give a text of ${length} units, not of ${newer.length}`);
  }
}

/** The changed regions widened to whole lines; regions that then meet are one. */
function wholeLines(older: SourceText, newer: SourceText, changes: readonly ChangeRange[]): Region[] {
  const regions: Region[] = [];
  let last: Region | undefined;
  let growth = 0;
  for (const { start, end, newLength } of changes) {
    const oldStart = lineStart(older, start);
    const newStart = oldStart + growth;
    growth += newLength - (end - start);
    const aligned = lineStart(older, end) === end && lineStart(newer, end + growth) === end + growth;
    const oldEnd = aligned ? end : lineEnd(older, end);
    const newEnd = oldEnd + growth;
    if (last !== undefined && oldStart <= last.oldEnd) {
      last.oldEnd = oldEnd;
      last.newEnd = newEnd;
    } else {
      last = { oldStart, oldEnd, newStart, newEnd };
      regions.push(last);
    }
  }
  return regions;
}

function lineStart(text: SourceText, offset: number): number {
  return offset === 0 ? 0 : text.lastIndexOf('\n', offset - 1) + 1;
}

function lineEnd(text: SourceText, offset: number): number {
  const feed = text.indexOf('\n', offset);
  return feed < 0 ? text.length : feed + 1;
}

/** Lines of the older text from `oldStart` to `oldEnd` (units) are replaced. */
interface LineEdit {
  readonly oldStart: number;
  readonly oldEnd: number;
  readonly removed: readonly string[];
  readonly added: readonly string[];
}

function editsOf(older: SourceText, newer: SourceText, region: Region): LineEdit[] {
  const oldLines = patchLines(older.slice(region.oldStart, region.oldEnd));
  const newLines = patchLines(newer.slice(region.newStart, region.newEnd));
  const edits: LineEdit[] = [];
  let line = 0;
  let oldStart = region.oldStart;
  for (const run of diffLines(oldLines, newLines)) {
    for (; line < run.oldStart; line++) oldStart += unitsOf(oldLines[line] as string);
    const start = oldStart;
    for (; line < run.oldEnd; line++) oldStart += unitsOf(oldLines[line] as string);
    const removed = oldLines.slice(run.oldStart, run.oldEnd);
    edits.push({ oldStart: start, oldEnd: oldStart, removed, added: newLines.slice(run.newStart, run.newEnd) });
  }
  return edits;
}

/** What follows a text's last line where no line feed ends it. No line holds a line feed, so no complete line equals it. */
const NO_FEED = '\n\\ No newline at end of file';

/** The lines of a piece of text that begins and ends at lines' edges, as a patch shows them. */
function patchLines(text: string): string[] {
  const lines = text.split('\n');
  const rest = lines.pop();
  if (rest !== undefined && rest !== '') lines.push(rest + NO_FEED);
  return lines;
}

/** The length in its text of a line as {@link patchLines} gives it. */
function unitsOf(line: string): number {
  return line.endsWith(NO_FEED) ? line.length - NO_FEED.length : line.length + 1;
}

/** Joins edits, given in ascending order, into hunks: those whose contexts meet share one. */
class HunkBuilder {
  readonly #older: SourceText;
  readonly #context: number;
  readonly #hunks: Hunk[] = [];
  readonly #feeds: FeedCounter;
  #lines: string[] = [];
  /** Where the last edit ends in the older text; -1 before the first. */
  #end = -1;
  #oldStart = 0;
  #removed = 0;
  #added = 0;
  /** By how many lines the finished hunks lengthen the text. */
  #growth = 0;

  constructor(older: SourceText, context: number) {
    this.#older = older;
    this.#context = context;
    this.#feeds = new FeedCounter(older);
  }

  add(edit: LineEdit): void {
    let start = this.#linesBack(edit.oldStart);
    if (this.#end >= 0) {
      const end = this.#linesOn(this.#end);
      if (start <= end) start = this.#end;
      else this.#close(end);
    }
    if (this.#end < 0) this.#oldStart = this.#feeds.before(start);
    this.#keep(start, edit.oldStart);
    for (const line of edit.removed) this.#lines.push(`-${line}`);
    for (const line of edit.added) this.#lines.push(`+${line}`);
    this.#removed += edit.removed.length;
    this.#added += edit.added.length;
    this.#end = edit.oldEnd;
  }

  finish(): readonly Hunk[] {
    if (this.#end >= 0) this.#close(this.#linesOn(this.#end));
    return this.#hunks;
  }

  #close(end: number): void {
    this.#keep(this.#end, end);
    const oldLines = this.#lines.length - this.#added;
    const newLines = this.#lines.length - this.#removed;
    this.#hunks.push({
      oldStart: this.#oldStart + (oldLines > 0 ? 1 : 0),
      oldLines,
      newStart: this.#oldStart + this.#growth + (newLines > 0 ? 1 : 0),
      newLines,
      lines: this.#lines,
    });
    this.#growth += newLines - oldLines;
    this.#lines = [];
    this.#removed = 0;
    this.#added = 0;
    this.#end = -1;
  }

  #keep(start: number, end: number): void {
    if (start === end) return;
    for (const line of patchLines(this.#older.slice(start, end))) this.#lines.push(` ${line}`);
  }

  #linesBack(from: number): number {
    let start = from;
    for (let line = 0; line < this.#context && start > 0; line++) start = lineStart(this.#older, start - 1);
    return start;
  }

  #linesOn(from: number): number {
    let end = from;
    for (let line = 0; line < this.#context && end < this.#older.length; line++) end = lineEnd(this.#older, end);
    return end;
  }
}

/** Counts line feeds from the text's start to rising offsets. */
class FeedCounter {
  readonly #text: SourceText;
  #at = 0;
  #feeds = 0;

  constructor(text: SourceText) {
    this.#text = text;
  }

  before(offset: number): number {
    const passed = this.#text.slice(this.#at, offset);
    for (let feed = passed.indexOf('\n'); feed >= 0; feed = passed.indexOf('\n', feed + 1)) this.#feeds++;
    this.#at = offset;
    return this.#feeds;
  }
}
