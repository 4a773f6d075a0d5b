import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { FileSystemErrorKind } from '../../../../src/base/ports/fileSystem.ts';
import { prune } from '../../../../src/documents/store/storeFolder.ts';
import { ManualClock } from '../../../support/manualClock.ts';
import { MemoryFileSystem } from '../../../support/memoryFileSystem.ts';
import { MemoryWorkspace, settled } from '../../../support/memoryWorkspace.ts';
import { runs } from '../../../support/runs.ts';

const document = 'file:///project/a.ts';

/** A developer works for a while; what was written so far is in the files. */
async function worked(files = new MemoryFileSystem()): Promise<MemoryWorkspace> {
  const workspace = await MemoryWorkspace.open(files);
  workspace.openDocument(document, 'one\n');
  workspace.type(document, 4, 'two\n');
  workspace.clock.advance(2_000);
  await workspace.session.request('checkpoints:create', { name: 'mine' }, 'clipboard');
  workspace.type(document, 8, 'three\n');
  await workspace.session.request('live:get', {}, 'clipboard');
  return workspace;
}

/** The file of a history, by its name. */
function storedHistory({ files }: MemoryWorkspace): readonly [name: string, bytes: Uint8Array] {
  const found = [...files.files].find(([file]) => /^history.*\.jsonl$/.test(file));
  if (found === undefined) throw new Error('no history is stored');
  return found;
}

/** Another process on the same storage, in which the document is open with a text. */
async function reopened({ files, clock }: MemoryWorkspace, text: string, id = document): Promise<MemoryWorkspace> {
  const workspace = await MemoryWorkspace.open(files, clock);
  workspace.openDocument(id, text);
  await workspace.histories.ready();
  return workspace;
}

async function timeline(workspace: MemoryWorkspace) {
  const result = await workspace.session.request('live:timeline', {}, 'view');
  if (!result.ok) throw new Error(result.error.code);
  return result.value.entries;
}

describe('after a reload', () => {
  test('versions, checkpoints and watermarks are still there, and ids go on', async () => {
    const before = await worked();
    await before.histories.flush();
    const entries = await timeline(before);
    const after = await reopened(before, 'one\ntwo\nthree\n');
    const restored = await timeline(after);
    expect(restored.map((entry) => [entry.versionId, entry.edit])).toEqual(
      entries.map((entry) => [entry.versionId, entry.edit]),
    );
    expect(restored.flatMap((entry) => entry.checkpoints.map((one) => one.name ?? one.kind))).toContain('mine');
    after.type(document, 0, 'x');
    const changes = await after.session.request('live:changesSince', {}, 'clipboard');
    expect(changes.ok && changes.value.documents.map((one) => one.status)).toEqual(['changed']);
    const numbers = (await timeline(after)).map((entry) => entry.versionId);
    expect(new Set(numbers).size).toBe(numbers.length);
  });

  test('law: once a flush has settled, every version that was handed out before it is known, however it met a write under way', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ pause: fc.nat(12), advance: fc.nat(2_000) }), { minLength: 1, maxLength: 8 }),
        async (edits) => {
          const before = await MemoryWorkspace.open();
          before.openDocument(document, 'one\n');
          const handedOut = [before.histories.get(document)?.seal().id ?? ''];
          for (const { pause, advance } of edits) {
            before.edit(document, [{ start: 0, end: 0, newText: 'x' }]);
            before.clock.advance(advance);
            // The store is at any step of what it writes.
            for (let step = 0; step < pause; step++) await Promise.resolve();
            handedOut.push(before.histories.get(document)?.seal().id ?? '');
          }
          await before.histories.flush();
          const after = await reopened(before, before.text(document) ?? '');
          for (const versionId of handedOut) {
            expect(after.histories.numberOf(versionId)).not.toBeNull();
            expect(after.histories.get(document)?.find(versionId)?.id).toBe(versionId);
          }
        },
      ),
      { numRuns: runs(75) },
    );
  });

  test('a text that changed meanwhile becomes one edit from disk', async () => {
    const before = await worked();
    await before.histories.flush();
    const after = await reopened(before, 'one\n2\nthree\n');
    const [newest] = (await timeline(after)).filter((entry) => entry.edit !== undefined);
    expect(newest?.edit?.origin).toBe('disk');
  });

  test('what is typed while the history is still being read is kept', async () => {
    const before = await worked();
    await before.histories.flush();
    const after = await MemoryWorkspace.open(before.files, before.clock);
    after.openDocument(document, 'one\ntwo\nthree\n');
    after.type(document, 0, 'zero\n');
    await after.histories.ready();
    expect(after.histories.get(document)?.text.toString()).toBe('zero\none\ntwo\nthree\n');
    expect((await timeline(after)).length).toBeGreaterThan(3);
  });

  test('the text of a document that was only looked at is not stored', async () => {
    const workspace = await MemoryWorkspace.open();
    workspace.openDocument(document, 'looked at\n');
    await workspace.histories.flush();
    for (const bytes of workspace.files.files.values()) expect(Buffer.from(bytes).toString()).not.toContain('looked');
  });

  test('a version of a document that was never edited is still there when its file is the same, and gone when it changed', async () => {
    const before = await MemoryWorkspace.open();
    before.openDocument(document, 'one\n');
    const { id } = before.histories.get(document)?.seal() ?? { id: '' };
    await before.histories.flush();
    const same = await MemoryWorkspace.open(before.files, before.clock);
    same.openDocument(document, 'one\n');
    expect(same.histories.get(document)?.find(id)?.id).toBe(id);
    await same.histories.flush();
    const changed = await MemoryWorkspace.open(before.files, before.clock);
    changed.openDocument(document, 'two\n');
    expect(changed.histories.get(document)?.find(id)).toBeNull();
    const number = changed.histories.numberOf(id) ?? 0;
    expect(number).toBeGreaterThan(0);
    expect(changed.histories.get(document)?.startAfter(number)).toBe('gone');
  });
});

