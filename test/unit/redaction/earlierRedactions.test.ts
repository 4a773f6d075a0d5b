import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { EarlierRedactions } from '../../../src/redaction/earlierRedactions.ts';
import { KnownSecrets } from '../../../src/redaction/knownSecrets.ts';
import { RedactionFile } from '../../../src/redaction/redactionFile.ts';
import { ManualClock } from '../../support/manualClock.ts';
import { MemoryFileSystem } from '../../support/memoryFileSystem.ts';

const project = 'file:///p';
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const salt = 'the salt of a workspace';
const digest = (secret: string) => sha256(`${salt}\n${secret}`);

/** A workspace as 0.1.0 has left it, and the storage that all windows share now. */
async function upgraded(shared = new MemoryFileSystem()): Promise<KnownSecrets> {
  const files = new MemoryFileSystem();
  const known = [
    [digest('first'), 'password', 1],
    [digest('seventh'), 'password', 7],
  ];
  const stored = {
    version: 1,
    salt,
    projects: [{ projectId: project, next: { password: 8 }, known, allowed: [digest('seventh')] }],
  };
  await files.write('redactions.json', new TextEncoder().encode(JSON.stringify(stored)));
  const clock = new ManualClock(Date.now());
  shared.modified = clock.now();
  const file = new RedactionFile(shared, clock, (error) => {
    throw error;
  });
  return KnownSecrets.open(
    file,
    clock,
    sha256,
    () => `a new salt, ${Math.random()}`,
    await EarlierRedactions.load(files, sha256),
  );
}

test('the numbers and allowances of 0.1.0 hold on, and no new secret gets one of those numbers', async () => {
  const shared = new MemoryFileSystem();
  const secrets = await upgraded(shared);
  expect(secrets.placeholder(project, 'password', 'new')).toBe('[REDACTED:password:8]');
  expect(secrets.isAllowed(project, 'seventh')).toBe(true);
  expect(secrets.isAllowed(project, 'first')).toBe(false);
  expect(secrets.placeholder(project, 'password', 'first')).toBe('[REDACTED:password:1]');
  expect(secrets.placeholder('file:///other', 'password', 'first')).toBe('[REDACTED:password:1]');
  await secrets.allow(project, '[REDACTED:password:7]', false);
  await secrets.close();
  const again = await upgraded(shared);
  expect(again.isAllowed(project, 'seventh')).toBe(false);
  expect(again.placeholder(project, 'password', 'new')).toBe('[REDACTED:password:8]');
  expect(again.placeholder(project, 'password', 'first')).toBe('[REDACTED:password:1]');
});

test('a file that is none of 0.1.0 is left alone', async () => {
  const files = new MemoryFileSystem();
  for (const text of ['{', '{"version":2}', 'null']) {
    await files.write('redactions.json', new TextEncoder().encode(text));
    expect(await EarlierRedactions.load(files, sha256)).toBeNull();
    expect([...files.files.keys()]).toEqual(['redactions.json']);
  }
});
