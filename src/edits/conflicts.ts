import { haveSameItems } from '../base/sameItems.ts';
import { diffLines } from '../text/lineDiff.ts';
import type { TextChange } from '../text/textChange.ts';

/** Lines `[start, end)` of a text that become others. Lines count from zero. */
export interface LineHunk {
  readonly start: number;
  readonly end: number;
  readonly lines: readonly string[];
}

/** What both sides change in the lines of a text: ascending, disjoint, in the form of {@link lineHunks}. */
export interface Sides {
  readonly base: readonly string[];
  readonly mine: readonly LineHunk[];
  readonly theirs: readonly LineHunk[];
}

/** Lines that both sides changed. */
export interface ConflictRegion {
  /** Lines of the current text, from zero; an empty range names the line that it is before. */
  readonly firstLine: number;
  readonly lastLine: number;
  /** Whole lines of the base text, and what each side made of them. */
  readonly base: string;
  readonly mine: string;
  readonly theirs: string;
}

/** Lines of the base that hunks of both sides touch, those that overlap or are adjacent together. */
interface TouchedLines {
  readonly start: number;
  end: number;
  readonly mine: LineHunk[];
  readonly theirs: LineHunk[];
}

/** The lines of a text, whose last one has no line feed. */
export const linesOf = (text: string): readonly string[] => text.split('\n');

/**
 * Returns changes of a text as hunks of whole lines, in the form in which both sides are compared,
 * so that equal changes look equal: hunks neither begin nor end with a line that stays, and lines
 * that are added or removed next to equal lines are moved down as far as the text stays the same,
 * as git does.
 */
export function lineHunks(text: string, changes: readonly TextChange[]): readonly LineHunk[] {
  const base = `${text}\n`;
  const hunks: LineHunk[] = [];
  let [line, counted] = [0, 0];
  for (let at = 0; at < changes.length; ) {
    const start = startOfLine(base, (changes[at] as TextChange).start);
    let [end, newText] = [start, ''];
    do {
      const change = changes[at++] as TextChange;
      newText += base.slice(end, change.start) + change.newText;
      end = change.end;
    } while (at < changes.length && (changes[at] as TextChange).start <= endOfLine(base, end, newText));
    const last = endOfLine(base, end, newText);
    newText += base.slice(end, last);
    line += linesOf(base.slice(counted, start)).length - 1;
    counted = start;
    const [older, newer] = [linesOf(base.slice(start, last)).slice(0, -1), linesOf(newText).slice(0, -1)];
    for (const { oldStart, oldEnd, newStart, newEnd } of diffLines(older, newer))
      hunks.push({ start: line + oldStart, end: line + oldEnd, lines: newer.slice(newStart, newEnd) });
  }
  return movedDown(linesOf(text), hunks);
}

function startOfLine(base: string, offset: number): number {
  return offset === 0 ? 0 : base.lastIndexOf('\n', offset - 1) + 1;
}

/** The end of the lines that a change touches, which so far ends here. Lines that are only added touch none. */
function endOfLine(base: string, end: number, newText: string): number {
  const isWhole = (end === 0 || base[end - 1] === '\n') && (newText === '' || newText.endsWith('\n'));
  return isWhole ? end : base.indexOf('\n', end) + 1 || base.length;
}

function movedDown(base: readonly string[], hunks: readonly LineHunk[]): readonly LineHunk[] {
  const joined: LineHunk[] = [];
  for (const hunk of hunks) {
    const last = joined.at(-1);
    const up = last === undefined ? hunk : moved(base, hunk, -1, last.end);
    if (last === undefined || up.start > last.end) joined.push(hunk);
    else joined.splice(-1, 1, { start: last.start, end: up.end, lines: [...last.lines, ...up.lines] });
  }
  // Behind a line feed at the end of the text there is no line to move past.
  const end = base.length - Number(base.at(-1) === '');
  return joined.map((hunk, index) => moved(base, hunk, 1, joined[index + 1]?.start ?? end));
}

/** Lines that are only added or only removed, moved up or down as far as the text stays the same. */
function moved(base: readonly string[], { start, end, lines }: LineHunk, step: 1 | -1, limit: number): LineHunk {
  if ((start === end) === (lines.length === 0)) return { start, end, lines };
  const block = lines.length > 0 ? lines : base.slice(start, end);
  const lineAt = (index: number) => block[((index % block.length) + block.length) % block.length];
  let by = 0;
  if (step > 0) while (end + by < limit && base[end + by] === lineAt(by)) by++;
  else while (start + by > limit && base[start + by - 1] === lineAt(by - 1)) by--;
  return { start: start + by, end: end + by, lines: lines.map((_, index) => lineAt(index + by) as string) };
}

/**
 * Returns the hunks of `mine` that are not made yet, in lines of the text after `theirs`; null for a
 * conflict. As in git, hunks conflict if they overlap or are adjacent, unless both sides make the
 * same of their lines. Where lines have moved, a place must still be behind the same line of those
 * that occur once in both texts.
 */
