import { existsSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { npmScript } from '../running/npm.mjs';
import { step } from '../running/steps.mjs';
import { root } from '../running/toolchain.mjs';
import { productVsix } from './server.ts';

/** Everything that decides what is in the package. */
const SOURCES = [
  ...['src', 'webview-ui', 'media', 'l10n', 'esbuild.mjs', '.vscodeignore', 'package.json', 'package-lock.json'],
  ...['package.nls.json', 'package.nls.zh-cn.json', 'README.md', 'CHANGELOG.md', 'LICENSE'],
];

/**
 * Builds and packs the extension (`npm run package`), unless the package is newer than everything it is made of.
 * @throws {Error} with what the build printed
 */
export async function packExtension(): Promise<void> {
  const newest = Math.max(...(await Promise.all(SOURCES.map((source) => newestChange(join(root, source))))));
  if (existsSync(productVsix) && (await stat(productVsix)).mtimeMs > newest) return;
  await step('Building and packing the extension (npm run package)', () => npmScript('package', root));
}

/** When the file, or the youngest file below the folder, was changed; 0 if there is none. In ms since 1970. */
async function newestChange(path: string): Promise<number> {
  if (!existsSync(path)) return 0;
  const self = await stat(path);
  if (!self.isDirectory()) return self.mtimeMs;
  const entries = await readdir(path);
  return Math.max(self.mtimeMs, ...(await Promise.all(entries.map((entry) => newestChange(join(path, entry))))));
}
