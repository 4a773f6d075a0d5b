import { describe, expect, test } from 'vitest';
import { commentPath } from '../../../../src/edits/answers/paths.ts';
import { elision } from '../../../../src/edits/answers/wholeFile.ts';
import { applyAnswer } from './applyAnswer.ts';

const answer = (...lines: readonly string[]) => lines.join('\n');

test('a comment with an ellipsis and many spaces is read at once', () => {
  const line = `# ...${' '.repeat(200)}\u0001`;
  expect(elision([{ sign: '+', text: line }], [])).toBe(null);
  expect(commentPath(`// a${' '.repeat(3_000)}b`)).toBe(null);
});

test('a hunk of an envelope with an unreadable line is not applied by half', () => {
  const text = answer(
    '*** Begin Patch',
    '*** Update File: a.ts',
    '@@',
    ' one',
    '-two',
    'three',
    '-four',
    '+FOUR',
    '@@',
    '-six',
    '+SIX',
    '*** End Patch',
  );
  const { files, questions } = applyAnswer(text, { 'a.ts': 'one\ntwo\nthree\nfour\nfive\nsix\n' });
  expect(files['a.ts']).toBe('one\ntwo\nthree\nfour\nfive\nSIX\n');
  expect(questions.map(({ reason, text: part }) => [reason, part])).toEqual([
    ['incomplete', ' one\n-two\nthree\n-four\n+FOUR'],
  ]);
});

test('changed lines of a diff behind a line without a sign are told, not dropped', () => {
  const text = answer('```diff', '--- a/a.ts', '+++ b/a.ts', '@@ -1,4 +1,4 @@', '-a', '+A', 'b', '-c', '+C', '```');
  const { files, questions } = applyAnswer(text, { 'a.ts': 'a\nb\nc\n' });
  expect(files['a.ts']).toBe('A\nb\nc\n');
  expect(questions.map(({ reason, text: part }) => [reason, part])).toEqual([['incomplete', '-c\n+C']]);
});

test('added lines of a comment behind an empty one belong to the hunk of a fenced diff', () => {
  const text = answer('```diff', '--- a/a.md', '+++ b/a.md', '@@ -1,2 +1,3 @@', ' a', '', '+ b', ' c', '```');
  const { files, questions } = applyAnswer(text, { 'a.md': 'a\n\nc\n' });
  expect(questions).toEqual([]);
  expect(files['a.md']).toBe('a\n\n b\nc\n');
});

test('a fenced diff without any header is a hunk, not the text of a file', () => {
  const changed = applyAnswer(answer('`a.ts`:', '', '```diff', ' a', '-b', '+B', '```'), { 'a.ts': 'a\nb\n' });
  expect([changed.files['a.ts'], changed.questions]).toEqual(['a\nB\n', []]);
  const made = applyAnswer(answer('New file `new.ts`:', '', '```diff', '+a', '+b', '```'), { 'a.ts': 'a\n' });
  expect([made.files['new.ts'], made.questions]).toEqual(['a\nb\n', []]);
});

test('a removed line that stands otherwise is asked about, though the kept line is there', () => {
  const text = answer('```diff', '--- a/a.ts', '+++ b/a.ts', '@@', ' open();', '-close(1);', '```');
  const { questions } = applyAnswer(text, { 'a.ts': 'open();\nclose(2);\n' });
  expect(questions.map(({ reason }) => reason)).toEqual(['noMatch']);
});

test('a move over another file can be left out', () => {
  const text = answer(
    '*** Begin Patch',
    '*** Update File: a.ts',
    '*** Move to: b.ts',
    '@@',
    '-a',
    '+A',
    '*** End Patch',
  );
  const files = { 'a.ts': 'a\n', 'b.ts': 'b\n' };
  const [question] = applyAnswer(text, files).questions;
  expect(question?.reason).toBe('exists');
  const left = applyAnswer(text, files, [{ id: question?.id ?? '', as: 'nothing' }]);
  expect([left.files, left.questions]).toEqual([{ 'a.ts': 'A\n', 'b.ts': 'b\n' }, []]);
});

test('a document in Markdown is written with the diffs and files that it shows, which are not applied', () => {
  const shown = ['# Guide', '', '```diff', '--- a/a.ts', '+++ b/a.ts', '@@', '-a', '+b', '```', ''];
  const text = answer('`GUIDE.md`:', '', '````markdown', ...shown, '````');
  const { files, questions } = applyAnswer(text, { 'a.ts': 'a\n' });
  expect(questions).toEqual([]);
  expect(files).toEqual({ 'a.ts': 'a\n', 'GUIDE.md': `${shown.join('\n')}\n` });
});

