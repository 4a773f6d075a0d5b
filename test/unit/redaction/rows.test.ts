import { expect, test } from 'vitest';
import { codeShapes } from '../../../src/redaction/data/codeShapes.ts';
import { commandRows } from '../../../src/redaction/data/commands.ts';
import { evidenceRows } from '../../../src/redaction/data/evidence.ts';
import { names } from '../../../src/redaction/data/names.ts';
import { placeRows } from '../../../src/redaction/data/places.ts';
import { plainNames } from '../../../src/redaction/data/plainNames.ts';
import { rowsOf } from '../../../src/redaction/data/rows.ts';
import { typingRows } from '../../../src/redaction/data/typing.ts';
import { typedValue } from '../../../src/redaction/following/typedValues.ts';
import { findSecrets } from '../../../src/redaction/secretFinder.ts';
import { SourceText } from '../../../src/text/sourceText.ts';
import { exampleOf, seeded } from '../../support/secrets/publishedForms.ts';

const found = (text: string) => findSecrets(`${text.replaceAll('\\n', '\n').replace('\\$', '$')}\n`).spans;

const tables = { codeShapes, commandRows, evidenceRows, names, placeRows, plainNames, typingRows };

test.each(Object.entries(tables))('each row of %s has as many columns as its first', (_, table) => {
  const [first, ...others] = rowsOf(table);
  for (const row of others) expect(row.length, row.join(' | ')).toBe(first?.length);
});

test.each([
  ...rowsOf(codeShapes, plainNames).map((row) => row.slice(-2)),
  ...rowsOf(placeRows, evidenceRows).map((row) => row.slice(-2).reverse()),
])('%s is shown, %s is not', (shown = '', hidden = '') => {
  expect(found(shown)).toEqual([]);
  expect(found(hidden)).toHaveLength(1);
});

test.each(rowsOf(names).flatMap(([, , words = '']) => words.split(', ')))('%s names a secret', (name) => {
  expect(found(`${name}: "Kq7vR2mTz9pLwX4dB8nH"`)).toHaveLength(1);
});

test.each(rowsOf(commandRows))('%s behind %s: its example is found, the other is not', (...row) => {
  const [found = '', other = found] = row.slice(4);
  const example = found.includes('«')
    ? exampleOf(found, seeded(5))
    : { text: found, secret: /Tr0ub4dor&3|0822\w+|hvs9\w+|range .* recycle/.exec(found)?.[0] ?? '' };
  const others = row[0] === 'sure' ? ['hunter2horse', 'Summer#2024', 'a#b!c9d', 'Xk7q9ZpLw3Tb', 'maplerocket'] : [];
  for (const secret of [example.secret, ...others]) {
    const text = example.text.replace(example.secret, secret);
    const start = text.indexOf(secret);
    const { spans } = findSecrets(`${text}\n`);
    const isHidden = spans.some((span) => span.start <= start && start + secret.length <= span.end);
    expect(isHidden, text).toBe(true);
  }
  expect(findSecrets(`${other}\n`).spans, other).toEqual([]);
});

test.each(rowsOf(typingRows).map((row) => row.slice(-2)))('what is typed in %s is hidden, in %s not', (...places) => {
  const hidden = places.map((row) => {
    const place = row.replaceAll('\\n', '\n');
    const at = place.indexOf('¦');
    return typedValue(SourceText.from(place.replace('¦', 'h')), { start: at, end: at + 1 }) !== null;
  });
  expect(hidden).toEqual([true, false]);
});
