import { editsInside } from '../../documents/difference.ts';
import type { Origin } from '../../protocol/prompt/liveContext.ts';
import { ChangeSet } from '../../text/changeSet.ts';
import type { SourceText } from '../../text/sourceText.ts';

/** Origins of changes, from what the editor reports. Nothing here asks the editor. */

interface ChangePosition {
  readonly line: number;
  readonly character: number;
}

/** Lines and columns from zero. */
export interface Range {
  readonly start: ChangePosition;
  readonly end: ChangePosition;
}

/** One of an event's changes, in coordinates of the text before it. */
export interface ContentChange {
  readonly range: Range;
  readonly rangeOffset: number;
  readonly rangeLength: number;
  readonly text: string;
}

/** Evidence of a change's author, available at once. */
export interface ChangeEvidence {
  readonly contentChanges: readonly ContentChange[];
  readonly reason: 'undo' | 'redo' | null;
  /** The cursors and selections in the focused editor; null when it shows another document. */
  readonly selections: readonly Range[] | null;
  /** End of the developer's previous change, UTF-16 units; undefined if there was none. */
  readonly latestEnd: number | undefined;
}

/** Decides the origin of a change: typing is at a cursor. */
export function originOf({ contentChanges, reason, selections, latestEnd }: ChangeEvidence): Origin {
  if (reason !== null) return reason;
  if (selections === null) return 'unknown';
  const isTyped = isKeystrokeAt(contentChanges, latestEnd) || standsAtCursors(contentChanges, selections);
  return isTyped ? 'typing' : 'unknown';
}

/** An event's changes in coordinates of the old text; null when they do not fit it. */
export function changeSetOf(contentChanges: readonly ContentChange[], text: SourceText): ChangeSet | null {
  // The event's changes come in descending order.
  try {
    const changes = contentChanges
      .toReversed()
      .flatMap(({ rangeOffset, rangeLength, text: newText }) =>
        editsInside({ start: rangeOffset, end: rangeOffset + rangeLength, newText }, text),
      );
    return ChangeSet.of(changes, text.length);
  } catch {
    return null;
  }
}

/**
 * Returns true if changes look like those of a save: only blanks at the ends of lines or line
 * breaks at the end of the text are removed, or a last line break is added.
 */
export function cleansUp({ changes }: ChangeSet, text: SourceText): boolean {
  return changes.every(({ start, end, newText }) => {
    if (newText !== '')
      return (
        /^\r?\n$/.test(newText) && start === text.length && !/[\r\n]$/.test(text.slice(Math.max(0, text.length - 1)))
      );
    const next = text.slice(end, Math.min(end + 1, text.length));
    const removed = text.slice(start, end);
    return next === '' ? /^\s+$/.test(removed) : /[\r\n]/.test(next) && /^[ \t]+$/.test(removed);
  });
}

/** End of the last change, in the text after it. */
export function endOf(changes: ChangeSet): number {
  return (changes.changes.at(-1)?.end ?? 0) + changes.lengthAfter - changes.lengthBefore;
}

/** Recognises a keystroke at the previous change's end: VS Code's cursor may lag behind. */
function isKeystrokeAt([change, ...others]: readonly ContentChange[], end: number | undefined): boolean {
  if (change === undefined || others.length > 0) return false;
  const { rangeOffset, rangeLength, text } = change;
  return rangeLength + text.length <= 2 && rangeOffset + rangeLength === end;
}

/**
 * Recognises typing, pasting and deleting: each change is at a cursor or replaces a selection, and
 * removes at most one line break beyond it.
 */
function standsAtCursors(contentChanges: readonly ContentChange[], selections: readonly Range[]): boolean {
  const linesOf = ({ start, end }: Range) => end.line - start.line;
  return contentChanges.every(({ range }) =>
    selections.some((selection) => touch(range, selection) && linesOf(range) <= linesOf(selection) + 1),
  );
}

function touch(one: Range, other: Range): boolean {
  return isUpTo(one.start, other.end) && isUpTo(other.start, one.end);
}

function isUpTo(one: ChangePosition, other: ChangePosition): boolean {
  return one.line < other.line || (one.line === other.line && one.character <= other.character);
}