export function mergedHunks({ base, mine, theirs }: Sides): readonly LineHunk[] | null {
  const whole = { start: 0, end: base.length };
  const now = madeOf(base, theirs, whole);
  if (haveSameItems(madeOf(base, mine, whole), now)) return [];
  if (isDoubled(base, mine, theirs) || isDoubled(base, theirs, mine)) return null;
  const merged: LineHunk[] = [];
  const [once, onceNow] = [onceIn(base), onceIn(now)];
  const marks = new Set([...once].filter((line) => onceNow.has(line)));
  let growth = 0;
  for (const lines of touchedLines(mine, theirs)) {
    const added = addedBeside(base, lines);
    if (added === null && isConflict(base, lines)) return null;
    if (added !== null) {
      const by = growth + (added.isBehind ? growthOf(lines.theirs) : 0);
      for (const hunk of lines.mine) merged.push({ ...hunk, start: hunk.start + by, end: hunk.end + by });
    } else if (lines.theirs.length === 0) {
      const mark = markBefore(base, lines.end, marks);
      const markNow = markBefore(now, lines.end + growth, marks);
      if (base[mark] !== now[markNow] || markNow !== mark + growthOf(theirs.filter(({ start }) => start <= mark)))
        return null;
      for (const hunk of lines.mine) merged.push({ ...hunk, start: hunk.start + growth, end: hunk.end + growth });
    }
    growth += growthOf(lines.theirs);
  }
  return merged;
}

/**
 * True for `isBehind` if `theirs` is before `mine`. Both sides only insert, in a certain order: one
 * adds lines beside lines that the other makes longer. Null otherwise.
 */
function addedBeside(base: readonly string[], { mine, theirs }: TouchedLines): { readonly isBehind: boolean } | null {
  const [one, other] = [mine[0], theirs[0]];
  if (one === undefined || other === undefined || mine.length + theirs.length > 2) return null;
  const isOrdered = one.end <= other.start || other.end <= one.start;
  const isInserted = (added: LineHunk, longer: LineHunk) =>
    added.start === added.end &&
    longer.lines.length === longer.end - longer.start &&
    longer.lines.every((line, index) => isLonger(base[longer.start + index] as string, line));
  if (!isOrdered || !(isInserted(one, other) || isInserted(other, one))) return null;
  return { isBehind: other.end <= one.start };
}

/** True if words were inserted at one place of a line that is not blank. */
function isLonger(older: string, newer: string): boolean {
  let prefix = 0;
  while (prefix < older.length && older[prefix] === newer[prefix]) prefix++;
  const inserted = newer.slice(prefix, newer.length - older.length + prefix);
  return older.trim() !== '' && inserted.trim() !== '' && newer.endsWith(older.slice(prefix));
}

/** True if lines that one side adds could as well end a hunk of the other side, which has them. */
function isDoubled(base: readonly string[], hunks: readonly LineHunk[], others: readonly LineHunk[]): boolean {
  return hunks.some((hunk) => {
    const last = others.findLast(({ end }) => end < hunk.start);
    if (last === undefined || hunk.lines.length === 0) return false;
    const up = moved(base, hunk, -1, last.end);
    return up.start === last.end && haveSameItems(up.lines, last.lines.slice(-up.lines.length));
  });
}

function onceIn(lines: readonly string[]): Set<string> {
  const sorted = lines.filter((line) => line.trim() !== '').sort();
  return new Set(sorted.filter((line, index) => line !== sorted[index - 1] && line !== sorted[index + 1]));
}

/** The last line before a place by which it is recognised; -1 without any. */
function markBefore(lines: readonly string[], end: number, marks: ReadonlySet<string>): number {
  let at = end - 1;
  while (at >= 0 && !marks.has(lines[at] as string)) at--;
  return at;
}

function isConflict(base: readonly string[], lines: TouchedLines): boolean {
  if (lines.mine.length === 0 || lines.theirs.length === 0) return false;
  return !haveSameItems(madeOf(base, lines.mine, lines), madeOf(base, lines.theirs, lines));
}

function touchedLines(mine: readonly LineHunk[], theirs: readonly LineHunk[]): readonly TouchedLines[] {
  const ofMine = new Set(mine);
  const found: TouchedLines[] = [];
  for (const hunk of [...mine, ...theirs].sort((a, b) => a.start - b.start || a.end - b.end)) {
    let last = found.at(-1);
    if (last === undefined || hunk.start > last.end) {
      last = { start: hunk.start, end: hunk.end, mine: [], theirs: [] };
      found.push(last);
    }
    last.end = Math.max(last.end, hunk.end);
    (ofMine.has(hunk) ? last.mine : last.theirs).push(hunk);
  }
  return found;
}

/** Some lines of the base after hunks in them. */
function madeOf(
  base: readonly string[],
  hunks: readonly LineHunk[],
  { start, end }: Pick<TouchedLines, 'start' | 'end'>,
): readonly string[] {
  let at = start;
  const made = hunks.flatMap((hunk) => {
    const kept = base.slice(at, hunk.start);
    at = hunk.end;
    return [...kept, ...hunk.lines];
  });
  return [...made, ...base.slice(at, end)];
}

function growthOf(hunks: readonly LineHunk[]): number {
  return hunks.reduce((sum, { start, end, lines }) => sum + lines.length - (end - start), 0);
}

/** The lines that both sides changed; without any, those that `mine` changes. */
export function conflictRegions({ base, mine, theirs }: Sides): readonly ConflictRegion[] {
  const all = touchedLines(mine, theirs);
  const meeting = all.filter((lines) => isConflict(base, lines));
  const shown = meeting.length > 0 ? meeting : all.filter((lines) => lines.mine.length > 0);
  const lastOfNow = base.length + growthOf(theirs) - 1;
  return shown.map((lines) => {
    const start = lines.start + growthOf(theirs.filter((hunk) => hunk.start < lines.start));
    const textOf = (made: readonly string[]) =>
      made.join('\n') + (made.length > 0 && lines.end < base.length ? '\n' : '');
    const current = madeOf(base, lines.theirs, lines);
    const firstLine = Math.min(start, lastOfNow);
    return {
      firstLine,
      lastLine: firstLine + Math.max(0, current.length - 1),
      base: textOf(base.slice(lines.start, lines.end)),
      mine: textOf(madeOf(base, lines.mine, lines)),
      theirs: textOf(current),
    };
  });
}
