/** Answers in the forms that chats use, for a change of one file. They share nothing with the reader. */

export interface Hunk {
  readonly header: string;
  /** The first new line, from zero. */
  readonly start: number;
  /** Lines with their signs. */
  readonly rows: readonly string[];
}

/** A change of one file in a commit; its hunks have three lines of context. */
export interface Commit {
  readonly path: string;
  readonly before: string;
  readonly after: string;
  readonly hunks: readonly Hunk[];
}

const lines = (...all: readonly (string | readonly string[])[]) => all.flat().join('\n');
export const without = (sign: string, { rows }: Hunk) =>
  rows.filter((row) => row[0] !== sign).map((row) => row.slice(1));
export const linesOf = (text: string) => text.replace(/\n$/, '').split('\n');
const extension = ({ path }: Commit) => path.split('.').at(-1) ?? '';
const fence = (info: string, ...body: readonly (string | readonly string[])[]) => [
  `\`\`\`\`${info}`,
  ...body.flat(),
  '````',
];
const code = (one: Commit, ...body: readonly (string | readonly string[])[]) => fence(extension(one), ...body);
const indentOf = (line = '') => /^\s*/.exec(line)?.[0] ?? '';

function comment(one: Commit, words: string): string {
  if (/^(?:md|vue)$/.test(extension(one))) return `<!-- ${words} -->`;
  if (extension(one) === 'css') return `/* ${words} */`;
  return `${/^(?:py|rb|exs?)$/.test(extension(one)) ? '#' : '//'} ${words}`;
}

/** The new text around each hunk, with marks, indented as what follows, for the rest. */
function elided(one: Commit, words: string): readonly string[] {
  const mark = comment(one, words);
  const body: string[] = [];
  let shown = 0;
  for (const hunk of one.hunks) {
    const rows = without('-', hunk);
    if (hunk.start > shown) body.push(indentOf(rows.find((row) => row.trim() !== '')) + mark);
    body.push(...rows);
    shown = hunk.start + rows.length;
  }
  return shown < linesOf(one.after).length ? [...body, mark] : body;
}

/** The block of the new text around the only hunk's changes: from the line above that is further out. Null for others. */
function blockOf({ after, hunks: [hunk, ...others] }: Commit): readonly string[] | null {
  if (hunk === undefined || others.length > 0) return null;
  const all = linesOf(after);
  const depth = (line = '') => (line.trim() === '' ? Number.POSITIVE_INFINITY : indentOf(line).length);
  const changes = hunk.rows.flatMap((row, index) => {
    const at = hunk.start + hunk.rows.slice(0, index).filter((other) => !other.startsWith('-')).length;
    return row.startsWith(' ') ? [] : [{ at, depth: depth(row.slice(1)) }];
  });
  const [first, last] = [Math.min(...changes.map(({ at }) => at)), Math.max(...changes.map(({ at }) => at))];
  const inner = Math.min(...all.slice(first, last + 1).map(depth), ...changes.map((change) => change.depth));
  const from = all.slice(0, first).findLastIndex((line) => depth(line) < inner);
  if (from < 0) return null;
  const outer = depth(all[from]);
  const rest = all.slice(from + 1).findIndex((line) => depth(line) <= outer);
  const end = rest < 0 ? all.length : from + 1 + rest;
  const isClosed = /^\s*(?:[)\]}]|end\b)/.test(all[end] ?? '') && depth(all[end]) === outer;
  const block = all.slice(from, isClosed ? end + 1 : end);
  return last < end ? block.slice(0, block.findLastIndex((line) => line.trim() !== '') + 1) : null;
}

const search = (hunk: Hunk, [begin, end]: readonly [string, string]) => [
  ...[begin, ...without('+', hunk), '=======', ...without('-', hunk), end],
];
const unnumbered = ({ hunks }: Commit, mark: string) => hunks.flatMap(({ rows }) => [mark, ...rows]);
const pairs = (before: (path: string) => string, after: string) => (one: Commit) =>
  lines(
    one.hunks.map((hunk) =>
      lines(before(one.path), '', code(one, without('+', hunk)), '', after, '', code(one, without('-', hunk)), ''),
    ),
  );
const block = (before: (one: Commit) => string, inside?: (one: Commit) => string) => (one: Commit) => {
  const body = blockOf(one);
  return body && lines(before(one), '', code(one, inside?.(one) ?? [], body));
};

