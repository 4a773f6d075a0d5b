import { beforeEach, describe, expect, test } from 'vitest';
import type { ContextFiles } from '../../../../src/files/store/contextFiles.ts';
import { openContextFiles, wholeText } from '../../../support/contextFiles/contextFilesStore.ts';
import { ManualClock } from '../../../support/manualClock.ts';
import { MemoryFileSystem } from '../../../support/memoryFileSystem.ts';

const conversationId = 'talk';
const about = { conversationId, source: 'terminal' as const, hint: '$ login hunter2', projectId: 'shop' };
const text = `${'ordinary line\n'.repeat(100_000)}password: hunter2\n`;
const hidden = text.replace('hunter2', '[REDACTED]');
let tree: MemoryFileSystem;
let isOn: boolean;
let files: ContextFiles;

beforeEach(() => {
  tree = new MemoryFileSystem();
  isOn = false;
  files = reopened();
});

function reopened(): ContextFiles {
  return openContextFiles(tree, new ManualClock(Date.now()), {
    redact: () => {
      const hides = isOn;
      let held = '';
      return {
        push(part: string): string {
          held += part;
          return '';
        },
        end: () => (hides ? held.replaceAll('hunter2', '[REDACTED]') : held),
      };
    },
    redactionEpoch: () => String(isOn),
  });
}

/** What lies on the disk. */
function everything(): string {
  return [...tree.files.values()].map((bytes) => Buffer.from(bytes).toString()).join('\n');
}

describe('a file that was written while its secret was shown', () => {
  test('hides it as soon as that is no longer so, on the disk, too', async () => {
    const { id } = await files.save(about, text);
    expect(await wholeText(files, conversationId, id, 65_536)).toBe(text);
    isOn = true;
    expect(await wholeText(files, conversationId, id, 65_536)).toBe(hidden);
    expect([...tree.files].filter(([name]) => name.includes(id)).join()).not.toContain('hunter2');
    const [ref] = await files.list(conversationId);
    expect(ref).toMatchObject({ hint: '$ login [REDACTED]', byteSize: hidden.length });
  });

  test.each([
    ['a list', async () => (await files.list(conversationId)).map(({ byteSize }) => byteSize)],
    ['what files take', async () => (await files.usage()).map(({ bytes }) => bytes)],
    ['a list of a later start', async () => (await reopened().list(conversationId)).map(({ byteSize }) => byteSize)],
    ['what files take at a later start', async () => (await reopened().usage()).map(({ bytes }) => bytes)],
  ])('%s tells nothing of its length although nobody has read it', async (_name, told) => {
    await files.save(about, text);
    expect(await told()).toEqual([text.length]);
    isOn = true;
    expect(await told()).toEqual([hidden.length]);
    expect(everything()).not.toContain('password: hunter2');
  });

  test('is listed without its length where it is damaged', async () => {
    const { id } = await files.save(about, text);
    const [name = ''] = [...tree.files.keys()].filter((one) => one.includes(id));
    await tree.write(name, Buffer.from(text.replace('ordinary', 'touched.')));
    isOn = true;
    expect(await files.list(conversationId)).toEqual([expect.not.objectContaining({ byteSize: expect.anything() })]);
    expect(await files.usage()).toEqual([{ conversationId, files: 1, bytes: 0 }]);
    await expect(files.open(conversationId, id)).rejects.toMatchObject({ code: 'FILE_DAMAGED' });
  });

  test('is there, as it was or without its secret, whenever the process is killed', async () => {
    const { id } = await files.save(about, text);
    isOn = true;
    const disks: Map<string, Uint8Array>[] = [];
    for (const method of ['append', 'rename', 'write', 'remove'] as const) {
      const original = tree[method].bind(tree) as (...args: unknown[]) => Promise<unknown>;
      Object.assign(tree, {
        [method]: async (...args: unknown[]) => {
          const result = await original(...args);
          disks.push(new Map(tree.files));
          return result;
        },
      });
    }
    expect(await wholeText(files, conversationId, id)).toBe(hidden);
    expect(disks.length).toBeGreaterThan(3);
    for (const disk of disks) {
      tree = new MemoryFileSystem();
      // The lock of a killed process is given up by its age.
      for (const [name, bytes] of disk) if (!name.includes('lock')) tree.files.set(name, bytes);
      expect(await wholeText(reopened(), conversationId, id)).toBe(hidden);
    }
  });
});

describe('a secret that becomes known while a file is written', () => {
  const secret = 'kX9vQ2pLw7Zt4Rm8Yc1bN3';
  const parts = [`connected as ${secret}\n`, `API_KEY=${secret}\n`];

  test('is hidden in what was written before it', async () => {
    let known = '';
    const redactPart = (part: string) => {
      known = /API_KEY=(\w+)/.exec(part)?.[1] ?? known;
      return known === '' ? part : part.replaceAll(known, '[REDACTED]');
    };
    const learning = openContextFiles(tree, new ManualClock(Date.now()), {
      redact: () => ({ push: redactPart, end: () => '' }),
      redactionEpoch: () => known,
    });
    const file = await learning.create(about);
    for (const part of parts) await file.write(part);
    const { id, byteSize } = await file.close();
    const read = await wholeText(learning, conversationId, id);
    expect(read).toBe('connected as [REDACTED]\nAPI_KEY=[REDACTED]\n');
    expect(byteSize).toBe(read.length);
    expect(everything()).not.toContain(secret);
  });
});
