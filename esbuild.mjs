/**
 * Builds what the extension ships into `dist`: `node esbuild.mjs [--dev] [--watch]`. `--dev` adds source maps and leaves
 * the code readable; `--watch` builds again whenever a source changes.
 */
import { cp, mkdir, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { context } from 'esbuild';
import { buildRanks } from './src/tokens/buildRanks.ts';

const root = fileURLToPath(new URL('.', import.meta.url));
const dev = process.argv.includes('--dev');
const watch = process.argv.includes('--watch');

/** @type {import('esbuild').BuildOptions} */
const common = {
  absWorkingDir: root,
  bundle: true,
  legalComments: 'none',
  logLevel: 'warning',
  metafile: true,
  minify: !dev,
  sourcemap: dev,
  target: 'es2022',
};

/** @type {import('esbuild').BuildOptions} */
const inVSCode = { ...common, external: ['vscode'], format: 'cjs' };

/** @type {import('esbuild').BuildOptions[]} */
const bundles = [
  { ...inVSCode, entryPoints: ['src/extension.ts'], outfile: 'dist/extension.js', platform: 'node', target: 'node20' },
  { ...inVSCode, entryPoints: ['src/extension.web.ts'], outfile: 'dist/web/extension.js', platform: 'browser' },
  {
    ...common,
    entryPoints: ['webview-ui/main.ts'],
    outfile: 'dist/webview/main.js',
    platform: 'browser',
    format: 'esm',
  },
];

const codicons = dirname(fileURLToPath(import.meta.resolve('@vscode/codicons/dist/codicon.css')));

/** The icons' style sheet and font, beside the view's own. */
async function copyIcons() {
  const target = join(root, 'dist/webview');
  await mkdir(target, { recursive: true });
  for (const name of ['codicon.css', 'codicon.ttf']) await cp(join(codicons, name), join(target, name));
}

/** The token ranks in the compact form that the extension reads. */
async function writeRanks() {
  const target = join(root, 'dist/ranks');
  await mkdir(target, { recursive: true });
  for (const encoding of /** @type {const} */ (['o200k_base', 'cl100k_base'])) {
    await writeFile(join(target, `${encoding}.bin`), await buildRanks(encoding));
  }
}

/** @param {readonly string[]} files */
async function printSizes(files) {
  for (const file of files) {
    const { size } = await stat(join(root, file));
    console.log(`${file.padEnd(28)} ${(size / 1024).toFixed(1).padStart(9)} KB`);
  }
}

for (const stale of ['extension.js', 'extension.js.map', 'web', 'webview']) {
  await rm(join(root, 'dist', stale), { recursive: true, force: true });
}
try {
  const contexts = await Promise.all(bundles.map((bundle) => context(bundle)));
  const results = await Promise.all(contexts.map((one) => one.rebuild()));
  await Promise.all([copyIcons(), writeRanks()]);
  const outputs = results.flatMap((result) => Object.keys(result.metafile?.outputs ?? {}));
  await printSizes([...outputs.sort(), 'dist/ranks/o200k_base.bin', 'dist/ranks/cl100k_base.bin']);
  if (watch) await Promise.all(contexts.map((one) => one.watch()));
  else await Promise.all(contexts.map((one) => one.dispose()));
} catch (error) {
  // esbuild has printed its own errors.
  if (!(error instanceof Error && 'errors' in error)) console.error(error);
  process.exit(1);
}
