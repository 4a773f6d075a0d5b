import { diffLines, type LineRun } from './lineDiff.ts';
import { ChangeCollector, type TextChange } from './textChange.ts';

/**
 * Returns the changes from one text to another if nobody knows how it became that: whole lines, and
 * whole words (or characters only) inside a line that replaces another. Ascending, disjoint, no two
 * touching; offsets are UTF-16 units of `oldText`.
 *
 * Lines are matched without their breaks, so a change of line endings comes back as changes of the
 * breaks alone. As many lines for as many are paired if each resembles its partner and none has
 * only moved, else they are one block. A surrogate pair stays whole.
 *
 * Law: applying the result to `oldText` gives `newText` exactly. Work is bounded as in `diffLines`.
 */
export function textDiff(
  oldText: string,
  newText: string,
  inside: 'words' | 'characters' = 'words',
): readonly TextChange[] {
  if (oldText === newText) return [];
  const older = cutLines(oldText);
  const newer = cutLines(newText);
  const changes = new ChangeCollector();
  let oldLine = 0;
  let newLine = 0;
  const keepUntil = (end: number): void => {
    for (; oldLine < end; oldLine++, newLine++) addBreak(changes, older, oldLine, newer, newLine);
  };
  for (const run of diffLines(older.contents, newer.contents)) {
    keepUntil(run.oldStart);
    addRun(changes, older, newer, run, inside);
    oldLine = run.oldEnd;
    newLine = run.newEnd;
  }
  keepUntil(older.contents.length);
  return changes.finish();
}

/** Lines of a text: line `i` is `[starts[i], ends[i])`, and its break ends at `starts[i + 1]`. */
interface CutLines {
  readonly text: string;
  readonly contents: string[];
  readonly starts: number[];
  readonly ends: number[];
}

function cutLines(text: string): CutLines {
  const lines: CutLines = { text, contents: [], starts: [0], ends: [] };
  const add = (start: number, end: number, next: number): void => {
    lines.contents.push(text.slice(start, end));
    lines.ends.push(end);
    lines.starts.push(next);
  };
  const lineBreak = /\r\n|\r|\n/g;
  let start = 0;
  for (let found = lineBreak.exec(text); found !== null; found = lineBreak.exec(text)) {
    add(start, found.index, lineBreak.lastIndex);
    start = lineBreak.lastIndex;
  }
  add(start, text.length, text.length);
  return lines;
}

/** A run line by line where each line resembles its partner, else as one block. */
function addRun(
  changes: ChangeCollector,
  older: CutLines,
  newer: CutLines,
  run: LineRun,
  inside: 'words' | 'characters',
): void {
  const { oldStart, oldEnd, newStart, newEnd } = run;
  const pairs: TextChange[] = [];
  let paired = oldEnd - oldStart === newEnd - newStart && (oldEnd - oldStart === 1 || !sharesLine(older, newer, run));
  for (let index = 0; paired && index < oldEnd - oldStart; index++) {
    const from = older.contents[oldStart + index] as string;
    const to = newer.contents[newStart + index] as string;
    const change = lineChange(from, to, isPair);
    paired = oldEnd - oldStart === 1 || resembles(from, to, change);
    pairs.push(inside === 'words' ? lineChange(from, to, isInsideWord) : change);
  }
  if (!paired) {
    const newText = newer.text.slice(newer.starts[newStart], newer.starts[newEnd]);
    changes.add({ start: older.starts[oldStart] as number, end: older.starts[oldEnd] as number, newText });
    return;
  }
  for (const [index, { start, end, newText }] of pairs.entries()) {
    const at = older.starts[oldStart + index] as number;
    changes.add({ start: at + start, end: at + end, newText });
    addBreak(changes, older, oldStart + index, newer, newStart + index);
  }
}

/** `\n` for `\r\n` is a `\r` taken away. */
function addBreak(changes: ChangeCollector, older: CutLines, oldLine: number, newer: CutLines, newLine: number): void {
  let start = older.ends[oldLine] as number;
  let end = older.starts[oldLine + 1] as number;
  const from = older.text.slice(start, end);
  const to = newer.text.slice(newer.ends[newLine], newer.starts[newLine + 1]);
  if (from === to) return;
  const prefix = from !== '' && to.startsWith(from[0] as string) ? 1 : 0;
  const suffix = prefix === 0 && from !== '' && to.endsWith(from.at(-1) as string) ? 1 : 0;
  start += prefix;
  end -= suffix;
  changes.add({ start, end, newText: to.slice(prefix, to.length - suffix) });
}

/**
 * Returns true if a line of a run is on both sides: then lines have moved, and their numbers mean
 * nothing.
 */
function sharesLine(older: CutLines, newer: CutLines, { oldStart, oldEnd, newStart, newEnd }: LineRun): boolean {
  const lines = new Set(older.contents.slice(oldStart, oldEnd));
  return newer.contents.slice(newStart, newEnd).some((line) => lines.has(line));
}

/** Returns true if two lines share at least half of their text. */
function resembles(from: string, to: string, { start, end, newText }: TextChange): boolean {
  return (end - start + newText.length) * 2 <= from.trim().length + to.trim().length;
}

/**
 * The change of a line to another without their common start and end; it is never cut where
 * `isWhole`.
 */
function lineChange(from: string, to: string, isWhole: (text: string, offset: number) => boolean): TextChange {
  const shorter = Math.min(from.length, to.length);
  let prefix = 0;
  while (prefix < shorter && from[prefix] === to[prefix]) prefix++;
  let suffix = 0;
  while (suffix < shorter && from[from.length - 1 - suffix] === to[to.length - 1 - suffix]) suffix++;
  let start = Math.min(prefix, shorter - suffix);
  let rest = Math.min(suffix, shorter - prefix);
  if (from.length === to.length && prefix === shorter) return { start: shorter, end: shorter, newText: '' };
  while (start > 0 && (isWhole(from, start) || isWhole(to, start))) start--;
  while (rest > 0 && (isWhole(from, from.length - rest) || isWhole(to, to.length - rest))) rest--;
  return { start, end: from.length - rest, newText: to.slice(start, to.length - rest) };
}

/** Returns true if the units on both sides of an offset belong to one word or one character. */
function isInsideWord(text: string, offset: number): boolean {
  if (offset <= 0 || offset >= text.length) return false;
  return (isPartOfWord(text[offset - 1]) && isPartOfWord(text[offset])) || isPair(text, offset);
}

/**
 * Returns true for a UTF-16 unit of a word, and for halves of a surrogate pair, so that a pair is
 * never cut.
 */
function isPartOfWord(unit: string | undefined): boolean {
  return unit !== undefined && /^[\p{L}\p{N}\p{M}_$\ud800-\udfff]$/u.test(unit);
}

function isPair(text: string, offset: number): boolean {
  return (text.codePointAt(offset - 1) ?? 0) > 0xffff;
}
