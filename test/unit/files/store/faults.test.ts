import { describe, expect, test } from 'vitest';
import { FileSystemError, type FileSystemErrorKind, type FileTree } from '../../../../src/base/ports/fileSystem.ts';
import { exportConversation, importConversation } from '../../../../src/files/archive/archive.ts';
import type { ContextFiles } from '../../../../src/files/store/contextFiles.ts';
import { openContextFiles, wholeText } from '../../../support/contextFiles/contextFilesStore.ts';
import { ManualClock } from '../../../support/manualClock.ts';
import { MemoryFileSystem } from '../../../support/memoryFileSystem.ts';

const clock = new ManualClock();
const conversationId = 'workspace';
const codes = { full: 'FILES_DISK_FULL', denied: 'FILES_DENIED', other: 'FILES_FAILED' } as const;

/** A tree whose writing calls fail from the nth on, the first of them half done. */
function failing(tree: FileTree, fault: { left: number; kind: FileSystemErrorKind }): FileTree {
  const meet = async (half: () => Promise<void> = async () => {}) => {
    if (fault.left-- > 0) return;
    if (fault.left === -1) await half();
    throw new FileSystemError(fault.kind, 'injected');
  };
  return {
    read: (name) => tree.read(name),
    readRange: (name, start, length) => tree.readRange(name, start, length),
    list: (folder) => tree.list(folder),
    walk: (folder) => tree.walk(folder),
    write: (name, bytes) => meet().then(() => tree.write(name, bytes)),
    async append(name, bytes) {
      await meet(() => tree.append(name, bytes.subarray(0, bytes.length / 2)));
      await tree.append(name, bytes);
    },
    create: (name) => meet().then(() => tree.create(name)),
    makerOf: (name) => tree.makerOf(name),
    remove: (name) => meet().then(() => tree.remove(name)),
    rename: (from, to) => meet().then(() => tree.rename(from, to)),
    removeFolder: (folder) => meet().then(() => tree.removeFolder(folder)),
  };
}

/** Every listed file with its text. */
async function contents(files: ContextFiles): Promise<Record<string, string>> {
  const refs = await files.list(conversationId, undefined, 1_000);
  const texts = await Promise.all(refs.map(async ({ id }) => [id, await wholeText(files, conversationId, id)]));
  return Object.fromEntries(texts);
}

const opened = (tree: FileTree) => openContextFiles(tree, clock);

/** Each deed with the ids that it may take away. */
const deeds: Record<string, (files: ContextFiles, ids: readonly string[], archive: Uint8Array) => Promise<unknown>> = {
  saving: (files) => files.save({ conversationId, source: 'tool', hint: 'new' }, 'n'.repeat(600_000)),
  'saving the first of a conversation': (files) =>
    files.save({ conversationId: 'fresh', source: 'tool', hint: 'new' }, 'new'),
  importing: (files, _, archive) => importConversation(files, archive, 'none'),
  deleting: (files, ids) => files.delete(conversationId, ids.find((id) => id.startsWith('tool')) ?? ''),
  clearing: (files) => files.clear(conversationId),
};

describe.each(['full', 'denied', 'other'] as const)('a disk that is %s at any moment', (kind) => {
  test.each(Object.keys(deeds))('while %s: a clear code, and every listed file is whole', async (deed) => {
    const disk = new MemoryFileSystem();
    disk.modified = clock.now();
    const origin = opened(disk);
    for (const source of ['tool', 'terminal'] as const)
      await origin.save({ conversationId, source, hint: source }, `text of ${source}`);
    const { archive } = await exportConversation(origin, conversationId);
    await origin.clear(conversationId);
    const kept = await origin.save({ conversationId, source: 'tool', hint: 'kept' }, 'kept');
    const before = await contents(openContextFiles(disk, clock)).catch(() => ({ [kept.id]: 'kept' }));
    const picture = new Map(disk.files);
    let failures = 0;
    for (let left = 0; ; left++) {
      disk.files.clear();
      for (const [name, bytes] of picture) disk.files.set(name, bytes);
      const fault = { left: Number.MAX_SAFE_INTEGER, kind };
      const files = opened(failing(disk, fault));
      const ids = (await files.list(conversationId)).map(({ id }) => id);
      fault.left = left;
      const code = await deeds[deed]?.(files, ids, archive).then(
        () => 'done',
        (error) => error.code,
      );
      const isMet = fault.left < 0;
      fault.left = Number.MAX_SAFE_INTEGER;
      expect(['done', codes[kind]]).toContain(code);
      if (code !== 'done') failures++;
      const isTaking = deed === 'deleting' || deed === 'clearing';
      for (const store of [files, opened(disk)]) {
        const now = await contents(store);
        for (const [id, text] of Object.entries(now)) if (id in before) expect(text).toBe(before[id]);
        if (!isTaking) expect(now).toMatchObject(before);
        if (code !== 'done' && !isTaking) expect(Object.keys(now).length).toBe(ids.length);
      }
      if (!isMet) break;
    }
    expect(failures).toBeGreaterThan(0);
  });

  test('a read that fails says so and is no loss', async () => {
    const disk = new MemoryFileSystem();
    const { id } = await opened(disk).save({ conversationId, source: 'tool', hint: 'kept' }, 'kept');
    let fails = true;
    const met = () => (fails ? Promise.reject(new FileSystemError(kind, 'injected')) : null);
    const tree: FileTree = {
      ...failing(disk, { left: Number.MAX_SAFE_INTEGER, kind }),
      walk: (folder) => met() ?? disk.walk(folder),
      readRange: (name, start, length) => met() ?? disk.readRange(name, start, length),
    };
    const files = opened(tree);
    await expect(files.list(conversationId)).rejects.toMatchObject({ code: codes[kind] });
    fails = false;
    expect(await files.list(conversationId)).toHaveLength(1);
    fails = true;
    await expect(wholeText(files, conversationId, id)).rejects.toMatchObject({ code: codes[kind] });
    fails = false;
    expect(await wholeText(files, conversationId, id)).toBe('kept');
  });
});
