import { beforeEach, expect, test } from 'vitest';
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

test('lines near a secret come and go', () => {
  const raw = SourceText.from('first\nsecond\npassword=hunter2!horse\nend\n');
  const text = redaction.redact(project, raw).text.toString();
  const changes = ChangeSet.of(textDiff(text, text.replace('second', 'a = 1\nb = 2')), text.length);
  expect(redaction.edit(project, raw, changes)).not.toBeInstanceOf(RedactionRefusal);
});

test('a line far from a secret stays if it identifies the secret', () => {
  const raw = SourceText.from('data:\n  key: c2VjcmV0IQ==\nkind: Secret\n');
  const text = redaction.redact(project, raw).text.toString();
  expect(text).toBe('data:\n  key: [REDACTED:secret:0]\nkind: Secret\n');
  const changes = ChangeSet.of(textDiff(text, text.replace('kind: Secret', 'kind: ConfigMap')), text.length);
  expect(redaction.edit(project, raw, changes)).toMatchObject({
    reason: expect.stringContaining('no longer be hidden'),
  });
});

test('an agent may write what looks like a secret; it is hidden', () => {
  const raw = SourceText.from("name = 'x';\n");
  const changes = ChangeSet.of([{ start: 0, end: 0, newText: "password = 'hunter2!horse';\n" }], raw.length);
  const made = redaction.edit(project, raw, changes);
  expect(made).toEqual(changes);
  expect(redaction.redact(project, changes.apply(raw)).text.toString()).toBe(
    "password = '[REDACTED:password:0]';\nname = 'x';\n",
  );
});
