/**
 * One flat string that refers to no other. `+` and `slice` give strings that refer to their parts or to the whole they were
 * cut from: kept for long, they could keep megabytes alive, or 32 bytes for each unit of a text glued together by typing.
 */
export function flatJoin(left: string, middle: string, right: string): string {
  if (left !== '' || right !== '') return [left, middle, right].join('');
  const half = middle.length >>> 1; // join returns its only part uncopied
  return [middle.slice(0, half), middle.slice(half)].join('');
}
