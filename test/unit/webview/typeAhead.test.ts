import { expect, it } from 'vitest';
import { TypeAhead } from '../../../webview-ui/sections/tree/rowPlaces.ts';

const names = ['Rules', 'Never log secrets.', 'Retrieved', 'discount.ts', 'Document', '文档'];

it.each([
  ['one character: the next name that begins with it', 'r', 0, 2],
  ['the same character again: the one after it, and from the first on', 'rr', 0, 0],
  ['a word: the name that begins with it, though it is the one before the last character', 'do', 2, 4],
  ['capitals as small ones', 'NEVER', 0, 1],
  ['characters of any language', '文', 0, 5],
  ['what no name begins with', 'dx', 0, null],
])('typing finds, of %s', (_, typed, start, expected) => {
  const typeAhead = new TypeAhead();
  let at: number | null = start;
  for (const [index, character] of [...typed].entries())
    at = typeAhead.find(character, names, at ?? start, index * 100);
  expect(at).toBe(expected);
});

it('a pause begins another word', () => {
  const typeAhead = new TypeAhead();
  expect(typeAhead.find('d', names, 0, 0)).toBe(3);
  expect(typeAhead.find('r', names, 3, 800)).toBe(0);
});
