import { describe, expect, test } from 'vitest';
import { applyAnswer, joined, reasons } from './applyAnswer.ts';

/**
 * Cases that others have published for the forms of answers that they define: what goes in and what must come out, told anew. Where their
 * tools take the first of several places, or the most similar one, here a question is asked.
 */

const patch = (...lines: readonly string[]) => joined('*** Begin Patch', ...lines, '*** End Patch');

describe('apply_patch, as the scenarios of its own tests have it', () => {
  test('one patch adds, deletes and changes', () => {
    const answer = patch(
      ...['*** Add File: nested/new.txt', '+created', '*** Delete File: delete.txt'],
      ...['*** Update File: modify.txt', '@@', '-line2', '+changed'],
    );
    const { files, questions } = applyAnswer(answer, { 'modify.txt': 'line1\nline2\n', 'delete.txt': 'obsolete\n' });
    expect(questions).toEqual([]);
    expect(files).toEqual({ 'modify.txt': 'line1\nchanged\n', 'nested/new.txt': 'created\n' });
  });

  test('a file is moved and changed', () => {
    const answer = patch(
      '*** Update File: old/name.txt',
      '*** Move to: renamed/dir/name.txt',
      '@@',
      '-old content',
      '+new content',
    );
    expect(applyAnswer(answer, { 'old/name.txt': 'old content\n', 'old/other.txt': 'x\n' }).files).toEqual({
      'old/other.txt': 'x\n',
      'renamed/dir/name.txt': 'new content\n',
    });
  });

  test('lines that stand nowhere, an empty update, and a file that does not exist are asked about', () => {
    const files = { 'modify.txt': 'line1\nline2\n' };
    expect(reasons(patch('*** Update File: modify.txt', '@@', '-missing', '+changed'), files)).toEqual(['noMatch']);
    expect(reasons(patch('*** Update File: modify.txt'), files)).toEqual(['incomplete']);
    expect(reasons(patch('*** Update File: gone.txt', '@@', '-a', '+b'), files)).toEqual(['fileUnknown']);
    expect(reasons(patch('*** Delete File: gone.txt'), files)).toEqual(['fileUnknown']);
    expect(reasons(patch('*** Frobnicate File: foo'), files)).toEqual(['incomplete']);
  });

  test('a file that exists is not overwritten by adding it, and no file is moved over another, unasked', () => {
    const files = { 'duplicate.txt': 'old content\n', 'b.txt': 'b\n' };
    expect(reasons(patch('*** Add File: duplicate.txt', '+new content'), files)).toEqual(['exists']);
    expect(reasons(patch('*** Update File: b.txt', '*** Move to: duplicate.txt', '@@', '-b', '+c'), files)).toEqual([
      'exists',
    ]);
  });

  test('the end of the file decides between two places', () => {
    const text = 'first\nsecond\nfirst\nsecond\n';
    const answer = patch('*** Update File: tail.txt', '@@', ' first', '-second', '+second updated', '*** End of File');
    expect(applyAnswer(answer, { 'tail.txt': text }).files).toEqual({
      'tail.txt': 'first\nsecond\nfirst\nsecond updated\n',
    });
  });

  test('added lines without any old line stand at the end where the patch says so, else they are asked about', () => {
    const lines = ['*** Update File: input.txt', '@@', '+added line 1', '+added line 2'];
    const files = { 'input.txt': 'line1\nline2\n' };
    expect(reasons(patch(...lines), files)).toEqual(['noPlace']);
    expect(applyAnswer(patch(...lines, '*** End of File'), files).files).toEqual({
      'input.txt': 'line1\nline2\nadded line 1\nadded line 2\n',
    });
  });

  test('the names behind @@ decide between two places', () => {
    const text = 'class A:\n    def f(self):\n        return 1\n\nclass B:\n    def f(self):\n        return 1\n';
    const answer = patch(
      '*** Update File: a.py',
      '@@ class B:',
      '@@     def f(self):',
      '-        return 1',
      '+        return 2',
    );
    expect(applyAnswer(answer, { 'a.py': text }).files).toEqual({ 'a.py': text.replace(/return 1\n$/, 'return 2\n') });
    expect(
      reasons(patch('*** Update File: a.py', '@@ def f(self):', '-        return 1', '+        return 2'), {
        'a.py': text,
      }),
    ).toEqual(['ambiguous']);
    expect(
      reasons(patch('*** Update File: a.py', '@@ class C:', '-        return 1', '+        return 2'), {
        'a.py': text,
      }),
    ).toEqual(['headerMissing']);
  });
});

