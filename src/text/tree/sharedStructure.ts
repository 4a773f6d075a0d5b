import type { ChangeRange } from '../textChange.ts';
import { textBetween } from './textQuery.ts';
import { Branch, type TextNode } from './textTree.ts';

/**
 * The ranges in which the text of `newer` differs from that of `older`: exact, ascending, disjoint,
 * none touching. Nodes that both trees share are skipped unread. Only the differing leaves are
 * compared, by their common start and end.
 */
export function differingRanges(older: TextNode, newer: TextNode): readonly ChangeRange[] {
  if (older === newer) return [];
  const walk = new Walk();
  let olderNodes: readonly TextNode[] = [older];
  let newerNodes: readonly TextNode[] = [newer];
  while (heightOf(olderNodes[0]) > heightOf(newerNodes[0])) olderNodes = childrenOf(olderNodes);
  while (heightOf(newerNodes[0]) > heightOf(olderNodes[0])) newerNodes = childrenOf(newerNodes);
  walk.compare(olderNodes, newerNodes);
  return walk.finish();
}

/**
 * Lists of nodes of this length, as in branches, are compared in pairs, each searched for among the
 * others.
 */
const maxPairs = 16;

/**
 * A walk over both trees from left to right that collects the leaves between two shared nodes and
 * compares them.
 */
class Walk {
  readonly #ranges: ChangeRange[] = [];
  /** The offset in the older text after the last shared node, and the differing leaves since. */
  #start = 0;
  #older: TextNode[] = [];
  #newer: TextNode[] = [];

  /**
   * Continues with nodes of one height on both sides. Edits never reorder nodes, so shared ones
   * have the same order.
   */
  compare(older: readonly TextNode[], newer: readonly TextNode[]): void {
    const pairs = older.length === newer.length && older.length <= maxPairs ? older.length : 0;
    let i = 0;
    for (; i < pairs; i++) {
      const before = older[i] as TextNode;
      const after = newer[i] as TextNode;
      if (before === after) this.#pass(before);
      else if (older.includes(after)) break;
      else this.#comparePair(before, after);
    }
    if (i < older.length || i < newer.length) this.#compareApart(older.slice(i), newer.slice(i));
  }

  #comparePair(before: TextNode, after: TextNode): void {
    if (before instanceof Branch && after instanceof Branch) this.compare(before.children, after.children);
    else {
      this.#older.push(before);
      this.#newer.push(after);
    }
  }

  finish(): readonly ChangeRange[] {
    this.#compareLeaves();
    return this.#ranges;
  }

  /** Continues with nodes whose shared ones may be at different indexes. */
  #compareApart(older: readonly TextNode[], newer: readonly TextNode[]): void {
    const places = new Map(older.map((node, index) => [node, index]));
    let from = 0; // in older, after the last shared node
    let first = 0; // in newer, after the last shared node
    for (let i = 0; i <= newer.length; i++) {
      const node = newer[i];
      const place = node === undefined ? older.length : (places.get(node) ?? -1);
      if (place < from) continue;
      this.#descend(older.slice(from, place), newer.slice(first, i));
      if (node !== undefined) this.#pass(node);
      from = place + 1;
      first = i + 1;
    }
  }

  /** Continues with nodes of which none is shared. */
  #descend(older: readonly TextNode[], newer: readonly TextNode[]): void {
    if (older.length > 0 && newer.length > 0 && older[0] instanceof Branch) {
      this.compare(childrenOf(older), childrenOf(newer));
      return;
    }
    for (const node of older) this.#older.push(node);
    for (const node of newer) this.#newer.push(node);
  }

  #pass(shared: TextNode): void {
    if (this.#older.length > 0 || this.#newer.length > 0) this.#compareLeaves();
    this.#start += shared.length;
  }

  #compareLeaves(): void {
    for (const range of trimmedRanges(this.#older, this.#newer, this.#start)) addRange(this.#ranges, range);
    this.#start += lengthOfNodes(this.#older);
    this.#older = [];
    this.#newer = [];
  }
}

function heightOf(node: TextNode | undefined): number {
  return node instanceof Branch ? 1 + heightOf(node.children[0]) : 0;
}

function childrenOf(nodes: readonly TextNode[]): readonly TextNode[] {
  return nodes.flatMap((node) => (node instanceof Branch ? node.children : [node]));
}

/**
 * The ranges of differing nodes at `start`: one for all, or one for each pair if both sides have
 * the same number and that finds less to change.
 */
function trimmedRanges(older: readonly TextNode[], newer: readonly TextNode[], start: number): readonly ChangeRange[] {
  const whole = [trimmed(textOfNodes(older), textOfNodes(newer), start)];
  if (older.length !== newer.length || older.length === 1) return whole;
  let at = start;
  const pairs = older.map((before, i) => {
    const range = trimmed(textOfNodes([before]), textOfNodes([newer[i] as TextNode]), at);
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

/**
 * Strings up to this length are compared unit by unit, longer ones by halves, which compares
 * memory.
 */
const shortPart = 32;

function commonPrefix(a: string, b: string): number {
  let same = 0;
  let limit = Math.min(a.length, b.length);
  while (limit - same > shortPart) {
    const middle = (same + limit) >>> 1;
    if (a.slice(same, middle) === b.slice(same, middle)) same = middle;
    else limit = middle;
  }
  while (same < limit && a.charCodeAt(same) === b.charCodeAt(same)) same++;
  return same;
}

function commonSuffix(a: string, b: string, most: number): number {
  // Behind a small edit all is the same: that is tried first.
  const guess = most - shortPart / 2;
  let same = guess > shortPart && a.slice(a.length - guess) === b.slice(b.length - guess) ? guess : 0;
  let limit = most;
  while (limit - same > shortPart) {
    const middle = (same + limit) >>> 1;
    if (a.slice(a.length - middle, a.length - same) === b.slice(b.length - middle, b.length - same)) same = middle;
    else limit = middle;
  }
  while (same < limit && a.charCodeAt(a.length - 1 - same) === b.charCodeAt(b.length - 1 - same)) same++;
  return same;
}

/** Appends a range, leaving out an empty one and joining one that touches the last. */
function addRange(ranges: ChangeRange[], { start, end, newLength }: ChangeRange): void {
  const last = ranges.at(-1);
  if (last !== undefined && last.end === start) {
    ranges[ranges.length - 1] = { start: last.start, end, newLength: last.newLength + newLength };
  } else if (end > start || newLength > 0) ranges.push({ start, end, newLength });
}

function textOfNodes(nodes: readonly TextNode[]): string {
  const only = nodes[0];
  if (nodes.length === 1 && only !== undefined && !(only instanceof Branch)) return only.text;
  return nodes.map((node) => textBetween(node, 0, node.length)).join('');
}

function lengthOfNodes(nodes: readonly TextNode[]): number {
  return nodes.reduce((length, node) => length + node.length, 0);
}
