import { growthOf, type TextChange, type TextSpan } from '../text/textChange.ts';
import { isWholeLines, startsLine } from './canonical.ts';

/** Whole lines of the base that changes of one side or both touch, with all changes in them. */
interface ChangedLines {
  readonly start: number;
  end: number;
  readonly mine: TextChange[];
  readonly theirs: TextChange[];
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

/** Both sides' changes of a text, in their canonical form. */
export interface Sides {
  readonly base: string;
  readonly mine: readonly TextChange[];
  readonly theirs: readonly TextChange[];
}

/**
 * Returns the changes of `mine` that are not made yet, in coordinates of the text after `theirs`;
 * null for a conflict. Changes conflict as in git, if the lines that they touch overlap or are
 * adjacent, except that
 *
 * - equal changes, or lines of one side that include those of the other, are made once;
 * - two changes of one line are apart if more than a part of a word or number is between them;
 * - if both sides only add text, lines and words that are at different places are apart.
 */
export function mergedChanges({ base, mine, theirs }: Sides): readonly TextChange[] | null {
  const now = madeOf(base, theirs, 0, base.length);
  if (madeOf(base, mine, 0, base.length) === now) return [];
  const isUncertain = movedLines(base, now, theirs);
  const merged: TextChange[] = [];
  let [next, growth] = [0, 0];
  for (const lines of linesTouched(base, mine, theirs)) {
    const changes = mergedLines(base, lines);
    if (changes === null || (changes.length > 0 && isUncertain(lines))) return null;
    for (const change of changes) {
      for (let other = theirs[next]; other !== undefined; other = theirs[++next]) {
        const isReplaced = !lines.mine.includes(change) && lines.theirs.includes(other);
        if (isReplaced || orderOf(base, change, other) !== 'after') break;
        growth += growthOf(other);
      }
      merged.push({ start: change.start + growth, end: change.end + growth, newText: change.newText });
    }
  }
  return merged;
}

/**
 * The changes of `mine` in some lines that are not made yet, of the base or of the lines after
 * `theirs`; null for a conflict.
 */
function mergedLines(base: string, lines: ChangedLines): readonly TextChange[] | null {
  const { start, end, theirs } = lines;
  const mine = lines.mine.filter((change) => !theirs.some((other) => areEqualChanges(change, other)));
  if (mine.length === 0) return [];
  if (mine.every((change) => theirs.every((other) => orderOf(base, change, other) !== 'conflict'))) return mine;
  const [yours, now] = [madeOf(base, lines.mine, start, end), madeOf(base, theirs, start, end)];
  if (yours === now || includes(base, theirs, lines.mine)) return [];
  return includes(base, lines.mine, theirs) ? [{ start, end: start + now.length, newText: yours }] : null;
}

/**
 * True if one side makes all changes of the other, or adds at the same place whole lines that
 * begin or end with its lines.
 */
function includes(base: string, changes: readonly TextChange[], others: readonly TextChange[]): boolean {
  return others.every((other) =>
    changes.some((change) => {
      if (areEqualChanges(change, other)) return true;
      const isAdded = change.start === change.end && other.start === change.start && other.end === change.end;
      if (!isAdded || other.newText.trim() === '' || !isWholeLines(base, change) || !isWholeLines(base, other))
        return false;
      return change.newText.startsWith(other.newText) || change.newText.endsWith(`\n${other.newText}`);
    }),
  );
}

function areEqualChanges(change: TextChange, other: TextChange): boolean {
  return change.start === other.start && change.end === other.end && change.newText === other.newText;
}

/**
 * Returns a test for places of the base whose neighbours are uncertain. If `theirs` remove and add
 * the same line, it has moved, and the lines behind it may only look unmoved, up to the next line
 * that occurs once in both texts.
 */
function movedLines(base: string, now: string, theirs: readonly TextChange[]): (lines: TextSpan) => boolean {
  const [older, newer] = [`\n${base}`, `\n${now}`];
  const isOnly = (line: string) => onlyPlace(older, `\n${line}\n`) >= 0 && onlyPlace(newer, `\n${line}\n`) >= 0;
  const touched = linesTouched(base, [], theirs).map(({ start, end, theirs: changes }) => {
    return {
      start,
      end,
      removed: wordyLines(base.slice(start, end)),
      added: wordyLines(madeOf(base, changes, start, end)),
    };
  });
  const removed = new Set(touched.flatMap((lines) => lines.removed));
  const moved = new Set(touched.flatMap(({ added }) => added.filter((line) => removed.has(line) && isOnly(line))));
  return ({ start: place, end: until }) => {
    if (moved.size === 0 || wordyLines(base.slice(place, until)).some(isOnly)) return false;
    let before = touched.findLastIndex(({ end }) => end <= place);
    for (let end = place; end > 0; ) {
      const lines = touched[before];
      if (lines?.end === end) {
        if ([...lines.removed, ...lines.added].some((line) => moved.has(line))) return true;
        before--;
        end = lines.start;
        if (lines.start < lines.end) continue;
      }
      if (end === 0) break;
      const start = firstOfLine(base, end - 1);
      const line = base.slice(start, end - 1);
      if (line.trim() !== '' && isOnly(line)) return false;
      end = start;
    }
    return false;
  };
}

function wordyLines(text: string): readonly string[] {
  return text.split('\n').filter((line) => line.trim() !== '');
}

/** The only place of a text; -1 if it does not occur, or more than once. */
function onlyPlace(text: string, wanted: string): number {
  const place = text.indexOf(wanted);
  return place === text.lastIndexOf(wanted) ? place : -1;
}

/** The lines that changes touch, those that overlap or are adjacent together; ascending. */
function linesTouched(base: string, mine: readonly TextChange[], theirs: readonly TextChange[]): ChangedLines[] {
  const all = [...mine, ...theirs].sort((a, b) => a.start - b.start || a.end - b.end);
  const ofMine = new Set(mine);
  const found: ChangedLines[] = [];
  for (const change of all) {
    const [start, end] = [firstOfLine(base, change.start), endOfTouched(base, change)];
    let last = found.at(-1);
    if (last === undefined || start > last.end) {
      last = { start, end, mine: [], theirs: [] };
      found.push(last);
    }
    last.end = Math.max(last.end, end);
    (ofMine.has(change) ? last.mine : last.theirs).push(change);
  }
  return found;
}

/** The order of a change of one side and one of the other. */
function orderOf(base: string, change: TextChange, other: TextChange): 'before' | 'after' | 'conflict' {
  const isFirst =
    change.start < other.start ||
    (change.start === other.start &&
      (change.end < other.end || (change.end === other.end && isWholeLines(base, change))));
  const [left, right] = isFirst ? [change, other] : [other, change];
  if (!areApart(base, left, right)) return 'conflict';
  return isFirst ? 'before' : 'after';
}

function areApart(base: string, left: TextChange, right: TextChange): boolean {
  const isAdded = [left, right].map((change) => onlyAdds(base, change));
  // Both sides may mean one line or word that they add at two places.
  const bothAdd = !isAdded.includes(false) && !addSame(base, left, right, /\S.*/g);
  // At one place, lines come before a line, words into it.
  if (left.start === right.end) return bothAdd && isWholeLines(base, left) && !right.newText.includes('\n');
  const next = firstOfLine(base, right.start);
  const isTouching = left.end === right.start;
  if (endOfTouched(base, left) < next) return true;
  if (endOfTouched(base, left) === next) return bothAdd && (!isTouching || left.newText.endsWith('\n'));
  const isSame = isAdded.includes(true) && addSame(base, left, right, /[\p{L}\p{N}\p{M}_$]+/gu);
  return !isTouching && !isSame && isMoreThanLiteral(base.slice(left.end, right.start));
}

/** True if a text separates words; `.`, `-`, `:` and `/` are in versions, paths and decimals. */
function isMoreThanLiteral(text: string): boolean {
  return /[^\p{L}\p{N}\p{M}_$.\-+:/@~]/u.test(text);
}

/** True if the new text still contains all of the old text. */
function onlyAdds(base: string, { start, end, newText }: TextChange): boolean {
  const old = base.slice(start, end);
  let prefix = 0;
  while (prefix < old.length && old[prefix] === newText[prefix]) prefix++;
  return newText.length > old.length && newText.endsWith(old.slice(prefix));
}

/** True if both changes add a part that neither replaces. */
function addSame(base: string, left: TextChange, right: TextChange, part: RegExp): boolean {
  const [added = [], other = []] = [left, right].map(({ start, end, newText }) => {
    const old: readonly string[] = base.slice(start, end).match(part) ?? [];
    return (newText.match(part) ?? []).filter((one) => !old.includes(one));
  });
  return added.some((one) => other.includes(one));
}

function firstOfLine(base: string, offset: number): number {
  return offset === 0 ? 0 : base.lastIndexOf('\n', offset - 1) + 1;
}

/** The end of the last line that a change touches; lines that are only added touch none. */
function endOfTouched(base: string, change: TextChange): number {
  const { start, end } = change;
  if (isWholeLines(base, change)) return end;
  return base.indexOf('\n', end > start && startsLine(base, end) ? end - 1 : end) + 1 || base.length;
}

/**
 * The whole lines that both sides changed; without any, those that `mine` changes. Ascending and
 * disjoint.
 */
export function conflictRegions({ base, mine, theirs }: Sides): readonly ConflictRegion[] {
  const all = linesTouched(base, mine, theirs);
  const meeting = all.filter((lines) => mergedLines(base, lines) === null);
  const shown = meeting.length > 0 ? meeting : all.filter((lines) => lines.mine.length > 0);
  const now = madeOf(base, theirs, 0, base.length);
  return shown.map((lines) => {
    const before = theirs.filter((change) => change.start < lines.start && !lines.theirs.includes(change));
    const start = before.reduce((sum, change) => sum + growthOf(change), lines.start);
    const [old, yours, current] = [[], lines.mine, lines.theirs].map((side) => {
      const text = madeOf(base, side, lines.start, lines.end);
      // The last line has no line feed of its own.
      return lines.end === base.length ? text.replace(/\n$/, '') : text;
    }) as [string, string, string];
    const firstLine = Math.min(lineFeeds(now.slice(0, start)), lineFeeds(now) - 1);
    const lastLine = firstLine + Math.max(0, lineFeeds(current.slice(0, -1)));
    return { firstLine, lastLine, base: old, mine: yours, theirs: current };
  });
}

function lineFeeds(text: string): number {
  return text.split('\n').length - 1;
}

/** A part of the base after changes. */
function madeOf(base: string, changes: readonly TextChange[], start: number, end: number): string {
  let text = '';
  let at = start;
  for (const change of changes) {
    text += base.slice(at, change.start) + change.newText;
    at = change.end;
  }
  return text + base.slice(at, end);
}