describe('search/replace blocks, as Aider’s tests have them', () => {
  const block = (old: string, now: string) => joined('<<<<<<< SEARCH', old, '=======', now, '>>>>>>> REPLACE');

  test('several blocks of one file, named once', () => {
    const answer = joined(
      "Here's the change:",
      '',
      '```text',
      'foo.txt',
      block('one', 'two'),
      '',
      '...',
      '',
      block('three', 'four'),
      '```',
    );
    expect(applyAnswer(answer, { 'foo.txt': 'one\nthree\n' }).files).toEqual({ 'foo.txt': 'two\nfour\n' });
  });

  test('lines that lost the white space before them keep the file’s', () => {
    const cases = [
      [
        '\n    line1\n    line2\n        line3\n    line4\n',
        'line2\n    line3',
        'new_line2\n    new_line3',
        '\n    line1\n    new_line2\n        new_line3\n    line4\n',
      ],
      [
        '    line1\n    line2\n    line3\n',
        'line1\nline2',
        'new_line1\nnew_line2',
        '    new_line1\n    new_line2\n    line3\n',
      ],
      [
        '    line1\n    line2\n    line3\n',
        ' line1\n line2',
        ' new_line1\n     new_line2',
        '    new_line1\n        new_line2\n    line3\n',
      ],
    ] as const;
    for (const [whole, part, replace, expected] of cases) {
      expect(applyAnswer(joined('a.txt', block(part, replace)), { 'a.txt': whole }).files).toEqual({
        'a.txt': expected,
      });
    }
  });

  test('a block without old lines makes a new file', () => {
    const answer = joined(
      ...['Do this:', '', 'newfile.txt', '<<<<<<< SEARCH'],
      ...['=======', 'creating a new file', '>>>>>>> REPLACE'],
    );
    expect(applyAnswer(answer, { 'file.txt': 'one\n' }).files).toEqual({
      'file.txt': 'one\n',
      'newfile.txt': 'creating a new file\n',
    });
    expect(reasons(answer.replace('newfile', 'file'), { 'file.txt': 'one\n' })).toEqual(['noPlace']);
  });
});

test('whole files, as Aider’s tests have them: code that names no file is no edit, and is told; commands are not', () => {
  const answer = joined('Use:', '', '```python', 'print("Hello")', '```', '', '```sh', 'npm test', '```');
  expect(applyAnswer(answer, { 'a.py': 'x\n' }).questions.map(({ reason }) => reason)).toEqual(['notWhole']);
});

test('a search block of Roo Code’s says its line, and not in the new text', () => {
  const block = (line: number, now = 'y') =>
    joined('<<<<<<< SEARCH', `:start_line:${line}`, '-------', 'x', '=======', now, '>>>>>>> REPLACE').split('\n');
  for (const now of [':start_line:3\ny', ':end_line:3\ny', '\\:start_line:3', '\\=======\ny'])
    expect(reasons(joined('a.ts', ...block(3, now)), { 'a.ts': 'x\nz\nx\n' })).toEqual(['incomplete']);
  expect(applyAnswer(joined('a.ts', ...block(3)), { 'a.ts': 'x\nz\nx\n' }).files).toEqual({ 'a.ts': 'x\nz\ny\n' });
  expect(reasons(joined('a.ts', ...block(2)), { 'a.ts': 'x\nz\nx\n' })).toEqual(['ambiguous']);
});

test('a new file ends as its diff says, and one that exists as it did', () => {
  const end = '\\ No newline at end of file';
  const made = joined('--- /dev/null', '+++ b/n.txt', '@@ -0,0 +1,2 @@', '+one', '+two', end);
  expect(applyAnswer(made, {}).files).toEqual({ 'n.txt': 'one\ntwo' });
  const git = joined('diff --git a/n.txt b/n.txt', 'new file mode 100644', made);
  expect(applyAnswer(git, {}).files).toEqual({ 'n.txt': 'one\ntwo' });
  const named = joined('```diff', '--- a/n.txt', '+++ b/n.txt', '@@ -0,0 +1 @@', '+one', end, '```');
  expect(applyAnswer(named, {}).files).toEqual({ 'n.txt': 'one' });
  const changed = joined('--- a/a.txt', '+++ b/a.txt', '@@ -1,2 +1,2 @@', ' a', '-b', end, '+c', end);
  expect(applyAnswer(changed, { 'a.txt': 'a\nb' }).files).toEqual({ 'a.txt': 'a\nc' });
  expect(applyAnswer(changed, { 'a.txt': 'a\nb\n' }).files).toEqual({ 'a.txt': 'a\nc\n' });
});
