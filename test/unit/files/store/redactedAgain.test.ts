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

  test('hides it from a later start, which finds the file whole', async () => {
    const { id } = await files.save(about, text);
    isOn = true;
    const later = reopened();
    expect((await later.open(conversationId, id)).ref.hint).toBe('$ login [REDACTED]');
    expect(await wholeText(later, conversationId, id, 65_536)).toBe(hidden);
    expect(await wholeText(reopened(), conversationId, id, 65_536)).toBe(hidden);
  });
});

test('nothing of a secret reaches the disk while redaction is on, hints included', async () => {
  isOn = true;
  await files.save(about, text);
  await files.addLazy({ ...about, source: 'archive' }, 'key');
  expect(everything()).not.toContain('hunter2');
});
