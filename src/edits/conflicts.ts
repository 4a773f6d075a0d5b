import type { ChangeSet } from '../text/changeSet.ts';
import type { SourceText } from '../text/sourceText.ts';

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

interface Span {
  start: number;
  end: number;
}

/**
 * Where two sets of changes to `base` meet, as whole lines with all that either side changed in them; where they do not meet,
 * the places that `mine` changes. Ascending and disjoint.
 */
export function conflictRegions(base: SourceText, mine: ChangeSet, theirs: ChangeSet): readonly ConflictRegion[] {
  const meeting = mine.changes.filter((change) =>
    theirs.changes.some((other) => meets(change, other) || meets(other, change)),
  );
  const spans = merged((meeting.length > 0 ? meeting : mine.changes).map((change) => wholeLines(base, change)));
  for (const changes of [mine.changes, theirs.changes]) {
    for (const span of spans) {
      for (const change of changes)
        if (crosses(change, span)) Object.assign(span, wholeLines(base, hull(span, change)));
    }
  }
  const ours = mine.apply(base);
  const now = theirs.apply(base);
  return merged(spans).map(({ start, end }) => {
    const nowStart = theirs.mapOffset(start, -1);
    const nowEnd = theirs.mapOffset(end, 1);
    const firstLine = now.lineIndexOf(nowStart);
    return {
      firstLine,
      lastLine: Math.max(firstLine, now.lineIndexOf(Math.max(nowStart, nowEnd - 1))),
      base: base.slice(start, end),
      mine: ours.slice(mine.mapOffset(start, -1), mine.mapOffset(end, 1)),
      theirs: now.slice(nowStart, nowEnd),
    };
  });
}

/** As {@link ChangeSet.overlaps} has it, for one change of each side. */
function meets(a: Span, b: Span): boolean {
  return (a.start < b.end && b.start < a.end) || (a.start === b.start && a.end === b.end);
}

function crosses(change: Span, span: Span): boolean {
  return change.start < span.end && span.start < change.end;
}

function hull(a: Span, b: Span): Span {
  return { start: Math.min(a.start, b.start), end: Math.max(a.end, b.end) };
}

function wholeLines(base: SourceText, { start, end }: Span): Span {
  return {
    start: base.lineAt(base.lineIndexOf(start)).start,
    end:
      end > start && base.lineAt(base.lineIndexOf(end)).start === end
        ? end
        : base.lineAt(base.lineIndexOf(end)).endWithBreak,
  };
}

function merged(spans: readonly Span[]): Span[] {
  const result: Span[] = [];
  for (const span of spans.toSorted((a, b) => a.start - b.start)) {
    const last = result.at(-1);
    if (last !== undefined && span.start <= last.end) last.end = Math.max(last.end, span.end);
    else result.push({ ...span });
  }
  return result;
}
