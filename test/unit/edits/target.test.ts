import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { AppError } from '../../../src/base/appError.ts';
import { targetsOf } from '../../../src/edits/target.ts';
import type { TextEdit } from '../../../src/protocol/edits.ts';
import { ChangeSet } from '../../../src/text/changeSet.ts';
import { SourceText } from '../../../src/text/sourceText.ts';
import { unifiedDiff } from '../../../src/text/unifiedDiff.ts';

/** The text that the edits make, or why they are refused. */
function edited(text: string, edits: readonly TextEdit[], lineBreak = '\n'): string {
  try {
    const targets = targetsOf(SourceText.from(text), edits, lineBreak);
    return ChangeSet.of(targets, text.length).apply(SourceText.from(text)).toString();
  } catch (error) {
    if (error instanceof AppError) return `${error.code}: ${error.message}`;
    throw error;
  }
}

const at = (line: number, column: number) => ({ line, column });
const replace = (oldText: string, newText: string, occurrence?: number): TextEdit => ({
  type: 'replace',
  oldText,
  newText,
  ...(occurrence === undefined ? {} : { occurrence }),
});
const patch = (...lines: readonly string[]): TextEdit => ({ type: 'patch', patch: lines.join('\n') });

describe('ranges and offsets', () => {
  test('the end is outside; columns count UTF-16 units from one; an empty range inserts', () => {
    const range = (start: object, end: object, newText: string) => ({ type: 'range', start, end, newText }) as TextEdit;
    expect(edited('one\ntwo\n', [range(at(2, 1), at(2, 4), '2')])).toBe('one\n2\n');
    expect(edited('😀x', [range(at(1, 3), at(1, 3), '|')])).toBe('😀|x');
    expect(edited('one\n', [range(at(2, 1), at(2, 1), 'end')])).toBe('one\nend');
    expect(edited('', [range(at(1, 1), at(1, 1), 'a\nb')])).toBe('a\nb');
    expect(edited('ab', [{ type: 'offsets', start: 1, end: 2, newText: 'B' }])).toBe('aB');
  });

  test.each([
    [{ type: 'range', start: at(3, 1), end: at(3, 1), newText: '' }, 'edit 1 names line 3, but the text has 2 lines'],
    [{ type: 'range', start: at(1, 9), end: at(2, 1), newText: '' }, 'column 9 of line 1, whose last is 4'],
    [{ type: 'range', start: at(2, 2), end: at(1, 1), newText: '' }, 'edit 1 ends before it starts'],
    [{ type: 'offsets', start: 0, end: 99, newText: '' }, 'offset 99, but the text has 7 UTF-16 units'],
  ] as const)('refused: %j', (edit, reason) => {
    const result = edited('one\ntwo', [edit]);
    expect(result).toMatch(/^EDIT_INVALID: /);
    expect(result).toContain(reason);
  });

  test('no edit cuts a character', () => {
    expect(edited('a\r\nb', [{ type: 'offsets', start: 2, end: 2, newText: 'x' }])).toContain('cuts a character');
    expect(edited('😀', [{ type: 'offsets', start: 1, end: 2, newText: '' }])).toContain('cuts a character');
  });
});

describe('replacements', () => {
  test('the old text must stand there once, or its occurrence is told', () => {
    expect(edited('a b c', [replace('b', 'B')])).toBe('a B c');
    expect(edited('a a a', [replace('a', 'A', 2)])).toBe('a A a');
    expect(edited('a a', [replace('a', 'A')])).toMatch(/^EDIT_AMBIGUOUS: .*more than once.*line 1, line 1/);
    expect(edited('a a', [replace('a', 'A', 3)])).toMatch(/^EDIT_NO_MATCH: .*occurs only 2 times/);
    expect(edited('a a', [replace('b', 'B')])).toMatch(/^EDIT_NO_MATCH: .*edit 1 does not occur/);
    expect(edited('aaa', [replace('aa', 'b')])).toMatch(/^EDIT_AMBIGUOUS/);
    expect(edited('a\n\tif (b)  {\n\t\tc;\n}', [replace('  if (b) {\n    c ;', '')])).toMatch(
      /; apart from white space it is at line 2: "\\tif \(b\) {2}\{\\n\\t\\tc;"$/,
    );
    expect(edited(`a  ${'b'.repeat(600)}`, [replace(`a ${'b'.repeat(600)}`, '')])).toMatch(/: "a {2}b{597}…"$/);
    expect(edited('a', [replace(' ', 'b')])).toMatch(/base version$/);
  });

  test('line breaks are the document’s, whatever the edit has', () => {
    expect(edited('a\r\nb\r\n', [replace('a\nb\n', 'x\ny\n')])).toBe('x\r\ny\r\n');
    expect(edited('a\nb\n', [replace('a\r\nb', 'x\r\ny')])).toBe('x\ny\n');
    expect(edited('a', [replace('a', 'x\ny')], '\r\n')).toBe('x\r\ny');
  });
});

