/**
 * Chat answers for real commits, in the forms that chat models use. It imports nothing of the reader:
 * the forms are written from what the chats themselves give.
 */

/** A change of one file in a commit; the hunks have three lines of context. */
export interface Commit {
  readonly path: string;
  readonly before: string;
  readonly after: string;
  readonly hunks: readonly CommitHunk[];
}

export interface CommitHunk {
  readonly header: string;
  readonly oldStart: number;
  readonly newStart: number;
  /** Lines with their signs. */
  readonly rows: readonly string[];
}

/** Reads the output of `git diff -U3` for one file. */
export function hunksOf(patch: string): readonly CommitHunk[] {
  return patch
    .split(/^(?=@@ )/m)
    .filter((part) => part.startsWith('@@ '))
    .map((part) => {
      const [header = '', ...rows] = part.replace(/\n$/, '').split('\n');
      const [, oldStart = '', newStart = ''] = /^@@ -(\d+)(?:,\d+)? \+(\d+)/.exec(header) ?? [];
      return { header, oldStart: Number(oldStart), newStart: Number(newStart), rows };
    });
}

const lines = (...all: readonly (string | readonly string[])[]) => all.flat().join('\n');
const oldRows = ({ rows }: CommitHunk) => rows.filter((row) => !row.startsWith('+')).map((row) => row.slice(1));
const newRows = ({ rows }: CommitHunk) => rows.filter((row) => !row.startsWith('-')).map((row) => row.slice(1));
const signed = ({ hunks }: Commit) => hunks.flatMap(({ rows }) => rows);
const extension = ({ path }: Commit) => /\.(\w+)$/.exec(path)?.[1] ?? '';
const fence = (info: string, body: readonly string[]) => [`\`\`\`${info}`, ...body, '```'];
const code = (one: Commit, body: readonly string[]) => fence(extension(one), body);
const afterLines = ({ after }: Commit) => after.replace(/\n$/, '').split('\n');
const comment = (one: Commit, words: string) =>
  extension(one) === 'md'
    ? `<!-- ${words} -->`
    : /^(?:py|sh|rb|ya?ml|toml)$/.test(extension(one))
      ? `# ${words}`
      : `// ${words}`;

/** The new text around each hunk, with marks for what is left out. */
function elided(one: Commit, mark: string): readonly string[] {
  const all = afterLines(one);
  const body: string[] = [];
  let shown = 0;
  for (const hunk of one.hunks) {
    const start = hunk.newStart - 1;
    if (start > shown) body.push(mark);
    const rows = newRows(hunk);
    const [first = ''] = rows.filter((row) => row.trim() !== '');
    // A mark has the indentation of the code below it.
    if (body.length > 0 && start > shown)
      body[body.length - 1] = first.slice(0, first.length - first.trimStart().length) + mark;
    body.push(...rows);
    shown = start + rows.length;
  }
  if (shown < all.length) body.push(mark);
  return body;
}

/**
 * The block of the new text around a hunk's changes: from the line above that is further out to its
 * end. Null if a change is not inside of it.
 */
function enclosing(one: Commit, hunk: CommitHunk): readonly string[] | null {
  const all = afterLines(one);
  const depth = (line = '') => (line.trim() === '' ? Number.POSITIVE_INFINITY : line.length - line.trimStart().length);
  // Where each changed row is among the new lines.
  const changes = hunk.rows.flatMap((row, index) => {
    const before = hunk.rows.slice(0, index).filter((other) => !other.startsWith('-')).length;
    return row.startsWith(' ') ? [] : [hunk.newStart - 1 + before];
  });
  const [first = 0, last = 0] = [Math.min(...changes), Math.max(...changes)];
  const inner = Math.min(
    ...all.slice(first, last + 1).map(depth),
    ...hunk.rows.filter((row) => !row.startsWith(' ')).map((row) => depth(row.slice(1))),
  );
  let from = first - 1;
  while (from > 0 && depth(all[from]) >= inner) from--;
  let to = last + 1;
  while (to < all.length && depth(all[to]) > depth(all[from])) to++;
  if (/^\s*[)\]}]|^\s*end\b/.test(all[to] ?? '') && depth(all[to]) === depth(all[from])) to++;
  while (to > from + 1 && (all[to - 1] ?? '').trim() === '') to--;
  return from < 0 || depth(all[from]) >= inner || first <= from || last >= to ? null : all.slice(from, to);
}

const search = (hunk: CommitHunk) => [
  '<<<<<<< SEARCH',
  ...oldRows(hunk),
  '=======',
  ...newRows(hunk),
  '>>>>>>> REPLACE',
];
const unnumbered = (one: Commit) => one.hunks.flatMap(({ rows }) => ['@@ ... @@', ...rows]);

