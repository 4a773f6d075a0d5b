import { expect, test } from 'vitest';
import { Tokenizers } from '../../../src/prompt/tokenizer.ts';
import { buildRanks } from '../../../src/tokens/buildRanks.ts';

test('a model has one counter for good: whoever keeps what it has counted need not count again', async () => {
  const tokenizers = new Tokenizers(buildRanks);
  const first = await tokenizers.counterFor('gpt-5');
  expect(await tokenizers.counterFor('gpt-5')).toBe(first);
  const other = await tokenizers.counterFor('claude-sonnet-4');
  expect(other.count('one text')).toBeGreaterThan(first.count('one text'));
  expect([first.exact, other.exact]).toEqual([true, false]);
});

test('ranks that cannot be read now are read the next time', async () => {
  let fails = true;
  const tokenizers = new Tokenizers((encoding) => (fails ? Promise.reject(new Error('no')) : buildRanks(encoding)));
  await expect(tokenizers.counterFor('gpt-5')).rejects.toThrow('no');
  fails = false;
  expect((await tokenizers.counterFor('gpt-5')).count('word word')).toBe(2);
});
