import type { TextChange, TextSpan } from '../text/textChange.ts';
import { isPartOfWord, textDiff } from '../text/textDiff.ts';

/**
 * Returns changes in the form in which both sides are compared, so that equal changes look equal:
 * ascending, no two touching. `base` has line feeds, and its last line ends with one.
 *
 * - A change of several lines is taken apart: the lines that differ, and within a changed line
 *   the words that differ.
 * - Lines added or removed next to equal lines are moved down as far as the text stays the
 *   same, as git does.
 * - A change within a line covers whole words of the text before and after.
 */
export function comparableChanges(base: string, changes: readonly TextChange[]): readonly TextChange[] {
  const parts: TextChange[] = [];
  for (const part of changes.flatMap((change) => takenApart(base, change))) {
    const last = parts.at(-1);
    const joined = last === undefined ? null : joinedBelow(base, last, part);
    if (joined === null) parts.push(part);
    else parts.splice(-1, 1, joined);
  }
  // Behind a line feed at the end of the text there is no line to move past.
  const end = base.length - (base.endsWith('\n\n') ? 1 : 0);
  const moved = parts.map((part, index) =>
    movedDown(base, part, parts[index - 1]?.end ?? 0, parts[index + 1]?.start ?? end),
  );
  return joinedWords(base, moved);
}

function takenApart(base: string, { start, end, newText }: TextChange): readonly TextChange[] {
  const parts = textDiff(base.slice(start, end), newText);
  return parts.map((part) => ({ start: start + part.start, end: start + part.end, newText: part.newText }));
}

/**
 * One change of two, if the second adds or removes whole lines and the text stays the same with
 * them right below the lines of the first; else null.
 */
function joinedBelow(base: string, last: TextChange, change: TextChange): TextChange | null {
  const { newText } = change;
  if (!isWholeLines(base, change) || !isPure(change)) return null;
  const isInside = !startsLine(base, last.end);
  const start = isInside ? base.indexOf('\n', last.end) + 1 : last.end;
  const kept = base.slice(start, change.start);
  const whole = newText === '' ? base.slice(start, change.end) : kept + newText;
  const moved = { start, end: change.end - kept.length, newText: whole.slice(0, newText.length) };
  if (!whole.endsWith(kept) || !isWholeLines(base, moved) || (isInside && kept === '')) return null;
  return { start: last.start, end: moved.end, newText: last.newText + base.slice(last.end, start) + moved.newText };
}

/**
 * Added or removed text at the last place between two offsets where it is whole lines and the
 * text stays the same.
 */
function movedDown(base: string, change: TextChange, from: number, to: number): TextChange {
  const { start, end, newText } = change;
  if (!isPure(change)) return change;
  const moving = newText || base.slice(start, end);
  const size = moving.length;
  const unit = (offset: number) => moving[((offset % size) + size) % size];
  const isLines = (offset: number) => startsLine(base, start + offset) && unit(offset - 1) === '\n';
  let lowest: number | null = isLines(0) ? 0 : null;
  for (let offset = 0; end + offset < to && base[end + offset] === unit(offset); offset++) {
    if (isLines(offset + 1)) lowest = offset + 1;
  }
  for (let offset = -1; lowest === null && start + offset >= from && base[start + offset] === unit(offset); offset--) {
    if (isLines(offset)) lowest = offset;
  }
  if (lowest === null) return change;
  const turn = ((lowest % size) + size) % size;
  const turned = newText === '' ? '' : moving.slice(turn) + moving.slice(0, turn);
  return { start: start + lowest, end: end + lowest, newText: turned };
}

/** True if a change only adds or only removes text. */
function isPure({ start, end, newText }: TextChange): boolean {
  return (start === end) !== (newText === '');
}

/** The changes widened to whole words; those that then touch become one. */
function joinedWords(base: string, changes: readonly TextChange[]): readonly TextChange[] {
  const result: { span: TextSpan; change: TextChange }[] = [];
  for (const change of changes) {
    const span = wordSpan(base, change);
    const last = result.at(-1);
    if (last === undefined || span.start > last.span.end) {
      result.push({ span, change });
      continue;
    }
    const between = base.slice(last.change.end, change.start);
    const newText = last.change.newText + between + change.newText;
    last.change = { start: last.change.start, end: change.end, newText };
    last.span = { start: last.span.start, end: Math.max(last.span.end, span.end) };
  }
  return result.map(({ span, change }) => ({
    ...span,
    newText: base.slice(span.start, change.start) + change.newText + base.slice(change.end, span.end),
  }));
}

/** The span of a change with the words that it cuts or extends. */
function wordSpan(base: string, { start, end, newText }: TextChange): TextSpan {
  const isCut = (offset: number, before: string | undefined, after: string | undefined) =>
    (isPartOfWord(base[offset - 1]) && isPartOfWord(base[offset])) || (isPartOfWord(before) && isPartOfWord(after));
  let [from, to] = [start, end];
  if (isCut(start, base[start - 1], newText[0] ?? base[end])) while (isPartOfWord(base[from - 1])) from--;
  if (isCut(end, newText.at(-1) ?? base[start - 1], base[end])) while (isPartOfWord(base[to])) to++;
  return { start: from, end: to };
}

/** True if a change adds, removes or replaces whole lines. */
export function isWholeLines(base: string, { start, end, newText }: TextChange): boolean {
  return startsLine(base, start) && startsLine(base, end) && (newText === '' ? end > start : newText.endsWith('\n'));
}

export function startsLine(base: string, offset: number): boolean {
  return offset === 0 || base[offset - 1] === '\n';
}