/** The old rows of each hunk below a heading, the new ones below another. */
const pairs = (before: (one: Commit) => string, after: string) => (one: Commit) =>
  lines(
    ...one.hunks.map((hunk) =>
      lines(before(one), '', code(one, oldRows(hunk)), '', after, '', code(one, newRows(hunk)), ''),
    ),
  );

/** The one hunk's enclosing block; null where there are several. */
const onlyBlock = (one: Commit) => (one.hunks.length === 1 ? enclosing(one, one.hunks[0] as CommitHunk) : null);

/** Each form by its name. Null for a commit that nobody would write in it. */
export const forms: Readonly<Record<string, (one: Commit) => string | null>> = {
  'elided, path in bold': (one) =>
    lines(`**${one.path}**`, '', code(one, elided(one, comment(one, '... existing code ...')))),
  "elided, Copilot's filepath": (one) =>
    lines(
      'Here is the change:',
      '',
      code(one, [comment(one, `filepath: ${one.path}`), ...elided(one, comment(one, '...existing code...'))]),
    ),
  'elided, named in prose': (one) =>
    lines(`In \`${one.path}\`, update the code:`, '', code(one, elided(one, comment(one, '... rest of the code ...')))),
  'elided, bare dots': (one) => lines(`### ${one.path}`, '', code(one, elided(one, comment(one, '...')))),
  'the changed block alone': (one) => {
    const block = onlyBlock(one);
    return block && lines(`Update the block in \`${one.path}\`:`, '', code(one, block));
  },
  'the changed lines with what is around them': (one) => {
    const [only, ...others] = one.hunks;
    return only === undefined || others.length > 0
      ? null
      : lines(`\`${one.path}\`:`, '', code(one, newRows(only)), '', 'That is it.');
  },
  'a block alone below a filepath comment': (one) => {
    const block = onlyBlock(one);
    return block && lines(code(one, [comment(one, `filepath: ${one.path}`), ...block]));
  },
  'replace with': pairs(({ path }) => lines(`In \`${path}\`:`, '', 'Replace'), 'with'),
  'replace this with this': pairs(({ path }) => `Replace this in \`${path}\`:`, 'With this:'),
  'before and after': pairs(({ path }) => lines(`## ${path}`, '', '**Before:**'), '**After:**'),
  'find and change to': pairs(({ path }) => lines(`Open \`${path}\`.`, '', 'Find these lines:'), 'Change them to:'),
  'old and new code': pairs(({ path }) => lines(`File: \`${path}\``, '', '#### Old code'), '#### New code'),
  'a diff': (one) =>
    lines(
      fence('diff', [
        `--- a/${one.path}`,
        `+++ b/${one.path}`,
        ...one.hunks.flatMap(({ header, rows }) => [header, ...rows]),
      ]),
    ),
  'a diff without numbers': (one) =>
    lines('Apply this:', fence('diff', [`--- a/${one.path}`, `+++ b/${one.path}`, ...unnumbered(one)])),
  'a diff without names below its path': (one) =>
    one.hunks.length > 1 ? null : lines(`**\`${one.path}\`**`, '', fence('diff', signed(one))),
  'search and replace blocks': (one) => lines(...one.hunks.map((hunk) => lines(one.path, fence('', search(hunk)), ''))),
  'an envelope of apply_patch': (one) =>
    lines(
      '*** Begin Patch',
      `*** Update File: ${one.path}`,
      ...one.hunks.flatMap(({ rows }) => ['@@', ...rows]),
      '*** End Patch',
    ),
  'the whole file': (one) =>
    lines(`Here is the complete \`${one.path}\`:`, '', `\`\`\`\`${extension(one)}`, afterLines(one), '````'),
  "the whole file, Copilot's filepath": (one) =>
    lines(`\`\`\`\`${extension(one)}`, comment(one, `filepath: ${one.path}`), afterLines(one), '````'),
  "Cline's tags": (one) =>
    lines(
      '<replace_in_file>',
      `<path>${one.path}</path>`,
      '<diff>',
      ...one.hunks.map((hunk) => lines('------- SEARCH', oldRows(hunk), '=======', newRows(hunk), '+++++++ REPLACE')),
      '</diff>',
      '</replace_in_file>',
    ),
  'an example of its use': (one) =>
    lines(
      `Now use it from \`${one.path}\`, for example:`,
      '',
      code(one, newRows(one.hunks[0] as CommitHunk).slice(-3)),
    ),
  'a warning': (one) => {
    const block = enclosing(one, one.hunks[0] as CommitHunk);
    return block && lines(`Do not do this in \`${one.path}\`:`, '', code(one, block));
  },
};

/** The forms that are no edits: they must be asked about. */
export const noEdits: ReadonlySet<string> = new Set(['an example of its use', 'a warning']);
