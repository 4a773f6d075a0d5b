import { describe, expect, test } from 'vitest';
import { applyAnswer, joined } from './applyAnswer.ts';

/**
 * One edit in every form in which models give it. The files, the wanted texts and the forms are written down here by hand; nothing of
 * the product makes them.
 */

interface Sample {
  readonly path: string;
  readonly before: string;
  readonly after: string;
  /** The changed lines with what stands around them, so much that they stand once. */
  readonly old: readonly string[];
  readonly now: readonly string[];
  /** How `old` becomes `now`, with signs. */
  readonly rows: readonly string[];
  /** The line of the first of `old`, from one. */
  readonly line: number;
}

function sample(path: string, lines: readonly string[], from: number, rows: readonly string[]): Sample {
  const old = rows.filter((row) => !row.startsWith('+')).map((row) => row.slice(1));
  const now = rows.filter((row) => !row.startsWith('-')).map((row) => row.slice(1));
  const after = [...lines.slice(0, from - 1), ...now, ...lines.slice(from - 1 + old.length)];
  const text = (all: readonly string[]) => all.map((line) => `${line}\n`).join('');
  return { path, before: text(lines), after: text(after), old, now, rows, line: from };
}

const typescript = [
  "import { readFile } from 'node:fs/promises';",
  '',
  'export interface Options {',
  '  readonly strict: boolean;',
  '}',
  '',
  'export async function load(path: string, options: Options): Promise<string> {',
  "  const text = await readFile(path, 'utf8');",
  '  if (options.strict && text === ``) {',
  "    throw new Error('empty');",
  '  }',
  '  return text;',
  '}',
  '',
  'export function first(text: string): string {',
  "  return text.split('\\n')[0] ?? '';",
  '}',
];

const python = [
  '"""Counts words."""',
  'import sys',
  '',
  '',
  'class Counter:',
  '    def __init__(self):',
  '        self.words = {}',
  '',
  '    def add(self, word):',
  '        self.words[word] = self.words.get(word, 0) + 1',
  '',
  '    def top(self, n):',
  '        ranked = sorted(self.words.items(), key=lambda item: -item[1])',
  '        return ranked[:n]',
  '',
  '',
  'if __name__ == "__main__":',
  '    counter = Counter()',
  '    for line in sys.stdin:',
  '        counter.add(line.strip())',
];

const css = [
  '.a {',
  '  color: red;',
  '}',
  '',
  '.b {',
  '  color: blue;',
  '  margin: 0;',
  '}',
  '',
  '.c {',
  '  top: 1px;',
  '}',
];

const markdown = ['# Title', '', 'Some words here.', '', '- one', '- two', '- three', '', '## Use', '', 'Run it.'];

const go = [
  'package main',
  '',
  'import "fmt"',
  '',
  'func main() {',
  '\tfor i := 0; i < 3; i++ {',
  '\t\tfmt.Println(i)',
  '\t}',
  '}',
];

const samples: readonly Sample[] = [
  sample('src/load.ts', typescript, 8, [
    "-  const text = await readFile(path, 'utf8');",
    "+  const text = (await readFile(path, 'utf8')).trim();",
    '   if (options.strict && text === ``) {',
  ]),
  sample('src/load.ts', typescript, 9, [
    '   if (options.strict && text === ``) {',
    "-    throw new Error('empty');",
    '+    throw new Error("empty: " + path);',
    '   }',
  ]),
  sample('src/load.ts', typescript, 15, [
    ' export function first(text: string): string {',
    "-  return text.split('\\n')[0] ?? '';",
    "+  const [line = ''] = text.split('\\n');",
    '+  return line;',
    ' }',
  ]),
  sample('words/counter.py', python, 12, [
    '     def top(self, n):',
    '-        ranked = sorted(self.words.items(), key=lambda item: -item[1])',
    '-        return ranked[:n]',
    '+        return sorted(self.words.items(), key=lambda item: -item[1])[:n]',
  ]),
  sample('words/counter.py', python, 19, [
    '     for line in sys.stdin:',
    '-        counter.add(line.strip())',
    '+        for word in line.split():',
    '+            counter.add(word)',
  ]),
  sample('web/style.css', css, 5, [' .b {', '-  color: blue;', '+  color: navy;', '   margin: 0;']),
  sample('README.md', markdown, 5, [' - one', '+- one and a half', ' - two']),
  sample('main.go', go, 6, [' \tfor i := 0; i < 3; i++ {', '-\t\tfmt.Println(i)', '+\t\tfmt.Println("i:", i)', ' \t}']),
];

