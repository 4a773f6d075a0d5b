import { beforeEach, expect, test } from 'vitest';
import type { ContextFiles } from '../../../../src/files/store/contextFiles.ts';
import { openContextFiles, wholeText } from '../../../support/contextFiles/contextFilesStore.ts';
import { ManualClock } from '../../../support/manualClock.ts';
import { MemoryFileSystem } from '../../../support/memoryFileSystem.ts';

const conversationId = 'thread';
const minute = 60 * 1000;
let tree: MemoryFileSystem;
let clock: ManualClock;
let files: ContextFiles;
let made: string[];

function reload(): void {
  files = openContextFiles(tree, clock);
  files.provide('archive', async (key) => {
    made.push(key);
    return `made from ${key}`;
  });
}
beforeEach(() => {
  tree = new MemoryFileSystem();
  clock = new ManualClock();
  tree.modified = clock.now();
  made = [];
  reload();
});

const add = (key: string) => files.addLazy({ conversationId, source: 'archive', hint: `the talk ${key}` }, key);
const contents = () => [...tree.files.keys()].filter((name) => name.includes('archive-'));
/** What is dropped goes in the background. */
const dropped = () => files.flush();

test('it is made on first read, and then it is there', async () => {
  const ref = await add('one');
  expect(ref).toEqual({ id: ref.id, kind: 'history', createdAt: clock.now(), hint: 'the talk one' });
  expect([made, contents()]).toEqual([[], []]);
  expect(await wholeText(files, conversationId, ref.id)).toBe('made from one');
  expect(await wholeText(files, conversationId, ref.id)).toBe('made from one');
  expect(made).toEqual(['one']);
  expect(await files.list(conversationId)).toEqual([{ ...ref, byteSize: 13 }]);
});

test('two readers at once make it once', async () => {
  const { id } = await add('one');
  const texts = await Promise.all(Array.from({ length: 8 }, () => wholeText(files, conversationId, id)));
  expect(new Set(texts)).toEqual(new Set(['made from one']));
  expect(made).toEqual(['one']);
});

test('unused for ten minutes it is dropped, and made again under the same id', async () => {
  const { id } = await add('one');
  await wholeText(files, conversationId, id);
  clock.advance(9 * minute);
  await wholeText(files, conversationId, id);
  clock.advance(9 * minute);
  await dropped();
  expect(contents()).toHaveLength(1);
  clock.advance(2 * minute);
  await dropped();
  expect(contents()).toEqual([]);
  expect((await files.list(conversationId))[0]).not.toHaveProperty('byteSize');
  expect(await wholeText(files, conversationId, id)).toBe('made from one');
  expect(made).toEqual(['one', 'one']);
});

test('beyond 64 MiB the least recently read is dropped', async () => {
  const part = 'x'.repeat(1024 * 1024);
  files.provide('archive', async function* (key) {
    made.push(key);
    for (let index = 0; index < 22; index++) yield part;
  } as (key: string) => AsyncIterable<string>);
  const ids = [];
  for (const key of ['a', 'b', 'c']) ids.push((await add(key)).id);
  const [a = '', b = '', c = ''] = ids;
  await files.open(conversationId, a);
  await files.open(conversationId, b);
  await files.open(conversationId, a);
  await files.open(conversationId, c);
  await dropped();
  expect(
    contents()
      .map((name) => name.slice(-'archive-0123456789.txt'.length, -4))
      .sort(),
  ).toEqual([a, c].sort());
  await files.open(conversationId, b);
  expect(made).toEqual(['a', 'b', 'c', 'b']);
});

test('a reader that had it open reads on after it was dropped', async () => {
  const { id } = await add('one');
  const content = await files.open(conversationId, id);
  clock.advance(11 * minute);
  await dropped();
  expect(Buffer.from(await content.read(0, 100)).toString()).toBe('made from one');
});

test('the same key is the same file, over a reload too; nothing made outlives the reload', async () => {
  const { id } = await add('one');
  await wholeText(files, conversationId, id);
  expect((await add('one')).id).toBe(id);
  expect((await add('two')).id).not.toBe(id);
  files.dispose();
  clock.advance(10 * minute);
  reload();
  expect((await files.list(conversationId)).map((ref) => ref.id)).toContain(id);
  expect(contents()).toEqual([]);
  expect(await wholeText(files, conversationId, id)).toBe('made from one');
  tree.files.clear();
  reload();
  expect((await add('one')).id).toBe(id);
});

test('what cannot be made says so, leaves nothing, and is tried again', async () => {
  let fails = true;
  files.provide('archive', async () => {
    if (fails) throw new Error('no source');
    return 'at last';
  });
  const { id } = await add('one');
  await expect(files.open(conversationId, id)).rejects.toMatchObject({ code: 'FILE_NOT_MADE' });
  expect(contents()).toEqual([]);
  fails = false;
  expect(await wholeText(files, conversationId, id)).toBe('at last');
});

test('one whose source is no longer there is not listed, and comes back with its source', async () => {
  const { id } = await add('one');
  files = openContextFiles(tree, clock);
  expect(await files.list(conversationId)).toEqual([]);
  await expect(files.open(conversationId, id)).rejects.toMatchObject({ code: 'FILE_UNKNOWN' });
  reload();
  expect(await wholeText(files, conversationId, id)).toBe('made from one');
});

test('a deleted one is gone, made or not', async () => {
  const [one, two] = [await add('one'), await add('two')];
  await files.open(conversationId, one.id);
  const opening = files.open(conversationId, two.id).catch(({ code }) => code);
  expect(await files.delete(conversationId, one.id)).toBe(true);
  expect(await files.delete(conversationId, two.id)).toBe(true);
  await opening;
  expect(await files.list(conversationId)).toEqual([]);
  expect(contents()).toEqual([]);
});
