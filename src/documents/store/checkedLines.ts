import type { Sha256 } from '../../base/ports/hash.ts';

/** A line of a stored file: the first 16 hex digits of the SHA-256 of the JSON, a space, the JSON. */
export function checkedLine(value: unknown, sha256: Sha256): string {
  const json = JSON.stringify(value);
  return `${sha256(json).slice(0, 16)} ${json}\n`;
}

/** What is in each line; null for one that does not match its checksum. Returns whether the end is missing, as a kill leaves it. */
export function* checkedLines(
  text: string,
  sha256: Sha256,
): Generator<{ readonly value: unknown } | null, boolean, undefined> {
  let start = 0;
  for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', start)) {
    yield checkedValue(text.slice(start, end), sha256);
    start = end + 1;
  }
  const tail = text.slice(start);
  if (tail === '') return false;
  // Where but the line break is damaged the line is whole.
  const last = checkedValue(tail, sha256) ?? checkedValue(tail.slice(0, -1), sha256);
  if (last !== null) yield last;
  return last === null;
}

function checkedValue(line: string, sha256: Sha256): { readonly value: unknown } | null {
  const json = line.slice(17);
  return line[16] === ' ' && sha256(json).startsWith(line.slice(0, 16)) ? { value: JSON.parse(json) } : null;
}
