import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { GuardedProcess, logTail } from '../running/guardedProcess.ts';
import { root } from '../running/toolchain.mjs';
import { cacheFolder, type Installation, installationOf } from './installation.ts';
import { type Release, releaseUnderTest } from './release.ts';
import { copyWorkspace, removeFolder, temporaryFolder } from './workspaceCopy.ts';

/** The packed extension that `npm run package` writes. */
export const productVsix = join(root, 'dist/live-context.vsix');

const PROBE = join(root, 'test/fixtures/probe-extension');
const SAMPLE = join(root, 'test/fixtures/sample-workspace');
const UP_WITHIN_MS = 120_000;

/** No telemetry, no advice, no updates, no welcome. */
const QUIET: Readonly<Record<string, unknown>> = {
  'chat.byokUtilityModelDefault': 'mainAgent',
  'extensions.autoCheckUpdates': false,
  'extensions.autoUpdate': false,
  'extensions.ignoreRecommendations': true,
  'git.autofetch': false,
  'git.openRepositoryInParentFolders': 'never',
  'telemetry.telemetryLevel': 'off',
  'typescript.disableAutomaticTypeAcquisition': true,
  // One server for TypeScript instead of two.
  'typescript.tsserver.useSyntaxServer': 'never',
  'update.mode': 'none',
  'window.restoreWindows': 'none',
  'workbench.enableExperiments': false,
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'workbench.startupEditor': 'none',
  'workbench.tips.enabled': false,
};

/** What is typed is what arrives, nothing is saved unasked, and nothing is painted again and again. */
const PLAIN_TYPING: Readonly<Record<string, unknown>> = {
  'editor.acceptSuggestionOnEnter': 'off',
  'editor.autoClosingBrackets': 'never',
  'editor.autoClosingQuotes': 'never',
  'editor.autoIndent': 'none',
  'editor.cursorBlinking': 'solid',
  'editor.minimap.enabled': false,
  'editor.quickSuggestions': { comments: 'off', other: 'off', strings: 'off' },
  'editor.suggestOnTriggerCharacters': false,
  'files.autoSave': 'off',
};

export interface ServerOptions {
  /** Default: the release that LIVE_CONTEXT_VSCODE names. */
  readonly release?: Release;
  /** A folder of which the server gets a copy. Default: the sample workspace. */
  readonly workspace?: string;
  /** What is opened: a folder or a `.code-workspace` file, relative to the copy or absolute. Default: the copy itself. */
  readonly open?: string;
  /** Makes the copy a git repository with one commit. Default: false. */
  readonly git?: boolean;
  /** For a test, which is the default: offline, typing without the editor's help. For a person: as VS Code is. */
  readonly audience?: 'test' | 'person';
  /** User settings on top of the audience's. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** Further files of the user's folder by name, such as `keybindings.json`. */
  readonly userFiles?: Readonly<Record<string, string>>;
  /** Folders of unpacked extensions to install. */
  readonly extensions?: readonly string[];
  /** Whether the packed Live Context is installed. Default: true. */
  readonly product?: boolean;
  /** Whether the probe is installed. Default: for tests. */
  readonly probe?: boolean;
  /** With `true`, VS Code asks for trust and starts in Restricted Mode. Default: false. */
  readonly workspaceTrust?: boolean;
  /** Port on 127.0.0.1; 0, the default, takes a free one. */
  readonly port?: number;
  readonly env?: Readonly<Record<string, string>>;
}

/** A running code-server with data, extensions and workspace of its own, all thrown away by `stop`. */
export class Server {
  readonly release: Release;
  /** The copied workspace folder. */
  readonly workspace: string;
  /** VS Code's user data folder. */
  readonly userData: string;
  /** The address that opens the workspace. */
  readonly url: string;
  /** The folder where each probe leaves its address. */
  readonly probes: string;
  readonly #process: GuardedProcess;
  readonly #folder: string;

  constructor(release: Release, folders: Folders, url: string, process: GuardedProcess) {
    this.release = release;
    this.workspace = folders.workspace;
    this.userData = folders.userData;
    this.probes = folders.probes;
    this.url = url;
    this.#process = process;
    this.#folder = folders.all;
  }

  /** `http://127.0.0.1:port` */
  get origin(): string {
    return new URL(this.url).origin;
  }