test('as in git an empty file is made or deleted; a mode, bytes and a deletion that shows no text are asked about', () => {
  const text = answer(
    ...['diff --git a/my new.ts b/my new.ts', 'new file mode 100644', 'index 0000000..e69de29'],
    ...['diff --git a/gone.ts b/gone.ts', 'deleted file mode 100644', 'index e69de29..0000000'],
    ...['diff --git a/full.ts b/full.ts', 'deleted file mode 100644'],
    ...['diff --git a/run.sh b/run.sh', 'old mode 100644', 'new mode 100755'],
    ...['diff --git a/x.png b/x.png', 'new file mode 100644', 'Binary files /dev/null and b/x.png differ'],
    ...['diff --git a/a.ts b/a.ts', '--- a/a.ts', '+++ b/a.ts', '@@ -1 +1 @@', '-one', '+two'],
  );
  for (const one of [text, answer('```diff', text, '```')]) {
    const { files, questions } = applyAnswer(one, {
      'a.ts': 'one\n',
      'gone.ts': '',
      'full.ts': 'f\n',
      'run.sh': 'x\n',
    });
    expect(files).toEqual({ 'a.ts': 'two\n', 'my new.ts': '', 'full.ts': 'f\n', 'run.sh': 'x\n' });
    expect(questions.map(({ reason }) => reason)).toEqual(['noMatch', 'incomplete', 'incomplete']);
  }
});

test('a fence in a list is read without the white space that all of its lines have', () => {
  const text = answer(
    ...['1. In `a.ts`:', '', '   ```diff', '   @@ -1,2 +1,2 @@', '    one', '   -two', '   +three', '   ```'],
    ...['2. `b.py`:', '   ```python', '   def f():', '       return 1', '   ```'],
  );
  expect(applyAnswer(text, { 'a.ts': 'one\ntwo\n' })).toEqual({
    files: { 'a.ts': 'one\nthree\n', 'b.py': 'def f():\n    return 1\n' },
    questions: [],
  });
});

describe('an answer that was cut off', () => {
  const files = { 'a.ts': 'one\ntwo\nthree\n' };
  const first = ['@@ -1 +1 @@', '-one', '+1'];

  test.each([
    ['an envelope', ['*** Begin Patch', '*** Update File: a.ts', ...first, '@@', '-three']],
    ['a fenced diff', ['```diff', '--- a/a.ts', '+++ b/a.ts', ...first, '@@ -3 +3 @@', '-three']],
  ])('its last hunk is asked about, the one before is placed: %s', (_, lines) => {
    const after = applyAnswer(answer(...lines), files);
    expect(after.files['a.ts']).toBe('1\ntwo\nthree\n');
    expect(after.questions).toMatchObject([{ reason: 'incomplete', text: '-three\n' }]);
  });

  test.each([
    ['a fence', ['`b.ts`', '```ts', 'export const b =']],
    ['an envelope', ['*** Begin Patch', '*** Add File: b.ts', '+export const b =']],
    [
      'Markdown with a fence of its own',
      ['`b.md`', '```markdown', '# B', '', '```', 'npm i', '```', '', 'More.', '```'],
    ],
  ])('a new file that may go on is asked about: %s', (_, lines) => {
    const after = applyAnswer(answer(...lines), files);
    expect(after.files).toEqual(files);
    expect(after.questions).toMatchObject([{ reason: 'notWhole' }]);
  });
});

test('a file is deleted by a diff only if it holds what the diff removes', () => {
  const deletion = (...removed: readonly string[]) =>
    answer('--- a/a.ts', '+++ /dev/null', `@@ -1,${removed.length} +0,0 @@`, ...removed.map((line) => `-${line}`));
  const files = { 'a.ts': 'one\ntwo  \n' };
  expect(applyAnswer(deletion('one', 'two'), files).files).toEqual({});
  const other = applyAnswer(deletion('one', 'three'), files);
  expect([other.files, other.questions.map(({ reason }) => reason)]).toEqual([files, ['noMatch']]);
  expect(applyAnswer(deletion('one'), files).files).toEqual(files);
});

test('a diff outside of a fence whose kept lines lost their space is asked about, and a list below one is prose', () => {
  const files = { 'a.ts': 'a();\nb();\nc();\n' };
  const header = ['--- a/a.ts', '+++ b/a.ts', '@@ -1,3 +1,3 @@'];
  const { questions } = applyAnswer(answer(...header, 'a();', '-b();', '+B();', 'c();'), files);
  expect(questions.map(({ reason }) => reason)).toContain('incomplete');
  const later = applyAnswer(answer(...header, ' a();', '-b();', '+B();', 'c();', '-d();'), files);
  expect(later.questions.map(({ reason }) => reason)).toEqual(['incomplete']);
  const listed = applyAnswer(
    answer(...header, ' a();', '-b();', '+B();', ' c();', 'That is:', '- one', '- two'),
    files,
  );
  expect([listed.files, listed.questions]).toEqual([{ 'a.ts': 'a();\nB();\nc();\n' }, []]);
});

test('an envelope that stands indented is read without its indentation', () => {
  const lines = ['*** Begin Patch', '*** Update File: a.ts', '@@', ' a {', '-  b();', '+  B();', '*** End Patch'];
  const { files, questions } = applyAnswer(answer('1. Do:', '', ...lines.map((line) => `    ${line}`)), {
    'a.ts': 'a {\n  b();\n}\n',
  });
  expect([files, questions]).toEqual([{ 'a.ts': 'a {\n  B();\n}\n' }, []]);
});
