const HEADER = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@$/;
const NO_FEED = '\\ No newline at end of file';

/**
 * Applies a patch of one file to `old`, believing nothing: each hunk stands exactly where its header says on both sides,
 * has exactly the lines its header counts, and every removed or kept line is there to the last unit. No offset, no fuzz.
 *
 * @throws Error that says which line of the patch does not hold.
 */
export function applyStrictly(patch: string, old: string): string {
  if (patch === '') return old;
  if (!patch.endsWith('\n')) throw new Error('The patch does not end in a line feed');
  const lines = patch.slice(0, -1).split('\n');
  const oldLines = old.match(/[^\n]*\n|[^\n]+$/g) ?? [];
  const result: string[] = [];
  let at = skipHeader(lines);
  let oldAt = 0;
  const fail = (why: string): never => {
    throw new Error(`Line ${at + 1} of the patch, ${JSON.stringify(lines[at])}: ${why}`);
  };
  if (at === lines.length) fail('no hunk');
  while (at < lines.length) {
    const [oldStart, oldCount, newStart, newCount] = readHeader(lines[at] as string) ?? fail('not a hunk header');
    const oldFrom = oldCount === 0 ? oldStart : oldStart - 1;
    const newFrom = newCount === 0 ? newStart : newStart - 1;
    if (oldCount === 0 && newCount === 0) fail('an empty hunk');
    if (oldFrom < oldAt || oldFrom > oldLines.length) fail('the hunk is not behind the last one');
    result.push(...oldLines.slice(oldAt, oldFrom));
    oldAt = oldFrom;
    if (result.length !== newFrom) fail(`the hunk begins behind ${result.length} new lines`);
    at++;
    while (at < lines.length && !HEADER.test(lines[at] as string)) {
      const line = lines[at] as string;
      const bare = lines[at + 1] === NO_FEED;
      const content = line.slice(1) + (bare ? '' : '\n');
      if (!/^[ +-]/.test(line)) fail('not a line of a hunk');
      if (line[0] !== '+' && oldLines[oldAt++] !== content)
        fail(`the old line is ${JSON.stringify(oldLines[oldAt - 1])}`);
      if (line[0] !== '-') result.push(content);
      at += bare ? 2 : 1;
    }
    if (oldAt - oldFrom !== oldCount) fail(`the hunk before has ${oldAt - oldFrom} old lines, not ${oldCount}`);
    if (result.length - newFrom !== newCount)
      fail(`the hunk before has ${result.length - newFrom} new lines, not ${newCount}`);
  }
  result.push(...oldLines.slice(oldAt));
  const broken = result.slice(0, -1).findIndex((line) => !line.endsWith('\n'));
  if (broken >= 0) throw new Error(`New line ${broken + 1} has no line feed but is not the last`);
  return result.join('');
}

function skipHeader(lines: readonly string[]): number {
  let at = 0;
  while (/^(# |diff --git |rename )/.test(lines[at] ?? '')) at++;
  if (!lines[at]?.startsWith('--- ') || !lines[at + 1]?.startsWith('+++ ')) throw new Error('The patch has no header');
  return at + 2;
}

function readHeader(line: string): [number, number, number, number] | null {
  const found = HEADER.exec(line);
  if (found === null) return null;
  const [, oldStart, oldCount, newStart, newCount] = found;
  return [Number(oldStart), Number(oldCount ?? 1), Number(newStart), Number(newCount ?? 1)];
}
