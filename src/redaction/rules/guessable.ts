import { commonWords, keyRows, leet } from '../data/commonWords.ts';
import { bitsAsWords } from './randomness.ts';

/** Minimum cost of a value that cannot be guessed, bits. */
const hopeless = 72;
/** Cost of an ordinary word, bits; below it the costs of other patterns. */
const wordBits = 16;
const commonBits = 10;
const rowBits = 8;
const yearBits = 6;
const repeatBits = 4;

const bothWays = [...keyRows, ...keyRows.map((row) => [...row].reverse().join(''))];
const stepsOf = (row: string) => Array.from({ length: row.length - 2 }, (_, at) => row.slice(at, at + 3));
const keySteps = new Set(bothWays.flatMap(stepsOf));
const knownWords = new Set(commonWords.trim().split(/\s+/));
const longestWord = Math.max(...[...knownWords].map(({ length }) => length));
const shortestWord = 3;
/** Number of units of a value that are judged. */
const longestJudged = 256;

/**
 * Tests that nobody can find a value by trying, by the patterns of zxcvbn (Wheeler, 2016):
 * repetition, rows of keys, years, common words with replaced letters, other words.
 */
export function isUnguessable(value: string): boolean {
  const part = value.slice(0, longestJudged);
  return [part, ...fromBase64(part)].every((one) => bitsAsWords(one) >= hopeless && bitsOfParts(one) >= hopeless);
}

/**
 * The cost of guessing a value, bits; of several parts, such as those of a connection string, all
 * but the words and numbers, which cost less than 4.5 a unit.
 */
function bitsOfParts(value: string): number {
  const parts = value.split(/[\s:;&,=@]+/).map((text) => ({ text, bits: guessBits(text) }));
  const unknown = parts.length === 1 ? parts : parts.filter(({ text, bits }) => bits >= 4.5 * text.length);
  return unknown.reduce((sum, { bits }) => sum + bits, 0);
}

/** The text that base64 encodes, such as a password in a Kubernetes Secret, if any. */
function fromBase64(value: string): readonly string[] {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(value)) return [];
  const units = value.replace(/=+$/, '');
  const text = atob(units.slice(0, units.length - (units.length % 4 === 1 ? 1 : 0))).replaceAll('\0', '');
  return /^[\s -~]+$/.test(text) ? [text] : [];
}

/** The cost of guessing a value, bits. */
export function guessBits(value: string): number {
  const lower = value.toLowerCase();
  const plain = lower.replaceAll(/[@431!0$57]/g, (unit) => leet[unit] as string);
  let bits = 0;
  let at = 0;
  let from = 0;
  const other = (to: number) => (bits += bitsOfRest(value.slice(from, to)));
  while (at < value.length) {
    const [length, cost] = patternAt(lower, plain, at);
    if (length > 0) {
      other(at);
      bits += cost;
      from = at + length;
    }
    at += Math.max(1, length);
  }
  other(value.length);
  return bits;
}

/** Length and cost of the pattern at an offset, or length 0. */
function patternAt(lower: string, plain: string, at: number): readonly [length: number, bits: number] {
  let repeated = 0;
  while (at + repeated < lower.length && lower.indexOf(lower.slice(at, at + repeated + 1)) < at) repeated++;
  if (repeated >= shortestWord) return [repeated, repeatBits];
  let row = 0;
  while (keySteps.has(lower.slice(at + row, at + row + 3))) row++;
  if (row > 0) return [row + 2, rowBits];
  if (/^(?:19|20)\d\d(?!\d)/.test(lower.slice(at, at + 5))) return [4, yearBits];
  for (let length = Math.min(longestWord, lower.length - at); length >= shortestWord; length--)
    if (knownWords.has(plain.slice(at, at + length)) || knownWords.has(lower.slice(at, at + length)))
      return [length, commonBits];
  return [0, 0];
}

/** Costs words by their letter pairs, up to {@link wordBits}, and other units one by one. */
function bitsOfRest(rest: string): number {
  return (rest.match(/[A-Za-z]+|[^A-Za-z]+/g) ?? []).reduce((sum, part) => {
    const bits = bitsAsWords(part);
    const isWord = /^[A-Z]?[a-z]+$|^[A-Z]+$/.test(part) && bits <= 3.6 * part.length;
    return sum + (isWord ? Math.min(bits, wordBits) : bits);
  }, 0);
}
