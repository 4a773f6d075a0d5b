import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const COMMANDS = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
const MAC = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** Nothing that reaches for the network by itself, or needs a graphics card. */
const FLAGS = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-dev-shm-usage',
  '--disable-gpu',
  '--disable-quic',
  '--disable-sync',
  '--no-first-run',
];

/** The Chromium or Chrome of this machine: CHROMIUM_PATH, else the first on PATH, else null. */
export function browserPath(): string | null {
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

/** A new headless browser. */
export async function launchBrowser(): Promise<Browser> {
  const executablePath = browserPath();
  if (executablePath === null) throw new Error('No Chromium was found: install one or name it in CHROMIUM_PATH');
  return chromium.launch({ executablePath, args: FLAGS, timeout: 60_000 });
}
