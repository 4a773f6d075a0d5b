import { describe, expect, test } from 'vitest';
import { applyAnswer } from './applyAnswer.ts';
import { counter, forms, others, samples } from './chatAnswers.ts';

// Forms of chats, which leave something out or do not say it: that comes from the file.

const joined = (...lines: readonly (string | readonly string[])[]) => lines.flat().join('\n');
const text = (all: readonly string[]) => `${all.join('\n')}\n`;

describe.each(Object.entries({ ...forms, ...others }))('%s', (form, write) => {
  test.each(samples)('$hunks.0.header', (one) => {
    const { path } = one;
    const { files, questions } = applyAnswer(write(one) ?? '', { 'other.txt': '', [path]: one.before });
    expect(questions.map(({ reason }) => reason)).toEqual(form in others ? ['example'] : []);
    expect(files[path]).toBe(form in others ? one.before : one.after);
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
