import { HunkBuilder, type HunkPlace, type HunkText } from './hunkBuilder.ts';
import { diffLines } from './lineDiff.ts';
import { LineWindow } from './lineWindow.ts';
import { patchHeader, patchNote } from './patchHeader.ts';
import type { ChangeRange, SourceText } from './sourceText.ts';

export interface HunkOptions {
  /** Unchanged lines shown around a change, 3 by default. */
  readonly context?: number;
  /**
   * The changed regions if known, ascending and disjoint; by default
   * `newer.getChangeRanges(older)`.
   */
  readonly changes?: readonly ChangeRange[];
}

export interface UnifiedDiffOptions extends HunkOptions {
  /**
   * Paths relative to the folder in which the patch is applied, with `/`, without the `a/` and `b/`
   * of the header.
   */
  readonly oldPath: string;
  readonly newPath: string;
  /**
   * Lines before the header with facts about the file, such as bytes that differ from the editor's
   * text.
   */
  readonly note?: string;
}

/**
 * A place where two texts differ, with the context around it. Starts are as in a hunk's header:
 * one-based, and the line before if that side has no line. `lines` are those of the patch without
 * their line feeds. They begin with a space, `-` or `+`, or are the marker `\ No newline at end of
 * file` after the last line of a text that does not end in a line feed.
 */
export interface Hunk extends HunkPlace {
  readonly lines: readonly string[];
}

/**
 * The unified diff that turns `older` into `newer`; equal texts give an empty string.
 *
 * Only a line feed ends a line of a patch: a carriage return is content. Both texts exist, so an
 * empty one is an empty file, never `/dev/null`. With `context: 0` git requires `--unidiff-zero`.
 *
 * Law: `git apply`, and an applier that allows neither offset nor fuzz, turn one text into the
 * other byte for byte (except lone surrogates, which have no bytes). The format is that of GNU diff
 * and git.
 *
 * @throws RangeError as {@link diffHunks}.
 */
export function unifiedDiff(older: SourceText, newer: SourceText, options: UnifiedDiffOptions): string {
  const hunks = findHunks(older, newer, options);
  if (hunks.length === 0) return '';
  const parts = [patchNote(options.note ?? ''), patchHeader(options.oldPath, options.newPath)];
  for (const hunk of hunks) parts.push(hunkHeader(hunk), '\n', hunk.body);
  return parts.join('');
}

/** The header of a hunk as git writes it, `@@ -3,7 +3,8 @@`, without a line feed. */
export function hunkHeader({ oldStart, oldLines, newStart, newLines }: HunkPlace): string {
  const oldSide = oldLines === 1 ? oldStart : `${oldStart},${oldLines}`;
  const newSide = newLines === 1 ? newStart : `${newStart},${newLines}`;
  return `@@ -${oldSide} +${newSide} @@`;
}

/**
 * The hunks of the unified diff of two texts; none if they are equal. They come from the known
 * changed regions, widened to lines. Inside a region lines are compared, so that no line equal on
 * both sides is at the edge of a change. Work is bounded: a large region with too many differences
 * is replaced as a whole.
 *
 * @throws RangeError if `context` is not a count or the changed regions do not fit the two texts.
 */
export function diffHunks(older: SourceText, newer: SourceText, options: HunkOptions = {}): readonly Hunk[] {
  return findHunks(older, newer, options).map(({ body, ...place }) => ({
    ...place,
    lines: body.slice(0, -1).split('\n'),
  }));
}

function findHunks(older: SourceText, newer: SourceText, options: HunkOptions): readonly HunkText[] {
  const { context = 3, changes = newer.getChangeRanges(older) } = options;
  if (!Number.isInteger(context) || context < 0) throw new RangeError(`Context ${context} is not a count of lines`);
  checkRanges(changes, older, newer);
  const lines = new LineWindow(older);
  const hunks = new HunkBuilder(older, lines, context);
  let growth = 0;
  for (let at = 0; at < changes.length; ) {
    // A region of whole lines: this change and all that follow with no whole line between them.
    const oldStart = lines.lineStart((changes[at] as ChangeRange).start);
    const newStart = oldStart + growth;
    let oldEnd = oldStart;
    do {
      const { start, end, newLength } = changes[at++] as ChangeRange;
      growth += newLength - (end - start);
      const whole = lines.startsLine(end) && isLineStart(newer, end + growth);
      oldEnd = whole ? end : lines.lineEnd(end);
    } while (at < changes.length && !hasLine(lines, oldEnd, (changes[at] as ChangeRange).start));
    addEdits(hunks, oldStart, lines.slice(oldStart, oldEnd), newer.slice(newStart, oldEnd + growth));
  }
  return hunks.finish();
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

function isLineStart(text: SourceText, offset: number): boolean {
  return offset === 0 || text.slice(offset - 1, offset) === '\n';
}

/** Returns true if a whole line is between a line's start and a later place. */
function hasLine(lines: LineWindow, start: number, place: number): boolean {
  if (place <= start) return false;
  const feed = lines.nextFeed(start);
  return feed >= 0 && feed < place;
}

/** Adds the differences between the lines of a region at `start` of the older text. */
function addEdits(hunks: HunkBuilder, start: number, oldBlock: string, newBlock: string): void {
  if (oldBlock === newBlock) return;
  if (isOneLine(oldBlock) && isOneLine(newBlock)) {
    hunks.add(start, oldBlock, newBlock);
    return;
  }
  const older = splitBlock(oldBlock);
  const newer = splitBlock(newBlock);
  let oldAt = 0;
  let newAt = 0;
  let oldLine = 0;
  let newLine = 0;
  for (const run of diffLines(older, newer)) {
    const oldFrom = oldAt + lengthOfLines(older, oldLine, run.oldStart);
    const newFrom = newAt + lengthOfLines(newer, newLine, run.newStart);
    oldAt = oldFrom + lengthOfLines(older, run.oldStart, run.oldEnd);
    newAt = newFrom + lengthOfLines(newer, run.newStart, run.newEnd);
    oldLine = run.oldEnd;
    newLine = run.newEnd;
    hunks.add(start + oldFrom, oldBlock.slice(oldFrom, oldAt), newBlock.slice(newFrom, newAt));
  }
}

/** Returns true if a block of lines has at most one. */
function isOneLine(block: string): boolean {
  const feed = block.indexOf('\n');
  return feed < 0 || feed === block.length - 1;
}

/**
 * The lines of a block with their line feeds: a last line without one differs from every line with
 * one.
 */
function splitBlock(block: string): string[] {
  const lines: string[] = [];
  for (let at = 0; at < block.length; ) {
    const feed = block.indexOf('\n', at);
    const end = feed < 0 ? block.length : feed + 1;
    lines.push(block.slice(at, end));
    at = end;
  }
  return lines;
}

function lengthOfLines(lines: readonly string[], from: number, to: number): number {
  let length = 0;
  for (let line = from; line < to; line++) length += (lines[line] as string).length;
  return length;
}