describe('closing, renaming and forgetting', () => {
  test('a history that memory had no room for comes back whole, whenever it is opened again', async () => {
    const workspace = await MemoryWorkspace.open(undefined, undefined, { historyBytes: 300_000 });
    const other = 'file:///project/other.ts';
    workspace.openDocument(document, `${'x'.repeat(60_000)}\n`);
    workspace.type(document, 0, 'stored');
    await workspace.histories.flush();
    workspace.type(document, 0, 'not yet');
    const text = workspace.text(document) ?? '';
    const versions = (await timeline(workspace)).map((entry) => entry.versionId);
    workspace.closeDocument(document);
    workspace.openDocument(other, 'y'.repeat(140_000));
    expect(workspace.histories.get(document)).toBeNull();
    workspace.openDocument(document, text);
    workspace.type(document, 0, 'more');
    await workspace.histories.ready();
    expect((await timeline(workspace)).map((entry) => entry.versionId)).toEqual(expect.arrayContaining(versions));
    await workspace.histories.flush();
    const after = await reopened(workspace, workspace.text(document) ?? '');
    expect(after.notices.all).toEqual([]);
    expect(await timeline(after)).toEqual(await timeline(workspace));
  });

  test('a rename over a name with a stored history keeps the history of what was renamed', async () => {
    const before = await worked();
    const target = 'file:///project/target.ts';
    before.openDocument(target, 'target\n');
    before.type(target, 0, 'x');
    await before.histories.flush();
    const after = await reopened(before, 'one\ntwo\nthree\n');
    const versions = (await timeline(after)).map((entry) => entry.versionId);
    after.openDocument(target, 'one\ntwo\nthree\n');
    after.histories.rename(document, target);
    await after.histories.ready();
    expect((await timeline(after)).map((entry) => entry.versionId)).toEqual(versions);
    await after.histories.flush();
    const again = await reopened(after, 'one\ntwo\nthree\n', target);
    expect((await timeline(again)).map((entry) => entry.versionId)).toEqual(versions);
  });

  test('a folder that is renamed takes along what is stored for files that were not opened since', async () => {
    const before = await worked();
    const deep = 'file:///project/old/deep/a.ts';
    before.openDocument(deep, '');
    before.type(deep, 0, 'deep');
    await before.histories.flush();
    const after = await MemoryWorkspace.open(before.files, before.clock);
    after.histories.rename('file:///project/old', 'file:///project/new');
    after.histories.rename('file:///project/new/deep', 'file:///project/new/low');
    after.openDocument('file:///project/new/low/a.ts', 'deep');
    after.openDocument('file:///project/old/deep/a.ts', 'another one');
    await after.histories.ready();
    expect((await timeline(after)).map((entry) => entry.edit?.origin)).toEqual([undefined]);
    after.active = 'file:///project/new/low/a.ts';
    expect((await timeline(after)).map((entry) => entry.edit?.origin)).toEqual(['typing', undefined]);
    await after.histories.flush();
    const again = await MemoryWorkspace.open(before.files, before.clock);
    expect([deep, after.active].map((id) => again.store.has(id))).toEqual([false, true]);
  });
});

