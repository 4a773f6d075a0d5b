import fc from 'fast-check';
import { expect, test } from 'vitest';
import { issuers } from '../../../../src/redaction/data/issuers.ts';
import type { FoundPlace } from '../../../../src/redaction/finding.ts';
import { Runs } from '../../../../src/redaction/rules/runs.ts';
import { bodyMatcher } from '../../../../src/redaction/rules/tokenBody.ts';

const bodies = [...new Set(issuers.map(({ body }) => body))];

test('every body is found as its pattern says', () => {
  const runs = ['a', 'f', '0', 'Z', 'aB3', '-', '_', '.', '=', '/', '|', ':', '"', ' ', '\n', 'é'];
  const run = fc.tuple(fc.constantFrom(...runs), fc.constantFrom(1, 2, 8, 14, 22, 32, 40, 64, 300, 900));
  const text = fc
    .array(run, { minLength: 1, maxLength: 6 })
    .map((parts) => parts.map(([one, n]) => one.repeat(n)).join(''));
  for (const body of bodies) {
    const find = bodyMatcher(body);
    fc.assert(
      fc.property(
        fc.oneof(text, fc.stringMatching(new RegExp(body.replace(/\(\?[!<][^)]*\)/g, '') || '-'))),
        (content) => {
          const known = new Runs();
          const place: FoundPlace = {
            text: content,
            at: 0,
            withNextLines: () => content,
            endOfRun: (units, at) => known.endOf(units, content, at, 0),
          };
          for (const at of [0, 3, content.length >> 1]) {
            const pattern = new RegExp(body, 'dy');
            pattern.lastIndex = at;
            const match = pattern.exec(content);
            const secret = match?.indices?.[1];
            const end = pattern.lastIndex;
            expect(find(place, at)).toEqual(match === null ? null : secret === undefined ? { end } : { end, secret });
          }
        },
      ),
      { numRuns: 10 },
    );
  }
});
