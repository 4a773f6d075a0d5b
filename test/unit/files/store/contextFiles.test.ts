import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import type { ContextFiles } from '../../../../src/files/store/contextFiles.ts';
import { type FileSource, fileSources } from '../../../../src/protocol/contextFiles.ts';
import { openContextFiles, wholeText } from '../../../support/contextFiles/contextFilesStore.ts';
import { ManualClock } from '../../../support/manualClock.ts';
import { MemoryFileSystem } from '../../../support/memoryFileSystem.ts';

const day = 24 * 60 * 60 * 1000;
const hour = 60 * 60 * 1000;
const conversationId = 'workspace';
let tree: MemoryFileSystem;
let clock: ManualClock;
let quotaBytes: number;
let files: ContextFiles;
const limits = () => ({ retentionMs: 14 * day, quotaBytes });
const reload = () => openContextFiles(tree, clock, { limits });

beforeEach(() => {
  tree = new MemoryFileSystem();
  clock = new ManualClock();
  tree.modified = clock.now();
  quotaBytes = 100_000;
  files = reload();
});

const save = (text: string, source: FileSource = 'tool', conversation = conversationId) =>
  files.save({ conversationId: conversation, source, hint: `from ${source}` }, text);
const ids = async (store = files) => (await store.list(conversationId)).map(({ id }) => id);

describe('keeping and listing', () => {
  test('each source has its folder, its kind and an id that is no path', async () => {
    const refs = await Promise.all(fileSources.map((source) => save('{}', source)));
    const paths = [...tree.files.keys()].map((name) => name.replace(/[a-z]+-[0-9a-z]{10}/, '*'));
    expect([...new Set(paths)].sort()).toEqual([
      'context/workspace/artifacts/terminal/*.log',
      'context/workspace/artifacts/tool/*.txt',
      'context/workspace/catalog/*.txt',
      'context/workspace/history/archive/*.txt',
      'context/workspace/history/summary/*.txt',
      'context/workspace/manifest.json',
    ]);
    const kinds = refs.map(({ kind, hint }) => `${kind} ${hint.slice(5)}`).toSorted();
    const artifacts = ['diff', 'file', 'notebook', 'selection', 'task', 'terminal', 'tool'].map(
      (one) => `artifact ${one}`,
    );
    expect(kinds).toEqual([...artifacts, 'catalog catalog', 'history archive', 'history summary']);
    for (const { id } of refs) expect(id).toMatch(/^[a-z]+-[0-9a-z]{10}$/);
  });

  test('the newest first, by kind, up to a limit; the same after a reload', async () => {
    const refs = [];
    for (const source of ['tool', 'archive', 'terminal'] as const) {
      refs.unshift(await save(source, source));
      clock.advance(1_000);
    }
    for (const store of [files, reload()]) {
      expect(await store.list(conversationId)).toEqual(refs);
      expect(await store.list(conversationId, 'artifact')).toEqual([refs[0], refs[2]]);
      expect(await store.list(conversationId, undefined, 1)).toEqual([refs[0]]);
      expect(await store.list('elsewhere')).toEqual([]);
    }
  });

  test('the manifest tells path, source, hash, size, creation and expiry', async () => {
    const { id } = await files.save(
      { conversationId, source: 'tool', hint: 'the\nreply ', mimeType: 'application/json' },
      '{"a":"é"}',
    );
    const manifest = JSON.parse(Buffer.from(tree.files.get('context/workspace/manifest.json') ?? []).toString());
    expect(manifest.files).toEqual([
      {
        id,
        path: `artifacts/tool/${id}.json`,
        source: 'tool',
        hint: 'the reply',
        mimeType: 'application/json',
        projectId: 'none',
        created: clock.now(),
        expires: clock.now() + 14 * day,
        size: 10,
        hash: 'b3a092a6af48807fa9482b2ee140105575daa26d5b24b3c0e60a7e2dee6683b1',
      },
    ]);
  });

  test('a text in parts of any size is the text; what UTF-8 lacks becomes U+FFFD', async () => {
    const unit = fc.constantFrom('a', '\n', 'é', '漢', '😀', '\ud83d', '\ude00');
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(unit).map((units) => units.join(''))), async (parts) => {
        const file = await files.create({ conversationId, source: 'terminal', hint: 'parts' });
        await Promise.all(parts.map((part) => file.write(part)));
        const { id, byteSize } = await file.close();
        const text = parts.join('').toWellFormed();
        expect(await wholeText(files, conversationId, id, 5)).toBe(text);
        expect(byteSize).toBe(Buffer.byteLength(text));
        await files.delete(conversationId, id);
      }),
    );
  });

  test('a file is listed when it is closed, never after it was given up', async () => {
    const first = await files.create({ conversationId, source: 'tool', hint: 'first' });
    const second = await files.create({ conversationId, source: 'tool', hint: 'second' });
    await first.write('x'.repeat(300_000).slice(0, 50_000));
    await second.write('y');
    expect(await ids()).toEqual([]);
    await second.abort();
    await expect(second.write('z')).rejects.toThrow(RangeError);
    const { id } = await first.close();
    await expect(first.close()).rejects.toThrow(RangeError);
    await first.abort();
    expect(await ids()).toEqual([id]);
    expect([...tree.files.keys()].filter((name) => name.endsWith('.part'))).toEqual([]);
  });

  test('deleting and clearing, twice as well; the other conversations stay', async () => {
    const { id } = await save('a');
    await save('b', 'terminal');
    const theirs = await save('c', 'tool', 'other');
    expect(await files.delete(conversationId, id)).toBe(true);
    expect(await files.delete(conversationId, id)).toBe(false);
    await expect(files.open(conversationId, id)).rejects.toMatchObject({ code: 'FILE_UNKNOWN' });
    expect(await files.clear(conversationId)).toBe(1);
    expect(await files.clear(conversationId)).toBe(0);
    expect([...tree.files.keys()].every((name) => name.startsWith('context/other/'))).toBe(true);
    expect(await reload().list('other')).toEqual([theirs]);
  });
});