test('the cap of the store: the oldest histories go', async () => {
  const files = new MemoryFileSystem();
  const name = (index: number) => `history/${index}.jsonl`;
  const modified = Date.UTC(2025, 9, 9);
  const large = Array.from({ length: 7 }, (_, index) => ({
    ...{ name: `${index}.jsonl`, size: 23 * 1024 * 1024 },
    modified: modified + index,
  }));
  files.list = async (folder) => (folder === 'history' ? large : []);
  const known = new Set(large.map((_, index) => name(index)));
  expect(await prune(files, modified, known)).toEqual(new Set([name(0), name(1)]));
  const month = 31 * 24 * 60 * 60 * 1000;
  expect((await prune(files, modified + month, known)).size).toBe(7);
});

test('version ids: of another process tell what changed since, where it had stored all until then, and are unknown where it had not', async () => {
  const before = await worked();
  await before.histories.flush();
  const stored = before.histories.get(document)?.newest.id ?? '';
  before.type(document, 0, 'killed before this was stored');
  const lost = settled(await before.session.request('live:version', {}, 'agent')).versionId;
  const after = await MemoryWorkspace.open(before.files, new ManualClock(before.clock.now() - 3_600_000));
  after.openDocument(document, 'one\ntwo\nthree\n');
  await after.histories.ready();
  const since = (id: string) => after.session.request('live:changesSince', { since: id }, 'agent');
  expect(settled(await since(stored)).documents).toEqual([]);
  after.clock.advance(7_200_000);
  after.type(document, 0, 'news ');
  expect(settled(await since(stored)).documents).toHaveLength(1);
  expect(await since(lost)).toMatchObject({ ok: false, error: { code: 'VERSION_UNKNOWN' } });
});

test('damage: a damaged history is set aside, said once, and the other documents keep theirs', async () => {
  const before = await worked();
  before.openDocument('file:///project/b.ts', 'b\n');
  before.type('file:///project/b.ts', 0, 'x');
  await before.histories.flush();
  const [name] = storedHistory(before);
  before.files.files.set(name, new TextEncoder().encode('not a history\nat all\n'));
  const after = await MemoryWorkspace.open(before.files, before.clock);
  after.openDocument(document, 'one\ntwo\nthree\n');
  after.openDocument('file:///project/b.ts', 'xb\n');
  await after.histories.ready();
  await after.histories.flush();
  expect(after.notices.all.map((notice) => notice.code)).toEqual(['STORE_DAMAGED']);
  expect([...after.files.files.keys()].some((file) => file.startsWith('history/damaged/'))).toBe(true);
  expect((await timeline(after)).length).toBe(2);
});

