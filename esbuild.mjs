/**
 * Builds what the extension ships into `dist`: `node esbuild.mjs [--dev] [--watch]`. `--dev` adds source maps and leaves
 * the code readable; `--watch` builds again whenever a source changes.
 */
import { cp, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { context } from 'esbuild';
import { apiTypes } from './src/protocol/apiTypes.ts';
import { buildRanks } from './src/tokens/buildRanks.ts';
import { subsetIcons } from './webview-ui/iconSubset.ts';

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
const inVSCode = {
  ...common,
  external: ['vscode'],
  format: 'cjs',
  plugins: [{ name: 'vscode', setup: takeApiAsItIs }],
};

/**
 * VS Code's API is taken as it is: esbuild would copy its some hundred properties for each file that imports it, at every start.
 * @param {import('esbuild').PluginBuild} build
 */
function takeApiAsItIs(build) {
  build.onLoad({ filter: /[\\/]src[\\/].*\.ts$/ }, async ({ path }) => {
    const code = await readFile(path, 'utf8');
    return {
      contents: code.replace("import * as vscode from 'vscode'", "const vscode = require('vscode')"),
      loader: 'ts',
    };
  });
}

/**
 * MCP's SDK checks schemas by code that it makes (`new Function`) unless it is told that it runs where that is forbidden; then
 * it interprets them.
 */
const withoutEval = {
  '@modelcontextprotocol/server/_shims': './node_modules/@modelcontextprotocol/server/dist/shimsWorkerd.mjs',
};

/** Its main file asks for its parts by names that no bundler can follow. */
const bundled = { 'jsonc-parser': './node_modules/jsonc-parser/lib/esm/main.js' };

/** What the desktop and the browser share is one file, which is also all that the browser has. */
const shared = 'core.js';

/** The sources whose exports the desktop's own part takes from the shared file: a second copy of a class would be another class. */
const fromShared = new Set(['src/vscode/start.ts', 'src/base/ports/fileSystem.ts', 'src/base/ports/search.ts']);

/** @type {import('esbuild').BuildOptions} */
const inNode = {
  ...inVSCode,
  platform: 'node',
  target: 'node20',
  supported: { 'dynamic-import': false },
  alias: { ...withoutEval, ...bundled },
};

/** The desktop's own part. @type {import('esbuild').BuildOptions} */
const onDesktop = { ...inNode, plugins: [...inNode.plugins, { name: 'desktop', setup: besideShared }] };

/**
 * What the desktop's part imports dynamically is a file of its own, read at the first need, which keeps the start short.
 * @param {import('esbuild').PluginBuild} build
 */
function besideShared(build) {
  build.onResolve({ filter: /^\.\.?\// }, ({ path, kind, resolveDir }) => {
    const source = relative(root, join(resolveDir, path)).replaceAll('\\', '/');
    if (fromShared.has(source)) return { path: `./${shared}`, external: true };
    const file = kind === 'dynamic-import' ? later[source] : undefined;
    return file === undefined ? undefined : { path: `./${file}`, external: true };
  });
}

/** What is imported dynamically, and its file in `dist`. @type {Readonly<Record<string, string>>} */
const later = { 'src/extension.desktop.ts': 'desktop.js', 'src/mcp/mcp.ts': 'mcp.js' };

const { version, repository } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));

/** The MCP server, and the bridge to it that agents start: a copy runs by itself, far from the extension. @type {import('esbuild').BuildOptions} */
const mcpModule = {
  ...inNode,
  entryPoints: ['src/mcp/mcp.ts'],
  outfile: 'dist/mcp.js',
  define: { 'process.env.LIVE_CONTEXT_VERSION': JSON.stringify(version) },
};

/** The program of agents' hooks, which is to start in no time: it runs by itself, too. @type {import('esbuild').BuildOptions} */
const hookProgram = {
  ...common,
  entryPoints: ['src/mcp/programs/hook.ts'],
  outfile: 'dist/plugin/hook.js',
  format: 'cjs',
  platform: 'node',
  target: 'node20',
  supported: { 'dynamic-import': false },
};

/** @type {import('esbuild').BuildOptions[]} */
const bundles = [
  { ...inVSCode, entryPoints: ['src/extension.web.ts'], outfile: `dist/${shared}`, platform: 'browser' },
  { ...onDesktop, entryPoints: ['src/extension.ts'], outfile: 'dist/extension.js' },
  { ...onDesktop, entryPoints: ['src/extension.desktop.ts'], outfile: 'dist/desktop.js' },
  mcpModule,
  hookProgram,
  {
    ...common,
    entryPoints: ['webview-ui/main.ts'],
    outfile: 'dist/webview/main.js',
    platform: 'browser',
    format: 'esm',
  },
];

