import { letterPairs } from '../data/letterPairs.ts';

/** Row and column of a word's edge; letters are 0 to 25. */
export const wordEdge = 26;
const half = 2;
const costs = Float64Array.from(letterPairs.join(''), (unit) => Number.parseInt(unit, 36) / half);

export function isLetter(unit: string): boolean {
  return /^[A-Za-z]$/.test(unit);
}

/** The cost of a letter after another unit, bits; case is ignored. */
export function letterCost(before: string, letter: string): number {
  return pairCost(pairColumn(before), pairColumn(letter));
}

function pairColumn(unit: string): number {
  return isLetter(unit) ? (unit.charCodeAt(0) | 32) - 97 : wordEdge;
}

/** The same by index: 0 to 25, or {@link wordEdge}. */
export function pairCost(before: number, letter: number): number {
  return costs[before * (wordEdge + 1) + letter] as number;
}
