import fc from 'fast-check';
import { expect, test } from 'vitest';
import { inlineText } from '../../../../src/files/output/inline.ts';
import { recentFiles } from '../../../../src/files/output/recentFiles.ts';
import type { ContextRef } from '../../../../src/protocol/contextFiles.ts';
import { openContextFiles } from '../../../support/contextFiles/contextFilesStore.ts';
import { ManualClock } from '../../../support/manualClock.ts';
import { MemoryFileSystem } from '../../../support/memoryFileSystem.ts';

const conversationId = 'workspace';
const _ref = (text: string): ContextRef => ({
  id: 'terminal-0123456789',
  kind: 'artifact',
  mimeType: 'text/plain',
  byteSize: Buffer.byteLength(text),
  createdAt: 0,
  hint: 'npm test, exit code 1',
});
const log = Array.from({ length: 300 }, (_, line) => `line ${line + 1} of the log\n`).join('');

test('it is never longer than allowed, begins and ends as the text does, and tells what is left out', async () => {
  const unit = fc.constantFrom('a', 'word ', '\n', 'é', '漢', '😀', 'x'.repeat(300));
  const text = fc.array(unit, { minLength: 400, maxLength: 1_500 }).map((units) => units.join(''));
  const files = openContextFiles(new MemoryFileSystem(), new ManualClock());
  await fc.assert(
    fc.asyncProperty(text, fc.integer({ min: 256, max: 9_000 }), async (whole, maxInline) => {
      const { id } = await files.save({ conversationId, source: 'tool', hint: 'a reply' }, whole);
      const shown = await inlineText(await files.open(conversationId, id), maxInline);
      expect(Buffer.byteLength(shown)).toBeLessThanOrEqual(maxInline);
      expect(shown.isWellFormed()).toBe(true);
      if (Buffer.byteLength(whole) <= maxInline) return expect(shown).toBe(whole);
      const [, head = '?', omitted, tail = '?'] =
        /^(.*?)\n?\[(\d+) of \d+ bytes left out: context file tool-\w+ [^\]]*\]\n(.*)$/s.exec(shown) ?? [];
      expect(whole.startsWith(head)).toBe(true);
      expect(whole.endsWith(tail)).toBe(true);
      const missing = Buffer.byteLength(whole) - Buffer.byteLength(head) - Buffer.byteLength(tail) - Number(omitted);
      // The line feed that ends the head is read off with the note.
      expect([0, 1]).toContain(missing);
      await files.delete(conversationId, id);
    }),
  );
});

test('the newest three outputs of the last hour, each read once', async () => {
  const tree = new MemoryFileSystem();
  const clock = new ManualClock();
  const files = openContextFiles(tree, clock);
  let reads = 0;
  const readRange = tree.readRange.bind(tree);
  tree.readRange = (...range) => {
    reads++;
    return readRange(...range);
  };
  const project = 'file:///project';
  let epoch = '1';
  const recent = recentFiles(files, clock, () => epoch);
  const texts = async () => (await recent([conversationId], project)).map(({ text }) => text);
  expect(await texts()).toEqual([]);
  for (const text of ['1', '2', '3', '4']) {
    await files.save({ conversationId, source: 'terminal', hint: 'h' }, text);
    clock.advance(60_000);
  }
  await files.save({ conversationId, source: 'archive', hint: 'no output' }, 'talk');
  await files.save({ conversationId, source: 'tool', hint: 'h', projectId: 'file:///other' }, "another project's");
  expect(await texts()).toEqual(['4', '3', '2']);
  const before = reads;
  expect(await texts()).toEqual(['4', '3', '2']);
  expect(reads).toBe(before);
  const { id } = await files.save({ conversationId, source: 'tool', hint: 'h', projectId: project }, log + log);
  expect((await texts())[0]).toContain(`context file ${id}`);
  for (const name of tree.files.keys()) if (name.includes(id)) tree.files.set(name, Buffer.from([0xff]));
  epoch = '2';
  expect(await texts()).toEqual(['4', '3']);
  clock.advance(60 * 60_000);
  expect(await texts()).toEqual([]);
});