/** Packages that are shipped without being bundled. */
const copied = ['@vscode/codicons', 'js-tiktoken'];

/** The style sheet and font of the icons that the view names, beside its own; while it is being changed those of all. */
async function writeIcons() {
  const codicons = join(root, 'node_modules/@vscode/codicons/dist');
  const target = join(root, 'dist/webview');
  const allCss = await readFile(join(codicons, 'codicon.css'), 'utf8');
  const allFont = await readFile(join(codicons, 'codicon.ttf'));
  const script = await readFile(join(target, 'main.js'), 'utf8');
  const [css, font] = watch ? [allCss, allFont] : await subsetIcons(allCss, allFont, script);
  await writeFile(join(target, 'codicon.css'), css);
  await writeFile(join(target, 'codicon.ttf'), font);
}

/** The plugin for agents, beside its programs. */
async function copyPlugin() {
  await cp(join(root, 'media/plugin'), join(root, 'dist/plugin'), { recursive: true });
}

/** The token ranks in the compact form that the extension reads. */
async function writeRanks() {
  const target = join(root, 'dist/ranks');
  await mkdir(target, { recursive: true });
  for (const encoding of /** @type {const} */ (['o200k_base', 'cl100k_base'])) {
    await writeFile(join(target, `${encoding}.bin`), await buildRanks(encoding));
  }
}

/** The types of the extension API, for other extensions. */
async function writeApiTypes() {
  await writeFile(join(root, 'dist/live-context.d.ts'), apiTypes(version));
}

/**
 * The licences of everything by others that is shipped.
 * @param {readonly string[]} inputs the files that went into the bundles
 */
async function writeNotices(inputs) {
  const bundled = inputs.flatMap((input) => /^node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(input)?.[1] ?? []);
  const notices = [];
  for (const name of [...new Set([...bundled, ...copied])].sort()) {
    const folder = join(root, 'node_modules', name);
    const { version, license } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
    const files = (await readdir(folder)).filter((file) => /^licen[cs]e/i.test(file));
    const texts = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')));
    notices.push([`${name} ${version} (${license})`, ...texts].join('\n\n'));
  }
  await writeFile(join(root, 'dist/ThirdPartyNotices.txt'), notices.join(`\n\n${'-'.repeat(80)}\n\n`));
}

/**
 * Writes the extension's page. VS Code shows no picture of a package, only of the web: pictures and links point into the
 * `repository` of package.json, which a publisher sets. Without one the page has no pictures, and its links are plain text.
 */
async function writeReadme() {
  const readme = await readFile(join(root, 'README.md'), 'utf8');
  const [, address] = /^(?:git\+)?(https:.*?)(?:\.git)?$/.exec(repository?.url ?? '') ?? [];
  const page = readme.replace(/(!?)\[([^\]]*)\]\((?!\w+:|#)([^)]+)\)/g, (_, mark, text, path) => {
    if (address === undefined) return mark === '' ? text : '';
    return `${mark}[${text}](${address}/${mark === '' ? 'blob' : 'raw'}/HEAD/${path})`;
  });
  await writeFile(join(root, 'dist/README.md'), page.replace(/\n{3,}/g, '\n\n'));
}

/** @param {readonly string[]} files */
async function printSizes(files) {
  for (const file of files) {
    const { size } = await stat(join(root, file));
    console.log(`${file.padEnd(28)} ${(size / 1024).toFixed(1).padStart(9)} KB`);
  }
}

async function build() {
  for (const name of await readdir(join(root, 'dist')).catch(() => [])) {
    if (/\.js(\.map)?$|^(web|plugin|installed)/.test(name))
      await rm(join(root, 'dist', name), { recursive: true, force: true });
  }
  const contexts = await Promise.all(bundles.map((bundle) => context(bundle)));
  const results = await Promise.all(contexts.map((one) => one.rebuild()));
  const files = results.flatMap(({ metafile }) => (metafile === undefined ? [] : [metafile]));
  await Promise.all([
    writeIcons(),
    copyPlugin(),
    writeRanks(),
    writeApiTypes(),
    writeReadme(),
    writeNotices(files.flatMap(({ inputs }) => Object.keys(inputs))),
  ]);
  const outputs = files.flatMap((file) => Object.keys(file.outputs)).sort();
  await printSizes([...outputs, 'dist/ranks/o200k_base.bin', 'dist/ranks/cl100k_base.bin']);
  if (watch) {
    await Promise.all(contexts.map((one) => one.watch()));
    console.log('· Watching');
  } else await Promise.all(contexts.map((one) => one.dispose()));
}

try {
  console.log('· Building');
  await build();
} catch (error) {
  // esbuild has printed its own errors.
  if (!(error instanceof Error && 'errors' in error)) console.error(error);
  process.exit(1);
}
