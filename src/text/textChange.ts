/** The UTF-16 units `[start, end)` of a text. */
export interface TextSpan {
  readonly start: number;
  readonly end: number;
}

/** One replacement: a span of the old text becomes `newText`. */
export interface TextChange extends TextSpan {
  readonly newText: string;
}

/** A changed region: a span of the older text became `newLength` units of the newer one. */
export interface ChangeRange extends TextSpan {
  readonly newLength: number;
}

/** By how many UTF-16 units a change lengthens the text; negative when it shortens it. */
export function growthOf(change: TextChange): number {
  return change.newText.length - (change.end - change.start);
}

/**
 * Joins `first` and `second`, which is in coordinates of the text after `first`; null if they do
 * not touch or together insert more than `limit` units.
 */
export function joinTouching(first: TextChange, second: TextChange, limit: number): TextChange | null {
  const { newText } = first;
  const from = second.start - first.start;
  const to = second.end - first.start;
  if (from > newText.length || to < 0) return null;
  if (newText.length + second.newText.length > limit) return null;
  const joined = newText.slice(0, Math.max(0, from)) + second.newText + newText.slice(Math.max(0, to));
  return { start: first.start + Math.min(0, from), end: first.end + Math.max(0, to - newText.length), newText: joined };
}

/**
 * Collects changes in ascending order in canonical form: a change that does nothing is left out,
 * and a change that begins at the end of the last one is joined to it.
 */
export class ChangeCollector {
  readonly #changes: TextChange[] = [];
  #last: TextChange | undefined;

  add(change: TextChange): void {
    const last = this.#last;
    if (last !== undefined && change.start <= last.end) {
      if (change.start < last.end) throw new RangeError(`${describe(change)} overlaps ${describe(last)}`);
      this.#last = { start: last.start, end: change.end, newText: last.newText + change.newText };
    } else if (change.start !== change.end || change.newText !== '') {
      if (last !== undefined) this.#changes.push(last);
      this.#last = change;
    }
  }

  finish(): readonly TextChange[] {
    if (this.#last !== undefined) this.#changes.push(this.#last);
    this.#last = undefined;
    return this.#changes;
  }
}

/**
 * The canonical form of `changes` to a text of `length` units: ascending, disjoint, no two
 * touching, none empty. The order does not matter, except between insertions at one offset: their
 * texts keep the given order, or the reverse one if the list runs from the end of the text to its
 * start, as an editor's event does.
 *
 * @throws RangeError if a change is outside the text or overlaps another.
 */
export function canonicalChanges(changes: readonly TextChange[], length: number): readonly TextChange[] {
  for (const change of changes) checkInside(change, length);
  if (isCanonical(changes)) return changes;
  const collector = new ChangeCollector();
  for (const change of ascending(changes)) collector.add(change);
  return collector.finish();
}

function ascending(changes: readonly TextChange[]): readonly TextChange[] {
  const first = changes[0];
  const last = changes.at(-1);
  const descends = first !== undefined && last !== undefined && first.start > last.start;
  const list = descends ? changes.toReversed() : [...changes];
  return list.sort((a, b) => a.start - b.start || a.end - b.end);
}

function isCanonical(changes: readonly TextChange[]): boolean {
  let end = -1;
  for (const change of changes) {
    if (change.start <= end || (change.start === change.end && change.newText === '')) return false;
    end = change.end;
  }
  return true;
}

/** @throws RangeError when the change is not within a text of `length` units. */
export function checkInside(change: TextChange, length: number): void {
  const { start, end } = change;
  const inside = Number.isInteger(start) && Number.isInteger(end) && start >= 0 && start <= end && end <= length;
  if (!inside) throw new RangeError(`${describe(change)} is outside the text of ${length} units`);
}

function describe(change: TextChange): string {
  return `Change [${change.start}, ${change.end})`;
}
