import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { replacementsOf } from '../../../src/text/replacements.ts';
import { arbitraryText } from '../../support/texts/arbitraryText.ts';

test('law: each old text stands once in the older text, and with the new ones in their places it is the newer one', () => {
  fc.assert(
    fc.property(arbitraryText, arbitraryText, (older, newer) => {
      const edits = replacementsOf(older, newer);
      if (edits === null) return;
      for (const { oldText } of edits) expect(older.split(oldText)).toHaveLength(2);
      const changes = edits.map(({ oldText, newText }) => ({ start: older.indexOf(oldText), oldText, newText }));
      changes.sort((a, b) => b.start - a.start);
      const made = changes.reduce(
        (text, { start, oldText, newText }) => text.slice(0, start) + newText + text.slice(start + oldText.length),
        older,
      );
      expect(made).toBe(newer);
    }),
  );
});
