import type { AnswerBlock, AnswerPart, AnswerRow, Lines } from './answer.ts';
import { newTextOf, rowOf, trimmedRows } from './answer.ts';

/** Unified diffs as models write them: wrong counts and numbers, missing headers. */

const oldName = /^--- (.+)$/;
const newName = /^\+\+\+ (.+)$/;
const hunkStart = /^@@/;
const binary = /^(?:Binary files |GIT binary patch)/;

/** Returns true at the start of a diff. A hunk without numbers needs a diff fence or rows. */
export function beginsPatch(lines: Lines, isDiff: boolean): boolean {
  const line = lines.peek() ?? '';
  return (
    /^diff --git /.test(line) ||
    beginsFile(lines) ||
    (hunkStart.test(line) && (isDiff || numbered(line) || /^[-+ ]/.test(lines.peek(1) ?? '')))
  );
}

function beginsFile(lines: Lines): boolean {
  return oldName.test(lines.peek() ?? '') && newName.test(lines.peek(1) ?? '');
}

/** Returns true for one of the two lines that name a file, if the other is missing. */
export function isHalfHeader(lines: Lines): boolean {
  const line = lines.peek() ?? '';
  const name = oldName.exec(line)?.[1] ?? newName.exec(line)?.[1];
  return name !== undefined && unprefixedName(name) !== '/dev/null' && numbered(lines.peek(1) ?? '');
}

/** Returns true if rows follow a line that names a file, without a hunk header. */
export function isLostHeader(lines: Lines): boolean {
  const line = lines.peek() ?? '';
  const name = oldName.exec(line)?.[1] ?? newName.exec(line)?.[1];
  return (
    name !== undefined &&
    /[./]/.test(name) &&
    !/\s/.test(unprefixedName(name)) &&
    /^[-+ ]\s*\S/.test(lines.peek(1) ?? '')
  );
}

/** Returns true if a hunk header follows anywhere. */
export function holdsPatch(lines: Lines): boolean {
  return lines.rest.some((line) => hunkStart.test(line));
}

function numbered(line: string): boolean {
  return /^@@ -\d+(?:,\d+)? \+\d+(?:,\d+)? @@/.test(line);
}

/** Reads one file's part; `path` is named around it. A diff fence contains no lists of prose. */
export function readPatch(lines: Lines, path: string | null, isDiff: boolean): AnswerPart[] {
  const at = lines.at;
  const names = readNames(lines);
  const blocks: AnswerBlock[] = [];
  while (hunkStart.test(lines.peek() ?? '')) blocks.push(readHunk(lines, isDiff));
  const [from, to] = [names.from ?? path, names.to ?? path];
  if (names.git !== undefined && binary.test(lines.peek() ?? '')) return [{ at, text: names.git }];
  if (from === '/dev/null') {
    const text = blocks.map(newTextOf).join('');
    return [{ kind: 'whole', at, path: to, text, isSure: true, isNew: true }];
  }
  if (to === '/dev/null') {
    const removed = blocks.flatMap(({ rows }) => rows.map((row) => `${row.text}\n`)).join('');
    return [
      { kind: 'delete', at, path: from, ...(blocks.length === 0 && names.git === undefined ? {} : { text: removed }) },
    ];
  }
  if (from !== null && to !== null && from !== to && names.isRename) {
    return [{ kind: 'change', at, path: from, newPath: to, blocks }];
  }
  if (blocks.length > 0) return [{ kind: 'change', at, path: to ?? from, blocks }];
  // A change of the mode has no text.
  return names.git !== undefined ? [{ at, text: names.git }] : [];
}

/** The paths of a file's part; `git` has both of git's first line. */
function readNames(lines: Lines) {
  let [from, to]: (string | undefined)[] = [];
  let isRename = false;
  let git: string | undefined;
  while (!lines.isDone) {
    const line = lines.peek() as string;
    const [, pair] = /^diff --git (.+)$/.exec(line) ?? [];
    // Another file begins.
    if (pair !== undefined && git !== undefined) break;
    const [, way, name] = /^rename (from|to) (.+)$/.exec(line) ?? [];
    if (pair !== undefined) {
      git = pair;
      // A path with spaces is only clear if both names are the same.
      const [, same, , sameAgain] = /^(a\/(.+)) (b\/\2)$/.exec(pair) ?? [];
      const [, one, other] = /^(\S+) (\S+)$/.exec(pair) ?? [];
      [from, to] = [same ?? one, sameAgain ?? other];
    } else if (line.startsWith('new file mode')) from = '/dev/null';
    else if (line.startsWith('deleted file mode')) to = '/dev/null';
    else if (way === 'from') from = name;
    else if (way === 'to') [to, isRename] = [name, true];
    else if (beginsFile(lines)) {
      [, from] = oldName.exec(lines.read()) ?? [];
      [, to] = newName.exec(lines.read()) ?? [];
      break;
    } else if (!/^(?:index |old mode|new mode|similarity|dissimilarity)/.test(line)) break;
    lines.read();
  }
  return {
    ...{ from: from && unprefixedName(from), to: to && unprefixedName(to), git },
    isRename: isRename && from !== undefined,
  };
}

/** Removes git's prefix, a time stamp and quotes. */
export function unprefixedName(name: string): string {
  const bare =
    name
      .split('\t')[0]
      ?.trim()
      .replace(/^"(.*)"$/, '$1') ?? name;
  return bare === '/dev/null' ? bare : bare.replace(/^[ab]\//, '').replace(/\s+\d{4}-\d\d-\d\d.*$/, '');
}

/** Returns the rows of a diff without any header; null if a line has no sign. */
export function readBareRows(body: readonly string[]): readonly AnswerRow[] | null {
  const rows = body.filter((line) => !line.startsWith('\\')).map(rowOf);
  return rows.every((row) => row !== null) ? trimmedRows(rows) : null;
}

/** Ignores the counts: a hunk ends where no line of a diff follows. */
function readHunk(lines: Lines, isDiff: boolean): AnswerBlock {
  const at = lines.at;
  const header = lines.read();
  const [, number, count] = /^@@ -(\d+)(?:,(\d+))?/.exec(header) ?? [];
  const rows: AnswerRow[] = [];
  let isUnended = false;
  for (let next = lines.peek(); next !== null; next = lines.peek()) {
    if (hunkStart.test(next) || /^diff --git /.test(next) || (beginsFile(lines) && hunkStart.test(lines.peek(2) ?? '')))
      break;
    const row = rowOf(next);
    if (next.startsWith('\\')) isUnended = rows.at(-1)?.sign !== '-';
    else if (row === null || (next === '' && !goesOn(lines, isDiff))) break;
    else rows.push(row);
    lines.read();
  }
  const line = number === undefined ? null : Number(number);
  const onlyAdds = count === '0' && rows.every(({ sign }) => sign === '+');
  return { at, form: 'hunk', rows, below: [], line, onlyAdds, atEnd: false, isUnended };
}

/** Returns true if the hunk continues after empty lines, whose space was lost. */
function goesOn(lines: Lines, isDiff: boolean): boolean {
  let ahead = 0;
  while (lines.peek(ahead) === '') ahead++;
  const next = lines.peek(ahead);
  if (next === null || !/^[ +-]/.test(next) || /^(?:--- |\+\+\+ )/.test(next)) return false;
  return isDiff || !/^[-+] \S/.test(next);
}
