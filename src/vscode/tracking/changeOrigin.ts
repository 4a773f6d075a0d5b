import { editsInside } from '../../documents/difference.ts';
import type { Origin } from '../../protocol/prompt/liveContext.ts';
import { ChangeSet } from '../../text/changeSet.ts';
import type { SourceText } from '../../text/sourceText.ts';

/** What an editor reports of a change, and what it says about who made it. Nothing here asks the editor. */

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

/** What is known at once of who made a change. */
export interface ChangeEvidence {
  readonly contentChanges: readonly ContentChange[];
  readonly reason: 'undo' | 'redo' | null;
  /** The cursors and selections in the focused editor; null when it shows another document. */
  readonly selections: readonly Range[] | null;
  /** Where the developer's change before ended, UTF-16 units; undefined when there was none. */
  readonly latestEnd: number | undefined;
}

/** What the developer types stands at a cursor; anything else is somebody's edit. */
export function originOf({ contentChanges, reason, selections, latestEnd }: ChangeEvidence): Origin {
  if (reason !== null) return reason;
  if (selections === null) return 'unknown';
  const isTyped = isKeystrokeAt(contentChanges, latestEnd) || standsAtCursors(contentChanges, selections);
  return isTyped ? 'typing' : 'unknown';
}

/** An event's changes in coordinates of the old text; null when they do not fit it. */
export function changeSetOf(contentChanges: readonly ContentChange[], text: SourceText): ChangeSet | null {
  // The event's changes come in descending order, so of two insertions at one place the last one stands first.
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

/** Where the last of the changes ends in the text after them. */
export function endOf(changes: ChangeSet): number {
  return (changes.changes.at(-1)?.end ?? 0) + changes.lengthAfter - changes.lengthBefore;
}

/** Whether this is a keystroke where the change before ended; the cursor that VS Code reports may lag behind. */
function isKeystrokeAt([change, ...others]: readonly ContentChange[], end: number | undefined): boolean {
  if (change === undefined || others.length > 0) return false;
  const { rangeOffset, rangeLength, text } = change;
  return rangeLength + text.length <= 2 && rangeOffset + rangeLength === end;
}

/**
 * Whether each change stands at a cursor or replaces a selection, as typing, pasting and deleting do: beyond the selection it
 * takes away one line break at most.
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
