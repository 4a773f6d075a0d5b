import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { subsetIcons } from '../../../webview-ui/iconSubset.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** The view's files by name, as `dist/webview` holds them. */
export type Bundle = ReadonlyMap<string, Buffer>;

/** Builds the view as it is shipped, into memory. */
export async function bundleView(): Promise<Bundle> {
  const folder = await mkdtemp(join(tmpdir(), 'live-context-view-'));
  try {
    const entryPoints = [join(root, 'webview-ui/main.ts')];
    await build({
      entryPoints,
      outdir: folder,
      bundle: true,
      minify: true,
      format: 'esm',
      target: 'es2023',
      logLevel: 'error',
    });
    const codicons = dirname(fileURLToPath(import.meta.resolve('@vscode/codicons/dist/codicon.css')));
    const script = await readFile(join(folder, 'main.js'));
    const icons = await readFile(join(codicons, 'codicon.css'), 'utf8');
    const [css, font] = await subsetIcons(icons, await readFile(join(codicons, 'codicon.ttf')), script.toString());
    return new Map([
      ['main.js', script],
      ['main.css', await readFile(join(folder, 'main.css'))],
      ['codicon.css', Buffer.from(css)],
      ['codicon.ttf', font],
    ]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
