import type { Sha256 } from '../../base/hash.ts';

/** A line of a stored file: the first 16 hex digits of the SHA-256 of the JSON, a space, the JSON. */
export function checkedLine(value: unknown, sha256: Sha256): string {
  const json = JSON.stringify(value);
  return `${sha256(json).slice(0, 16)} ${json}\n`;
}

export interface CheckedLines {
  /** What is in each line; null for one that does not match its checksum. */
  readonly values: readonly ({ readonly value: unknown } | null)[];
  /** Whether the end is missing, as a kill leaves it. */
  readonly torn: boolean;
}

export function readCheckedLines(text: string, sha256: Sha256): CheckedLines {
  const lines = text.split('\n');
  const tail = lines.pop() ?? '';
  const values = lines.map((line) => checkedValue(line, sha256));
  if (tail === '') return { values, torn: false };
  // Where but the line break is damaged the line is whole.
  const last = checkedValue(tail, sha256) ?? checkedValue(tail.slice(0, -1), sha256);
  return last === null ? { values, torn: true } : { values: [...values, last], torn: false };
}

function checkedValue(line: string, sha256: Sha256): { readonly value: unknown } | null {
  const json = line.slice(17);
  return line[16] === ' ' && sha256(json).startsWith(line.slice(0, 16)) ? { value: JSON.parse(json) } : null;
}
