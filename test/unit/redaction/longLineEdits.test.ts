import { beforeEach, describe, expect, test } from 'vitest';
import { RedactionRefusal } from '../../../src/redaction/redactedEdits.ts';
import type { Redaction } from '../../../src/redaction/redaction.ts';
import { ChangeSet } from '../../../src/text/changeSet.ts';
import { SourceText } from '../../../src/text/sourceText.ts';
import { textDiff } from '../../../src/text/textDiff.ts';
import { MemoryWorkspace } from '../../support/memoryWorkspace.ts';

const project = 'file:///project';

let redaction: Redaction;
beforeEach(async () => {
  redaction = (await MemoryWorkspace.open()).redaction;
});

test.each([
  ['in another member', '"retries":5', '"retries":6'],
  ['in the name of the secret', '"token":', '"other":'],
  ['right behind the secret', '"retries":', '"value":'],
])('a line of JSON with a secret is not edited %s; the refusal names what to do', (_name, oldText, newText) => {
  for (const secret of ['hunter2!horse', 'Xk9$mQ-2vLp#77aa@end']) {
    const raw = SourceText.from(`{"name":"app","password":"${secret}","retries":5,"token":"${secret}","port":5432}`);
    const text = redaction.redact(project, raw).text.toString();
    const changes = ChangeSet.of(textDiff(text, text.replace(oldText, newText)), text.length);
    expect(redaction.edit(project, raw, changes)).toMatchObject({
      code: 'EDIT_PLACEHOLDER',
      reason: 'line 1 holds a hidden secret: keep the line, replace the whole placeholder, or ask the developer',
    });
  }
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
    const raw = SourceText.from(below('hunter2!horse'));
    const text = redaction.redact(project, raw).text.toString();
    const changes = ChangeSet.of(textDiff(text, text.replace('second', 'a = 1\nb = 2')), text.length);
    expect(redaction.edit(project, raw, changes)).not.toBeInstanceOf(RedactionRefusal);
  });
});
