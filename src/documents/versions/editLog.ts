import { ChangeSet } from '../../text/changeSet.ts';
import type { SourceText, TextChange } from '../../text/sourceText.ts';
import { growthOf } from '../../text/textChange.ts';
import { flatJoin } from '../../text/tree/leaf.ts';

/** Edits from one kept text to the next: an old version costs at most as many replayed edits. */
const blockEdits = 64;
/** Memory of a change, and of a leaf and its path at a new place, bytes. */
const loggedBytes = 56;
const placeBytes = 2560;
/** Length of a place, UTF-16 units. */
const placeUnits = 1024;

type LoggedEdit = TextChange | readonly TextChange[];

/**
 * Every version of a document: its first text and its edits, with a text kept every 64 edits. The
 * index of a version is the number of edits before it; dropping old edits does not renumber.
 *
 * Laws: `at(i + 1)` is `at(i)` with the edit made to it; `between(i, j).apply(at(i))` is `at(j)`;
 * `dropBefore` changes no answer that can still be requested.
 */
export class EditLog {
  /** The edit that was made to version `#first + i`; most are one change, which takes less memory. */
  #edits: LoggedEdit[] = [];
  /** Texts by index: the first one and every 64th. */
  readonly #texts = new Map<number, SourceText>();
  #first = 0;
  #newest: SourceText;
  #place = -1;
  /** Approximate memory of the edits, bytes; texts in between count by their places. */
  #editBytes = 0;
  /** The texts that were made or read and are still in use, by index. */
  readonly #used = new Map<number, WeakRef<SourceText>>();

  constructor(text: SourceText) {
    this.#texts.set(0, text);
    this.#newest = text;
  }

  /** The number of edits ever appended; also the index of the newest version. */
  get length(): number {
    return this.#first + this.#edits.length;
  }

  /** The text of the newest version. */
  get newest(): SourceText {
    return this.#newest;
  }

  /** The index of the oldest version still kept. */
  get first(): number {
    return this.#first;
  }

  /** Approximate memory in bytes, at two bytes a unit. */
  get byteSize(): number {
    return this.#editBytes + 2 * (this.#texts.get(this.#first)?.length ?? 0);
  }

  get editBytes(): number {
    return this.#editBytes;
  }

  /**
   * Adds an edit made to the newest version; `text` is its result.
   *
   * @throws RangeError if it is for a text of another length.
   */
  append(edit: ChangeSet, text?: SourceText): void {
    this.#newest = text ?? edit.apply(this.#newest);
    // A long slice would keep the text that it was cut from.
    const changes = edit.changes.map((one) => ({ ...one, newText: flatJoin('', one.newText, '') }));
    this.#edits.push(changes.length === 1 ? (changes[0] as TextChange) : changes);
    this.#editBytes += this.#bytesOf(changes);
    if (text !== undefined) this.#used.set(this.length, new WeakRef(text));
    if (this.length % blockEdits !== 0) return;
    this.#texts.set(this.length, this.#newest);
    for (const [index, used] of this.#used) if (used.deref() === undefined) this.#used.delete(index);
  }

  /**
   * The text after `index` edits: the same object as long as it is in use.
   *
   * @throws RangeError when that version is not kept.
   */
  at(index: number): SourceText {
    this.#check(index, this.length);
    if (index === this.length) return this.#newest;
    let start = index;
    let text = this.#textAt(start);
    while (text === undefined) text = this.#textAt(--start);
    for (const edit of this.#edits.slice(start - this.#first, index - this.#first))
      text = text.withChanges(changesIn(edit));
    this.#used.set(index, new WeakRef(text));
    return text;
  }

  /**
   * All edits from version `from` to version `to`, as one.
   *
   * @throws RangeError when either version is not kept or `to` is older than `from`.
   */
  between(from: number, to: number): ChangeSet {
    this.#check(to, this.length);
    this.#check(from, to);
    const edits = this.#edits.slice(from - this.#first, to - this.#first).map(changesIn);
    const before = edits.flat().reduce((length, change) => length - growthOf(change), this.at(to).length);
    let length = before;
    const sets = edits.map((changes) => {
      const set = ChangeSet.of(changes, length);
      length = set.lengthAfter;
      return set;
    });
    return ChangeSet.composeAll(sets, before);
  }

  /**
   * Forgets the versions before `index` and their edits.
   *
   * @throws RangeError when that version is not kept.
   */
  dropBefore(index: number): void {
    this.#texts.set(index, this.at(index));
    for (const texts of [this.#texts, this.#used])
      for (const kept of texts.keys()) if (kept < index) texts.delete(kept);
    this.#edits = this.#edits.slice(index - this.#first);
    this.#first = index;
    this.#place = -1;
    this.#editBytes = this.#edits.reduce((bytes, edit) => bytes + this.#bytesOf(changesIn(edit)), 0);
  }

  #textAt(index: number): SourceText | undefined {
    return this.#texts.get(index) ?? this.#used.get(index)?.deref();
  }

  /** Counts the place of an edit if it is another one than that of the edit before. */
  #bytesOf(changes: readonly TextChange[]): number {
    let bytes = 0;
    for (const { start, newText } of changes) {
      const place = Math.floor(start / placeUnits);
      bytes += loggedBytes + 4 * newText.length + (place === this.#place ? 0 : placeBytes);
      this.#place = place;
    }
    return bytes;
  }

  #check(index: number, newest: number): void {
    if (!Number.isInteger(index) || index < this.#first || index > newest) {
      throw new RangeError(`Version ${index} is not one of ${this.#first} to ${newest}`);
    }
  }
}

function changesIn(edit: LoggedEdit): readonly TextChange[] {
  return 'start' in edit ? [edit] : edit;
}
