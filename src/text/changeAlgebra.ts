import { ChangeCollector, growthOf, type TextChange } from './textChange.ts';

/** Canonical `first`, then canonical `second` (in the coordinates of the text that `first` gives), as one canonical list. */
export function composeChanges(first: readonly TextChange[], second: readonly TextChange[]): readonly TextChange[] {
  const out = new ChangeCollector();
  let shift = 0; // middle text minus old text, before first[i]
  let i = 0;
  let j = 0;
  while (i < first.length && j < second.length) {
    const a = first[i] as TextChange;
    const b = second[j] as TextChange;
    const start = a.start + shift;
    if (start + a.newText.length <= b.start) {
      out.add(a);
      shift += growthOf(a);
      i++;
    } else if (b.end <= start) {
      out.add(moved(b, -shift));
      j++;
    } else {
      const knot = entangled(first, i, second, j, shift);
      out.add(knot.change);
      ({ i, j, shift } = knot);
    }
  }
  for (; i < first.length; i++) out.add(first[i] as TextChange);
  for (; j < second.length; j++) out.add(moved(second[j] as TextChange, -shift));
  return out.finish();
}

/** Where a composition stands after a knot, and the change that the knot becomes. */
interface Knot {
  readonly change: TextChange;
  readonly i: number;
  readonly j: number;
  readonly shift: number;
}

/**
 * Composes the longest chain of changes, from `first[i]` and `second[j]` on, in which each cuts into what the one before
 * it wrote or deleted. Every unit of the middle text within the chain was written by `first` or is deleted by `second`.
 */
function entangled(
  first: readonly TextChange[],
  i: number,
  second: readonly TextChange[],
  j: number,
  shift: number,
): Knot {
  let a = first[i];
  let b = second[j] as TextChange;
  const start = Math.min((a as TextChange).start, b.start - shift);
  let text = (a as TextChange).newText.slice(0, Math.max(0, b.start - (a as TextChange).start - shift));
  for (;;) {
    text += b.newText;
    j++;
    while (a !== undefined && a.start + shift + a.newText.length <= b.end) {
      shift += growthOf(a);
      a = first[++i];
    }
    if (a === undefined || a.start + shift >= b.end) {
      return { change: { start, end: b.end - shift, newText: text }, i, j, shift };
    }
    const from = b.end - a.start - shift;
    const next = second[j];
    if (next === undefined || next.start >= a.start + shift + a.newText.length) {
      const change = { start, end: a.end, newText: text + a.newText.slice(from) };
      return { change, i: i + 1, j, shift: shift + growthOf(a) };
    }
    text += a.newText.slice(from, next.start - a.start - shift);
    b = next;
  }
}

/** Canonical `changes`, made to the same text as canonical `over`, in the coordinates of the text that `over` gives. */
export function rebaseChanges(
  changes: readonly TextChange[],
  over: readonly TextChange[],
  side: 'before' | 'after',
): readonly TextChange[] {
  const out = new ChangeCollector();
  let shift = 0; // new text minus old text, before over[i]
  let i = 0;
  for (const change of changes) {
    let other = over[i];
    while (other !== undefined && other.end <= change.start && standsBefore(other, change, side)) {
      shift += growthOf(other);
      other = over[++i];
    }
    const after = other !== undefined && other.end > change.start && standsBefore(other, change, side);
    const at = (after ? (other as TextChange).start + (other as TextChange).newText.length : change.start) + shift;
    out.add({ start: at, end: at, newText: change.newText });
    for (let from = change.start; from < change.end; ) {
      const to = other === undefined ? change.end : Math.min(other.start, change.end);
      if (from < to) out.add({ start: from + shift, end: to + shift, newText: '' });
      if (other === undefined || other.start >= change.end) break;
      from = other.end;
      if (other.end > change.end) break;
      shift += growthOf(other);
      other = over[++i];
    }
  }
  return out.finish();
}

/** Whether what `other` inserts stands before what `change` inserts, both made to one text. */
function standsBefore(other: TextChange, change: TextChange, side: 'before' | 'after'): boolean {
  if (other.start !== change.start) return other.start < change.start;
  const otherInserts = other.start === other.end;
  const changeInserts = change.start === change.end;
  return otherInserts === changeInserts ? side === 'after' : otherInserts;
}

function moved(change: TextChange, by: number): TextChange {
  return by === 0 ? change : { start: change.start + by, end: change.end + by, newText: change.newText };
}
