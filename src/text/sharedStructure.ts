import type { ChangeRange } from './textChange.ts';
import { textBetween } from './textQuery.ts';
import { Branch, type TextNode } from './textTree.ts';

/** A differing part of two texts: nodes of one height, none of them in both. */
interface Gap {
  readonly older: readonly TextNode[];
  readonly newer: readonly TextNode[];
  readonly olderStart: number;
  readonly newerStart: number;
}

/**
 * Where the text of `newer` differs from the text of `older`: exact, ascending, disjoint, none touching. Nodes that both
 * trees share are skipped unread, so the cost follows the differing leaves; only these are compared, by their common start
 * and end.
 */
export function differingRanges(older: TextNode, newer: TextNode): readonly ChangeRange[] {
  if (older === newer) return [];
  const ranges: ChangeRange[] = [];
  descend(levelled({ older: [older], newer: [newer], olderStart: 0, newerStart: 0 }), (gap) => {
    for (const range of trimmedRanges(gap)) addRange(ranges, range);
  });
  return ranges;
}

/** Opens the roots of the taller tree until both sides are of one height. */
function levelled(gap: Gap): Gap {
  let { older, newer } = gap;
  while (heightOf(older[0]) > heightOf(newer[0])) older = childrenOf(older);
  while (heightOf(newer[0]) > heightOf(older[0])) newer = childrenOf(newer);
  return { ...gap, older, newer };
}

function heightOf(node: TextNode | undefined): number {
  return node instanceof Branch ? 1 + heightOf(node.children[0]) : 0;
}

function childrenOf(nodes: readonly TextNode[]): readonly TextNode[] {
  return nodes.flatMap((node) => (node instanceof Branch ? node.children : [node]));
}

/** Hands on the differing leaves, from left to right. */
function descend(gap: Gap, visit: (leaves: Gap) => void): void {
  for (const part of gapsBetweenShared(gap)) {
    const { older, newer } = part;
    if (older.length === 0 || newer.length === 0 || !(older[0] instanceof Branch)) visit(part);
    else descend({ ...part, older: childrenOf(older), newer: childrenOf(newer) }, visit);
  }
}

/** What lies between the nodes that stand in both lists. Edits never reorder nodes, so shared ones stand in one order. */
function* gapsBetweenShared({ older, newer, olderStart, newerStart }: Gap): Generator<Gap> {
  const places = new Map(older.map((node, index) => [node, index]));
  let from = 0; // in older, after the last shared node
  let first = 0; // in newer, after the last shared node
  let olderAt = olderStart;
  let newerAt = newerStart;
  for (let i = 0; i <= newer.length; i++) {
    const node = newer[i];
    const place = node === undefined ? older.length : (places.get(node) ?? -1);
    if (place < from) continue;
    const gap = {
      older: older.slice(from, place),
      newer: newer.slice(first, i),
      olderStart: olderAt,
      newerStart: newerAt,
    };
    if (gap.older.length > 0 || gap.newer.length > 0) yield gap;
    const shared = node === undefined ? 0 : node.length;
    olderAt += lengthOf(gap.older) + shared;
    newerAt += lengthOf(gap.newer) + shared;
    from = place + 1;
    first = i + 1;
  }
}

/**
 * The ranges of a gap: one for the whole, or, where as many leaves stand on both sides and comparing them one by one finds
 * less to change, one for each pair.
 */
function trimmedRanges(gap: Gap): readonly ChangeRange[] {
  const whole = [trimmed(gap)];
  if (gap.older.length !== gap.newer.length || gap.older.length === 1) return whole;
  let { olderStart, newerStart } = gap;
  const pairs = gap.older.map((older, i) => {
    const newer = gap.newer[i] as TextNode;
    const range = trimmed({ older: [older], newer: [newer], olderStart, newerStart });
    olderStart += older.length;
    newerStart += newer.length;
    return range;
  });
  return sizeOf(pairs) < sizeOf(whole) ? pairs : whole;
}

function sizeOf(ranges: readonly ChangeRange[]): number {
  return ranges.reduce((size, range) => size + range.end - range.start + range.newLength, 0);
}

/** One range for a gap, without what its two texts have in common at their starts and ends. */
function trimmed({ older, newer, olderStart }: Gap): ChangeRange {
  const oldText = textOf(older);
  const newText = textOf(newer);
  const prefix = commonPrefix(oldText, newText);
  const suffix = commonSuffix(oldText, newText, Math.min(oldText.length, newText.length) - prefix);
  const end = olderStart + oldText.length - suffix;
  return { start: olderStart + prefix, end, newLength: newText.length - prefix - suffix };
}

function commonPrefix(a: string, b: string): number {
  const limit = Math.min(a.length, b.length);
  let length = 0;
  while (length < limit && a.charCodeAt(length) === b.charCodeAt(length)) length++;
  return length;
}

function commonSuffix(a: string, b: string, limit: number): number {
  let length = 0;
  while (length < limit && a.charCodeAt(a.length - 1 - length) === b.charCodeAt(b.length - 1 - length)) length++;
  return length;
}

/** Appends a range, leaving out an empty one and joining one that touches the last. */
function addRange(ranges: ChangeRange[], { start, end, newLength }: ChangeRange): void {
  const last = ranges.at(-1);
  if (last !== undefined && last.end === start) {
    ranges[ranges.length - 1] = { start: last.start, end, newLength: last.newLength + newLength };
  } else if (end > start || newLength > 0) ranges.push({ start, end, newLength });
}

function textOf(nodes: readonly TextNode[]): string {
  return nodes.map((node) => textBetween(node, 0, node.length)).join('');
}

function lengthOf(nodes: readonly TextNode[]): number {
  return nodes.reduce((length, node) => length + node.length, 0);
}
