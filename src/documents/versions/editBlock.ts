import type { SourceText } from '../../text/sourceText.ts';
import { joinTouching, type TextChange } from '../../text/textChange.ts';
import { flatJoin } from '../../text/tree/leaf.ts';

/**
 * Maximum length of inserted text that is joined with the next change instead of being applied at
 * once.
 */
const maxJoined = 2048;

/**
 * About the size of the leaf and path that an edit at a new place keeps, in bytes, and the length
 * of a place.
 */
const placeBytes = 2560;
const placeUnits = 1024;

/**
 * A text and its edits, one after another. An edit is any number of changes in coordinates of the
 * text before it. Changes are in columns, about 20 bytes each besides inserted text longer than one
 * unit.
 */
export class EditBlock {
  readonly base: SourceText;
  /** `#ends[i]`: how many changes the edits up to and with edit `i` have. */
  #ends = new Uint32Array(4);
  /** The start and the end of each change. */
  #ranges = new Uint32Array(8);
  #newTexts: string[] = [];
  #length = 0;
  #insertedUnits = 0;
  /** Number of times that an edit was at another place than the one before. */
  #places = 0;
  #place = -1;

  constructor(base: SourceText) {
    this.base = base;
  }

  /** The number of edits. */
  get length(): number {
    return this.#length;
  }

  /**
   * Approximate memory in bytes: the columns, the inserted text here and in the texts, and the
   * edited places.
   */
  get byteSize(): number {
    const columns = this.#ends.byteLength + this.#ranges.byteLength + 8 * this.#newTexts.length;
    return columns + 4 * this.#insertedUnits + placeBytes * this.#places;
  }

  append(changes: readonly TextChange[]): void {
    const count = this.#newTexts.length + changes.length;
    this.#ranges = roomFor(this.#ranges, 2 * count);
    this.#ends = roomFor(this.#ends, this.#length + 1);
    for (const { start, end, newText } of changes) {
      this.#ranges.set([start, end], 2 * this.#newTexts.length);
      this.#newTexts.push(newText.length > 1 ? flatJoin('', newText, '') : newText);
      this.#insertedUnits += newText.length;
      const place = Math.floor(start / placeUnits);
      if (place !== this.#place) this.#places++;
      this.#place = place;
    }
    this.#ends[this.#length++] = count;
  }

  /** The changes of edit `index`, in coordinates of the text before it. */
  changes(index: number): TextChange[] {
    const changes: TextChange[] = [];
    for (let i = this.#endOf(index - 1); i < this.#endOf(index); i++) changes.push(this.#change(i));
    return changes;
  }

  /** The text after the first `count` edits. */
  textAfter(count: number): SourceText {
    let text = this.base;
    let pending: TextChange | null = null;
    for (let edit = 0; edit < count; edit++) {
      const from = this.#endOf(edit - 1);
      const changes = this.#endOf(edit) - from;
      const next = changes === 1 ? this.#change(from) : null;
      const joined: TextChange | null =
        pending !== null && next !== null ? joinTouching(pending, next, maxJoined) : null;
      if (joined === null && pending !== null) text = text.withChanges([pending]);
      if (changes > 1) text = text.withChanges(this.changes(edit));
      pending = joined ?? next;
    }
    return pending === null ? text : text.withChanges([pending]);
  }

  /** By how many units the first `count` edits lengthen the text. */
  growth(count: number): number {
    let growth = 0;
    for (let i = 0; i < this.#endOf(count - 1); i++) {
      const { start, end, newText } = this.#change(i);
      growth += newText.length - (end - start);
    }
    return growth;
  }

  /** The edits after the first `count` ones, on the text that those give. */
  after(count: number): EditBlock {
    const rest = new EditBlock(this.textAfter(count));
    for (let edit = count; edit < this.#length; edit++) rest.append(this.changes(edit));
    return rest;
  }

  /** Frees the memory reserved for further edits. */
  seal(): void {
    this.#ends = this.#ends.slice(0, this.#length);
    this.#ranges = this.#ranges.slice(0, 2 * this.#newTexts.length);
    this.#newTexts = this.#newTexts.slice();
  }

  #endOf(edit: number): number {
    return edit < 0 ? 0 : (this.#ends[edit] as number);
  }

  #change(i: number): TextChange {
    const start = this.#ranges[2 * i] as number;
    return { start, end: this.#ranges[2 * i + 1] as number, newText: this.#newTexts[i] as string };
  }
}

function roomFor(column: Uint32Array<ArrayBuffer>, length: number): Uint32Array<ArrayBuffer> {
  if (length <= column.length) return column;
  const wider = new Uint32Array(Math.max(length, 2 * column.length));
  wider.set(column);
  return wider;
}
