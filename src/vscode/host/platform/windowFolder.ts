import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Disposable } from '../../../base/disposable.ts';
import { withFileLock } from '../../../base/fileLock.ts';
import { systemClock } from '../clock.ts';
import { nodeFileTree } from './nodeFiles.ts';

/**
 * Claims the first free numbered folder below `root`, until it is disposed or the process ends.
 * Windows without a workspace share VS Code's storage folder, but each needs its own.
 */
export async function claimFolder(root: string): Promise<Disposable & { readonly path: string }> {
  const tree = nodeFileTree(root);
  const claim = async () => {
    for (let index = 0; ; index++) {
      const lock = `window${index}/lock`;
      if ((await tree.makerOf(lock)) === 'gone') await tree.remove(lock);
      if (await tree.create(lock)) return index;
    }
  };
  // A folder that cannot be written to is free: nothing in it can clash.
  const index = await withFileLock(tree, 'windows.lock', systemClock, claim).catch(() => 0);
  const path = join(root, `window${index}`);
  return { path, dispose: () => rmSync(join(path, 'lock'), { force: true }) };
}
