import { Leaf } from './leaf.ts';

/*
 * The tree under a SourceText: a persistent B+tree whose leaves are short strings. Nodes never
 * change; an edit makes a new leaf and new branches above it and shares all other nodes with the
 * old tree. All leaves are at one depth.
 */

const maxLeaf = 1536;
const minLeaf = maxLeaf / 4;
/** Length of leaves cut from a long text: room is left for edits. */
const freshLeaf = 1024;
const maxChildren = 16;
const minChildren = maxChildren / 4;

export type TextNode = Leaf | Branch;

export class Branch {
  readonly children: readonly TextNode[];
  readonly length: number;
  readonly feeds: number;

  constructor(children: readonly TextNode[], length: number, feeds: number) {
    this.children = children;
    this.length = length;
    this.feeds = feeds;
  }
}

export const emptyLeaf: Leaf = Leaf.of('');

export function treeOf(text: string): TextNode {
  return rootOf(leavesOf(text));
}

/** The leaves of a tree in order. */
export function leavesIn(node: TextNode): readonly Leaf[] {
  return node instanceof Leaf ? [node] : node.children.flatMap(leavesIn);
}

/** The tree with the units `[start, end)` replaced; the caller has checked the range. */
export function replaceRange(root: TextNode, start: number, end: number, newText: string): TextNode {
  if (start === end && newText === '') return root;
  return replaceInLeaf(root, start, end, newText, root) ?? rootOf(replaceInNodes(root, start, end, newText));
}

/** Edits a single leaf; null if the edit spans leaves or makes the leaf too long or too short. */
function replaceInLeaf(node: TextNode, start: number, end: number, newText: string, root: TextNode): TextNode | null {
  if (node instanceof Leaf) {
    const length = node.length - (end - start) + newText.length;
    if (length > maxLeaf || (length < minLeaf && length < node.length && node !== root)) return null;
    return node.replace(start, end, newText);
  }
  const { children } = node;
  let offset = 0;
  let i = 0;
  let child = children[0] as TextNode;
  while (end > offset + child.length) {
    offset += child.length;
    child = children[++i] as TextNode;
  }
  if (start < offset) return null;
  const edited = replaceInLeaf(child, start - offset, end - offset, newText, root);
  return edited === null ? null : withChild(node, i, edited);
}

function withChild(branch: Branch, index: number, child: TextNode): Branch {
  const old = branch.children[index] as TextNode;
  const children = branch.children.slice();
  children[index] = child;
  return new Branch(children, branch.length + child.length - old.length, branch.feeds + child.feeds - old.feeds);
}

/** Replaces `node` by any number of nodes of its height, even none. */
function replaceInNodes(node: TextNode, start: number, end: number, newText: string): TextNode[] {
  if (node instanceof Leaf) return leavesOf(node.text.slice(0, start) + newText + node.text.slice(end));
  let offset = 0;
  let placed = false;
  const nodes = node.children.flatMap((child) => {
    const from = start - offset;
    const to = end - offset;
    offset += child.length;
    if (from > child.length || (placed && to <= 0)) return child;
    const text = placed ? '' : newText;
    placed = true;
    return replaceInNodes(child, Math.max(0, from), Math.min(to, child.length), text);
  });
  return branchesOf(mergeSmall(nodes));
}

/** Joins every node that is too small with a neighbour. */
function mergeSmall(nodes: readonly TextNode[]): TextNode[] {
  const merged: TextNode[] = [];
  for (const node of nodes) {
    const last = merged.at(-1);
    if (last !== undefined && (isSmall(last) || isSmall(node))) {
      merged.pop();
      for (const joined of joinNodes(last, node)) merged.push(joined);
    } else merged.push(node);
  }
  return merged;
}

function isSmall(node: TextNode): boolean {
  return node instanceof Leaf ? node.length < minLeaf : node.children.length < minChildren;
}

function joinNodes(left: TextNode, right: TextNode): TextNode[] {
  if (left instanceof Leaf || right instanceof Leaf) return leavesOf((left as Leaf).text + (right as Leaf).text);
  return branchesOf(mergeSmall([...left.children, ...right.children]));
}

function leavesOf(text: string): Leaf[] {
  if (text === '') return [];
  const count = text.length <= maxLeaf ? 1 : Math.ceil(text.length / freshLeaf);
  return Array.from({ length: count }, (_, i) => {
    const start = Math.floor((text.length * i) / count);
    const end = Math.floor((text.length * (i + 1)) / count);
    return Leaf.of(text.slice(start, end));
  });
}

function branchesOf(nodes: readonly TextNode[]): Branch[] {
  const count = Math.ceil(nodes.length / maxChildren);
  return Array.from({ length: count }, (_, i) => {
    const start = Math.floor((nodes.length * i) / count);
    return branchOf(nodes.slice(start, Math.floor((nodes.length * (i + 1)) / count)));
  });
}

function branchOf(children: readonly TextNode[]): Branch {
  let length = 0;
  let feeds = 0;
  for (const child of children) {
    length += child.length;
    feeds += child.feeds;
  }
  return new Branch(children, length, feeds);
}

function rootOf(nodes: readonly TextNode[]): TextNode {
  let level = nodes;
  while (level.length > 1) level = branchesOf(level);
  let root = level[0] ?? emptyLeaf;
  while (root instanceof Branch && root.children.length === 1) root = root.children[0] as TextNode;
  return root;
}
