/**
 * What everything else stands on: the dependencies and their Node 24. Plain JavaScript on Node's own modules, because it
 * runs on whichever Node (20 or newer) started the command, before anything is installed.
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, statSync, symlinkSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { npmCi, npmUpdate } from './npm.mjs';
import { step } from './steps.mjs';

/** The repository's root folder. */
export const root = fileURLToPath(new URL('../../..', import.meta.url));

const NODE_MAJOR = 24;

/**
 * Installs what is missing, then runs a TypeScript program on Node 24 with this process's terminal, signals and life:
 * the program ends when this process does, and this process exits with its code.
 * @param {string} program path below the root
 * @param {readonly string[]} args
 * @param {string} [lastLine] printed when it does not come to that
 */
export async function handOver(program, args, lastLine) {
  try {
    if (Number(process.versions.node.split('.')[0]) < 20)
      throw new Error(`Node 20 or newer is needed, this is ${process.version}`);
    await installDependencies();
    const node = await nodeOfMajor(NODE_MAJOR, root);
    const child = spawn(node, ['--disable-warning=MODULE_TYPELESS_PACKAGE_JSON', join(root, program), ...args], {
      cwd: root,
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    });
    for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
      process.on(signal, () => child.kill(signal));
    whenNpmIsGone(() => child.kill('SIGTERM'));
    child.on('exit', (code) => process.exit(code ?? 1));
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    if (lastLine !== undefined) console.log(lastLine);
    process.exit(1);
  }
}

/**
 * npm that is killed tells its script nothing. Between npm and us there may be a shell.
 * @param {() => void} end
 */
function whenNpmIsGone(end) {
  if (process.env['npm_lifecycle_event'] === undefined) return;
  const npmOrShell = process.ppid;
  const above = parentOf(npmOrShell);
  const timer = setInterval(() => {
    if (process.ppid === npmOrShell && parentOf(npmOrShell) === above) return;
    clearInterval(timer);
    end();
  }, 500);
  timer.unref();
}

/**
 * @param {number} pid
 * @returns {string | null} the parent's id; null where the system does not tell
 */
function parentOf(pid) {
  try {
    return /^PPid:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? null;
  } catch {
    return null;
  }
}

/**
 * Installs what package-lock.json requires if `node_modules` is missing or older. An existing folder is updated in place,
 * so an interrupted run never leaves the tree without dependencies.
 */
async function installDependencies() {
  const installed = join(root, 'node_modules/.package-lock.json');
  const wanted = statSync(join(root, 'package-lock.json')).mtimeMs;
  const isThere = existsSync(installed);
  if (isThere && statSync(installed).mtimeMs >= wanted) return;
  await step('Installing dependencies', () => (isThere ? npmUpdate(root) : npmCi(root)));
  if (existsSync(installed)) utimesSync(installed, new Date(), new Date());
}

/**
 * The Node that npm's `node` package put below `folder`. The package fetches it by an install script, which npm may be
 * set up not to run: then the script is run here.
 * @param {number} major
 * @param {string} folder one that has node_modules
 * @returns {Promise<string>} path of the executable
 */
export async function nodeOfMajor(major, folder) {
  const home = join(folder, 'node_modules/node');
  const node = join(home, 'bin/node');
  if (majorOf(node) === major) return node;
  if (majorOf(process.execPath) === major) return process.execPath;
  const run = await step(`Fetching Node ${major}`, () =>
    spawnSync(process.execPath, ['installArchSpecificPackage.js'], { cwd: home, encoding: 'utf8' }),
  );
  if (majorOf(node) === major) {
    linkForScripts(folder);
    return node;
  }
  throw new Error(
    `Node ${major} could not be installed from npm for ${process.platform} ${process.arch}.\n${run.stdout ?? ''}${run.stderr ?? ''}\n` +
      `Check the connection and run: npm rebuild node. Or start the same command with Node ${major} itself.`,
  );
}

/**
 * npm's scripts find Node by this link, which npm did not make while there was nothing to link to.
 * @param {string} folder
 */
function linkForScripts(folder) {
  const link = join(folder, 'node_modules/.bin/node');
  rmSync(link, { force: true });
  symlinkSync('../node/bin/node', link);
}

/** @param {string} node */
function majorOf(node) {
  const { stdout } = spawnSync(node, ['--version'], { encoding: 'utf8' });
  return Number(/^v(\d+)\./.exec(stdout ?? '')?.[1]);
}
