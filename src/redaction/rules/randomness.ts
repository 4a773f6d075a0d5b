import { letterPairs } from '../data/letterPairs.ts';

/** Row and column of a word's edge; letters are 0 to 25. */
const wordEdge = 26;
const costs = Float64Array.from(letterPairs.join(''), (unit) => Number.parseInt(unit, 36) / 2);

/** The cost of a letter after another unit, bits; case is ignored. */
export const letterCost = (before: string, letter: string) => pairCost(pairColumn(before), pairColumn(letter));

/** A to z without their case, or {@link wordEdge}. */
function pairColumn(unit: string): number {
  const column = (unit.charCodeAt(0) | 32) - 97;
  return column >= 0 && column < wordEdge ? column : wordEdge;
}

/** The same by index: 0 to 25, or {@link wordEdge}. */
const pairCost = (before: number, letter: number) => costs[before * (wordEdge + 1) + letter] as number;

/**
 * Tells random values from words. A value is described twice: as words and as random units of its
 * alphabet. The shorter description is the likelier one. The place of the value decides how much
 * shorter it must be.
 *
 * Below: costs of parts of names and prose besides their letters, bits.
 */
const costOfHump = 1;
const costOfMixedCase = 4;
const costOfFirstDigit = 5.3;
const costOfDigit = 3.3;
const costOfSeparator = 1.5;
const costOfSign = 6.5;
const costOfRepeat = 1.5;
/** Number of units that are judged. */
export const judged = 96;
/** Runs of hexadecimal digits that are also judged alone. */
const hexRun = /[0-9a-f]{20,}|[0-9A-F]{20,}|[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}/;
const mayHoldHex = /[0-9a-fA-F-]{20}/;

/** The length of a value's description as words, names and numbers, bits. */
export function bitsAsWords(value: string): number {
  let bits = 0;
  /** Column of the previous letter. */
  let letterBefore = wordEdge;
  let upperBefore = false;
  let upperRun = 0;
  let unitBefore = 0;
  for (let at = 0; at < value.length; at++) {
    const unit = value.charCodeAt(at);
    const letter = (unit | 32) - 97;
    const repeats = unit === unitBefore;
    if (letter >= 0 && letter < 26 && unit < 128) {
      const upper = unit < 97;
      const next = value.charCodeAt(at + 1);
      const begins = letterBefore === wordEdge || (upper && (!upperBefore || (next >= 97 && next <= 122)));
      if (begins && letterBefore !== wordEdge) bits += pairCost(letterBefore, wordEdge) + costOfHump;
      const cost = pairCost(begins ? wordEdge : letterBefore, letter) + (upperRun > 1 && !upper ? costOfMixedCase : 0);
      bits += repeats ? Math.min(costOfRepeat, cost) : cost;
      upperRun = upper ? upperRun + 1 : 0;
      upperBefore = upper;
      letterBefore = letter;
    } else {
      if (letterBefore !== wordEdge) bits += pairCost(letterBefore, wordEdge);
      bits += repeats ? costOfRepeat : costOfOther(unit, unitBefore);
      upperRun = 0;
      letterBefore = wordEdge;
    }
    unitBefore = unit;
  }
  return letterBefore === wordEdge ? bits : bits + pairCost(letterBefore, wordEdge);
}

function costOfOther(unit: number, before: number): number {
  if (isDigit(unit)) return isDigit(before) ? costOfDigit : costOfFirstDigit;
  return '_-./: '.includes(String.fromCharCode(unit)) ? costOfSeparator : costOfSign;
}

const isDigit = (unit: number) => unit >= 48 && unit <= 57;

/** The length of a value's description as random units, bits. */
function bitsAsRandom(value: string): number {
  if (/^[0-9]*$/.test(value)) return value.length * Math.log2(10);
  if (/^(?:[0-9a-f.-]*|[0-9A-F.-]*)$/.test(value)) return value.replaceAll(/[.-]/g, '').length * 4;
  if (/^[0-9a-fA-F-]*$/.test(value)) return value.replaceAll('-', '').length * Math.log2(22);
  let units = 0;
  if (/[a-z]/.test(value)) units += 26;
  if (/[A-Z]/.test(value)) units += 26;
  if (/[0-9]/.test(value)) units += 10;
  if (/[+/_=.~-]/.test(value)) units += 2;
  if (/[^\w+/=.~-]/.test(value)) units += 16;
  return value.length * Math.log2(units);
}

/**
 * Log likelihood ratio of "random" to "made of words", bits. Of 1,000 random values with at least
 * 16 units 999 are above -8, half above 25; names and prose are below -10.
 */
export function randomness(value: string): number {
  const part = value.replace(/^(?:0x(?=[0-9a-fA-F]{20})|A{8,}(?=\w{40}))/, '').slice(0, judged);
  const all = bitsAsWords(part) - bitsAsRandom(part);
  const digits = mayHoldHex.test(part) ? hexRun.exec(part)?.[0] : undefined;
  return digits === undefined || digits === part ? all : Math.max(all, bitsAsWords(digits) - bitsAsRandom(digits));
}
