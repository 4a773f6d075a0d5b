import { names } from '../data/names.ts';
import { plainNames } from '../data/plainNames.ts';
import { patternOf, rowsOf } from '../data/rows.ts';

export interface SecretName {
  /** In lower case, separated by blanks. */
  readonly words: string;
  readonly kind: string;
  readonly chosen: boolean;
  readonly vague: boolean;
  readonly whole: boolean;
}

export const secretNames: readonly SecretName[] = rowsOf(names).flatMap(([kind = '', flags = '', words = '']) =>
  words.split(', ').map((one) => ({
    ...{ words: one, kind, chosen: flags.includes('chosen') },
    ...{ vague: flags.includes('vague'), whole: flags.includes('whole') },
  })),
);

/** The spellings of a name of several words. */
export function spellings(words: string): readonly string[] {
  const parts = words.split(' ');
  return parts.length === 1 ? [words] : ['', '_', '-', '.', ' '].map((sign) => parts.join(sign));
}

/** Tests for a letter, digit or underscore of ASCII. */
export function isWordUnit(unit: number): boolean {
  const letter = unit | 32;
  return (letter >= 97 && letter <= 122) || unit === 95 || (unit >= 48 && unit <= 57);
}

/** Names with a telling word that hold no secret. */
export const aboutSecret = new RegExp(patternOf(plainNames, 'about'), 'i');
