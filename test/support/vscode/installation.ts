import { existsSync } from 'node:fs';
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { npm } from '../running/npm.mjs';
import { step } from '../running/steps.mjs';
import { nodeOfMajor, root } from '../running/toolchain.mjs';
import { newest, oldest, type Release } from './release.ts';

/** Raised whenever the steps below change: an installation made by other steps is made anew. */
const RECIPE = '2';

const LOGGER = join(import.meta.dirname, 'spdlog.cjs');

/** In the name of a folder in which an installation grows, before the id of the process at it. */
const GROWING = 'installing-';

const QUIET = ['--ignore-scripts', '--no-audit', '--no-fund', '--no-save', '--loglevel=error'];

/** An installed code-server and the Node to run it with. */
export interface Installation {
  readonly release: Release;
  readonly node: string;
  /** The folder of the npm package code-server. */
  readonly home: string;
}

/** Where installations are kept between runs: LIVE_CONTEXT_CACHE, else `.cache` in the repository. */
export function cacheFolder(): string {
  return process.env['LIVE_CONTEXT_CACHE'] ?? join(root, '.cache');
}

/**
 * The installed release, installed first if it is not there. It grows in a folder of its own and is renamed when
 * complete, so an interrupted installation is never taken for a whole one.
 */
export async function installationOf(release: Release): Promise<Installation> {
  const folder = join(cacheFolder(), `code-server-${release.codeServer}`);
  if (!(await isComplete(folder))) {
    const base = release === oldest ? await installationOf(newest) : null;
    const what = `Installing VS Code ${release.vscode} (code-server ${release.codeServer} from npm, some 600 MB on disk)`;
    await step(what, () => grow(release, folder, base));
  }
  return { release, node: await nodeFor(release, folder), home: join(folder, 'node_modules/code-server') };
}

async function grow(release: Release, folder: string, base: Installation | null): Promise<void> {
  await mkdir(cacheFolder(), { recursive: true });
  await removeAbandoned();
  const growing = await mkdtemp(`${folder}-${GROWING}${process.pid}-`);
  try {
    await install(release, growing, base);
    await moveInto(growing, folder);
  } finally {
    await rm(growing, { recursive: true, force: true });
  }
}

/** What installations that were killed left behind. */
async function removeAbandoned(): Promise<void> {
  for (const name of await readdir(cacheFolder())) {
    const pid = Number(name.split(GROWING)[1]?.split('-')[0]);
    if (pid > 0 && !isAlive(pid)) await rm(join(cacheFolder(), name), { recursive: true, force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

async function isComplete(folder: string): Promise<boolean> {
  return (await readFile(join(folder, 'recipe'), 'utf8').catch(() => '')) === RECIPE;
}

/** Another process may have finished first: then its installation serves. */
async function moveInto(growing: string, folder: string): Promise<void> {
  if (await isComplete(folder)) return;
  await rm(folder, { recursive: true, force: true });
  await rename(growing, folder).catch(async (error: unknown) => {
    if (!(await isComplete(folder))) throw error;
  });
}

/** The npm packages without their scripts, which would want a compiler, and the two folders those scripts would fill. */
async function install(release: Release, folder: string, base: Installation | null): Promise<void> {
  await writeFile(join(folder, 'package.json'), JSON.stringify({ private: true }));
  const packages = [`code-server@${release.codeServer}`];
  if (base !== null) packages.push('argon2@0.44.0', `node@${release.nodeMajor}`);
  await npm(['install', ...QUIET, ...packages], folder);
  const code = join(folder, 'node_modules/code-server/lib/vscode');
  for (const part of [code, join(code, 'extensions')]) await npm(['install', '--omit=dev', ...QUIET], part);
  if (base !== null) {
    await nodeFor(release, folder);
    await addPrebuilt(join(folder, 'node_modules/code-server'), base.home);
  }
  await cp(LOGGER, join(code, 'node_modules/@vscode/spdlog/index.js'));
  await writeFile(join(folder, 'recipe'), RECIPE);
}

async function nodeFor(release: Release, folder: string): Promise<string> {
  return nodeOfMajor(release.nodeMajor, release === newest ? root : folder);
}

/** Releases of that age ship no built argon2, ripgrep and node-pty: those of the newest serve. */
async function addPrebuilt(home: string, newestHome: string): Promise<void> {
  await rm(join(home, 'node_modules/argon2'), { recursive: true, force: true });
  const modules = join(home, 'lib/vscode/node_modules');
  const newestModules = join(newestHome, 'lib/vscode/node_modules');
  await rm(join(modules, 'node-pty'), { recursive: true, force: true });
  await cp(join(newestModules, 'node-pty'), join(modules, 'node-pty'), { recursive: true });
  const ripgrep = join(newestModules, '@vscode/ripgrep-universal/bin', `${process.platform}-${process.arch}`, 'rg');
  if (!existsSync(ripgrep))
    throw new Error(`code-server ${newest.codeServer} has no ripgrep for ${process.platform} ${process.arch}`);
  const target = join(modules, '@vscode/ripgrep/bin/rg');
  await mkdir(dirname(target), { recursive: true });
  await cp(ripgrep, target);
  await chmod(target, 0o755);
}
