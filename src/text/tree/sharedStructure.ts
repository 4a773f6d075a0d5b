import type { ChangeRange } from '../textChange.ts';
import type { Leaf } from './leaf.ts';
import { Branch, leavesIn, type TextNode } from './textTree.ts';

/**
 * The ranges in which the text of `newer` differs from that of `older`: exact, ascending, disjoint,
 * none touching. Nodes that both trees share are skipped unread. Only the differing leaves are
 * compared, by their common start and end.
 */
export function differingRanges(older: TextNode, newer: TextNode): readonly ChangeRange[] {
  const walk = new Walk();
  walk.compare(older, newer);
  return walk.finish();
}

/**
 * A walk over both trees from left to right that collects the leaves between two shared nodes and
 * compares them.
 */
class Walk {
  readonly #ranges: ChangeRange[] = [];
  /** The offset in the older text after the last shared node, and the differing leaves since. */
  #start = 0;
  #older: Leaf[] = [];
  #newer: Leaf[] = [];

  /** Continues with nodes at the same place. Edits never reorder nodes. */
  compare(older: TextNode, newer: TextNode): void {
    if (older === newer) this.#pass(older);
    else if (older instanceof Branch && newer instanceof Branch && areAligned(older.children, newer.children))
      for (const [i, child] of newer.children.entries()) this.compare(older.children[i] as TextNode, child);
    else this.#compareApart(leavesIn(older), leavesIn(newer));
  }

  finish(): readonly ChangeRange[] {
    this.#compareLeaves();
    return this.#ranges;
  }

  /** Continues with leaves whose shared ones may be at different indexes. */
  #compareApart(older: readonly Leaf[], newer: readonly Leaf[]): void {
    const places = new Map(older.map((leaf, index) => [leaf, index]));
    let from = 0; // in older, after the last shared leaf
    for (const leaf of newer) {
      const place = places.get(leaf) ?? -1;
      if (place < from) this.#newer.push(leaf);
      else {
        for (const gone of older.slice(from, place)) this.#older.push(gone);
        this.#pass(leaf);
        from = place + 1;
      }
    }
    for (const gone of older.slice(from)) this.#older.push(gone);
  }

  #pass(shared: TextNode): void {
    if (this.#older.length > 0 || this.#newer.length > 0) this.#compareLeaves();
    this.#start += shared.length;
  }

  #compareLeaves(): void {
    for (const range of trimmedRanges(this.#older, this.#newer, this.#start)) addRange(this.#ranges, range);
    for (const { length } of this.#older) this.#start += length;
    this.#older = [];
    this.#newer = [];
  }
}

/** True if both have as many nodes, and shared ones at the same indexes. */
function areAligned(older: readonly TextNode[], newer: readonly TextNode[]): boolean {
  return older.length === newer.length && newer.every((node, index) => node === older[index] || !older.includes(node));
}

/**
 * The ranges of differing nodes at `start`: one for all, or one for each pair if both sides have
 * the same number and that finds less to change.
 */
function trimmedRanges(older: readonly Leaf[], newer: readonly Leaf[], start: number): readonly ChangeRange[] {
  const whole = [trimmed(textOfNodes(older), textOfNodes(newer), start)];
  if (older.length !== newer.length || older.length === 1) return whole;
  let at = start;
  const pairs = older.map((before, i) => {
    const range = trimmed(textOfNodes([before]), textOfNodes([newer[i] as Leaf]), at);
    at += before.length;
    return range;
  });
  return sizeOfRanges(pairs) < sizeOfRanges(whole) ? pairs : whole;
}

function sizeOfRanges(ranges: readonly ChangeRange[]): number {
  return ranges.reduce((size, range) => size + range.end - range.start + range.newLength, 0);
}

/** The range of an old text at `start` without its common start and end with the new one. */
function trimmed(oldText: string, newText: string, start: number): ChangeRange {
  const prefix = commonPrefix(oldText, newText);
  const suffix = commonSuffix(oldText, newText, Math.min(oldText.length, newText.length) - prefix);
  const end = start + oldText.length - suffix;
  return { start: start + prefix, end, newLength: newText.length - prefix - suffix };
}

function commonPrefix(a: string, b: string): number {
  const limit = Math.min(a.length, b.length);
  let same = 0;
  while (same < limit && a.charCodeAt(same) === b.charCodeAt(same)) same++;
  return same;
}

function commonSuffix(a: string, b: string, most: number): number {
  let same = 0;
  while (same < most && a.charCodeAt(a.length - 1 - same) === b.charCodeAt(b.length - 1 - same)) same++;
  return same;
}

/** Appends a range, leaving out an empty one and joining one that touches the last. */
function addRange(ranges: ChangeRange[], { start, end, newLength }: ChangeRange): void {
  const last = ranges.at(-1);
  if (last !== undefined && last.end === start) {
    ranges[ranges.length - 1] = { start: last.start, end, newLength: last.newLength + newLength };
  } else if (end > start || newLength > 0) ranges.push({ start, end, newLength });
}

function textOfNodes(nodes: readonly Leaf[]): string {
  return nodes.length === 1 ? (nodes[0] as Leaf).text : nodes.map(({ text }) => text).join('');
}
