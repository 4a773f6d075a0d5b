import { expect, test } from 'vitest';
import { placeRows } from '../../../src/redaction/data/places.ts';
import { rowsOf } from '../../../src/redaction/data/rows.ts';
import { findSecrets } from '../../../src/redaction/secretFinder.ts';

const found = (text: string) => findSecrets(`${text.replaceAll('\\n', '\n')}\n`).spans;

test.each(rowsOf(placeRows))('%s (%s): %s', (_where, _pattern, secret = '', other = '') => {
  expect(found(secret)).toHaveLength(1);
  expect(found(other)).toEqual([]);
});