describe('a disk that fails', () => {
  test.each<[FileSystemErrorKind, string]>([
    ['full', 'STORE_FULL'],
    ['denied', 'STORE_DENIED'],
    ['other', 'STORE_FAILED'],
  ])('%s: said once, nothing else is lost, and storing resumes', async (kind, code) => {
    const workspace = await worked();
    await workspace.histories.flush();
    workspace.files.fail = kind;
    workspace.type(document, 0, 'abc');
    await workspace.histories.flush();
    workspace.type(document, 0, 'def');
    await workspace.histories.flush();
    expect(workspace.notices.all.map((notice) => notice.code)).toEqual([code]);
    expect((await workspace.session.request('live:get', {}, 'clipboard')).ok).toBe(true);
    workspace.files.fail = null;
    workspace.clock.advance(10_000);
    await workspace.histories.flush();
    expect(workspace.notices.all).toEqual([]);
    const after = await reopened(workspace, 'defabcone\ntwo\nthree\n');
    expect(await timeline(after)).toEqual(expect.arrayContaining(await timeline(workspace)));
  });

  test('a store that cannot be opened is told, and everything works in memory', async () => {
    const files = new MemoryFileSystem();
    files.fail = 'denied';
    const workspace = await worked(files);
    await workspace.histories.flush();
    expect(workspace.notices.all.map((notice) => notice.code)).toEqual(['STORE_DENIED']);
  });
});

describe('a kill at any moment', () => {
  test('law: whatever prefix of the files was written, the rest opens without damage and ends in the present text', async () => {
    const before = await worked();
    await before.histories.flush();
    const [name, bytes] = storedHistory(before);
    await fc.assert(
      fc.asyncProperty(fc.nat(bytes.length), async (length) => {
        const files = new MemoryFileSystem();
        files.files.set(name, bytes.slice(0, length));
        const after = await MemoryWorkspace.open(files, before.clock);
        after.openDocument(document, 'one\ntwo\nthree\nfour\n');
        await after.histories.ready();
        expect(after.histories.get(document)?.text.toString()).toBe('one\ntwo\nthree\nfour\n');
        await after.histories.flush();
        const again = await MemoryWorkspace.open(files, before.clock);
        again.openDocument(document, 'one\ntwo\nthree\nfour\n');
        await again.histories.ready();
        expect(again.notices.all.filter((notice) => length > 900 && notice.code === 'STORE_DAMAGED')).toEqual([]);
      }),
      { numRuns: runs(50) },
    );
  });

  test('a lost index is made again from the histories', async () => {
    const before = await worked();
    await before.histories.flush();
    const files = new MemoryFileSystem();
    for (const [name, bytes] of before.files.files) if (name.endsWith('.jsonl')) files.files.set(name, bytes);
    const after = await MemoryWorkspace.open(files, before.clock);
    after.openDocument(document, 'now\n');
    await after.histories.ready();
    const ids = (of: MemoryWorkspace) => of.histories.get(document)?.versions.map(({ id }) => id) ?? [];
    expect(ids(after)).toEqual(expect.arrayContaining(ids(before)));
  });

  test('law: any flipped byte is noticed or harmless, and never fatal', async () => {
    const before = await worked();
    await before.histories.flush();
    const [name, bytes] = storedHistory(before);
    const history = before.histories.get(document);
    const texts = new Map(history?.versions.map(({ id, number }) => [id, history.textOf(number)?.toString()]));
    await fc.assert(
      fc.asyncProperty(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), async (at, flip) => {
        const files = new MemoryFileSystem();
        for (const [other, content] of before.files.files) files.files.set(other, content);
        const damaged = bytes.slice();
        damaged[at] = (damaged[at] ?? 0) ^ flip;
        files.files.set(name, damaged);
        const after = await MemoryWorkspace.open(files, before.clock);
        after.openDocument(document, 'now\n');
        await after.histories.ready();
        const opened = after.histories.get(document);
        expect(opened?.text.toString()).toBe('now\n');
        expect(after.faults).toEqual([]);
        // What is still known under an old id is the old text, letter by letter; what is not, was said to be lost.
        const kept = (opened?.versions ?? []).filter(({ id }) => texts.has(id));
        for (const { id, number } of kept) expect(opened?.textOf(number)?.toString()).toBe(texts.get(id));
        const isNoticed = after.notices.all.some(({ code }) => code === 'STORE_DAMAGED');
        expect(isNoticed || kept.length === texts.size).toBe(true);
      }),
      { numRuns: runs(75) },
    );
  });
});
