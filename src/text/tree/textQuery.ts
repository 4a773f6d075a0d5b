import { CR, countBreaks, Leaf, LF } from './leaf.ts';
import { Branch, sharesBreak, type TextNode } from './textTree.ts';

/** The unit at `offset`, or NaN outside the text. */
function unitAt(root: TextNode, offset: number): number {
  if (offset < 0 || offset >= root.length) return Number.NaN;
  let node = root;
  let at = offset;
  while (node instanceof Branch) {
    let i = 0;
    let child = node.children[0] as TextNode;
    while (at >= child.length) {
      at -= child.length;
      child = node.children[++i] as TextNode;
    }
    node = child;
  }
  return node.text.charCodeAt(at);
}

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

/** Counts the lines that end at or before `offset`: the index of the line that holds it. */
export function lineIndexAt(root: TextNode, offset: number): number {
  let breaks = 0;
  let node = root;
  let at = offset;
  let left: TextNode | undefined;
  while (node instanceof Branch) {
    let i = 0;
    let child = node.children[0] as TextNode;
    while (at > child.length) {
      if (sharesBreak(left, child)) breaks--;
      breaks += child.breaks;
      at -= child.length;
      left = child;
      child = node.children[++i] as TextNode;
    }
    node = child;
  }
  if (at > 0 && sharesBreak(left, node)) breaks--;
  breaks += countBreaks(node.text, at);
  return splitsPair(root, offset) ? breaks - 1 : breaks;
}

/** Counts the line feeds before `offset`. */
export function feedsBefore(root: TextNode, offset: number): number {
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
  const { text } = node;
  for (let feed = text.indexOf('\n'); feed >= 0 && feed < at; feed = text.indexOf('\n', feed + 1)) feeds++;
  return feeds;
}

/** The offset at which line `index` starts; the caller has checked that there is such a line. */
export function lineStart(root: TextNode, index: number): number {
  if (index === 0) return 0;
  const end = breakEnd(root, index);
  return splitsPair(root, end) ? end + 1 : end;
}

/**
 * The offset after break number `count` (from 1); after its `\r` when a leaf ends between its `\r`
 * and its `\n`.
 */
function breakEnd(root: TextNode, count: number): number {
  let node = root;
  let offset = 0;
  let missing = count;
  while (node instanceof Branch) {
    let left: TextNode | undefined;
    for (const child of node.children) {
      const shared = sharesBreak(left, child) ? 1 : 0;
      if (missing <= child.breaks - shared) {
        missing += shared;
        node = child;
        break;
      }
      missing -= child.breaks - shared;
      offset += child.length;
      left = child;
    }
  }
  return offset + breakEndIn(node.text, missing);
}

function breakEndIn(text: string, count: number): number {
  let missing = count;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    const ends = unit === LF || (unit === CR && text.charCodeAt(i + 1) !== LF);
    if (ends && --missing === 0) return i + 1;
  }
  return text.length;
}

function splitsPair(root: TextNode, offset: number): boolean {
  return unitAt(root, offset) === LF && unitAt(root, offset - 1) === CR;
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
