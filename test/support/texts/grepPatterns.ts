import { readFileSync } from 'node:fs';

/** Patterns that every engine reads alike: literals, classes, anchors, repetition, alternation, groups. */
export const patterns: readonly string[] = readFileSync(
  new URL('../../fixtures/texts/patterns.txt', import.meta.url),
  'utf8',
)
  .trimEnd()
  .split('\n');

/** Patterns that make a backtracking engine run for ever. */
export const hostilePatterns: readonly string[] = [
  '(a+)+$',
  '(a+)+b',
  '(a*)*b',
  '(a|a)*b',
  '(a|aa)+b',
  '(.*)*x',
  '(.*a){20}',
  '(.*a){12}b',
  '^(a?){50}a{50}b',
  '([a-zA-Z]+)*9',
  '(x+x+)+y',
  '(\\w+\\s?)*!',
  '^(\\w+\\s?)*$!',
  '(a+){10}b',
  '((a+)+)+b',
  '(.+)+\\1'.slice(0, 5).concat('z'),
  '(?:a?){500}b',
  '(a|b|ab)*c',
  '(0|1|01|10)*2',
  '.*.*.*.*=.*;',
  '(?:.{1,20}){20}z',
  '\\b(\\w+)+\\b!',
  '(^a|a$|a)+b',
  '(?:[^b]+)*c',
  '(\\s*\\S*)*~',
  '(?i)(a|A)*b',
  '([^"]|"[^"]*")*\'',
  '^(([a-z])+.)+[A-Z]([a-z])+$',
  '(\\p{L}+)+1',
  '(?:a{1,30}){1,30}b',
];
