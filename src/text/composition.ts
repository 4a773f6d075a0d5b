import { ChangeCollector, growthOf, type TextChange } from './textChange.ts';

/**
 * Composes canonical `first` with canonical `second` (in the coordinates of the text after `first`)
 * to one canonical list.
 */
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

/** Progress of a composition after a knot, and the change that the knot becomes. */
interface Knot {
  readonly change: TextChange;
  readonly i: number;
  readonly j: number;
  readonly shift: number;
}

/**
 * Composes the longest chain of changes, from `first[i]` and `second[j]` on, in which each cuts
 * into what the one before it wrote or deleted. Every unit of the middle text within the chain was
 * written by `first` or is deleted by `second`.
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

function moved(change: TextChange, by: number): TextChange {
  return by === 0 ? change : { start: change.start + by, end: change.end + by, newText: change.newText };
}
