import { diffLines } from './lineDiff.ts';
import { ChangeCollector, type TextChange } from './textChange.ts';

/**
 * The changes inside a replacement of `oldText` by `newText` that a person would name: whole lines, and whole words inside a line
 * that stands for another one. Ascending, disjoint, no two touching; offsets are UTF-16 units of `oldText`; equal texts give none.
 *
 * Unlike `refineChange` it never slides a change to where letters happen to agree (`c` → `cx, c` is a line before `c`, not letters
 * after it), so that its parts can be rebased one by one.
 *
 * Law: applying the result to `oldText` gives `newText` exactly. Work is bounded as in `diffLines`.
 */
export function wordChanges(oldText: string, newText: string): readonly TextChange[] {
  const older = cutLines(oldText);
  const newer = cutLines(newText);
  const changes = new ChangeCollector();
  let at = 0;
  let line = 0;
  for (const { oldStart, oldEnd, newStart, newEnd } of diffLines(older, newer)) {
    for (; line < oldStart; line++) at += (older[line] as string).length;
    const areLines = oldEnd - oldStart === newEnd - newStart;
    for (const [from, to] of pairsOf(older.slice(oldStart, oldEnd), newer.slice(newStart, newEnd))) {
      changes.add(trimmed(from, to, at, areLines));
      at += from.length;
    }
    line = oldEnd;
  }
  return changes.finish();
}

/** Line by line where as many lines stand for as many, else the whole run at once. */
function pairsOf(older: readonly string[], newer: readonly string[]): readonly (readonly [string, string])[] {
  if (older.length === newer.length) return older.map((line, index) => [line, newer[index] as string]);
  return [[older.join(''), newer.join('')]];
}

/**
 * The change of `from`, which stands at `at`, into `to`, without the words that both begin and end with. Of lines that stand for
 * another number of lines only the whole may be what both have in common.
 */
function trimmed(from: string, to: string, at: number, areLines: boolean): TextChange {
  const short = Math.min(from.length, to.length);
  let start = 0;
  while (start < short && from[start] === to[start]) start++;
  while (start > 0 && !(breaksWord(from, start) && breaksWord(to, start))) start--;
  let end = 0;
  while (end < short - start && from.at(-1 - end) === to.at(-1 - end)) end++;
  while (end > 0 && !(breaksWord(from, from.length - end) && breaksWord(to, to.length - end))) end--;
  if (!areLines && start < from.length) start = 0;
  if (!areLines && end < from.length) end = 0;
  return { start: at + start, end: at + from.length - end, newText: to.slice(start, to.length - end) };
}

/** Whether two words, or none, meet at this offset; inside a surrogate pair and a `\r\n` nothing does. */
function breaksWord(text: string, offset: number): boolean {
  const around = text.slice(Math.max(0, offset - 1), offset + 1);
  if (offset <= 0 || offset >= text.length) return true;
  return !/^[\p{L}\p{N}\p{M}_$\ud800-\udfff]{2}$/u.test(around) && !isPair(text, offset) && around !== '\r\n';
}

function isPair(text: string, offset: number): boolean {
  return (text.codePointAt(offset - 1) ?? 0) > 0xffff;
}

/** Lines with their breaks; after a last break no empty line is counted. */
function cutLines(text: string): readonly string[] {
  return text.match(/[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+$/g) ?? [];
}