describe('several edits', () => {
  test('all speak of the base; at one place they stand in the order given', () => {
    expect(edited('a b c', [replace('c', 'C'), replace('a', 'b'), replace('b', 'a')])).toBe('b a C');
    const insert = (start: number, newText: string): TextEdit => ({ type: 'offsets', start, end: start, newText });
    expect(edited('ab', [insert(2, '!'), insert(1, '1'), insert(1, '2')])).toBe('a12b!');
  });

  test('overlapping ones are refused by name', () => {
    expect(edited('abc', [replace('bc', 'x'), replace('ab', 'y')])).toBe(
      'EDIT_INVALID: edit 2 and edit 1 overlap at line 1',
    );
  });
});

describe('patches', () => {
  const text = 'one\ntwo\nthree\nfour\n';

  test('land where their header says', () => {
    expect(edited('x\ny\nx\ny\n', [patch('@@ -3,2 +3,2 @@', ' x', '-y', '+Y', '')])).toBe('x\ny\nx\nY\n');
  });

  test('with a wrong line number at the one other place; without numbers at the only place', () => {
    expect(edited(text, [patch('@@ -1,2 +1,2 @@', ' three', '-four', '+4')])).toBe('one\ntwo\nthree\n4\n');
    expect(edited(text, [patch('--- a/x', '+++ b/x', '@@', '-two', '+2', ' three', '@@ four @@', '-four')])).toBe(
      'one\n2\nthree\n',
    );
    expect(edited('x\ny\nx\ny\n', [patch('@@ -9 +9 @@', '-y', '+Y')])).toMatch(/^EDIT_AMBIGUOUS: .*2 places/);
  });

  test('of lines that stand in several places, the order of the hunks decides', () => {
    const blocks = 'a\nx\nb\nx\nc\nx\n';
    const hunks = (...changes: string[]) => changes.map((change) => `@@ -99 +99 @@\n${change}`).join('\n');
    const patched = (...changes: string[]) => edited(blocks, [{ type: 'patch', patch: hunks(...changes) }]);
    expect(patched('-a\n+A', '-x\n+1', '-b\n+B', '-x\n+2', '-c\n+C')).toBe('A\n1\nB\n2\nC\nx\n');
    expect(patched('-x\n+1', '-x\n+2', '-x\n+3')).toBe('a\n1\nb\n2\nc\n3\n');
    expect(patched('-x\n+1', '-x\n+2')).toMatch(/^EDIT_AMBIGUOUS: the lines of hunk 1/);
  });

  test('a context that is not there says where it parts', () => {
    expect(edited(text, [patch('@@ -1,2 +1,2 @@', ' one', '-twO', '+2')])).toBe(
      'EDIT_NO_MATCH: the lines of hunk 1 of edit 1 do not stand in the base version: at line 2 stands "two", where the hunk has "twO"',
    );
    expect(edited(text, [patch('@@ -4,2 +4 @@', ' four', '-five')])).toContain('at line 5 the text ends');
    expect(edited(text, [patch('no hunk')])).toMatch(/^EDIT_INVALID: edit 1 has no hunk/);
    expect(edited(text, [patch('@@ -1 +1 @@', '*one')])).toContain('has a line "*one"');
    expect(edited(text, [patch('@@ @@', '+new')])).toMatch(/^EDIT_INVALID: .*neither old lines nor numbers/);
  });

  test('the last line break may be missing on either side', () => {
    expect(edited('one\ntwo', [patch('@@ -2 +2 @@', '-two', '+2')])).toBe('one\n2');
    expect(edited('one\ntwo', [patch('@@ -2 +2,2 @@', ' two', '+three')])).toBe('one\ntwo\nthree');
    expect(edited('one\ntwo', [patch('@@ -2 +2 @@', '-two', '\\ No newline at end of file', '+2')])).toBe('one\n2\n');
    expect(edited('', [patch('@@ -0,0 +1,2 @@', '+one', '+two')])).toBe('one\ntwo\n');
  });

  test('law: a unified diff, patched in, makes the newer text', () => {
    const line = fc.constantFrom('a', 'b', 'c', '', '😀', '@@ x', '-- d', ' e');
    const text = fc.tuple(fc.array(line, { maxLength: 12, size: 'max' }), fc.constantFrom('\n', '\r\n'), fc.boolean());
    const made = text.map(
      ([lines, lineBreak, ends]) => [lines.join(lineBreak) + (ends ? lineBreak : ''), lineBreak] as const,
    );
    fc.assert(
      fc.property(
        made,
        fc.array(line, { maxLength: 12, size: 'max' }),
        fc.boolean(),
        fc.nat(3),
        ([older, lineBreak], lines, ends, context) => {
          const newer = lines.join(lineBreak) + (ends ? lineBreak : '');
          const options = { oldPath: 'x', newPath: 'x', context };
          const diff = unifiedDiff(SourceText.from(older), SourceText.from(newer), options);
          fc.pre(diff !== '');
          expect(edited(older, [{ type: 'patch', patch: diff }], lineBreak)).toBe(newer);
        },
      ),
      { numRuns: 2_000 },
    );
  });
});
