import { execFile, execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';
import { type Browser, chromium } from 'playwright-core';

const COMMANDS = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
const MAC = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** Nothing that reaches for the network by itself, or needs a graphics card. */
const FLAGS = [
  '--disable-background-networking',
  ...['--disable-component-update', '--disable-dev-shm-usage', '--disable-gpu', '--disable-quic', '--disable-sync'],
  '--no-first-run',
];

const ADVICE = 'install Chromium or Chrome, or name one in the environment variable CHROMIUM_PATH';

let launched: Promise<Browser> | null = null;

/** The headless browser of this process, which ends with it: each window has a context of its own in it. */
export async function sharedBrowser(): Promise<Browser> {
  const running = await launched?.catch(() => null);
  if (running?.isConnected() === true) return running;
  launched = launchBrowser();
  return launched;
}

/** Ends the browser of this process, where one is to end by itself. */
export async function closeBrowser(): Promise<void> {
  await (await launched)?.close();
}

async function launchBrowser(): Promise<Browser> {
  const executablePath = browserPath();
  if (executablePath === null) throw new Error(`No Chromium was found: ${ADVICE}`);
  return chromium.launch({ executablePath, args: FLAGS, timeout: 120_000 });
}

/** Sees to it that there is a browser: on Debian and its like, a missing one is installed. */
export async function ensureBrowser(say: (line: string) => void): Promise<void> {
  if (browserPath() !== null) return;
  if (onPath('apt-get') === null) throw new Error(`No Chromium was found: ${ADVICE}`);
  say('· Installing Chromium (apt-get)');
  const sudo = process.getuid?.() === 0 ? [] : ['sudo', '--non-interactive'];
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const apt = async (...args: readonly string[]): Promise<string> => {
    const [command = '', ...rest] = [...sudo, 'apt-get', '--yes', ...args];
    return promisify(execFile)(command, rest, { env, timeout: 300_000 }).then(() => '', String);
  };
  const install = () => apt('install', '--no-install-recommends', 'chromium');
  if ((await install()) !== '') await apt('update');
  const refused = browserPath() === null ? await install() : '';
  if (browserPath() === null) throw new Error(`apt-get did not install Chromium: ${ADVICE}.\n${refused}`);
}

/** The Chromium or Chrome of this machine: CHROMIUM_PATH, else the first on PATH, else null. */
function browserPath(): string | null {
  const named = process.env['CHROMIUM_PATH'];
  if (named !== undefined && named !== '') return named;
  return COMMANDS.map(onPath).find((path) => path !== null) ?? MAC.find((path) => existsSync(path)) ?? null;
}

function onPath(command: string): string | null {
  try {
    return execFileSync('/bin/sh', ['-c', `command -v ${command}`], { encoding: 'utf8' }).trim() || null;
  } catch {
    return null;
  }
}
