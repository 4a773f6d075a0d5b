import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

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
    const paths = [
      join(folder, 'main.js'),
      join(folder, 'main.css'),
      join(codicons, 'codicon.css'),
      join(codicons, 'codicon.ttf'),
    ];
    const files = paths.map(
      async (path): Promise<[string, Buffer]> => [path.slice(dirname(path).length + 1), await readFile(path)],
    );
    return new Map(await Promise.all(files));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
