import { countFeeds, Leaf } from './leaf.ts';
import { Branch, type TextNode } from './textTree.ts';

/** The units `[start, end)`; the caller has checked the range. */
export function textBetween(root: TextNode, start: number, end: number): string {
  const parts: string[] = [];
  collectParts(root, start, end, parts);
  return parts.length === 1 ? (parts[0] as string) : parts.join('');
}

function collectParts(node: TextNode, start: number, end: number, parts: string[]): void {
  if (node instanceof Leaf) {
    if (start < end)
      parts.push(start <= 0 && end >= node.length ? node.text : node.text.slice(Math.max(0, start), end));
    return;
  }
  let offset = 0;
  for (const child of node.children) {
    if (offset >= end) return;
    if (offset + child.length > start) collectParts(child, start - offset, end - offset, parts);
    offset += child.length;
  }
}

/** Counts the line feeds before `offset`: the index of the line that holds it. */
export function lineIndexAt(root: TextNode, offset: number): number {
  let feeds = 0;
  let node = root;
  let at = offset;
  while (node instanceof Branch) {
    let i = 0;
    let child = node.children[0] as TextNode;
    while (at > child.length) {
      feeds += child.feeds;
      at -= child.length;
      child = node.children[++i] as TextNode;
    }
    node = child;
  }
  return feeds + countFeeds(node.text, at);
}

/** The offset at which line `index` starts; the caller has checked that there is such a line. */
export function lineStart(root: TextNode, index: number): number {
  if (index === 0) return 0;
  let node = root;
  let offset = 0;
  let missing = index;
  while (node instanceof Branch) {
    let i = 0;
    let child = node.children[0] as TextNode;
    while (missing > child.feeds) {
      missing -= child.feeds;
      offset += child.length;
      child = node.children[++i] as TextNode;
    }
    node = child;
  }
  let feed = -1;
  for (; missing > 0; missing--) feed = node.text.indexOf('\n', feed + 1);
  return offset + feed + 1;
}

/** The first offset at or after `from` of `unit`, or -1. */
export function firstIndex(node: TextNode, unit: string, from: number): number {
  if (node instanceof Leaf) return node.text.indexOf(unit, from);
  let offset = 0;
  for (const child of node.children) {
    if (from < offset + child.length) {
      const found = firstIndex(child, unit, Math.max(0, from - offset));
      if (found >= 0) return offset + found;
    }
    offset += child.length;
  }
  return -1;
}

/** The last offset at or before `from` of `unit`, or -1. */
export function lastIndex(node: TextNode, unit: string, from: number): number {
  if (from < 0) return -1;
  if (node instanceof Leaf) return node.text.lastIndexOf(unit, from);
  let offset = node.length;
  for (let i = node.children.length - 1; i >= 0; i--) {
    const child = node.children[i] as TextNode;
    offset -= child.length;
    if (from >= offset) {
      const found = lastIndex(child, unit, from - offset);
      if (found >= 0) return offset + found;
    }
  }
  return -1;
}
