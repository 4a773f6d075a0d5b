import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { RedactionRefusal } from '../../../src/redaction/redactedEdits.ts';
import type { Redaction } from '../../../src/redaction/redaction.ts';
import { ChangeSet } from '../../../src/text/changeSet.ts';
import { SourceText } from '../../../src/text/sourceText.ts';
import { textDiff } from '../../../src/text/textDiff.ts';
import { MemoryWorkspace } from '../../support/memoryWorkspace.ts';
import { body } from '../../support/secrets/twoProjects.ts';

const runs = Number(process.env['LIVE_CONTEXT_RUNS'] ?? 1);
const project = 'file:///project';
/** Weak and strong, short and long. */
const values = [
  ['hunter2!horse', `ghp_${body('one', 36)}`, 'aQ9x'],
  ['Xk9$mQ-2vLp#77aa@end', `ghp_${body('two', 36)}`, body('long', 120)],
] as const;

/** A file of one line, as tools write it, with a password, a token and an address. */
function minified([password, token, url]: readonly string[]): string {
  const filler = (name: string, count: number) =>
    Array.from(
      { length: count },
      (_, index) => `"${name}${index}":{"size":${index * 7},"path":"src/${name}/f${index}.ts"}`,
    ).join(',');
  return `{${filler('a', 60)},"password":"${password}",${filler('b', 4)},"token":"${token}",${filler('c', 90)},"db":"postgres://app:${url}@db/app",${filler('d', 60)}}`;
}

/** A short file of one line. */
function short([password, token, url]: readonly string[]): string {
  return `{"name":"app","version":3,"password":"${password}","retries":5,"token":"${token}","tags":["a","b"],"db":"postgres://app:${url}@db/app","port":5432,"debug":{"level":2,"on":true}}`;
}

let redactions: readonly [Redaction, Redaction];
beforeEach(async () => {
  redactions = [(await MemoryWorkspace.open()).redaction, (await MemoryWorkspace.open()).redaction];
});

/** What becomes of changes in both projects: the code of a refusal, or the redacted result. */
function edited(changesOf: (text: string) => ChangeSet, file = minified): readonly string[] {
  return redactions.map((redaction, index) => {
    const raw = SourceText.from(file(values[index] as readonly string[]));
    const before = redaction.redact(project, raw);
    const changes = changesOf(before.text.toString());
    const made = redaction.edit(project, raw, changes);
    if (made instanceof RedactionRefusal) return made.reason;
    const after = redaction.redact(project, made.apply(raw)).text;
    expect(after.equals(changes.apply(before.text))).toBe(true);
    return after.toString();
  });
}

const replaced = (oldText: string, newText: string) => (text: string) => {
  return ChangeSet.of(textDiff(text, text.replace(oldText, newText)), text.length);
};

/** How many of some random edits are taken; each is answered alike in both projects. */
function taken(file: typeof minified, count: number): number {
  let taken = 0;
  const written = fc.constantFrom(
    '',
    'x',
    '"',
    "'",
    'password":"',
    ',"token":"',
    '://',
    '@',
    '\n',
    '-----BEGIN ',
    'eyJ',
    'sk-',
    ' ',
    '\\',
    '5',
    ',"x":',
    '"}',
  );
  const share = fc.nat(9_999).map((part) => part / 10_000);
  fc.assert(
    fc.property(share, fc.nat(40), written, (at, length, newText) => {
      const [mine, theirs] = edited((text) => {
        const start = Math.floor(at * text.length);
        return ChangeSet.of([{ start, end: Math.min(text.length, start + length), newText }], text.length);
      }, file);
      expect(theirs).toBe(mine);
      if (!mine?.startsWith('line')) taken++;
    }),
    { numRuns: count * runs },
  );
  return taken;
}

