import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { OutputRedactor } from '../../../src/redaction/outputRedactor.ts';
import type { Redaction } from '../../../src/redaction/redaction.ts';
import { MemoryWorkspace } from '../../support/memoryWorkspace.ts';
import { planted, plantedSecrets } from '../../support/secrets/plantedSecrets.ts';

const project = 'file:///project';
let redaction: Redaction;

beforeAll(async () => {
  redaction = (await MemoryWorkspace.open()).redaction;
});

const base64 = (unit: string) => `${unit}b3Blbn3ZXk${unit}Rn`.repeat(4).slice(0, 64);
/** What databases, listings and logs print over several lines. */
const printed = [
  "INSERT INTO users (id, password) VALUES\n(1, 'hunter2!x'),\n  (2, NULL),\n(3, 'O''Neil (9)!');\n",
  'COPY users (id, password) FROM stdin;\n1\thunter2!x\n2\tSummer#2024\n\\.\n',
  'id;password\r\n1;hunter2!x\r\n2;Summer#2024\r\ndone\r\n',
  ' id | name | password\n----+------+---------\n 1 | me | hunter2!x\n(1 row)\n',
  `Private-Lines: 2\n${base64('p')}\n${base64('q')}\nPrivate-MAC: x\n`,
  `> ${base64('r')}\n> ${base64('s')}\n> abcd12==\n> -----END RSA PRIV${'ATE KEY-----\n'}`,
  'kind: Secret\ndata:\n  a: aHVudGVyMiE=\n---\n',
  'password:\n  hunter2!x\n',
];

function inParts(text: string, cuts: readonly number[]): { text: string; count: number } {
  const output = new OutputRedactor((part) => redaction.redactOutput(project, part));
  const places = [0, ...cuts.map((cut) => cut % (text.length + 1)).sort((a, b) => a - b), text.length];
  const parts = places.slice(1).map((end, index) => output.push(text.slice(places[index], end)));
  return { text: parts.join('') + output.end(), count: output.count };
}

describe('an output that comes in parts', () => {
  test('law: it is shown as if it came at once', () => {
    const snippet = fc.constantFrom(
      ...plantedSecrets.map(planted),
      ...plantedSecrets.map(({ text }) => text),
      ...[...printed, ...printed, ...printed],
      ...['\n', '\r\n', '\r', 'log line\n'],
    );
    fc.assert(
      fc.property(fc.array(snippet, { maxLength: 8 }), fc.array(fc.nat(), { maxLength: 20 }), (snippets, cuts) => {
        const text = snippets.join('');
        const whole = redaction.redactOutput(project, text);
        expect(inParts(text, cuts)).toEqual(whole);
      }),
      { numRuns: 300 },
    );
  });

  test('a line without end is not held for ever, and holds no secret', () => {
    const text = plantedSecrets
      .filter(({ secret }) => !secret.includes('\n'))
      .map((one) => `${one.text} `)
      .join('filler, '.repeat(3_000));
    const output = new OutputRedactor((part) => redaction.redactOutput(project, part));
    let shown = '';
    for (let at = 0; at < text.length; at += 5_000) shown += output.push(text.slice(at, at + 5_000));
    expect(shown.length).toBeGreaterThan(text.length / 2);
    shown += output.end();
    for (const { secret, name } of plantedSecrets) {
      if (!secret.includes('\n')) expect(shown.includes(secret), name).toBe(false);
    }
  });
});
