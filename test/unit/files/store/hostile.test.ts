import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { exportConversation, importConversation } from '../../../../src/files/archive/archive.ts';
import type { ContextFiles } from '../../../../src/files/store/contextFiles.ts';
import { folderOf } from '../../../../src/files/store/conversation.ts';
import { nodeFileTree } from '../../../../src/vscode/host/platform/nodeFiles.ts';
import { openContextFiles, wholeText } from '../../../support/contextFiles/contextFilesStore.ts';
import { type RawEntry, rawZip } from '../../../support/contextFiles/rawZip.ts';
import { folderPicture } from '../../../support/folderPicture.ts';
import { ManualClock } from '../../../support/manualClock.ts';

/** The world: the storage folder, a secret beside it and another conversation inside it. */
let world: string;
let storage: string;
let files: ContextFiles;
const clock = new ManualClock();
const secretId = 'terminal-5ec2e75ec2';
const open = () => openContextFiles(nodeFileTree(storage), clock);

beforeEach(async () => {
  world = mkdtempSync(join(tmpdir(), 'live-context-hostile-'));
  storage = join(world, 'storage');
  mkdirSync(join(world, 'outside', 'artifacts', 'terminal'), { recursive: true });
  writeFileSync(join(world, 'outside', 'secret.txt'), 'the secret');
  writeFileSync(join(world, 'outside', 'artifacts', 'terminal', `${secretId}.log`), 'the secret');
  files = open();
  await files.save({ conversationId: 'other', source: 'tool', hint: 'of another conversation' }, 'theirs');
  await files.save({ conversationId: 'workspace', source: 'tool', hint: 'of ours' }, 'ours');
});
afterEach(() => rmSync(world, { recursive: true, force: true }));

const traversals = [
  ...['..', '../../..', '../other', '../../outside/secret.txt', './../other/manifest.json', '.', '/', '\\'],
  ...['artifacts/../../../outside/secret.txt', '/etc/passwd', '~/secret', 'file:///etc/passwd', '$HOME/secret'],
  ...['C:\\Windows\\win.ini', 'C:secret.txt', '\\\\server\\share\\secret', '\\\\.\\pipe\\secret', 'con', 'aux.txt'],
  ...['manifest.json', 'artifacts/tool', 'incoming/x.part', 'secret.txt:stream', '-rf', 'a b', '__proto__'],
];
const disguises: readonly ((id: string) => string)[] = [
  (id) => id,
  (id) => encodeURIComponent(id),
  (id) => `${id}\0`,
  (id) => id.replaceAll('.', '\uFF0E').replaceAll('/', '\u2215'),
  (id) => `tool-0123456789/${id}`,
];
const hostileIds = [...new Set(['a'.repeat(256), ...traversals.flatMap((id) => disguises.map((one) => one(id)))])];

/** What a call that must fail fails with. */
async function codeOf(call: Promise<unknown>): Promise<unknown> {
  try {
    await call;
    return 'nothing';
  } catch (error) {
    return error instanceof Error && 'code' in error ? error.code : error;
  }
}

test('hostile file ids are refused with a code and touch nothing', async () => {
  const before = folderPicture(world);
  for (const id of hostileIds) {
    expect(await codeOf(files.open('workspace', id)), id).toBe('FILE_ID_INVALID');
    expect(await codeOf(files.delete('workspace', id)), id).toBe('FILE_ID_INVALID');
  }
  expect(folderPicture(world)).toEqual(before);
});

test('hostile conversation ids are refused with a code and touch nothing', async () => {
  const before = folderPicture(world);
  const isName = (id: string) => /^[A-Za-z0-9][\w:.-]{0,99}$/.test(id) && !/^(con|nul|com1)$/i.test(id);
  for (const id of hostileIds.filter(isName)) expect(folderOf(id)).toMatch(/^context\/[a-z0-9~][\w~-]*$/);
  const ids = hostileIds.filter((id) => !isName(id));
  for (const id of ids) {
    const about = { conversationId: id, source: 'tool', hint: 'x' } as const;
    for (const call of [
      () => files.list(id),
      () => files.open(id, secretId),
      () => files.create(about),
      () => files.delete(id, secretId),
      () => files.clear(id),
      () => exportConversation(files, id),
    ])
      expect(await codeOf(call()), id).toBe('FILE_ID_INVALID');
  }
  expect(folderPicture(world)).toEqual(before);
});

