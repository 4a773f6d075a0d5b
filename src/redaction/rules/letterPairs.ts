import { letterPairs } from '../data/letterPairs.ts';

/** The row and the column of a word's edge; those of letters are 0 to 25. */
export const wordEdge = 26;
const half = 2;
const costs = Float64Array.from(letterPairs.join(''), (unit) => Number.parseInt(unit, 36) / half);

export function isLetter(unit: string): boolean {
  return /^[A-Za-z]$/.test(unit);
}

/** How surprising a letter is behind another unit, bits; capitals do not matter. */
export function letterCost(before: string, letter: string): number {
  return pairCost(pairColumn(before), pairColumn(letter));
}

function pairColumn(unit: string): number {
  return isLetter(unit) ? (unit.charCodeAt(0) | 32) - 97 : wordEdge;
}

/** The same by columns of the table: 0 to 25 for letters, {@link wordEdge} for the edge of a word. */
export function pairCost(before: number, letter: number): number {
  return costs[before * (wordEdge + 1) + letter] as number;
}
