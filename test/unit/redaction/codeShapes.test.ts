import { describe, expect, test } from 'vitest';
import { codeShapes } from '../../../src/redaction/data/codeShapes.ts';
import { rowsOf } from '../../../src/redaction/data/rows.ts';
import { findSecrets } from '../../../src/redaction/secretFinder.ts';

const found = (line: string) => findSecrets(`${line}\n`).spans.map(({ start, end }) => line.slice(start, end));

describe('values that are code', () => {
  test.each(rowsOf(codeShapes))('%s (%s, %s): %s', (_why, _where, _pattern, shown = '', hidden = '') => {
    expect(found(shown.replace('\\$', '$'))).toEqual([]);
    expect(found(hidden)).toHaveLength(1);
  });
});
