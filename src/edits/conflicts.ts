import { ChangeSet } from '../text/changeSet.ts';
import { SourceText, type TextChange } from '../text/sourceText.ts';
import { isInsideWord, textDiff } from '../text/textDiff.ts';

/** Lines that both sides changed. */
export interface ConflictRegion {
  /** Where the lines stand in the text now, from zero; an empty range names the line it stands before. */
  readonly firstLine: number;
  readonly lastLine: number;
  /** Whole lines of the base text, and what each side made of them. */
  readonly base: string;
  readonly mine: string;
  readonly theirs: string;
}

type ConflictSpan = Pick<TextChange, 'start' | 'end'>;

/**
 * What an agent's changes of a text with line feeds really change, ascending: each taken apart by `textDiff`. Every line counts as
 * ended by a line feed, the last one too, so a change may reach one unit behind the end of the text. Whole lines are always changed
 * with the line feed that ends them, never with the one before them, so lines put in at one place have one offset.
 */
export function wantedChanges(base: string, changes: readonly TextChange[]): readonly TextChange[] {
  return changes.flatMap((change) => takenApart(base, change)).map((change) => wholeLine(base, change));
}

/**
 * As {@link wantedChanges}, of what happened to the text. What several lines became of several stays whole: it was taken
 * apart when it was recorded, where all of the text could be seen.
 */
export function recordedChanges(base: string, changes: readonly TextChange[]): readonly TextChange[] {
  return changes
    .flatMap((change) => {
      const old = base.slice(change.start, change.end);
      if (old === change.newText) return [];
      return old.includes('\n') && change.newText.includes('\n') ? [change] : takenApart(base, change);
    })
    .map((change) => wholeLine(base, change));
}

function takenApart(base: string, { start, end, newText }: TextChange): readonly TextChange[] {
  const parts = textDiff(base.slice(start, end), newText);
  return parts.map((part) => ({ start: start + part.start, end: start + part.end, newText: part.newText }));
}

/** `\nline` behind a line is `line\n` behind its line feed; a line feed that stays before whole lines is none of them. */
function wholeLine(base: string, { start, end, newText }: TextChange): TextChange {
  const isOne = endsLine(base, start) && endsLine(base, end) && /^(\n|$)/.test(newText);
  const endsFine = startsLine(base, end) && /(\n|^)$/.test(newText);
  if (!isOne || (endsFine && startsLine(base, start))) return { start, end, newText };
  if (endsFine && start < end && newText !== '') return { start: start + 1, end, newText: newText.slice(1) };
  return { start: start + 1, end: end + 1, newText: newText === '' ? '' : `${newText.slice(1)}\n` };
}

/**
 * How a change of one side relates to one of the other; both are changes of `base`. They conflict when
 * - both replace or delete a unit in common, or one writes inside what the other replaces;
 * - they change one word, or touch inside a line;
 * - both write at one place, but for whole lines put in before a line whose beginning the other side has changed.
 *
 * Whole lines that touch are apart.
 */
export function orderOf(base: string, change: TextChange, other: TextChange): 'before' | 'after' | 'conflict' {
  const [mine, theirs] = [wordSpan(base, change), wordSpan(base, other)];
  if (mine.start < theirs.end && theirs.start < mine.end) return 'conflict';
  if (change.end < other.start) return 'before';
  if (other.end < change.start) return 'after';
  if (change.start === other.end && change.end === other.start) return orderOfInsertions(base, change, other);
  const [left, right] = change.end === other.start ? [change, other] : [other, change];
  if (!endsAtLine(base, left) || !startsLine(base, right.start)) return 'conflict';
  return left === change ? 'before' : 'after';
}

/** Both are put in at one place. */
function orderOfInsertions(base: string, { start, newText }: TextChange, other: TextChange) {
  const mine = startsLine(base, start) && newText.endsWith('\n');
  const theirs = startsLine(base, start) && other.newText.endsWith('\n');
  if (mine === theirs || endsLine(base, start)) return 'conflict';
  return mine ? 'before' : 'after';
}

