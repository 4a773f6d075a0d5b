import { readFileSync } from 'node:fs';

/** Patterns that every engine reads alike: literals, classes, anchors, repetition, alternation, groups. */
export const patterns = linesOf('patterns');

/** Patterns that make a backtracking engine run for ever. */
export const hostilePatterns = linesOf('hostilePatterns');

function linesOf(name: string): readonly string[] {
  return readFileSync(new URL(`../../fixtures/texts/${name}.txt`, import.meta.url), 'utf8')
    .trimEnd()
    .split('\n');
}
