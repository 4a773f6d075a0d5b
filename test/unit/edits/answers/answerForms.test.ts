import { describe, expect, test } from 'vitest';
import { applyAnswer, joined } from './applyAnswer.ts';
import { type Commit, type Hunk, samples, without } from './chatAnswers.ts';

// Forms that say all that is needed, in answers and files with each kind of line break.

/** An edit of one place. */
interface Sample extends Commit {
  readonly rows: readonly string[];
  readonly old: readonly string[];
  readonly now: readonly string[];
  /** The line of the first of `old`, from one. */
  readonly line: number;
}

const edits: readonly Sample[] = samples.map((one) => {
  const [hunk] = one.hunks as [Hunk];
  return { ...one, rows: hunk.rows, old: without('+', hunk), now: without('-', hunk), line: hunk.start + 1 };
});

const signed = ({ rows }: Sample) => rows.join('\n');
const search = ({ old, now }: Sample) => joined('<<<<<<< SEARCH', ...old, '=======', ...now, '>>>>>>> REPLACE');
const counts = ({ old, now, line }: Sample, off = 0) =>
  `@@ -${line + off},${old.length} +${line + off},${now.length} @@`;

/** The forms, each of which says all that is needed. */
const forms: Readonly<Record<string, (one: Sample) => string>> = {
  'an envelope in a fence, in prose': (one) =>
    joined(
      'Here it is:',
      '',
      '```diff',
      '*** Begin Patch',
      `*** Update File: ${one.path}`,
      '@@',
      signed(one),
      '*** End Patch',
      '```',
      'Done.',
    ),
  'an envelope without its first line': (one) =>
    joined('```', `*** Update File: ${one.path}`, '@@', signed(one), '*** End Patch', '```'),
  'an envelope whose markers have spaces around': (one) =>
    joined('  *** Begin Patch ', `*** Update File: ${one.path} `, '@@ ', signed(one), '*** End Patch '),
  'an envelope with no @@ before the first hunk': (one) =>
    joined('*** Begin Patch', `*** Update File: ${one.path}`, signed(one), '*** End Patch'),
  'a diff with wrong numbers': (one) =>
    joined('```diff', `--- a/${one.path}`, `+++ b/${one.path}`, counts(one, 37), signed(one), '```'),
  'a diff with wrong counts': (one) =>
    joined(
      '```diff',
      `--- ${one.path}`,
      `+++ ${one.path}`,
      `@@ -${one.line},99 +${one.line},1 @@ something`,
      signed(one),
      '```',
    ),
  'a diff with time stamps': (one) =>
    joined(
      `--- ${one.path}\t2025-01-01 10:00:00.000 +0000`,
      `+++ ${one.path}\t2025-01-01 10:01:00.000 +0000`,
      counts(one),
      signed(one),
    ),
  'a search block in a fence below its path': (one) => joined(one.path, '```python', search(one), '```'),
  'a search block with its path in the fence': (one) => joined('```', one.path, search(one), '```'),
  'a search block whose path has a fence of its own': (one) =>
    joined('```text', one.path, '```', '```text', search(one), '```'),
  'a search block with longer and shorter marks': (one) =>
    joined(one.path, '<<<<<<<<< SEARCH', ...one.old, '=====', ...one.now, '>>>>>> REPLACE'),
  'a search block without path for the file in front': (one) => joined('Replace:', '', search(one)),
  'a search block without the white space at the ends of lines and one blank more': (one) =>
    joined(one.path, '<<<<<<< SEARCH', ...one.old.map((line) => `${line} `), '=======', ...one.now, '>>>>>>> REPLACE'),
  'a search block that lost its indentation': (one) =>
    joined(
      one.path,
      '<<<<<<< SEARCH',
      ...dedented(one.old, one),
      '=======',
      ...dedented(one.now, one),
      '>>>>>>> REPLACE',
    ),
  'the whole file below its path': (one) => joined(one.path, '````', one.after.replace(/\n$/, ''), '````'),
  'the whole file under a heading': (one) =>
    joined(`## ${one.path}`, '', '```ts', one.after.replace(/\n$/, ''), '```', '', 'That is all.'),
  'the whole file with its path behind the language': (one) =>
    joined(`\`\`\`ts ${one.path}`, one.after.replace(/\n$/, ''), '```'),
  'the whole file with a title': (one) => joined(`\`\`\`ts title="${one.path}"`, one.after.replace(/\n$/, ''), '```'),
};

/** The lines without what all of them have before them; nothing is lost where that is nothing. */
function dedented(lines: readonly string[], { old, now }: Sample): readonly string[] {
  const all = [...old, ...now].filter((line) => line.trim() !== '');
  const depth = Math.min(...all.map((line) => line.length - line.trimStart().length));
  return lines.map((line) => line.slice(depth));
}

const cases = edits.flatMap((one, index) =>
  Object.entries(forms).map(([form, write]) => ({
    name: `${form}: edit ${index + 1}, ${one.path}`,
    one,
    answer: write(one),
  })),
);

describe.each([
  ['line feeds', '\n', '\n'],
  ['an answer with CRLF', '\n', '\r\n'],
  ['a file with CRLF', '\r\n', '\n'],
])('%s', (_, fileBreak, answerBreak) => {
  test.each(cases)('$name', ({ one, answer }) => {
    const other = { 'other/notes.txt': 'nothing\n' };
    const inFile = (text: string) => text.replaceAll('\n', fileBreak);
    const outcome = applyAnswer(answer.replaceAll('\n', answerBreak), { [one.path]: inFile(one.before), ...other });
    expect(outcome.questions).toEqual([]);
    expect(outcome.files).toEqual({ [one.path]: inFile(one.after), ...other });
  });
});
