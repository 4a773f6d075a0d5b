import { beforeEach, describe, expect, test } from 'vitest';
import { encodeUtf8 } from '../../../../src/base/utf8.ts';
import { openContextFiles, wholeText } from '../../../support/contextFiles/contextFilesStore.ts';
import { ManualClock } from '../../../support/manualClock.ts';
import { MemoryFileSystem } from '../../../support/memoryFileSystem.ts';

const conversationId = 'talk';
const name = `context/${conversationId}/manifest.json`;
const about = { conversationId, source: 'tool' as const, hint: 'a result' };
let tree: MemoryFileSystem;
let clock: ManualClock;

beforeEach(() => {
  tree = new MemoryFileSystem();
  clock = new ManualClock(Date.now());
});

function manifest() {
  return JSON.parse(Buffer.from(tree.files.get(name) ?? []).toString());
}

describe('a manifest of a later version', () => {
  test('survives a visit of this one: unknown fields and unknown entries stay, and so do their files', async () => {
    const { id } = await openContextFiles(tree, clock).save(about, 'known');
    const known = manifest();
    const later = { id: 'video-0123456789', path: 'artifacts/video/video-0123456789.bin', frames: 7 };
    const ours = { ...known.files[0], pinned: { by: 'developer' } };
    tree.files.set(name, encodeUtf8(JSON.stringify({ version: 2, theme: 'dark', files: [ours, later] })));
    tree.files.set(`context/${conversationId}/${later.path}`, encodeUtf8('frames'));
    tree.modified = clock.now() - 24 * 60 * 60 * 1000;
    const files = openContextFiles(tree, clock);
    expect(await wholeText(files, conversationId, id)).toBe('known');
    const { id: added } = await files.save(about, 'new');
    expect(manifest()).toMatchObject({ version: 2, theme: 'dark', files: [ours, { id: added }, later] });
    await files.delete(conversationId, added);
    await files.clear(conversationId);
    expect(manifest()).toMatchObject({ version: 2, theme: 'dark', files: [later] });
    expect(tree.files.has(`context/${conversationId}/${later.path}`)).toBe(true);
  });
});

describe('a file that was changed on the disk', () => {
  const path = (id: string) => `context/${conversationId}/artifacts/tool/${id}.txt`;

  test('says so at its first opening', async () => {
    const { id } = await openContextFiles(tree, clock).save(about, 'what was written');
    tree.files.set(path(id), encodeUtf8('what was changed'));
    await expect(openContextFiles(tree, clock).open(conversationId, id)).rejects.toMatchObject({
      code: 'FILE_DAMAGED',
    });
  });

  test('says so when it is cut while it is read, and does not page for ever', async () => {
    const files = openContextFiles(tree, clock);
    const { id } = await files.save(about, 'line\n'.repeat(10_000));
    const whole = tree.files.get(path(id));
    tree.files.set(path(id), whole?.subarray(0, 20_000) ?? new Uint8Array());
    await expect(wholeText(files, conversationId, id)).rejects.toMatchObject({ code: 'FILE_DAMAGED' });
  });
});
