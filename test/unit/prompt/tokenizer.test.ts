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
