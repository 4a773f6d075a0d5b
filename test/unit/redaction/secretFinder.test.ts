import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { assignmentRules } from '../../../src/redaction/rules/assignments.ts';
import { commandRules } from '../../../src/redaction/rules/commands.ts';
import { tokenRules } from '../../../src/redaction/rules/tokens.ts';
import { urlRules } from '../../../src/redaction/rules/urls.ts';
import { findSecrets } from '../../../src/redaction/secretFinder.ts';
import { SourceText } from '../../../src/text/sourceText.ts';
import { runs } from '../../support/runs.ts';
import { planted, plantedSecrets } from '../../support/secrets/plantedSecrets.ts';
import { hide } from '../../support/secrets/publishedForms.ts';
import { arbitraryEdits, editsOf } from '../../support/texts/arbitraryText.ts';

test.each(plantedSecrets)('$name is found', (secret) => {
  const shown = hide(planted(secret));
  for (const row of secret.secret.split('\n')) expect(shown).not.toContain(row);
  expect(shown).toMatch(/what follows is configuration\n[\s\S]*\n\nexport const size = 10;\n/);
});

/** Texts where finding is hard: secrets, parts of them, their marks, and breaks between. */
const snippets = [
  ...plantedSecrets.map(({ text }) => text),
  ...plantedSecrets.filter(({ name }) => name.endsWith('key')).map(({ text }) => text.slice(0, text.length / 2)),
  ...plantedSecrets.filter(({ name }) => name.endsWith('key')).map(({ text }) => text.slice(text.length / 2)),
  ...['password', ' = ', '"', "'", ': ', '://', '@', 'token', '\n', '\r\n', '\r', 'x'.repeat(60), ' ', '+'],
  ...['const a = 1;\n', 'name,password,', 'a,b,c\n', 'kind: Secret\n', 'data:\n  a: QUJD\n'],
  ...['insert into t (id, password) values (', "1, 'hunter2!'), (2,'"],
  'copy t (id, password) from stdin;\n1\thunter2!\n',
  ...['value', 'DB_PASSWORD', '\\', 'Private-Lines: 2\n'],
  `LS0tLS1CRUdJTiBSU0EgUFJJVkFURSBLRVk${'tLS0tLQ'}`,
  'A7b'.repeat(500),
];
const hardText = fc.array(fc.constantFrom(...snippets), { maxLength: 14 }).map((parts) => parts.join(''));
const hardEdits = fc.array(arbitraryEdits(80, fc.constantFrom('', ...snippets), 4), { minLength: 1, maxLength: 6 });

describe('searching only what changed', () => {
  const filler = 'const a = 1; '.repeat(2_000);
  test.each([
    ['', 600, (start: string) => start],
    [' of one very long line', 40, (start: string) => `${filler}${start.replace(/[\r\n]+/g, ' ')}${filler}`],
  ])('law: the answer is that of a search of the whole text%s', (_, count, textOf) => {
    fc.assert(
      fc.property(hardText, hardEdits, (start, rounds) => {
        let text = SourceText.from(textOf(start));
        let { found } = findSecrets(text);
        for (const round of rounds) {
          const newer = editsOf(text, round).apply(text);
          const again = findSecrets(newer, { found, ranges: newer.getChangeRanges(text) });
          expect(again).toEqual(findSecrets(newer.toString()));
          found = again.found;
          text = newer;
        }
      }),
      { seed: 1, numRuns: runs(count) },
    );
  });
});

describe('tables and manifests', () => {
  const secret = 'Xk7q9ZpLw3Tb';
  const columns = Array.from({ length: 60 }, (_, n) => (n === 50 ? 'password' : `column${n}`));

  test.each([
    ['in the last row of 250 KB', `name,password\n${'somebody,aPlainWord\n'.repeat(12_500)}last,${secret}\n`],
    ['in one of sixty columns', `${columns.join(',')}\n${columns.map((_, n) => (n === 50 ? secret : n)).join(',')}\n`],
    ['in what psql prints', ` id | password\n----+---------\n  1 | ${secret}\n(1 row)\n`],
    ['in what mysql prints', `+--+--+\n| id | password |\n+--+--+\n|  1 | ${secret} |\n+--+--+\n`],
    ['below a row with a comma in quotes', `name,password\n"Doe, Jane",aPlainWord\nlast,${secret}\n`],
    ['in quotes behind a comma in quotes', `"name","password"\n"Doe, ""J"" Jane","${secret}"\n`],
    ['below a row with half an inch', `size;password\n"5";none\n5" disk;none\n"6;none\nlast;${secret}\n`],
    ['in a table of Markdown', `| Name | Password |\n| --- | --- |\n| me | ${secret} |\n`],
    ['below a header of 900 units', `${'a'.repeat(39)},`.repeat(22).concat(`password\n${'1,'.repeat(22)}${secret}\n`)],
    [
      'in the last line of a Secret of 250 KB',
      `kind: Secret\ndata:\n${'  name: QUJDREVGR0hJSktMTU5PUA==\n'.repeat(7_500)}  last: ${secret}\n`,
    ],
  ])('a secret is hidden %s', (_, text) => expect(hide(text)).not.toContain(secret));
  test('by header', () => expect(hide('a,token\nb,Xk7q9ZpLw3\n\ntoken,a\nb,Xk7q9ZpLw3')).toMatch(/\*\n\n[^*]+$/));
});

/** A text that counts how many units of it rules are shown. */
function counted(text: string) {
  const steps = { count: 0 };
  const slice = (start: number, end: number) => {
    const part = text.slice(start, end);
    steps.count += part.length;
    return part;
  };
  return { steps, text: { length: text.length, slice, toString: () => text } };
}

/** How many units rules are shown of some text over and over. */
function stepsOf(part: string, length: number): number {
  const { steps, text } = counted(part.repeat(length / part.length));
  findSecrets(text);
  return steps.count;
}

describe('hostile texts', () => {
  test('law: a text twice as long that repeats what a rule looks for takes twice the steps, whatever rule it is', () => {
    const keywords = [...tokenRules, ...urlRules, ...commandRules, ...assignmentRules].map(({ keyword }) => keyword);
    for (const keyword of new Set(keywords)) {
      const length = 2_000 - (2_000 % keyword.length);
      expect(stepsOf(keyword, 2 * length), keyword).toBeLessThanOrEqual(2.5 * stepsOf(keyword, length) + 4_096);
    }
  });

  const length = 150_000;
  test.each([
    ...['://a@', 'eyJhbGciOiJIUzI1NiJ9.', 'password:\n', 'password,a\n', 'password|a\n---\n', 'data:\n  a: AAAA\n'],
    ...['Private-Lines: 99\n', 'y0_-', 'ghs_.', "insert into a(password)values('", 'copy a (password) from stdin\n'],
    `-----BEGIN PRIV${'ATE KEY'}-----`,
    `-----END PRIV${'ATE KEY'}-----\n`,
    `-----BEGIN PRIV${'ATE KEY'}-----\nAAAAAAAAAAAAAAAAAAAAAAAA\n`,
    `AAAAAAAAAAAAAAAAAAAAAAAA\n-----END PRIV${'ATE KEY'}-----\n`,
    `${'password,'.repeat(100)}\n`,
  ])('%s over and over', (part) => {
    // A search that is not linear does not end within the test's time.
    const text = part.repeat(length / part.length);
    expect(hide(hide(text))).toBe(hide(text));
  });
});