const signed = ({ rows }: Sample) => rows.join('\n');
const search = ({ old, now }: Sample) => joined('<<<<<<< SEARCH', ...old, '=======', ...now, '>>>>>>> REPLACE');
const counts = ({ old, now, line }: Sample, off = 0) =>
  `@@ -${line + off},${old.length} +${line + off},${now.length} @@`;

/** The forms, each of which says all that is needed. */
const forms: Readonly<Record<string, (one: Sample) => string>> = {
  'an apply_patch envelope': (one) =>
    joined('*** Begin Patch', `*** Update File: ${one.path}`, '@@', signed(one), '*** End Patch'),
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
  'an envelope with numbers from nowhere': (one) =>
    joined('*** Begin Patch', `*** Update File: ${one.path}`, '@@ -1,4 +1,5 @@', signed(one), '*** End Patch'),
  'a unified diff': (one) => joined(`--- a/${one.path}`, `+++ b/${one.path}`, counts(one), signed(one)),
  'a git diff in a fence': (one) =>
    joined(
      '```diff',
      `diff --git a/${one.path} b/${one.path}`,
      'index 1234567..89abcde 100644',
      `--- a/${one.path}`,
      `+++ b/${one.path}`,
      counts(one),
      signed(one),
      '```',
    ),
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
  'a diff without numbers': (one) =>
    joined('```diff', `--- ${one.path}`, `+++ ${one.path}`, '@@ ... @@', signed(one), '```'),
  'a diff without names in a fence below its path': (one) =>
    joined(`### \`${one.path}\``, '', '```diff', counts(one), signed(one), '```'),
  'a diff with time stamps': (one) =>
    joined(
      `--- ${one.path}\t2025-01-01 10:00:00.000 +0000`,
      `+++ ${one.path}\t2025-01-01 10:01:00.000 +0000`,
      counts(one),
      signed(one),
    ),
  'a search block below its path': (one) => joined('Do this:', '', one.path, search(one), ''),
  'a search block in a fence below its path': (one) => joined(one.path, '```python', search(one), '```'),
  'a search block with its path in the fence': (one) => joined('```', one.path, search(one), '```'),
  'a search block whose path has a fence of its own': (one) =>
    joined('```text', one.path, '```', '```text', search(one), '```'),
  'a search block in the form of Cline': (one) =>
    joined(
      '<replace_in_file>',
      `<path>${one.path}</path>`,
      '<diff>',
      '------- SEARCH',
      ...one.old,
      '=======',
      ...one.now,
      '+++++++ REPLACE',
      '</diff>',
      '</replace_in_file>',
    ),
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
  'the whole file with its path and a colon': (one) =>
    joined(`\`\`\`ts:${one.path}`, one.after.replace(/\n$/, ''), '```'),
  'the whole file with a title': (one) => joined(`\`\`\`ts title="${one.path}"`, one.after.replace(/\n$/, ''), '```'),
  'the whole file named in prose': (one) =>
    joined(`Here is the updated \`${one.path}\`:`, '', '```', one.after.replace(/\n$/, ''), '```'),
};

/** The lines without what all of them have before them; nothing is lost where that is nothing. */
function dedented(lines: readonly string[], { old, now }: Sample): readonly string[] {
  const all = [...old, ...now].filter((line) => line.trim() !== '');
  const depth = Math.min(...all.map((line) => line.length - line.trimStart().length));
  return lines.map((line) => line.slice(depth));
}

const cases = samples.flatMap((one, index) =>
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
