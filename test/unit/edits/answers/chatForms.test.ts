import { describe, expect, test } from 'vitest';
import { applyAnswer } from './applyAnswer.ts';

/**
 * Forms of chats, which leave something out or do not say it: that comes from the file. They import nothing of the reader and are
 * written from what the chats themselves give. Forms that say all that is needed are in `answerForms.test.ts`.
 */

const joined = (...lines: readonly (string | readonly string[])[]) => lines.flat().join('\n');
const text = (lines: readonly string[]) => lines.map((line) => `${line}\n`).join('');

const path = 'src/counter.ts';
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

/** Lines put in place of others, with three lines of context. */
interface Change {
  readonly name: string;
  readonly after: readonly string[];
  /** Of the file as it becomes, from one. */
  readonly line: number;
  readonly old: readonly string[];
  readonly now: readonly string[];
  /** The method or function around it, as it becomes. */
  readonly block: readonly string[];
}

function change(name: string, line: number, count: number, now: readonly string[]): Change {
  const after = [...counter.slice(0, line - 1), ...now, ...counter.slice(line - 1 + count)];
  const from = line - 4;
  const around = (lines: readonly string[], own: number) => lines.slice(from, line + own + 2);
  const first = after.slice(0, line).findLastIndex((one) => one.includes(name));
  const end = after.findIndex((one, at) => at > first && /^ *}$/.test(one));
  const block = after.slice(first, end + 1);
  return { name, after, line: from + 1, old: around(counter, count), now: around(after, now.length), block };
}

const changes: readonly Change[] = [
  change('add(', 7, 2, ['    this.#words.set(word, (this.#words.get(word) ?? 0) + 1);']),
  change('top(', 12, 1, ['    const [first] = [...this.#words].sort(([, a], [, b]) => b - a);']),
  change('function count', 20, 1, ['  log(words.length + 1);', '  log("done");']),
];

const code = (...body: readonly (string | readonly string[])[]) => joined('```ts', ...body, '```');

/** The new text around the change, with marks for what is left out. */
function elided({ after, line, now }: Change, mark: string): readonly string[] {
  return [mark, ...now, ...(line - 1 + now.length < after.length ? [mark] : [])];
}

const pair = (before: string, after: string) => (one: Change) =>
  joined(before, '', code(one.old), '', after, '', code(one.now), '');

const forms: Readonly<Record<string, (one: Change) => string>> = {
  'elided, path in bold': (one) => joined(`**${path}**`, '', code(elided(one, '// ... existing code ...'))),
  "elided, Copilot's filepath": (one) =>
    joined('Here is the change:', '', code(`// filepath: ${path}`, elided(one, '// ...existing code...'))),
  'elided, named in prose': (one) =>
    joined(`In \`${path}\`, update the code:`, '', code(elided(one, '// ... rest of the code ...'))),
  'elided, bare dots': (one) => joined(`### ${path}`, '', code(elided(one, '// ...'))),
  'the changed block alone': ({ block }) => joined(`Update the block in \`${path}\`:`, '', code(block)),
  'the changed lines with what is around them': ({ now }) => joined(`\`${path}\`:`, '', code(now), '', 'That is it.'),
  'a block alone below a filepath comment': ({ block }) => code(`// filepath: ${path}`, block),
  'replace with': pair(joined(`In \`${path}\`:`, '', 'Replace'), 'with'),
  'replace this with this': pair(`Replace this in \`${path}\`:`, 'With this:'),
  'before and after': pair(joined(`## ${path}`, '', '**Before:**'), '**After:**'),
  'find and change to': pair(joined(`Open \`${path}\`.`, '', 'Find these lines:'), 'Change them to:'),
  'old and new code': pair(joined(`File: \`${path}\``, '', '#### Old code'), '#### New code'),
  "the whole file, Copilot's filepath": ({ after }) => code(`// filepath: ${path}`, after),
};

/** The forms that are no edits: they must be asked about. */
const noEdits: Readonly<Record<string, (one: Change) => string>> = {
  'an example of its use': ({ now }) => joined(`Now use it from \`${path}\`, for example:`, '', code(now.slice(-3))),
  'a warning': ({ block }) => joined(`Do not do this in \`${path}\`:`, '', code(block)),
};

describe.each(Object.entries({ ...forms, ...noEdits }))('%s', (form, write) => {
  test.each(changes)('$name', (one) => {
    const { files, questions } = applyAnswer(write(one), { [path]: text(counter) });
    expect(questions.map(({ reason }) => reason)).toEqual(form in noEdits ? ['example'] : []);
    expect(files).toEqual({ [path]: text(form in noEdits ? counter : one.after) });
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
