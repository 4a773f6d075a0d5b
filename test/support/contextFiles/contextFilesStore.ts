import { createHash, randomUUID } from 'node:crypto';
import type { Clock } from '../../../src/base/ports/clock.ts';
import type { FileTree } from '../../../src/base/ports/fileSystem.ts';
import type { Hasher } from '../../../src/base/ports/hash.ts';
import { ContextFiles, type ContextFilesParts } from '../../../src/files/store/contextFiles.ts';
import { readPage } from '../../../src/files/store/pages.ts';

/** SHA-256 as Node has it. */
export function nodeHasher(): Hasher {
  const hash = createHash('sha256');
  return { update: (bytes) => void hash.update(bytes), hex: () => hash.digest('hex') };
}

/** Opens context files as a new window would; the limits are those of the default settings. */
export function openContextFiles(
  tree: FileTree,
  clock: Clock,
  parts: Partial<Pick<ContextFilesParts, 'limits' | 'redact' | 'redactionEpoch'>> = {},
): ContextFiles {
  return new ContextFiles({
    tree,
    clock,
    hasher: nodeHasher,
    newId: randomUUID,
    limits: () => ({ retentionMs: 14 * 24 * 60 * 60 * 1000, quotaBytes: 512 * 1024 * 1024 }),
    redact: () => ({ push: (text) => text, end: () => '' }),
    redactionEpoch: () => '',
    ...parts,
  });
}

/** The whole text of a context file, page by page. */
export async function wholeText(
  files: ContextFiles,
  conversationId: string,
  id: string,
  limit = 8192,
): Promise<string> {
  const content = await files.open(conversationId, id);
  let text = '';
  for (let offset = 0, done = false; !done; ) {
    const page = await readPage(content, offset, limit);
    text += page.content;
    offset = page.nextOffset;
    done = page.done;
  }
  return text;
}
