import { expect, test } from 'vitest';
import { commandRows } from '../../../src/redaction/data/commands.ts';
import { rowsOf } from '../../../src/redaction/data/rows.ts';
import { findSecrets } from '../../../src/redaction/secretFinder.ts';
import { exampleOf, seeded } from '../../support/secrets/publishedForms.ts';

test.each(rowsOf(commandRows))('%s behind %s: its example is found, the other is not', (...row) => {
  const [found = '', other = ''] = row.slice(4);
  const { text, secret } = found.includes('«')
    ? exampleOf(found, seeded(5))
    : { text: found, secret: /Tr0ub4dor&3|0822\w+|hvs9\w+|range .* recycle/.exec(found)?.[0] ?? '' };
  const start = text.indexOf(secret);
  const { spans } = findSecrets(`${text}\n`);
  expect(
    spans.some((span) => span.start <= start && start + secret.length <= span.end),
    text,
  ).toBe(true);
  expect(findSecrets(`${other}\n`).spans, other).toEqual([]);
});
