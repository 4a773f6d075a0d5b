import { describe, expect, test } from 'vitest';
import { type Commit, forms, hunksOf, noEdits } from '../../../bench/edits/answerForms.ts';
import { applyAnswer } from './applyAnswer.ts';

/** Forms of chats; what they leave out or do not say comes from the file. `npm run bench -- answers` reads real commits. */

const joined = (...lines: readonly string[]) => lines.join('\n');
const text = (lines: readonly string[]) => lines.map((line) => `${line}\n`).join('');

const counter = [
  "import { log } from './log.ts';",
  '',
  'export class Counter {',
  '  readonly #words = new Map<string, number>();',
  '',
  '  add(word: string): void {',
  '    const before = this.#words.get(word) ?? 0;',
  '    this.#words.set(word, before + 1);',
  '  }',
  '',
  '  top(): string {',
  '    const [first] = [...this.#words];',
  '    return first?.[0] ?? "";',
  '  }',
  '}',
  '',
  'export function count(words: readonly string[]): Counter {',
  '  const counter = new Counter();',
  '  for (const word of words) counter.add(word);',
  '  log(words.length);',
  '  return counter;',
  '}',
];

/** A commit that puts lines in place of others, from a line on, from one. */
function commit(path: string, before: readonly string[], line: number, count: number, now: readonly string[]): Commit {
  const after = [...before.slice(0, line - 1), ...now, ...before.slice(line - 1 + count)];
  const from = Math.max(0, line - 4);
  const rows = [
    ...before.slice(from, line - 1).map((one) => ` ${one}`),
    ...before.slice(line - 1, line - 1 + count).map((one) => `-${one}`),
    ...now.map((one) => `+${one}`),
    ...before.slice(line - 1 + count, line + 2 + count).map((one) => ` ${one}`),
  ];
  const sizes = ['+', '-'].map((other) => rows.filter((row) => !row.startsWith(other)).length);
  const patch = joined(`@@ -${from + 1},${sizes[0]} +${from + 1},${sizes[1]} @@`, ...rows, '');
  return { path, before: text(before), after: text(after), hunks: hunksOf(patch) };
}

const commits: readonly Commit[] = [
  commit('src/counter.ts', counter, 7, 2, ['    this.#words.set(word, (this.#words.get(word) ?? 0) + 1);']),
  commit('src/counter.ts', counter, 12, 1, ['    const [first] = [...this.#words].sort(([, a], [, b]) => b - a);']),
  commit('src/counter.ts', counter, 20, 1, ['  log(words.length + 1);', '  log("done");']),
];

describe.each(Object.entries(forms))('%s', (form, write) => {
  test.each(commits)('$path, $hunks.0.header', (one) => {
    const answer = write(one) ?? '';
    const { files, questions } = applyAnswer(answer, { [one.path]: one.before });
    expect(questions.map(({ reason }) => reason)).toEqual(noEdits.has(form) ? ['example'] : []);
    expect(files).toEqual({ [one.path]: noEdits.has(form) ? one.before : one.after });
  });
});

test('two parts of one file in two fences are both placed', () => {
  const part = (one: string) => ['', 'Update `src/counter.ts`:', '```ts', ...one.split('\n'), '```'];
  const add = joined(
    '  add(word: string): void {',
    '    log(1);',
    '    const before = this.#words.get(word) ?? 0;',
    '    this.#words.set(word, before + 1);',
    '  }',
  );
  const top = joined(
    '  top(): string {',
    '    log(2);',
    '    const [first] = [...this.#words];',
    '    return first?.[0] ?? "";',
    '  }',
  );
  const { files, questions } = applyAnswer(joined(...part(add), ...part(top)), { 'src/counter.ts': text(counter) });
  expect(questions).toEqual([]);
  expect(files['src/counter.ts']?.match(/log\(\d\)/g)).toEqual(['log(1)', 'log(2)']);
});

test('a part that names no file belongs to the one in front if it is certain, else is asked about', () => {
  const part = (...lines: readonly string[]) => joined('Change the method:', '```ts', ...lines, '```');
  const files = { 'src/counter.ts': text(counter) };
  const certain = applyAnswer(part('  top(): string {', '    return "";', '  }'), files);
  expect(certain.questions).toEqual([]);
  expect(certain.files['src/counter.ts']).toContain('  top(): string {\n    return "";\n  }\n}\n');
  expect(applyAnswer(part('top()'), files).questions.map(({ reason }) => reason)).toEqual(['notWhole']);
});

test.each([
  ['an end that is missing', ['// ... existing code ...', '  top(): string {', '    return "x";', '  }']],
  ['new code that says not where', ['// ... existing code ...', 'export const extra = 1;', '// ... existing code ...']],
  ['members left out without a word', ['export class Counter {', '  size(): number {', '    return 1;', '  }', '}']],
])('%s is a question', (_name, body) => {
  const answer = joined('`src/counter.ts`:', '```ts', ...body, '```');
  expect(applyAnswer(answer, { 'src/counter.ts': text(counter) })).toMatchObject({
    questions: [{}],
    files: { 'src/counter.ts': text(counter) },
  });
});

test('a diff of a document whose context holds an indented fence is applied whole', () => {
  const before = ['# Tool', '', '- Run:', '', '  ```sh', '  tool', '  ```', '', 'Done.'];
  const rows = ['   ```sh', '-  tool', '+  tool --fast', '   ```', ' ', '-Done.', '+All done.'];
  const answer = joined('```diff', '--- a/README.md', '+++ b/README.md', '@@ -5,5 +5,5 @@', ...rows, '```');
  const after = ['# Tool', '', '- Run:', '', '  ```sh', '  tool --fast', '  ```', '', 'All done.'];
  expect(applyAnswer(answer, { 'README.md': text(before) })).toEqual({
    files: { 'README.md': text(after) },
    questions: [],
  });
});

test('lines to remove are removed, and a place chosen for an example makes it an edit', () => {
  const files = { 'src/counter.ts': text(counter) };
  const removal = joined('Remove this line from `src/counter.ts`:', '```ts', '  log(words.length);', '```');
  expect(applyAnswer(removal, files).files['src/counter.ts']).not.toContain('log(words.length)');
  const warned = joined(
    'Never do this in `src/counter.ts`:',
    '```ts',
    '  top(): string {',
    '    return first?.[0] ?? "";',
    '  }',
    '```',
  );
  const [question] = applyAnswer(warned, files).questions;
  expect(question).toMatchObject({ reason: 'example', files: ['src/counter.ts'] });
});
