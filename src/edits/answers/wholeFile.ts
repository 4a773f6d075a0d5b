import type { AnswerQuestion } from '../../protocol/edits.ts';
import { diffLines } from '../../text/lineDiff.ts';
import type { AnswerRow } from './answer.ts';

/** Minimum share of old non-empty lines that remain in a complete new text. */
const keptShare = 0.5;
/** Maximum number of lines that may disappear at one place without replacement. */
export const missingLines = 3;

/**
 * Returns the reason why a text cannot be the complete file, or null. Unless the form is sure, half
 * of the lines must remain, none may be missing at either end, and few at one place between.
 */
export function wholeFileObstacle(old: string, text: string, isSure: boolean): AnswerQuestion['reason'] | null {
  const [before, after] = [linesOfText(old), linesOfText(text)];
  const rows = after.map((line) => ({ sign: '+', text: line }) as const);
  if (elision(rows, before) !== null) return 'elided';
  if (isSure || before.length === 0) return null;
  let gone = 0;
  for (const { oldStart, oldEnd, newStart, newEnd } of diffLines(before, after)) {
    const [removed, added] = [oldEnd - oldStart, newEnd - newStart];
    const isAtEdge = oldStart === 0 || oldEnd === before.length;
    if (removed > 0 && added === 0 && isAtEdge) return 'notWhole';
    if (removed > missingLines + 2 * added) return 'notWhole';
    gone += removed;
  }
  return before.length - gone >= before.length * keptShare ? null : 'notWhole';
}

function linesOfText(text: string): readonly string[] {
  return text
    .split(/\r\n|\r|\n/)
    .map((line) => line.trimEnd())
    .filter((line) => line !== '');
}

/** Placeholders for omitted code: an ellipsis, or words such as "rest of the code". */
const ellipsis =
  /^\s*(?:(?:\/\/|#|--|;|%|\/\*|<!--|\{\/\*|\(\*|')\s*(?:\.{3}|…)|(?:\.{3}|…)(?=\s|$))\s*(?:\([^)]*\)|[\w ,'’`.:-]*?)\s*(?:\.{3}|…)?\s*(?:\*\/\}?|-->|\*\))?\s*$/;
const words =
  /^\s*(?:\/\/|#|--|;|%|\/\*|<!--|\{\/\*|\(\*|')\s*[([]?\s*(?:(?:the )?(?:rest|remainder) of|(?:your |the |all )?(?:existing|remaining|other|previous|unchanged|same) (?:code|content|lines?|methods?|functions?|imports?|file|logic|implementation|tests?|fields?|props?|styles?)\b|(?:code |everything )?(?:unchanged|omitted|stays the same|remains the same)|no changes?\b|same as (?:before|above)|keep (?:the )?(?:existing|rest))/i;

/** Longer lines, in UTF-16 units, are code. */
const maxElisionLength = 1_000;

/** Joins runs of white space first: the patterns would backtrack over them. */
export function isElision(line: string): boolean {
  if (line.length > maxElisionLength) return false;
  const plain = line.replace(/\s+/g, ' ');
  return ellipsis.test(plain) || words.test(plain);
}

/** Returns the first line that stands for omitted code and is not in the file, or null. */
export function elision(rows: readonly AnswerRow[], file: readonly string[]): string | null {
  let known: ReadonlySet<string> | null = null;
  for (const { text } of rows) {
    if (!isElision(text)) continue;
    known ??= new Set(file.map((line) => line.trim()));
    if (!known.has(text.trim())) return text;
  }
  return null;
}