describe('a hostile archive', () => {
  const content = Buffer.from('some text\n');
  const good: RawEntry = { name: 'context/chat/artifacts/tool/tool-0123456789.txt', content };

  async function expectRefused(archive: Uint8Array, what: string, codes = ['ARCHIVE_INVALID']): Promise<void> {
    const before = folderPicture(world);
    expect(codes, what).toContain(await codeOf(importConversation(files, archive, 'none')));
    const after = folderPicture(world);
    for (const key of Object.keys(after)) if (/^storage\/context\/chat\/(incoming\/)?$/.test(key)) delete after[key];
    expect(after, what).toEqual(before);
  }

  test('is told from a good one', async () => {
    expect(await importConversation(files, rawZip([good]), 'none')).toMatchObject({ conversationId: 'chat', added: 1 });
    expect(await wholeText(files, 'chat', 'tool-0123456789')).toBe('some text\n');
  });

  test('hostile paths are refused, however deep they stand', async () => {
    const base = 'tool-9876543210.txt';
    const paths = traversals.flatMap((path) => [
      path,
      `context/${path}/artifacts/tool/${base}`,
      `context/chat/${path}`,
      `context/chat/artifacts/tool/${path}`,
      `${path}/context/chat/artifacts/tool/${base}`,
    ]);
    const more = [
      `context/chat/artifacts/tool\\${base}`,
      `context/chat/artifacts/tool/${base}\0.png`,
      `context/chat/artifacts/tool/${'a'.repeat(300)}.txt`,
      `context/chat/artifacts/terminal/${base}`,
      `context/chat/artifacts/tool/tool-9876543210.exe`,
      `context/other/artifacts/tool/${base}`,
    ];
    const names = [...new Set([...paths, ...more])];
    // Folders are not made.
    const hostile = names.filter((name) => name !== 'context/chat/manifest.json' && !name.endsWith('/'));
    for (const name of hostile) await expectRefused(rawZip([good, { name, content }]), name);
  });

  test('a symbolic link, an encrypted entry, a name twice, a false check sum, what is no zip', async () => {
    const link = { ...good, mode: 0o120777, content: Buffer.from('../../../../outside/secret.txt') };
    await expectRefused(rawZip([link]), 'link');
    await expectRefused(rawZip([{ ...good, flags: 0x801 }]), 'encrypted');
    await expectRefused(rawZip([good, good]), 'twice');
    await expectRefused(rawZip([good, { ...good, name: good.name.replace('.txt', '.md') }]), 'an id twice');
    await expectRefused(rawZip([{ ...good, crc: 1 }]), 'check sum');
    await expectRefused(rawZip([]), 'empty');
    await expectRefused(Buffer.from('no zip at all'), 'no zip');
    await expectRefused(rawZip([good]).slice(0, -30), 'torn');
    await expectRefused(rawZip([{ ...good, content: Buffer.from([0xff, 0xfe, 0x00]) }]), 'no text');
    await expectRefused(rawZip([{ ...good, content: Buffer.from([0x61, 0xf0, 0x9f]) }]), 'torn text');
  });

  test('a manifest that points elsewhere counts for nothing', async () => {
    const path = 'artifacts/tool/tool-0123456789.txt';
    const entry = { id: 'tool-0123456789', path, source: 'tool', hint: 'fine', created: 1, expires: 2, size: 10 };
    for (const lie of [
      { path: '../../outside/secret.txt' },
      { id: '../secret' },
      { path: 'artifacts/tool/tool-0000000000.txt' },
      { size: 9 },
      { source: 'terminal' },
      { hint: 'two\nlines' },
    ]) {
      const manifest = JSON.stringify({ version: 1, files: [{ ...entry, ...lie }] });
      const archive = rawZip([good, { name: 'context/chat/manifest.json', content: Buffer.from(manifest) }]);
      const code = await codeOf(importConversation(files, archive, 'none'));
      if (code === 'nothing') {
        expect((await files.list('chat'))[0]).toMatchObject({ id: 'tool-0123456789', hint: 'tool, found again' });
        await files.clear('chat');
      } else expect(code).toBe('ARCHIVE_INVALID');
    }
    expect(Object.keys(folderPicture(world)).filter((name) => name.startsWith('outside'))).toHaveLength(5);
  });

  test('bombs are refused before they go off', async () => {
    const small = openContextFiles(nodeFileTree(storage), clock, {
      limits: () => ({ retentionMs: 1e9, quotaBytes: 1_000_000 }),
    });
    const zeros = (length: number) => ({ ...good, content: Buffer.alloc(length), deflate: true });
    files = small;
    const tooLarge = ['ARCHIVE_TOO_LARGE'];
    await expectRefused(rawZip([zeros(1_000_001)]), 'too much', tooLarge);
    const many = Array.from({ length: 20 }, (_, index) => ({
      ...zeros(60_000),
      name: good.name.replace('0123456789', `00000000${index + 10}`),
    }));
    await expectRefused(rawZip(many), 'too much together', tooLarge);
    await expectRefused(rawZip([{ ...zeros(2_000_000), size: 500 }]), 'more than it says', [
      'ARCHIVE_TOO_LARGE',
      'ARCHIVE_INVALID',
    ]);
    await expectRefused(rawZip([{ ...good, size: 900_000 }]), 'less than it says', [
      'ARCHIVE_TOO_LARGE',
      'ARCHIVE_INVALID',
    ]);
    await expectRefused(Buffer.alloc(1_000_001), 'a large archive', tooLarge);
  });
});
