import { diffLines } from '../../text/lineDiff.ts';
import { elision } from './elision.ts';
import type { PlacingReason } from './placing.ts';

/** Of the old lines that are not empty, this part must be left for a text to count as the whole file. */
const keptShare = 0.5;
/** Maximum number of lines that may be missing at one place without others in their stead. */
const missingLines = 3;

/**
 * Why a text is not taken for the whole of a file that exists; null when it is. Unless the form is sure, a part of a file looks
 * the same: in the whole, half of the lines are left, none are just missing at the beginning or the end, and elsewhere only few.
 */
export function wholeFileObstacle(old: string, text: string, isSure: boolean): PlacingReason | null {
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
