import { diffLines } from './lineDiff.ts';
import type { ChangeRange, SourceText } from './sourceText.ts';
import type { TextSpan } from './textChange.ts';

export interface UnifiedDiffOptions {
  /** Unchanged lines shown around a change, 3 by default. */
  readonly context?: number | undefined;
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
  readonly note?: string | undefined;
}

/** Place of a hunk as in its header: one-based, and the line before if that side has no line. */
interface HunkPlace {
  readonly oldStart: number;
  readonly oldLines: number;
  readonly newStart: number;
  readonly newLines: number;
}

/**
 * A place where two texts differ, with the context around it. `lines` are those of the patch
 * without their line feeds. They begin with a space, `-` or `+`, or are the marker `\ No newline at
 * end of file` after the last line of a text that does not end in a line feed.
 */
export interface Hunk extends HunkPlace {
  readonly lines: readonly string[];
}

/** Whole lines `[start, end)` of the older text that became `added`. */
interface LineEdit extends TextSpan {
  readonly added: string;
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
 */
export function unifiedDiff(older: SourceText, newer: SourceText, options: UnifiedDiffOptions): string {
  const hunks = diffHunks(older, newer, options.context);
  if (hunks.length === 0) return '';
  const bodies = hunks.map((hunk) => `${hunkHeader(hunk)}\n${hunk.lines.join('\n')}\n`);
  return patchNote(options.note ?? '') + patchHeader(options.oldPath, options.newPath) + bodies.join('');
}

/** The header of a hunk as git writes it, `@@ -3,7 +3,8 @@`, without a line feed. */
function hunkHeader({ oldStart, oldLines, newStart, newLines }: HunkPlace): string {
  const oldSide = oldLines === 1 ? oldStart : `${oldStart},${oldLines}`;
  const newSide = newLines === 1 ? newStart : `${newStart},${newLines}`;
  return `@@ -${oldSide} +${newSide} @@`;
}

/**
 * The hunks of the unified diff of two texts; none if they are equal. They come from the changed
 * regions, widened to lines. Inside a region lines are compared, so that no line equal on both
 * sides is at the edge of a change. Work is bounded: a large region with too many differences is
 * replaced as a whole.
 */
export function diffHunks(older: SourceText, newer: SourceText, context = 3): readonly Hunk[] {
  const edits = lineEdits(older, newer, newer.getChangeRanges(older));
  const hunks: Hunk[] = [];
  let growth = 0;
  for (let at = 0; at < edits.length; ) {
    const from = contextStart(older, (edits[at] as LineEdit).start, context);
    const lines: string[] = [];
    let [end, oldLines, newLines] = [from, 0, 0];
    let contextEnd = from;
    do {
      const edit = edits[at++] as LineEdit;
      const kept = addLines(lines, ' ', older.slice(end, edit.start));
      oldLines += kept + addLines(lines, '-', older.slice(edit.start, edit.end));
      newLines += kept + addLines(lines, '+', edit.added);
      end = edit.end;
      contextEnd = contextEndOf(older, end, context);
    } while (at < edits.length && contextStart(older, (edits[at] as LineEdit).start, context) <= contextEnd);
    const kept = addLines(lines, ' ', older.slice(end, contextEnd));
    [oldLines, newLines] = [oldLines + kept, newLines + kept];
    const before = older.lineIndexOf(from);
    const oldStart = before + Number(oldLines > 0);
    hunks.push({ oldStart, oldLines, newStart: before + growth + Number(newLines > 0), newLines, lines });
    growth += newLines - oldLines;
  }
  return hunks;
}

/** Appends each line of a block behind `sign`; returns the number of lines. */
function addLines(lines: string[], sign: string, block: string): number {
  if (block === '') return 0;
  const isEnded = block.endsWith('\n');
  const added = (isEnded ? block.slice(0, -1) : block).split('\n');
  for (const line of added) lines.push(sign + line);
  if (!isEnded) lines.push('\\ No newline at end of file');
  return added.length;
}

/** The changes widened to whole lines, without lines that are equal on both sides. */
function lineEdits(older: SourceText, newer: SourceText, changes: readonly ChangeRange[]): readonly LineEdit[] {
  const edits: LineEdit[] = [];
  let growth = 0;
  for (let at = 0; at < changes.length; ) {
    // A region of whole lines: this change and all that follow with no whole line between them.
    const start = feedLineStart(older, (changes[at] as ChangeRange).start);
    const newStart = start + growth;
    let end = start;
    do {
      const { end: changeEnd, start: changeStart, newLength } = changes[at++] as ChangeRange;
      growth += newLength - (changeEnd - changeStart);
      const isWhole = isLineStart(older, changeEnd) && isLineStart(newer, changeEnd + growth);
      end = isWhole ? changeEnd : feedLineEnd(older, changeEnd);
    } while (at < changes.length && !hasLine(older, end, (changes[at] as ChangeRange).start));
    addEdits(edits, start, older.slice(start, end), newer.slice(newStart, end + growth));
  }
  return edits;
}

function isLineStart(text: SourceText, offset: number): boolean {
  return offset === 0 || text.slice(offset - 1, offset) === '\n';
}

function feedLineStart(text: SourceText, offset: number): number {
  return text.lastIndexOf('\n', offset - 1) + 1;
}

/** The end of the line that holds an offset, behind its line feed. */
function feedLineEnd(text: SourceText, offset: number): number {
  return text.indexOf('\n', offset) + 1 || text.length;
}

/** The start of up to `count` lines before a line's start. */
function contextStart(text: SourceText, start: number, count: number): number {
  let from = start;
  for (let line = 0; line < count && from > 0; line++) from = feedLineStart(text, from - 1);
  return from;
}

/** The end of up to `count` lines after a line's end. */
function contextEndOf(text: SourceText, end: number, count: number): number {
  let to = end;
  for (let line = 0; line < count && to < text.length; line++) to = feedLineEnd(text, to);
  return to;
}

/** Returns true if a whole line is between a line's start and a later place. */
function hasLine(text: SourceText, start: number, place: number): boolean {
  return place > start && text.slice(start, place).includes('\n');
}

/** Adds the differences between the lines of a region at `start` of the older text. */
function addEdits(edits: LineEdit[], start: number, oldBlock: string, newBlock: string): void {
  if (oldBlock === newBlock) return;
  if (isOneLine(oldBlock) && isOneLine(newBlock)) {
    edits.push({ start, end: start + oldBlock.length, added: newBlock });
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
    edits.push({ start: start + oldFrom, end: start + oldAt, added: newBlock.slice(newFrom, newAt) });
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
function splitBlock(block: string): readonly string[] {
  return block.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

function lengthOfLines(lines: readonly string[], from: number, to: number): number {
  let length = 0;
  for (let line = from; line < to; line++) length += (lines[line] as string).length;
  return length;
}

/**
 * The header lines of a file's patch, as git writes and reads them (git's `quote_c_style`). A path
 * with a quote, a backslash or a control character is quoted in C's style. An unquoted path with a
 * space ends in a tab, so that nothing after it is taken for a part of it. Two different paths are
 * a rename, for which `git apply` requires git's own header lines. Paths are relative, with `/`
 * between their parts.
 */
function patchHeader(oldPath: string, newPath: string): string {
  const oldName = quotedName(`a/${oldPath}`);
  const newName = quotedName(`b/${newPath}`);
  const names = `--- ${terminated(oldName)}\n+++ ${terminated(newName)}\n`;
  if (oldPath === newPath) return names;
  const renamed = `rename from ${quotedName(oldPath)}\nrename to ${quotedName(newPath)}\n`;
  return `diff --git ${oldName} ${newName}\n${renamed}${names}`;
}

/** `note` as lines that no applier takes for a part of the patch: each begins with `# `. */
function patchNote(note: string): string {
  const lines = note.split(/[\r\n]+/).filter((line) => line !== '');
  return lines.map((line) => `# ${line}\n`).join('');
}

const ESCAPES: Readonly<Record<string, string>> = {
  '\x07': '\\a',
  '\b': '\\b',
  '\t': '\\t',
  '\n': '\\n',
  '\v': '\\v',
  '\f': '\\f',
  '\r': '\\r',
  '"': '\\"',
  '\\': '\\\\',
};

function quotedName(name: string): string {
  const escaped = name.replace(
    /[\x00-\x1f\x7f"\\]/g,
    (char) => ESCAPES[char] ?? `\\${char.charCodeAt(0).toString(8).padStart(3, '0')}`,
  );
  return escaped === name ? name : `"${escaped}"`;
}

function terminated(name: string): string {
  return name.includes(' ') && !name.startsWith('"') ? `${name}\t` : name;
}
