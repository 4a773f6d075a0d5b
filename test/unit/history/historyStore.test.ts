import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { FileSystemErrorKind } from '../../../src/base/fileSystem.ts';
import { MemoryFileSystem } from '../../support/memoryFileSystem.ts';
import { MemoryWorkspace } from '../../support/memoryWorkspace.ts';

const document = 'file:///project/a.ts';

/** A developer works for a while; what was written so far is in the files. */
async function worked(files = new MemoryFileSystem()): Promise<MemoryWorkspace> {
  const workspace = await MemoryWorkspace.open(files);
  workspace.openDocument(document, 'one\n');
  workspace.type(document, 4, 'two\n');
  workspace.clock.advance(2_000);
  await workspace.session.request('checkpoints:create', { name: 'mine' }, 'clipboard');
  workspace.type(document, 8, 'three\n');
  await workspace.session.deliver('clipboard');
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
    const after = await MemoryWorkspace.open(before.files, before.clock);
    after.openDocument(document, 'one\ntwo\nthree\n');
    await after.histories.ready();
    const restored = await timeline(after);
    expect(restored.map((entry) => [entry.versionId, entry.edit])).toEqual(
      entries.map((entry) => [entry.versionId, entry.edit]),
    );
    expect(restored.flatMap((entry) => entry.checkpoints.map((one) => one.name ?? one.kind))).toContain('mine');
    after.type(document, 0, 'x');
    const changes = await after.session.request('live:changesSince', {}, 'clipboard');
    expect(changes.ok && changes.value.documents.map((one) => one.status)).toEqual(['changed']);
    const numbers = (await timeline(after)).map((entry) => Number(entry.versionId.split('-').at(-1)));
    expect(new Set(numbers).size).toBe(numbers.length);
  });

  test('a text that changed meanwhile becomes one edit from disk', async () => {
    const before = await worked();
    await before.histories.flush();
    const after = await MemoryWorkspace.open(before.files, before.clock);
    after.openDocument(document, 'one\n2\nthree\n');
    await after.histories.ready();
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

  test('a document that was only looked at is not stored', async () => {
    const workspace = await MemoryWorkspace.open();
    workspace.openDocument(document, 'one\n');
    await workspace.histories.flush();
    expect([...workspace.files.files.keys()]).toEqual(['history/sequence']);
  });
});

describe('a kill at any moment', () => {
  test('law: whatever prefix of the files was written, the rest opens without damage and ends in the present text', async () => {
    const before = await worked();
    await before.histories.flush();
    const [name, bytes] = [...before.files.files].find(([file]) => file.endsWith('.jsonl')) ?? ['', new Uint8Array()];
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
      { numRuns: 200 },
    );
  });
});

describe('damage', () => {
  test('law: any flipped byte is noticed or harmless, and never fatal', async () => {
    const before = await worked();
    await before.histories.flush();
    const [name, bytes] = [...before.files.files].find(([file]) => file.endsWith('.jsonl')) ?? ['', new Uint8Array()];
    await fc.assert(
      fc.asyncProperty(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), async (at, flip) => {
        const files = new MemoryFileSystem();
        const damaged = bytes.slice();
        damaged[at] = (damaged[at] ?? 0) ^ flip;
        files.files.set(name, damaged);
        const after = await MemoryWorkspace.open(files, before.clock);
        after.openDocument(document, 'now\n');
        await after.histories.ready();
        expect(after.histories.get(document)?.text.toString()).toBe('now\n');
        expect(after.faults).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  test('a damaged history is set aside, said once, and the other documents keep theirs', async () => {
    const before = await worked();
    before.openDocument('file:///project/b.ts', 'b\n');
    before.type('file:///project/b.ts', 0, 'x');
    await before.histories.flush();
    const name = [...before.files.files.keys()].find((file) => file.endsWith('.jsonl')) ?? '';
    before.files.files.set(name, new TextEncoder().encode('not a history\nat all\n'));
    const after = await MemoryWorkspace.open(before.files, before.clock);
    after.openDocument(document, 'one\ntwo\nthree\n');
    after.openDocument('file:///project/b.ts', 'xb\n');
    await after.histories.ready();
    expect(after.notices.all.map((notice) => notice.code)).toEqual(['STORE_DAMAGED']);
    expect([...after.files.files.keys()].some((file) => file.startsWith('history/damaged/'))).toBe(true);
    expect((await timeline(after)).length).toBe(2);
  });
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
    expect((await workspace.session.deliver('clipboard')).ok).toBe(true);
    workspace.files.fail = null;
    workspace.clock.advance(10_000);
    await workspace.histories.flush();
    const after = await MemoryWorkspace.open(workspace.files, workspace.clock);
    after.openDocument(document, 'defabcone\ntwo\nthree\n');
    await after.histories.ready();
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
