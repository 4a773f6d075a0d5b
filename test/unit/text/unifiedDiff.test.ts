import { createTwoFilesPatch } from 'diff';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SourceText } from '../../../src/text/sourceText.ts';
import { unifiedDiff } from '../../../src/text/unifiedDiff.ts';
import { runs } from '../../support/runs.ts';
import { applyStrictly } from '../../support/strictPatch.ts';
import { arbitraryChanges, arbitraryText } from '../../support/texts/arbitraryText.ts';

const file = { oldPath: 'file.txt', newPath: 'file.txt' };
const header = '--- a/file.txt\n+++ b/file.txt\n';
const NO_FEED = '\\ No newline at end of file';

function diff(older: string, newer: string, context?: number): string {
  const options = context === undefined ? file : { ...file, context };
  return unifiedDiff(SourceText.from(older), SourceText.from(newer), options);
}

/** Two texts of one lineage, a few rounds of edits apart. */
const arbitraryLineage: fc.Arbitrary<[SourceText, SourceText]> = arbitraryText.chain((text) => {
  const older = SourceText.from(text);
  const edited = (from: SourceText): fc.Arbitrary<SourceText> =>
    arbitraryChanges(from.length).map((changes) => from.withChanges(changes));
  return edited(older).chain((middle) => fc.oneof(fc.constant(middle), edited(middle)).map((newer) => [older, newer]));
});
const arbitraryStrangers = fc.tuple(arbitraryText, arbitraryText).map(([older, newer]): [SourceText, SourceText] => {
  return [SourceText.from(older), SourceText.from(newer)];
});
const arbitraryPair = fc.oneof(arbitraryLineage, arbitraryStrangers);
const arbitraryContext = fc.nat({ max: 5 });

describe('unifiedDiff', () => {
  it('applies strictly, with any context, in both directions', () => {
    fc.assert(
      fc.property(arbitraryPair, arbitraryContext, ([older, newer], context) => {
        expect(applyStrictly(unifiedDiff(older, newer, { ...file, context }), older.toString())).toBe(newer.toString());
        expect(applyStrictly(unifiedDiff(newer, older, { ...file, context }), newer.toString())).toBe(older.toString());
      }),
      { numRuns: runs(120) },
    );
  });

  it('counts lines as git does: one-based, no ",1", the line before an empty side', () => {
    expect(diff('', 'a\n')).toBe(`${header}@@ -0,0 +1 @@\n+a\n`);
    expect(diff('a\n', '')).toBe(`${header}@@ -1 +0,0 @@\n-a\n`);
    expect(diff('a\nb\nc\n', 'a\nb\nx\ny\nc\n', 0)).toBe(`${header}@@ -2,0 +3,2 @@\n+x\n+y\n`);
    expect(diff('a\nb\nc\nd\n', 'a\nd\n', 0)).toBe(`${header}@@ -2,2 +1,0 @@\n-b\n-c\n`);
  });

  it('marks a missing final line feed on the side that misses it', () => {
    expect(diff('a', 'b')).toBe(`${header}@@ -1 +1 @@\n-a\n${NO_FEED}\n+b\n${NO_FEED}\n`);
    expect(diff('a', 'a\n')).toBe(`${header}@@ -1 +1 @@\n-a\n${NO_FEED}\n+a\n`);
    expect(diff('a\n', 'a')).toBe(`${header}@@ -1 +1 @@\n-a\n+a\n${NO_FEED}\n`);
    expect(diff('a\nb', 'c\nb')).toBe(`${header}@@ -1,2 +1,2 @@\n-a\n+c\n b\n${NO_FEED}\n`);
    expect(diff('a', 'a\nb')).toBe(`${header}@@ -1 +1,2 @@\n-a\n${NO_FEED}\n+a\n+b\n${NO_FEED}\n`);
  });

  it('counts line feeds alone behind lone carriage returns', () => {
    const older = SourceText.from(`${'a\rb\r\r\n'.repeat(2_000)}end\n`);
    const newer = older.withChanges([{ start: older.length - 4, end: older.length - 1, newText: 'END' }]);
    expect(unifiedDiff(older, newer, { ...file, context: 0 })).toBe(`${header}@@ -2001 +2001 @@\n-end\n+END\n`);
  });

  it('makes one change of edits with no whole line between them', () => {
    const older = SourceText.from('a\nb\nc\n');
    const edits = [
      { start: 0, end: 1, newText: 'x' },
      { start: 3, end: 3, newText: 'y' },
    ];
    expect(unifiedDiff(older, older.withChanges(edits), file)).toBe(`${header}@@ -1,3 +1,3 @@\n-a\n-b\n+x\n+by\n c\n`);
  });

  it('agrees with the diff package on scattered edits', () => {
    const text = Array.from({ length: 400 }, (_, i) => `line ${i}\n`).join('');
    const places = fc.uniqueArray(fc.nat({ max: 399 }), { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(places, fc.integer({ min: 1, max: 5 }), (lines, context) => {
        const older = SourceText.from(text);
        const changes = lines
          .sort((a, b) => a - b)
          .map((line) => ({ start: older.lineAt(line).start, end: older.lineAt(line).start + 4, newText: 'edit' }));
        const newer = older.withChanges(changes);
        const peer = createTwoFilesPatch('a/file.txt', 'b/file.txt', text, newer.toString(), undefined, undefined, {
          context,
        });
        expect(unifiedDiff(older, newer, { ...file, context })).toBe(peer.replace(/^=+\n/, ''));
      }),
    );
  });

  it('quotes paths as git does and marks the end of one with a space', () => {
    const paths = (oldPath: string, newPath = oldPath) => {
      const patch = unifiedDiff(SourceText.from('a'), SourceText.from('b'), { oldPath, newPath });
      return patch.slice(0, patch.indexOf('@@'));
    };
    expect(paths('src/my file.ts')).toBe('--- a/src/my file.ts\t\n+++ b/src/my file.ts\t\n');
    expect(paths('ünï/日本.ts')).toBe('--- a/ünï/日本.ts\n+++ b/ünï/日本.ts\n');
    expect(paths('a "b"\\\t\n\x01')).toBe('--- "a/a \\"b\\"\\\\\\t\\n\\001"\n+++ "b/a \\"b\\"\\\\\\t\\n\\001"\n');
    expect(paths('old name', 'new')).toBe(
      'diff --git a/old name b/new\nrename from old name\nrename to new\n--- a/old name\t\n+++ b/new\n',
    );
  });

  it('puts a note before the header, each line behind "# "', () => {
    const note = 'The file has a BOM.\r\n\r\n--- a/trap\rmixed\n';
    const patch = unifiedDiff(SourceText.from('a\n'), SourceText.from('b\n'), { ...file, note });
    expect(patch).toBe(`# The file has a BOM.\n# --- a/trap\n# mixed\n${header}@@ -1 +1 @@\n-a\n+b\n`);
    expect(unifiedDiff(SourceText.from('a'), SourceText.from('a'), { ...file, note })).toBe('');
  });
});
