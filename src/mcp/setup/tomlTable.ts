/** The header of a table, at the beginning of a line. */
const anyHeader = /^\s*\[\[?[^[\]=]+\]\]?\s*(#.*)?\s*$/;

/**
 * The text with a table of TOML, or without it and the tables below it. All else stays as it is; comments before the next table are the
 * next one's. Null where the table is written in another form, as an inline table or with dotted keys: a second one would break the file.
 */
export function changedToml(
  text: string,
  [parent, name]: readonly [parent: string, name: string],
  lines: readonly string[],
  to: 'connect' | 'disconnect',
): string | null {
  const own = `${parent}\\s*\\.\\s*["']?${name}["']?`;
  const inParent = `(?<=^\\s*\\[\\s*${parent}\\s*\\][^[]*)^\\s*["']?${name}["']?\\s*[.=]`;
  const other = new RegExp(`^\\s*(${parent}\\s*=|${own}\\s*[.=])|${inParent}`, 'm');
  if (other.test(text)) return null;
  const header = new RegExp(`^\\s*\\[\\s*${own}\\s*\\]`);
  const below = new RegExp(`^\\s*\\[\\[?\\s*${own}\\s*\\.`);
  const all = text.split('\n');
  const block = [`[${parent}.${name}]`, ...lines];
  const start = all.findIndex((line) => header.test(line));
  if (to === 'connect' && start === -1) {
    const end = text.includes('\r\n') ? '\r\n' : '\n';
    const added = [...block, ''].join(end);
    return text.trim() === '' ? added : `${text.trimEnd()}${end}${end}${added}`;
  }
  if (to === 'connect') return withLines(all, start, lines);
  let now = all;
  for (;;) {
    const at = now.findIndex((line) => header.test(line) || below.test(line));
    if (at === -1) return now.join('\n');
    const end = endOfTable(now, at);
    // The empty line that stood before it goes with it.
    const first = at > 0 && now[at - 1]?.trim() === '' ? at - 1 : at;
    now = now.toSpliced(first, end - first);
  }
}

/**
 * The text whose table begins in a line, with these lines instead of those of the same keys: the table's other keys stay. Null where a
 * value goes over several lines: which of them are whose only a parser knows.
 */
function withLines(all: readonly string[], start: number, lines: readonly string[]): string | null {
  const end = endOfTable(all, start);
  const present = all.slice(start + 1, end);
  if (lines.every((line) => present.some((one) => one.trim() === line))) return all.join('\n');
  if (present.some((line) => keyOf(line) === null && !/^\s*(#.*)?\s*$/.test(line))) return null;
  const keys = lines.map(keyOf);
  const kept = present.filter((line) => keyOf(line) === null || !keys.includes(keyOf(line)));
  const lineBreak = all[start]?.endsWith('\r') ? '\r' : '';
  return all.toSpliced(start + 1, present.length, ...lines.map((line) => line + lineBreak), ...kept).join('\n');
}

function keyOf(line: string): string | null {
  return /^\s*([\w-]+)\s*=/.exec(line)?.[1] ?? null;
}

/** The line after the last one of the table that begins in a line. */
function endOfTable(lines: readonly string[], start: number): number {
  const next = lines.findIndex((line, at) => at > start && anyHeader.test(line));
  let end = next === -1 ? lines.length : next;
  while (end > start + 1 && /^\s*(#.*)?\s*$/.test(lines[end - 1] ?? '')) end--;
  return end;
}
