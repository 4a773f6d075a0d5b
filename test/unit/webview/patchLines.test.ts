import { createTwoFilesPatch } from 'diff';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { patchLines } from '../../../webview-ui/components/patchLines.ts';

/** Lines that look like parts of a patch once a sign stands before them. */
const awkward = ['', 'a', 'b', '-- a/x', '++ b/x', '@ -1 +1 @', '@@ -1 +1 @@', '\\ No newline', ' ', '+', '-'];
const text = fc
  .tuple(fc.array(fc.constantFrom(...awkward), { maxLength: 30 }), fc.boolean())
  .map(([lines, ended]) => lines.join('\n') + (ended ? '\n' : ''));

describe('patchLines', () => {
  it('counts every added and removed line of a patch, whatever the lines look like', () => {
    fc.assert(
      fc.property(text, text, (older, newer) => {
        const patch = createTwoFilesPatch('a/x', 'b/x', older, newer);
        const lines = patchLines(patch);
        const side = (sign: 'added' | 'removed') =>
          lines.filter(({ kind }) => kind === 'context' || kind === sign).length;
        const hunks = [...patch.matchAll(/^@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@$/gm)];
        const real = lines.filter(({ kind }) => kind === 'hunk');
        const declared = (group: 1 | 2) =>
          real
            .map(({ text }) => hunks.find(([line]) => line === text))
            .reduce((sum, hunk) => sum + Number(hunk?.[group] ?? 1), 0);
        expect(side('removed')).toBe(declared(1));
        expect(side('added')).toBe(declared(2));
      }),
    );
  });

  it('loses nothing', () => {
    fc.assert(
      fc.property(fc.oneof(text, fc.string()), (patch) => {
        const joined = patchLines(patch)
          .map((line) => `${line.text}\n`)
          .join('');
        expect([joined, joined.slice(0, -1)]).toContain(patch);
      }),
    );
  });

  it('tells what a hunk without numbers removes and adds, as a refused edit has it', () => {
    const patch = '--- a/x\n+++ b/x\n@@ @@\n-gone\n+here\n\n@@ class A\n kept\n-old\n';
    const kinds = patchLines(patch).map(({ kind }) => kind);
    expect(kinds.join(' ')).toBe('header header hunk removed added context hunk context removed');
  });

  it('tells the kinds apart', () => {
    const patch = '--- a/x\n+++ b/x\n@@ -3,3 +4,2 @@\n one\n--- two\n-three\n+four\n\\ No newline at end of file\n';
    expect(patchLines(patch)).toEqual([
      { kind: 'header', text: '--- a/x' },
      { kind: 'header', text: '+++ b/x' },
      { kind: 'hunk', text: '@@ -3,3 +4,2 @@', newLine: 4 },
      { kind: 'context', text: ' one' },
      { kind: 'removed', text: '--- two' },
      { kind: 'removed', text: '-three' },
      { kind: 'added', text: '+four' },
      { kind: 'note', text: '\\ No newline at end of file' },
    ]);
  });
});
