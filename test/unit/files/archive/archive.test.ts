import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import { exportConversation, importConversation } from '../../../../src/files/archive/archive.ts';
import type { ContextFiles } from '../../../../src/files/store/contextFiles.ts';
import { fileSources } from '../../../../src/protocol/contextFiles.ts';
import { openContextFiles, wholeText } from '../../../support/contextFiles/contextFilesStore.ts';
import { rawZip } from '../../../support/contextFiles/rawZip.ts';
import { ManualClock } from '../../../support/manualClock.ts';
import { MemoryFileSystem } from '../../../support/memoryFileSystem.ts';
import { runs } from '../../../support/runs.ts';

const conversationId = 'Thread-7';
let tree: MemoryFileSystem;
let clock: ManualClock;
let files: ContextFiles;

beforeEach(() => {
  tree = new MemoryFileSystem();
  clock = new ManualClock();
  tree.modified = clock.now();
  files = openContextFiles(tree, clock);
});

async function picture(store: ContextFiles, of = conversationId) {
  const refs = await store.list(of, undefined, 1_000);
  return Promise.all(refs.map(async (ref) => ({ ...ref, text: await wholeText(store, of, ref.id, 65_536) })));
}

test('export, wipe, import gives the same list and bytes; importing twice changes nothing', async () => {
  const content = fc.record({
    source: fc.constantFrom(...fileSources),
    text: fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constant(`${'the same line again\n'.repeat(20_000)}`),
      fc.constant(''),
    ),
    hint: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 400 }),
    mimeType: fc.constantFrom(undefined, 'text/plain', 'application/json', 'text/markdown', 'image/x-odd'),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(content, { maxLength: 6 }), async (contents) => {
      for (const { text, mimeType, ...about } of contents) {
        await files.save({ conversationId, ...about, ...(mimeType === undefined ? {} : { mimeType }) }, text);
        clock.advance(1_000);
      }
      const before = await picture(files);
      const { archive, files: count } = await exportConversation(files, conversationId);
      expect(count).toBe(contents.length);
      await files.clear(conversationId);
      expect([...tree.files.keys()]).toEqual([]);
      if (count === 0) return;
      expect(await importConversation(files, archive, 'none')).toEqual({ conversationId, added: count, present: 0 });
      for (const store of [files, openContextFiles(tree, clock)]) expect(await picture(store)).toEqual(before);
      const disk = new Map(tree.files);
      expect(await importConversation(files, archive, 'none')).toEqual({ conversationId, added: 0, present: count });
      expect(tree.files).toEqual(disk);
      await files.clear(conversationId);
    }),
    { numRuns: runs(15) },
  );
});

test('what is there already stays as it is, other conversations as well', async () => {
  const ref = await files.save({ conversationId, source: 'tool', hint: 'mine' }, 'mine');
  const theirs = await files.save({ conversationId: 'other', source: 'tool', hint: 'theirs' }, 'theirs');
  const name = `context/${conversationId}/artifacts/tool/${ref.id}.txt`;
  const fresh = `context/${conversationId}/artifacts/tool/tool-0000000001.txt`;
  const archive = rawZip([
    { name, content: Buffer.from('replaced') },
    { name: fresh, content: Buffer.from('new') },
  ]);
  expect(await importConversation(files, archive, 'none')).toEqual({ conversationId, added: 1, present: 1 });
  expect((await picture(files)).map(({ text }) => text).sort()).toEqual(['mine', 'new']);
  expect(await picture(files, 'other')).toEqual([{ ...theirs, text: 'theirs' }]);
});

test('secrets are taken out of what is imported', async () => {
  const redacting = openContextFiles(tree, clock, {
    redact: (projectId) => ({ push: (text) => text.replaceAll('secret', `[${projectId}]`), end: () => '' }),
  });
  const name = `context/${conversationId}/artifacts/tool/tool-0000000001.txt`;
  await importConversation(redacting, rawZip([{ name, content: Buffer.from('a secret') }]), 'p');
  expect((await picture(redacting))[0]).toMatchObject({ text: 'a [p]', byteSize: 5 });
  expect((await picture(openContextFiles(tree, clock)))[0]).toMatchObject({ text: 'a [p]', byteSize: 5 });
});

test('an archive that has no room is refused whole: no other file has to go for it', async () => {
  const small = openContextFiles(tree, clock, { limits: () => ({ retentionMs: 1e10, quotaBytes: 10_000 }) });
  await small.save({ conversationId, source: 'tool', hint: 'kept' }, 'k'.repeat(8_000));
  clock.advance(24 * 60 * 60 * 1_000);
  const before = new Map(tree.files);
  const entry = (index: number) => ({
    name: `context/${conversationId}/artifacts/tool/tool-000000000${index}.txt`,
    content: Buffer.alloc(1_500, 'x'),
  });
  await expect(importConversation(small, rawZip([entry(1), entry(2)]), 'none')).rejects.toMatchObject({
    code: 'FILES_QUOTA_FULL',
  });
  expect(tree.files).toEqual(before);
  await small.save({ conversationId, source: 'tool', hint: 'newer' }, 'n'.repeat(3_000));
  expect((await small.list(conversationId)).map(({ hint }) => hint)).toEqual(['newer']);
});