test('nothing is written before its secrets are taken out, whatever parts it comes in', async () => {
  /** Takes out every `secret`, also one that comes in parts: the last letters wait. */
  const redact = (projectId: string | undefined) => {
    let held = '';
    return {
      push(text: string) {
        const whole = (held + text).replaceAll('secret', `[${projectId}]`);
        held = whole.slice(-5);
        return whole.slice(0, -5);
      },
      end: () => held,
    };
  };
  files = openContextFiles(tree, clock, { redact });
  const text = 'one secret, two secrets, secretsecret';
  for (let size = 1; size <= text.length; size++) {
    const file = await files.create({ conversationId, source: 'tool', hint: 'h', projectId: 'p' });
    for (let at = 0; at < text.length; at += size) await file.write(text.slice(at, at + size));
    const { id } = await file.close();
    expect(await wholeText(files, conversationId, id)).toBe('one [p], two [p]s, [p][p]');
  }
  for (const bytes of tree.files.values()) expect(Buffer.from(bytes).toString()).not.toContain('secret');
});

describe('retention', () => {
  test('a file is gone after its time, for readers at once, from the disk at the next writing', async () => {
    const { id } = await save('old');
    clock.advance(14 * day - 1);
    expect(await ids()).toEqual([id]);
    clock.advance(1);
    expect(await ids()).toEqual([]);
    await expect(files.open(conversationId, id)).rejects.toMatchObject({ code: 'FILE_UNKNOWN' });
    await save('new');
    expect([...tree.files.keys()].filter((name) => name.includes(id))).toEqual([]);
  });

  test('the oldest make room, of all conversations; what was read lately stays', async () => {
    const first = await save('1'.repeat(40_000), 'tool', 'other');
    const second = await save('2'.repeat(30_000));
    clock.advance(hour);
    const third = await save('3'.repeat(30_000));
    await files.open('other', first.id);
    clock.advance(hour / 2);
    const fourth = await save('4'.repeat(20_000));
    expect((await ids()).sort()).toEqual([third.id, fourth.id].sort());
    expect(await files.list('other')).toEqual([first]);
    expect(second.byteSize).toBe(30_000);
  });

  test('what is larger than all the room is refused: nothing goes, nothing is half-written', async () => {
    const { id } = await save('1'.repeat(60_000));
    const before = [...tree.files.keys()];
    await expect(save('3'.repeat(100_001), 'terminal', 'other')).rejects.toMatchObject({ code: 'FILES_QUOTA_FULL' });
    expect([...tree.files.keys()]).toEqual(before);
    expect(await ids()).toEqual([id]);
    await save('4'.repeat(40_000));
    expect(await files.usage()).toEqual([{ conversationId, files: 2, bytes: 100_000 }]);
  });
});