/** Each form by its name; null for a commit that nobody would write in it. */
export const forms: Readonly<Record<string, (one: Commit) => string | null>> = {
  'elided, path in bold': (one) => lines(`**${one.path}**`, '', code(one, elided(one, '... existing code ...'))),
  "elided, Copilot's filepath": (one) =>
    lines('Here it is:', '', code(one, comment(one, `filepath: ${one.path}`), elided(one, '...existing code...'))),
  'elided, named in prose': (one) =>
    lines(`In \`${one.path}\`, update the code:`, '', code(one, elided(one, '... rest of the code ...'))),
  'elided, bare dots': (one) => lines(`### ${one.path}`, '', code(one, elided(one, '...'))),
  'elided, a step of a list': (one) =>
    lines(
      `1. **Update \`${one.path}\`:**`,
      '',
      code(one, elided(one, '... (unchanged)')).map((line) => `   ${line}`),
    ),
  'the changed block alone': block(({ path }) => `Update the block in \`${path}\`:`),
  'the changed block below a filepath comment': block(
    () => 'The change:',
    (one) => comment(one, `filepath: ${one.path}`),
  ),
  'the changed lines with what is around them': ({ hunks: [only, ...others], ...one }) =>
    only && others.length === 0
      ? lines(`\`${one.path}\`:`, '', code({ ...one, hunks: [only] }, without('-', only)), '', 'That is it.')
      : null,
  'replace with': pairs((path) => `In \`${path}\`:\n\nReplace`, 'with'),
  'before and after': pairs((path) => `## ${path}\n\n**Before:**`, '**After:**'),
  'find and change to': pairs((path) => `Open \`${path}\`.\n\nFind these lines:`, 'Change them to:'),
  'a diff': (one) =>
    lines(
      fence(
        'diff',
        `--- a/${one.path}`,
        `+++ b/${one.path}`,
        one.hunks.flatMap(({ header, rows }) => [header, ...rows]),
      ),
    ),
  'a diff without numbers': (one) =>
    lines('Apply:', fence('diff', `--- a/${one.path}`, `+++ b/${one.path}`, unnumbered(one, '@@ ... @@'))),
  'a diff without names': ({ path, hunks: [only, ...others] }) =>
    only && others.length === 0 ? lines(`**\`${path}\`**`, '', fence('diff', only.rows)) : null,
  'search and replace blocks': (one) =>
    lines(one.hunks.map((hunk) => lines(one.path, fence('', search(hunk, ['<<<<<<< SEARCH', '>>>>>>> REPLACE'])), ''))),
  "Cline's tags": ({ path, hunks }) =>
    lines(
      ['<replace_in_file>', `<path>${path}</path>`, '<diff>'],
      hunks.map((hunk) => lines(search(hunk, ['------- SEARCH', '+++++++ REPLACE']))),
      ['</diff>', '</replace_in_file>'],
    ),
  'an envelope of apply_patch': (one) =>
    lines('*** Begin Patch', `*** Update File: ${one.path}`, unnumbered(one, '@@'), '*** End Patch'),
  'the whole file': (one) => lines(`Here is the complete \`${one.path}\`:`, '', code(one, linesOf(one.after))),
  "the whole file, Copilot's filepath": (one) =>
    lines(code(one, comment(one, `filepath: ${one.path}`), linesOf(one.after))),
  'the whole file, path behind the language': (one) =>
    lines('Done:', '', fence(`${extension(one)}:${one.path}`, linesOf(one.after))),
};

/** These are no edits and must be asked about. */
export const others: typeof forms = {
  'an example of its use': (one) =>
    lines(`Now use it from \`${one.path}\`, for example:`, '', code(one, one.hunks[0]?.rows.slice(-3) ?? [])),
  'a warning': block(({ path }) => `Do not do this in \`${path}\`:`),
};

const text = (all: readonly string[]) => `${all.join('\n')}\n`;
const path = 'src/counter.ts';
export const counter = [
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
function commit(line: number, count: number, ...now: readonly string[]): Commit {
  const start = line - 4;
  const [above, below] = [counter.slice(start, line - 1), counter.slice(line - 1 + count, line + count + 2)];
  const signed = (sign: string, lines: readonly string[]) => lines.map((one) => sign + one);
  const rows = [
    ...[...signed(' ', above), ...signed('-', counter.slice(line - 1, line - 1 + count))],
    ...[...signed('+', now), ...signed(' ', below)],
  ];
  const header = `@@ -${start + 1},${3 + count + below.length} +${start + 1},${3 + now.length + below.length} @@`;
  return {
    path,
    before: text(counter),
    after: text(counter.toSpliced(line - 1, count, ...now)),
    hunks: [{ header, start, rows }],
  };
}

export const samples: readonly Commit[] = [
  commit(7, 2, '    this.#words.set(word, (this.#words.get(word) ?? 0) + 1);'),
  commit(12, 1, '    const [first] = [...this.#words].sort(([, a], [, b]) => b - a);'),
  commit(20, 1, '  log(words.length + 1);', '  log("done");'),
];
