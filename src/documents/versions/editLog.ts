import { ChangeSet } from '../../text/changeSet.ts';
import type { SourceText, TextChange } from '../../text/sourceText.ts';
import { EditBlock } from './editBlock.ts';

/** Edits from one kept text to the next: an old version costs at most as many replayed edits. */
const blockEdits = 128;

/**
 * Every version of a document: its first text and its edits, with a text kept every 128 edits. The
 * index of a version is the number of edits before it; dropping old edits does not renumber. Small
 * for small logs.
 *
 * Laws: `at(i + 1)` is `changes(i).apply(at(i))`; `between(i, j).apply(at(i))` is `at(j)`;
 * `dropBefore` changes no answer that can still be requested.
 */
export class EditLog {
  /** At least one; all but the first and the last hold `blockEdits` edits. */
  #blocks: EditBlock[];
  #first = 0;
  #length = 0;
  #newest: SourceText;

  constructor(text: SourceText) {
    this.#blocks = [new EditBlock(text)];
    this.#newest = text;
  }

  /** The number of edits ever appended; also the index of the newest version. */
  get length(): number {
    return this.#length;
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
    return this.editBytes + 2 * (this.#blocks[0] as EditBlock).base.length;
  }

  /** Memory of the edits alone; texts in between count as the text inserted before them. */
  get editBytes(): number {
    return this.#blocks.reduce((bytes, block) => bytes + block.byteSize, 0);
  }

  /**
   * Adds an edit made to the newest version; all its changes are in that version's coordinates.
   *
   * @throws RangeError if a change is outside the text, overlaps another, or is for another length.
   */
  append(changes: readonly TextChange[] | ChangeSet): void {
    const set = changes instanceof ChangeSet ? changes : ChangeSet.of(changes, this.#newest.length);
    const text = set.apply(this.#newest);
    let block = this.#blocks.at(-1) as EditBlock;
    if (block.length >= blockEdits) {
      block.seal();
      block = new EditBlock(this.#newest);
      this.#blocks.push(block);
    }
    block.append(set.changes);
    this.#newest = text;
    this.#length++;
  }

  /**
   * The text after `index` edits.
   *
   * @throws RangeError when that version is not kept.
   */
  at(index: number): SourceText {
    this.#check(index, this.#length);
    if (index === this.#length) return this.#newest;
    const [block, edit] = this.#find(index);
    return block.textAfter(edit);
  }

  /**
   * All edits from version `from` to version `to`, as one.
   *
   * @throws RangeError when either version is not kept or `to` is older than `from`.
   */
  between(from: number, to: number): ChangeSet {
    this.#check(to, this.#length);
    this.#check(from, to);
    let length = this.#lengthAt(from);
    const sets: ChangeSet[] = [];
    const before = length;
    for (let index = from; index < to; index++) {
      const [block, edit] = this.#find(index);
      const set = ChangeSet.of(block.changes(edit), length);
      length = set.lengthAfter;
      sets.push(set);
    }
    return ChangeSet.composeAll(sets, before);
  }

  /**
   * Forgets the versions before `index` and their edits.
   *
   * @throws RangeError when that version is not kept.
   */
  dropBefore(index: number): void {
    this.#check(index, this.#length);
    if (index === this.#length) this.#blocks = [new EditBlock(this.#newest)];
    else {
      const [block, edit] = this.#find(index);
      const rest = this.#blocks.slice(this.#blocks.indexOf(block) + 1);
      this.#blocks = [edit === 0 ? block : block.after(edit), ...rest];
    }
    this.#first = index;
  }

  /** The block that holds the edit made to version `index`, and its place there. */
  #find(index: number): [block: EditBlock, edit: number] {
    const at = index - this.#first;
    const { length } = this.#blocks[0] as EditBlock;
    if (at < length) return [this.#blocks[0] as EditBlock, at];
    const block = this.#blocks[1 + Math.floor((at - length) / blockEdits)] as EditBlock;
    return [block, (at - length) % blockEdits];
  }

  #lengthAt(index: number): number {
    if (index === this.#length) return this.#newest.length;
    const [block, edit] = this.#find(index);
    return block.base.length + block.growth(edit);
  }

  #check(index: number, newest: number): void {
    if (!Number.isInteger(index) || index < this.#first || index > newest) {
      throw new RangeError(`Version ${index} is not one of ${this.#first} to ${newest}`);
    }
  }
}