describe('a manifest', () => {
  const manifest = 'context/workspace/manifest.json';

  test('lists only what is there whole; what is not listed goes once nobody can be writing it', async () => {
    const [torn, gone, good] = [await save('torn text'), await save('gone'), await save('good')];
    const nameOf = (id: string) => [...tree.files.keys()].find((name) => name.includes(id)) ?? '';
    tree.files.set(nameOf(torn.id), Buffer.from('torn'));
    tree.files.delete(nameOf(gone.id));
    const orphans = ['artifacts/tool/tool-9999999999.txt', 'incoming/tool-1.part', 'manifest.json.77.tmp', 'notes.txt'];
    for (const stray of orphans) tree.files.set(`context/workspace/${stray}`, Buffer.from('stray'));
    const before = [...tree.files.keys()];
    files = reload();
    expect(await ids()).toEqual([good.id]);
    expect([...tree.files.keys()]).toEqual(before);
    clock.advance(10 * 60 * 1000);
    files = reload();
    expect(await ids()).toEqual([good.id]);
    expect([...tree.files.keys()].sort()).toEqual([nameOf(good.id), manifest].sort());
  });

  test.each(['', '{"version":1,"files":[', null])('that is damaged (%j) or gone costs no file', async (content) => {
    const refs = [await save('one'), await save('two', 'archive')];
    if (content === null) tree.files.delete(manifest);
    else tree.files.set(manifest, Buffer.from(content));
    clock.advance(20 * day);
    files = reload();
    expect((await ids()).sort()).toEqual(refs.map(({ id }) => id).sort());
    expect((await files.list(conversationId, 'history'))[0]?.hint).toBe('archive, found again');
    const { id } = await save('three');
    expect(await wholeText(reload(), conversationId, refs[0]?.id ?? '')).toBe('one');
    expect(await ids(reload())).toContain(id);
  });
});

describe('a file that was changed on the disk', () => {
  const content = (id: string) => `context/${conversationId}/artifacts/tool/${id}.txt`;

  test('says so at its first opening', async () => {
    const { id } = await save('what was written');
    tree.files.set(content(id), Buffer.from('what was changed'));
    await expect(reload().open(conversationId, id)).rejects.toMatchObject({ code: 'FILE_DAMAGED' });
  });

  test('says so when it is cut while it is read, and does not page for ever', async () => {
    const { id } = await save('line\n'.repeat(10_000));
    tree.files.set(content(id), tree.files.get(content(id))?.subarray(0, 20_000) ?? new Uint8Array());
    await expect(wholeText(files, conversationId, id)).rejects.toMatchObject({ code: 'FILE_DAMAGED' });
  });
});

test('two windows on one folder: each keeps its files, and a later start finds those of both', async () => {
  const [first, second] = [reload(), reload()];
  const about = (hint: string) => ({ conversationId, source: 'terminal' as const, hint });
  const running = await first.create(about('running'));
  await running.write('x'.repeat(300_000).slice(0, 30_000));
  expect(await second.list(conversationId)).toEqual([]);
  const kept = [
    await first.save(about('1'), 'one'),
    await second.save(about('2'), 'two'),
    await first.save(about('3'), 'three'),
  ];
  kept.push(await running.close());
  await second.delete(conversationId, kept[1]?.id ?? '');
  const last = await first.save(about('5'), 'five');
  const expected = [kept[0], kept[2], kept[3], last].map((ref) => ref?.id).sort();
  for (const store of [first, reload()]) expect((await ids(store)).sort()).toEqual(expected);
  expect(await second.clear(conversationId)).toBe(4);
  expect(await ids(reload())).toEqual([]);
  await expect(first.open(conversationId, last.id).then(({ read }) => read(0, 9))).rejects.toMatchObject({
    code: 'FILE_UNKNOWN',
  });
});