/** Whether a change leaves a line's start where it ends. */
function endsAtLine(base: string, { start, end, newText }: TextChange): boolean {
  return startsLine(base, end) && (newText === '' ? start < end && startsLine(base, start) : newText.endsWith('\n'));
}

/** What a change covers, words cut into taken in whole. */
function wordSpan(base: string, { start, end }: ConflictSpan): ConflictSpan {
  let from = start;
  let to = end;
  while (isInsideWord(base, from)) from--;
  while (isInsideWord(base, to)) to++;
  return { start: from, end: to };
}

function startsLine(base: string, offset: number): boolean {
  return offset === 0 || offset > base.length || base[offset - 1] === '\n';
}

function endsLine(base: string, offset: number): boolean {
  return offset === base.length || base[offset] === '\n';
}

/**
 * Where two sides' changes meet, as whole lines with all that either side changed in them; where they do not meet, the places
 * that `mine` changes. Ascending and disjoint. They are {@link wantedChanges} and {@link recordedChanges} of `base`, a text with line feeds.
 */
export function conflictRegions(
  base: string,
  mine: readonly TextChange[],
  theirs: readonly TextChange[],
): readonly ConflictRegion[] {
  const older = SourceText.from(`${base}\n`);
  const meeting = [mine, theirs].flatMap((side, index) =>
    side.filter((change) => [theirs, mine][index]?.some((other) => orderOf(base, change, other) === 'conflict')),
  );
  const spans = merged((meeting.length > 0 ? meeting : mine).map((change) => wholeLines(older, change)));
  for (const span of spans) {
    const crossing = [...mine, ...theirs].filter(({ start, end }) => start < span.end && span.start < end);
    for (const change of crossing) Object.assign(span, wholeLines(older, hull(span, change)));
  }
  const [mineSet, theirSet] = [mine, theirs].map((side) => ChangeSet.of(side, older.length)) as [ChangeSet, ChangeSet];
  const ours = mineSet.apply(older);
  const now = theirSet.apply(older);
  return merged(spans).map(({ start, end }) => {
    const nowStart = theirSet.mapOffset(start, -1);
    const nowEnd = theirSet.mapOffset(end, 1);
    const firstLine = now.lineIndexOf(Math.min(nowStart, Math.max(0, now.length - 1)));
    const isLast = end === older.length;
    return {
      firstLine,
      lastLine: Math.max(firstLine, now.lineIndexOf(Math.max(nowStart, nowEnd - 1))),
      base: linesBetween(older, start, end, isLast),
      mine: linesBetween(ours, mineSet.mapOffset(start, -1), mineSet.mapOffset(end, 1), isLast),
      theirs: linesBetween(now, nowStart, nowEnd, isLast),
    };
  });
}

/** Lines as they stand in the text: its last line has no line feed of its own. */
function linesBetween(text: SourceText, start: number, end: number, isLast: boolean): string {
  const found = text.slice(start, end);
  return isLast ? found.replace(/\n$/, '') : found;
}

function hull(a: ConflictSpan, b: ConflictSpan): ConflictSpan {
  return { start: Math.min(a.start, b.start), end: Math.max(a.end, b.end) };
}

function wholeLines(text: SourceText, { start, end }: ConflictSpan): ConflictSpan {
  const last = text.lineAt(text.lineIndexOf(end));
  return {
    start: text.lineAt(text.lineIndexOf(start)).start,
    end: end > start && last.start === end ? end : last.endWithBreak,
  };
}

function merged(spans: readonly ConflictSpan[]): { start: number; end: number }[] {
  const result: { start: number; end: number }[] = [];
  for (const span of spans.toSorted((a, b) => a.start - b.start)) {
    const last = result.at(-1);
    if (last !== undefined && span.start <= last.end) last.end = Math.max(last.end, span.end);
    else result.push({ ...span });
  }
  return result;
}