describe('a short file of one line of JSON with secrets', () => {
  test.each([
    ['the first member', '"name":"app"', '"name":"web"'],
    ['a member between two secrets', '"retries":5', '"retries":6'],
    ['a list', '["a","b"]', '["a","b","c"]'],
    ['the last member', '"on":true', '"on":false'],
    ['another member behind', '"on":true', '"on":true,"trace":"all"'],
  ])('%s is edited', (_name, oldText, newText) => {
    const [mine, theirs] = edited(replaced(oldText, newText), short);
    expect(mine).toContain(newText);
    expect(theirs).toBe(mine);
  });

  test.each([
    ['the name of a secret', '"token":', '"other":'],
    ['the text of a secret', '"token":"', '"token":"x'],
    ['the comma before its name', '"version":3,', '"version":3'],
    ['the name right behind it', '"retries":', '"value":'],
    ['the end of its address', '@db/app', ''],
  ])('%s stays', (_name, oldText, newText) => {
    for (const answer of edited(replaced(oldText, newText), short)) expect(answer).toMatch(/^line 1 holds the/);
  });

  test('law: the answer is the same whatever is hidden, and an edit that is taken leaves it hidden', () => {
    expect(taken(short, 1_500)).toBeGreaterThan(100);
  });
});

describe('a file of one long line with secrets', () => {
  test('is edited where no rule sees a secret and the edit together', () => {
    const [mine, theirs] = edited(replaced('"a2":{"size":14', '"a2":{"size":99'));
    expect(mine).toContain('"a2":{"size":99');
    expect(theirs).toBe(mine);
  });

  test.each([
    ['beside it', '"password":"', '"password":"x'],
    ['in its name', '"token":', '"other":'],
    ['in the name behind it', '"b0":', '"b9":'],
  ])('is not edited %s', (_name, oldText, newText) => {
    for (const answer of edited(replaced(oldText, newText))) expect(answer).toMatch(/^line 1 holds the placeholder/);
  });

  test('law: the answer is the same whatever is hidden, and an edit that is taken leaves it hidden', () => {
    expect(taken(minified, 400)).toBeGreaterThan(50);
  });
});

describe('lines that would give a hidden secret near them another meaning', () => {
  const secrets = ['zq7_kx-42vv', 'a1,b2;c3,d4x', 'Ab3dEf6hIj9kLm2nOp5q', 'Xk9$mQ-2vLp#77aa'];
  const below = (secret: string) => `first\nsecond\npassword=${secret}\nend\n`;
  const header = (secret: string) => `password,"${secret}"\nsecond\nend\n`;

  test.each([
    ['the header of a table above it', below, 'second', 'password;a'],
    ['the head of a key above it', below, 'second', 'Private-Lines: 2'],
    ['a mark of a key above it', below, 'second', '-----BEGIN RSA PRIVATE KEY-----'],
    ['a mark of a key below it', below, 'end', '-----END RSA PRIVATE KEY-----'],
    ['a row below what may be a header', header, 'second', 'zzz123zz,b'],
  ])('%s: refused alike, whatever the secret is', (_name, file, oldText, newText) => {
    for (const secret of secrets) {
      const [redaction] = redactions;
      const raw = SourceText.from(file(secret));
      const text = redaction.redact(project, raw).text.toString();
      expect(text).not.toContain(secret);
      const changes = ChangeSet.of(textDiff(text, text.replace(oldText, newText)), text.length);
      expect(redaction.edit(project, raw, changes)).toMatchObject({
        code: 'EDIT_PLACEHOLDER',
        reason: expect.stringContaining('another meaning'),
      });
    }
  });

  test('other lines come and go', () => {
    const [redaction] = redactions;
    const raw = SourceText.from(below('hunter2!horse'));
    const text = redaction.redact(project, raw).text.toString();
    const changes = ChangeSet.of(textDiff(text, text.replace('second', 'a = 1\nb = 2')), text.length);
    expect(redaction.edit(project, raw, changes)).not.toBeInstanceOf(RedactionRefusal);
  });
});