  /** The end of the server's log, for messages. */
  get log(): string {
    return logTail(this.#process.log);
  }

  /** Resolves when the server has ended, for whatever reason. */
  get end(): Promise<unknown> {
    return this.#process.end;
  }

  /** Ends every process of the server and removes its folders. */
  async stop(): Promise<void> {
    await this.#process.stop();
    await removeFolder(this.#folder);
  }
}

interface Folders {
  readonly all: string;
  readonly workspace: string;
  readonly userData: string;
  readonly extensions: string;
  readonly probes: string;
}

/**
 * Starts a VS Code for tests: copies the workspace, writes the settings, installs the extensions and waits for the
 * address. Everything lies in one temporary folder.
 */
export async function startServer(options: ServerOptions = {}): Promise<Server> {
  const release = options.release ?? releaseUnderTest();
  const installation = await installationOf(release);
  const folders = foldersIn(await temporaryFolder());
  try {
    await prepare(folders, options, installation);
    const code = GuardedProcess.start(
      installation.node,
      codeServerArguments(installation, folders, options),
      environment(folders, options),
    );
    const url = await addressOf(code, folders, options.open ?? '').catch(async (error: unknown) => {
      await code.stop();
      throw error;
    });
    return new Server(release, folders, url, code);
  } catch (error) {
    await removeFolder(folders.all);
    throw error;
  }
}

function foldersIn(all: string): Folders {
  const below = (name: string) => join(all, name);
  return {
    all,
    workspace: below('workspace'),
    userData: below('data'),
    extensions: below('extensions'),
    probes: below('probes'),
  };
}

async function prepare(folders: Folders, options: ServerOptions, installation: Installation): Promise<void> {
  const user = join(folders.userData, 'User');
  for (const folder of [user, folders.extensions, folders.probes]) await mkdir(folder, { recursive: true });
  await copyWorkspace(options.workspace ?? SAMPLE, folders.workspace, options.git ?? false);
  const settings = { ...QUIET, ...(forTest(options) ? PLAIN_TYPING : {}), ...options.settings };
  const files = { 'settings.json': JSON.stringify(settings, null, 2), ...options.userFiles };
  for (const [name, text] of Object.entries(files)) await writeFile(join(user, name), text);
  const unpacked = [...(options.extensions ?? []), ...((options.probe ?? forTest(options)) ? [PROBE] : [])];
  for (const extension of unpacked) await installUnpacked(extension, folders.extensions);
  if (options.product !== false) await installUnpacked(await installedProduct(installation), folders.extensions);
}

function forTest(options: ServerOptions): boolean {
  return options.audience !== 'person';
}

/** VS Code knows an unpacked extension by its folder's name. */
async function installUnpacked(extension: string, extensions: string): Promise<void> {
  const manifest = JSON.parse(await readFile(join(extension, 'package.json'), 'utf8')) as Record<string, string>;
  const folder = `${manifest['publisher']}.${manifest['name']}-${manifest['version']}`;
  await cp(extension, join(extensions, folder), { recursive: true });
}

/** The folder of Live Context as this VS Code installs it from the package: once for each package, for all servers. */
async function installedProduct(installation: Installation): Promise<string> {
  if (!existsSync(productVsix)) throw new Error(`${productVsix} is missing: run \`npm run package\` first`);
  const { mtimeMs, size } = await stat(productVsix);
  const done = join(root, 'dist/installed', `${installation.release.codeServer}-${Math.floor(mtimeMs)}-${size}`);
  if (!existsSync(done)) {
    await mkdir(dirname(done), { recursive: true });
    const folders = foldersIn(await mkdtemp(`${done}-`));
    await installVsix(productVsix, folders, installation);
    // Another process may have been first: then its folder serves.
    await rename(folders.extensions, done).catch((error: unknown) => {
      if (!existsSync(done)) throw error;
    });
    await removeFolder(folders.all);
  }
  const name = (await readdir(done)).find((one) => one.startsWith('live-context.'));
  if (name === undefined) throw new Error(`VS Code installed nothing from ${productVsix}`);
  return join(done, name);
}

async function installVsix(vsix: string, folders: Folders, installation: Installation): Promise<void> {
  const args = [installation.home, '--install-extension', vsix, ...folderArguments(folders)];
  const { stdout } = await promisify(execFile)(installation.node, args, { env: environment(folders, {}) });
  if (!stdout.includes('successfully installed')) throw new Error(`VS Code did not install ${vsix}:\n${stdout}`);
}

function codeServerArguments({ release, home }: Installation, folders: Folders, options: ServerOptions): string[] {
  return [
    home,
    ...['--auth', 'none', '--bind-addr', `127.0.0.1:${options.port ?? 0}`],
    ...folderArguments(folders),
    ...['--disable-telemetry', '--disable-update-check', '--disable-proxy', '--ignore-last-opened'],
    ...(options.workspaceTrust ? [] : ['--disable-workspace-trust']),
    ...(release.reconnectionGraceTime ? ['--reconnection-grace-time', '1'] : []),
  ];
}

function folderArguments({ all, extensions, userData }: Folders): string[] {
  return ['--extensions-dir', extensions, '--user-data-dir', userData, '--config', join(all, 'config.yaml')];
}

/** What an outer VS Code, code-server, npm or test run would make the inner ones do. */
const FOREIGN = /^(PORT|(HASHED_)?PASSWORD|BASH_ENV|TEST|(VSCODE|CODE_SERVER|CS|ELECTRON|NODE|VITEST|npm|GIT)_.*)$/;

function environment(folders: Folders, options: ServerOptions): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([name]) => !FOREIGN.test(name));
  return {
    ...Object.fromEntries(inherited),
    XDG_DATA_HOME: join(folders.all, 'xdg'),
    ...(forTest(options) ? testEnvironment(folders) : {}),
    ...options.env,
  };
}

/** Nothing of the machine's own settings, no extension gallery. */
function testEnvironment(folders: Folders): NodeJS.ProcessEnv {
  return {
    EXTENSIONS_GALLERY: '{"serviceUrl":""}',
    GIT_CONFIG_GLOBAL: '/dev/null',
    LIVE_CONTEXT_PROBES: folders.probes,
    NODE_COMPILE_CACHE: join(cacheFolder(), 'compiled'),
    XDG_CONFIG_HOME: join(folders.all, 'xdg'),
  };
}

async function addressOf(code: GuardedProcess, folders: Folders, open: string): Promise<string> {
  const [, origin = ''] = await code.output(/HTTP server listening on (http:\/\/\S+?)\/?\s/, UP_WITHIN_MS);
  const kind = open.endsWith('.code-workspace') ? 'workspace' : 'folder';
  return `${origin}/?${kind}=${encodeURIComponent(resolve(folders.workspace, open)).replaceAll('%2F', '/')}`;
}
