import { type ChangeRange, canonicalChanges, checkInside, type TextChange, type TextSpan } from './textChange.ts';
import { differingRanges } from './tree/sharedStructure.ts';
import { firstIndex, lastIndex, lineIndexAt, lineStart, textBetween } from './tree/textQuery.ts';
import { emptyLeaf, replaceRange, type TextNode, treeOf } from './tree/textTree.ts';

export type { ChangeRange, TextChange } from './textChange.ts';

/** A line: `[start, end)` without its break, `[start, endWithBreak)` with it. */
export interface TextLine extends TextSpan {
  readonly index: number;
  readonly endWithBreak: number;
}

/**
 * An immutable text that shares its structure with the texts made from it: an edit costs about one
 * leaf of at most 768 units and the path to it, not a copy.
 *
 * Offsets and lengths are UTF-16 units, as in an editor. `\n` and `\r\n` end a line and are kept; no
 * editor's text has a `\r` alone. Any string is a text, also with lone surrogates or NUL, or empty.
 *
 * Law: `SourceText.from(s).toString()` is `s`, and every other answer is that of the same question
 * to that string.
 *
 * Source: the idea is Roslyn's SourceText, the tree a persistent B+tree.
 */
export class SourceText {
  readonly #root: TextNode;

  private constructor(root: TextNode) {
    this.#root = root;
  }

  static readonly empty: SourceText = new SourceText(emptyLeaf);

  static from(text: string): SourceText {
    return text === '' ? SourceText.empty : new SourceText(treeOf(text));
  }

  /** In UTF-16 units. */
  get length(): number {
    return this.#root.length;
  }

  /** At least 1: a text without breaks is one line, and after a last break stands an empty line. */
  get lineCount(): number {
    return this.#root.feeds + 1;
  }

  /** @throws RangeError when there is no such line. */
  lineAt(index: number): TextLine {
    if (!Number.isInteger(index) || index < 0 || index >= this.lineCount) {
      throw new RangeError(`Line ${index} is outside the text of ${this.lineCount} lines`);
    }
    const root = this.#root;
    const start = lineStart(root, index);
    if (index === root.feeds) return { index, start, end: root.length, endWithBreak: root.length };
    const endWithBreak = lineStart(root, index + 1);
    const pair = endWithBreak - start > 1 && textBetween(root, endWithBreak - 2, endWithBreak) === '\r\n';
    return { index, start, end: endWithBreak - (pair ? 2 : 1), endWithBreak };
  }

  /**
   * The index of the line that holds `offset`. A break belongs to the line it ends, and so does the
   * offset between `\r` and `\n`.
   *
   * @throws RangeError if `offset` is outside the text.
   */
  lineIndexOf(offset: number): number {
    this.#checkOffset(offset);
    return lineIndexAt(this.#root, offset);
  }

  /**
   * The units `[start, end)`.
   *
   * @throws RangeError when the range is not within the text.
   */
  slice(start: number, end: number = this.length): string {
    this.#checkOffset(start);
    this.#checkOffset(end);
    if (start > end) throw new RangeError(`Range [${start}, ${end}) runs backwards`);
    return textBetween(this.#root, start, end);
  }

  /** The first offset at or after `from` of the single unit `unit`, or -1. */
  indexOf(unit: string, from: number): number {
    return firstIndex(this.#root, unit, Math.max(0, from));
  }

  /**
   * The last offset at or before `from` of the single unit `unit`, or -1 (also when `from` is
   * negative).
   */
  lastIndexOf(unit: string, from: number = this.length): number {
    return lastIndex(this.#root, unit, from);
  }

  /**
   * The whole text as one string. It is not cached, because that would cost its length for each
   * version.
   */
  toString(): string {
    return textBetween(this.#root, 0, this.length);
  }

  equals(other: SourceText): boolean {
    if (this.#root === other.#root) return true;
    if (this.length !== other.length || this.lineCount !== other.lineCount) return false;
    return differingRanges(other.#root, this.#root).length === 0;
  }

  /**
   * The text with `changes` made to it, all in this text's coordinates, in any order (see {@link
   * ChangeSet.of} on insertions at one offset).
   *
   * @throws RangeError if a change is outside the text or overlaps another.
   */
  withChanges(changes: readonly TextChange[]): SourceText {
    const only = changes[0];
    if (only !== undefined && changes.length === 1) {
      checkInside(only, this.length);
      return this.#withRoot(replaceRange(this.#root, only.start, only.end, only.newText));
    }
    const canonical = canonicalChanges(changes, this.length);
    const replace = (root: TextNode, { start, end, newText }: TextChange) => replaceRange(root, start, end, newText);
    return this.#withRoot(canonical.reduceRight(replace, this.#root));
  }

  /**
   * The ranges in which this text differs from `older`: ascending and disjoint. Replacing each
   * range of `older` by as many units of this text gives this text.
   *
   * For texts made from one another, shared parts are skipped unread and each differing region is
   * trimmed by its common ends, so a range may hold several nearby edits. For other texts it is one
   * range: all but their common start and end. A range may begin or end inside a surrogate pair or
   * a `\r\n`.
   */
  getChangeRanges(older: SourceText): readonly ChangeRange[] {
    return differingRanges(older.#root, this.#root);
  }

  #withRoot(root: TextNode): SourceText {
    return root === this.#root ? this : new SourceText(root);
  }

  #checkOffset(offset: number): void {
    if (!Number.isInteger(offset) || offset < 0 || offset > this.length) {
      throw new RangeError(`Offset ${offset} is outside the text of ${this.length} units`);
    }
  }
}
