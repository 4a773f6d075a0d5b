import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Notes } from '../../../src/windows/notes.ts';
import {
  assemblerWith,
  chunk,
  constraint,
  immediate,
  requestOf,
  setting,
  words,
} from '../../support/prompts/samplePieces.ts';
import { runs } from '../../support/runs.ts';

const assembler = assemblerWith((text) => Math.ceil(text.length / 4));
const others = [
  constraint('mine', 'First person'),
  ...[0.2, 0.9].map((confidence) => setting(`s${confidence}`, words(30), confidence)),
  ...[0.1, 0.7, 1].map((score) => chunk(`${score}.ts`, words(300), score)),
];

test('notes keep a quarter of the prompt, if they need so much, whatever stands beside them; the first lines of those that need more', () => {
  const note = fc.record({ words: fc.integer({ min: 1, max: 900 }), perLine: fc.constantFrom(1, 8, 1_000) });
  const situation = fc.record({
    notes: fc.array(note, { minLength: 1, maxLength: 4 }),
    lines: fc.nat(2_000),
    limit: fc.integer({ min: 1_000, max: 12_000 }),
  });
  fc.assert(
    fc.property(situation, ({ notes: written, lines, limit }) => {
      const notes = new Notes();
      for (const [index, { words: count, perLine }] of written.entries()) {
        const text = words(count).replace(new RegExp(`((?:word ){${perLine}})`, 'g'), '$1\n');
        notes.write({ projectId: 'file:///project', title: `note ${index}`, text, by: 'mcp:1' });
      }
      const pieces = [...notes.of('file:///project'), ...others, ...immediate('line of text\n'.repeat(lines))];
      const { account } = assembler.assemble(requestOf(pieces, limit));
      const own = account.ledger.filter(({ id }) => id.startsWith('note:'));
      const sum = (of: 'tokens' | 'fullTokens') => own.reduce((total, line) => total + line[of], 0);
      expect(account.tokenCount).toBeLessThanOrEqual(limit);
      const bound = Math.floor(limit / 4);
      // A part is made of whole lines, so that it may be a little less.
      expect(sum('tokens')).toBeGreaterThanOrEqual(Math.min(sum('fullTokens'), bound * 0.95));
      if (sum('fullTokens') <= bound) for (const line of own) expect(line.state).toBe('kept');
    }),
    { numRuns: runs(150) },
  );
});
