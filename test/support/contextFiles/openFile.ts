import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { FileReader } from '../../../src/files/store/pages.ts';
import { nodeFileTree } from '../../../src/vscode/host/platform/nodeFiles.ts';

/** A file of this machine as searches read it. */
export function openFile(folder: string, name: string): FileReader & { readonly name: string } {
  const tree = nodeFileTree(folder);
  return {
    name,
    size: statSync(join(folder, name)).size,
    read: async (offset, length) => (await tree.readRange(name, offset, length)) ?? new Uint8Array(),
  };
}
