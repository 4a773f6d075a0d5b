import { codeShapes } from '../data/codeShapes.ts';
import { rowsOf } from '../data/rows.ts';
import { judged, randomness } from './randomness.ts';

/** The form of a value: without quotes, in quotes, in quotes in a program, an issuer's token, or a URL's password. */
export type Writing = 'bare' | 'quoted' | 'program' | 'token' | 'url';

const shapes = rowsOf(codeShapes).map(([why = '', where = '', pattern = '']) => ({
  why,
  where: where.replace('?', ''),
  yields: where.endsWith('?'),
  pattern: new RegExp(pattern, /[A-Z]/.test(pattern) ? '' : 'i'),
}));

/** The reason why a value is code or a reference, or null if it may be a secret. */
export function whyCode(value: string, writing: Writing): string | null {
  const part = value.slice(0, judged);
  const isRandom = () => part.length >= 8 && randomness(part.replace(/^[^A-Za-z0-9]+/, '')) > 0;
  for (const { why, where, yields, pattern } of shapes) {
    const counts = where === writing || where === 'all' || (where === 'any' && writing !== 'token');
    if (counts && pattern.test(part) && !(yields && isRandom())) return why;
  }
  return null;
}
