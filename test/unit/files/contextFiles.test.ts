import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { exportConversation, importConversation } from '../../../src/files/archive.ts';
import { ContextFiles } from '../../../src/files/contextFiles.ts';
import { nothingRedacted } from '../../../src/files/fileWriter.ts';
import { readPage, readTail } from '../../../src/files/pages.ts';
import { nodeFileTree } from '../../../src/vscode/platform/nodeFiles.ts';
import { ManualClock } from '../../support/manualClock.ts';
import { testHasher } from '../../support/memoryWorkspace.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'context-files-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));
const clock = new ManualClock();
const store = () =>
  new ContextFiles({
    tree: nodeFileTree(root),
    clock,
    hasher: testHasher,
    newId: randomUUID,
    limits: () => ({ retentionMs: 14 * 86_400_000, quotaBytes: 1 << 26 }),
    redact: nothingRedacted,
  });

test('smoke', async () => {
  const files = store();
  const ref = await files.save({ conversationId: 'workspace', source: 'terminal', hint: 'npm test' }, 'héllo\nwörld\n');
  expect(await files.list('workspace')).toEqual([ref]);
  const page = await readPage(await files.open('workspace', ref.id), 0, 100);
  expect(page).toEqual({ offset: 0, content: 'héllo\nwörld\n', nextOffset: 14, done: true });
  expect(await readTail(await store().open('workspace', ref.id), 1)).toBe('wörld\n');
  const { archive } = await exportConversation(files, 'workspace');
  await files.clear('workspace');
  expect(await files.list('workspace')).toEqual([]);
  expect(await importConversation(files, archive, 'none')).toEqual({
    conversationId: 'workspace',
    added: 1,
    present: 0,
  });
  expect(await importConversation(files, archive, 'none')).toEqual({
    conversationId: 'workspace',
    added: 0,
    present: 1,
  });
  expect(await files.list('workspace')).toEqual([ref]);
  expect(await readTail(await files.open('workspace', ref.id), 1)).toBe('wörld\n');
});
