import { composeChanges } from './composition.ts';
import type { SourceText } from './sourceText.ts';
import { type ChangeRange, canonicalChanges, growthOf, type TextChange } from './textChange.ts';

/**
 * A change set on the wire: the old text's length, then `[start, end, newText]` for each change.
 */
export type ChangeSetJSON = readonly [length: number, ...changes: [start: number, end: number, newText: string][]];

/**
 * All changes between two versions of a text, in the old text's coordinates (UTF-16 units),
 * ascending and disjoint, with the old text's length. Immutable.
 *
 * **Canonical form.** No change is empty and no two touch: at least one kept unit is between any
 * two, so at most one change begins or ends at an offset. Changes that touch (an insertion beside a
 * deletion, two insertions at one offset) are one change. Two sets that keep the same units and
 * lead to the same text have equal `changes`.
 *
 * **Laws** (`a`, `b`, `c` fitting one after another, `t` a text of `a.lengthBefore` units):
 * - `a.compose(b).apply(t)` is `b.apply(a.apply(t))`.
 * - `a.compose(b).compose(c)` and `a.compose(b.compose(c))` have equal changes; so has
 *   `composeAll([a, b, c])`.
 * - A kept unit at `offset` moves to `mapOffset(offset, 1)`; a kept unit before `offset` stays
 *   before `mapOffset(offset, -1)`; neither mapping changes the order of two offsets.
 */
export class ChangeSet {
  readonly changes: readonly TextChange[];
  /** Length of the text before the changes, in UTF-16 units. */
  readonly lengthBefore: number;
  /** Length of the text after the changes, in UTF-16 units. */
  readonly lengthAfter: number;

  private constructor(changes: readonly TextChange[], length: number) {
    this.changes = changes;
    this.lengthBefore = length;
    let after = length;
    for (const change of changes) after += growthOf(change);
    this.lengthAfter = after;
  }

  /**
   * The set of `changes` to a text of `length` units, all in that text's coordinates, in any order.
   * Insertions at one offset keep the given order. If the list runs from the end of the text to its
   * start, as in an editor's event, their order is reversed, as if the list were applied one by
   * one.
   *
   * @throws RangeError if a change is outside the text or overlaps another.
   */
  static of(changes: readonly TextChange[], length: number): ChangeSet {
    checkLength(length);
    return new ChangeSet(canonicalChanges(changes, length), length);
  }

  static empty(length: number): ChangeSet {
    checkLength(length);
    return new ChangeSet([], length);
  }

  /**
   * Composes `sets`, the first of which applies to a text of `length` units. Equal to composing
   * from left to right, but by halves: `n` small sets cost O(n log n) instead of O(n²).
   *
   * @throws RangeError if a set does not fit the one before it.
   */
  static composeAll(sets: readonly ChangeSet[], length: number): ChangeSet {
    let level: readonly ChangeSet[] = sets.length === 0 ? [ChangeSet.empty(length)] : sets;
    checkFits(length, (level[0] as ChangeSet).lengthBefore);
    while (level.length > 1) {
      const next: ChangeSet[] = [];
      for (let i = 0; i < level.length; i += 2) {
        const left = level[i] as ChangeSet;
        const right = level[i + 1];
        next.push(right === undefined ? left : left.compose(right));
      }
      level = next;
    }
    return level[0] as ChangeSet;
  }

  /**
   * Reads what {@link toJSON} wrote.
   *
   * @throws RangeError when `value` is not a change set in canonical form.
   */
  static fromJSON(value: unknown): ChangeSet {
    if (!Array.isArray(value)) throw new RangeError(`Not a change set: ${JSON.stringify(value)}`);
    const [length, ...entries] = value as unknown[];
    if (typeof length !== 'number') throw new RangeError(`Not a length: ${JSON.stringify(length)}`);
    const changes = entries.map(changeFromJSON);
    const set = ChangeSet.of(changes, length);
    if (set.changes !== changes) throw new RangeError(`Not in canonical form: ${JSON.stringify(entries)}`);
    return set;
  }

  get isEmpty(): boolean {
    return this.changes.length === 0;
  }

  /** @throws RangeError when `text` is not as long as the text the changes were made to. */
  apply(text: SourceText): SourceText {
    checkFits(text.length, this.lengthBefore);
    return text.withChanges(this.changes);
  }

  /**
   * This set, then `next`, as one.
   *
   * @throws RangeError when `next` applies to a text of another length.
   */
  compose(next: ChangeSet): ChangeSet {
    checkFits(this.lengthAfter, next.lengthBefore);
    if (next.isEmpty) return this;
    if (this.isEmpty) return next;
    return new ChangeSet(composeChanges(this.changes, next.changes), this.lengthBefore);
  }

  /**
   * Maps an offset of the old text to the new one. At an insertion, `assoc` -1 stays before and 1
   * moves behind the inserted text. Inside a replaced range it moves to the start (-1) or the end
   * (1) of the replacement. The ends of a replaced range map to the ends of the replacement.
   *
   * @throws RangeError if `offset` is outside the old text.
   */
  mapOffset(offset: number, assoc: -1 | 1): number {
    if (!Number.isInteger(offset) || offset < 0 || offset > this.lengthBefore) {
      throw new RangeError(`Offset ${offset} is outside the text of ${this.lengthBefore} units`);
    }
    let shift = 0;
    for (const change of this.changes) {
      if (change.start > offset) break;
      const atStart = change.start === offset && (assoc < 0 || change.end > offset);
      if (atStart || (change.end > offset && assoc < 0)) return change.start + shift;
      if (change.end > offset) return change.start + shift + change.newText.length;
      shift += growthOf(change);
    }
    return offset + shift;
  }

  /**
   * The changed regions, from the new text to the old: `[start, end)` of the new text was
   * `newLength` units.
   */
  inverseRanges(): readonly ChangeRange[] {
    let shift = 0;
    return this.changes.map((change) => {
      const start = change.start + shift;
      shift += growthOf(change);
      return { start, end: start + change.newText.length, newLength: change.end - change.start };
    });
  }

  /** A compact form for storing; {@link fromJSON} gives the set back. */
  toJSON(): ChangeSetJSON {
    const changes = this.changes.map(({ start, end, newText }): [number, number, string] => [start, end, newText]);
    return [this.lengthBefore, ...changes];
  }
}

function changeFromJSON(value: unknown): TextChange {
  if (Array.isArray(value) && value.length === 3) {
    const [start, end, newText] = value as unknown[];
    if (typeof start === 'number' && typeof end === 'number' && typeof newText === 'string') {
      return { start, end, newText };
    }
  }
  throw new RangeError(`Not a change: ${JSON.stringify(value)}`);
}

function checkLength(length: number): void {
  if (!Number.isInteger(length) || length < 0) throw new RangeError(`${length} is not a text's length`);
}

function checkFits(length: number, expected: number): void {
  if (length !== expected) throw new RangeError(`A text of ${length} units, where the changes fit one of ${expected}`);
}
