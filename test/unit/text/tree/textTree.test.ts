import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Leaf } from '../../../../src/text/tree/leaf.ts';
import { replaceRange, type TextNode, treeOf } from '../../../../src/text/tree/textTree.ts';
import { runs } from '../../../support/runs.ts';

/** Edits as places between 0 and 1, with what they delete and insert. */
const edits = fc.array(
  fc.tuple(
    fc.double({ min: 0, max: 1, noNaN: true }),
    fc.oneof(fc.nat({ max: 5 }), fc.nat({ max: 50_000 })),
    fc
      .tuple(fc.constantFrom('', 'a', '\r', '\n', 'word\r\n'), fc.nat({ max: 5000 }))
      .map(([text, n]) => text.repeat(n)),
  ),
  { maxLength: 60, size: 'max' },
);

describe('the tree', () => {
  it('keeps its leaves at one depth, short, and rightly counted', () => {
    fc.assert(
      fc.property(fc.nat({ max: 20_000 }), edits, (lines, changes) => {
        let root = treeOf('some line\r\n'.repeat(lines));
        for (const [place, deleted, newText] of changes) {
          const start = Math.floor(place * root.length);
          root = replaceRange(root, start, Math.min(root.length, start + deleted), newText);
        }
        expectSound(root);
      }),
      { numRuns: runs(25) },
    );
  });

  it('stays flat under a long paste and gives it up whole', () => {
    const paste = 'a line of some length\n'.repeat(200_000);
    const root = replaceRange(treeOf('before\nafter'), 7, 7, paste);
    expectSound(root);
    expect(heightOf(root)).toBeLessThanOrEqual(4);
    const emptied = replaceRange(root, 7, 7 + paste.length, '');
    expect(leavesOf(emptied).map(({ text }) => text)).toEqual(['before\nafter']);
  });

  it('shares what an edit does not touch', () => {
    const old = treeOf('some line\n'.repeat(20_000));
    const before = new Set(leavesOf(old));
    const fresh = leavesOf(replaceRange(old, 100_000, 100_001, 'x')).filter((leaf) => !before.has(leaf));
    expect(fresh.length).toBe(1);
  });
});

function expectSound(root: TextNode): void {
  const leaves = leavesOf(root);
  const text = leaves.map((leaf) => leaf.text).join('');
  expect(root.length).toBe(text.length);
  expect(root.feeds).toBe([...text.matchAll(/\n/g)].length);
  expect(new Set(depthsOf(root)).size).toBe(1);
  expect(Math.max(...leaves.map(({ length }) => length))).toBeLessThanOrEqual(1536);
  if (leaves.length > 1) expect(Math.min(...leaves.map(({ length }) => length))).toBeGreaterThan(0);
}

function leavesOf(node: TextNode): Leaf[] {
  return node instanceof Leaf ? [node] : node.children.flatMap(leavesOf);
}

function depthsOf(node: TextNode): number[] {
  return node instanceof Leaf ? [0] : node.children.flatMap((child) => depthsOf(child).map((depth) => depth + 1));
}

function heightOf(node: TextNode): number {
  return Math.max(...depthsOf(node));
}
