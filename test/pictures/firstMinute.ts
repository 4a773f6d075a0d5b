/**
 * `npm run first-minute`: the way of somebody who has never seen this, and reads nothing: a fresh clone of the last commit, `npm start`, the
 * address in a browser, the first copied context, the first copied change. Says when each was there; `test-results/first-minute` keeps
 * what the terminal showed, with seconds, and a picture of each step. With LIVE_CONTEXT_CACHE naming a folder that has VS Code already,
 * its download is not part of it.
 */
import { execFileSync } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FrameLocator, Page } from 'playwright-core';
import { GuardedProcess } from '../support/running/guardedProcess.ts';
import { root } from '../support/running/toolchain.mjs';
import { closeBrowser, ensureBrowser, sharedBrowser } from '../support/vscode/browser.ts';
import { removeFolder, temporaryFolder } from '../support/vscode/workspaceCopy.ts';

const kept = join(root, 'test-results/first-minute');
const PATIENCE_MS = 30 * 60_000;

/** Seconds since the beginning, and what was there then. */
class Stopwatch {
  readonly #began = Date.now();
  readonly #steps: (readonly [seconds: number, what: string])[] = [];

  get seconds(): number {
    return Math.round((Date.now() - this.#began) / 1_000);
  }

  reached(what: string): void {
    this.#steps.push([this.seconds, what]);
    console.log(`${String(this.seconds).padStart(5)} s  ${what}`);
  }

  async see(page: Page, what: string, name: string): Promise<void> {
    this.reached(what);
    // It stands still for the eye, too.
    await page.waitForTimeout(1_000);
    await page.screenshot({ path: join(kept, `${this.#steps.length}-${name}.png`) });
  }
}

async function main(): Promise<void> {
  await ensureBrowser(console.log);
  await rm(kept, { recursive: true, force: true });
  await mkdir(kept, { recursive: true });
  const folder = await temporaryFolder();
  const watch = new Stopwatch();
  try {
    execFileSync('git', ['clone', '--quiet', root, folder]);
    watch.reached('cloned');
    let terminal = '';
    const start = GuardedProcess.start('npm', ['--prefix', folder, 'start'], strangersEnvironment(), (text) => {
      process.stdout.write(text);
      terminal += text.replaceAll(/^(?=.)/gm, `${watch.seconds} s  `);
    });
    try {
      const [, url = ''] = await start.output(/running at (\S+)/, PATIENCE_MS);
      watch.reached('the address is in the terminal');
      await lookAround(url, watch);
    } finally {
      await start.stop();
      await writeFile(join(kept, 'terminal.txt'), terminal);
    }
  } finally {
    await removeFolder(folder);
  }
}

/** Nothing of the npm that runs this. */
function strangersEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(npm_|INIT_CWD$)/i.test(name)));
}

async function lookAround(url: string, watch: Stopwatch): Promise<void> {
  const browser = await sharedBrowser();
  try {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
    await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: new URL(url).origin });
    const page = await context.newPage();
    page.setDefaultTimeout(PATIENCE_MS);
    await page.goto(url, { waitUntil: 'domcontentloaded' });
    await page.locator('.monaco-workbench .part.statusbar').waitFor();
    await watch.see(page, 'the window is there', 'window');
    const view = page.frameLocator('iframe.webview.ready[src*="live-context"]').frameLocator('#active-frame');
    await view.locator('main[aria-busy=false] [role=tree]').waitFor();
    await watch.see(page, 'the view shows the prompt of a file', 'view');
    await copyBy(page, view, 'Copy');
    await watch.see(page, 'the first context is copied', 'copied');
    await page.locator('.editor-instance .view-lines').first().click();
    await page.keyboard.type('// A first change\n');
    await view.getByRole('treeitem', { name: /^Typing/ }).waitFor();
    await watch.see(page, 'what was typed is in the view', 'typed');
    const changes = await copyBy(page, view, 'Copy changes');
    if (!changes.includes('+// A first change')) throw new Error(`The copied changes are other ones:\n${changes}`);
    await watch.see(page, 'the first changes are copied', 'changes');
  } finally {
    await closeBrowser();
  }
}

/** Clicks a button of the view and gives what is in the clipboard then. */
async function copyBy(page: Page, view: FrameLocator, button: string): Promise<string> {
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
  const before = await clipboard();
  await view.getByRole('button', { name: button, exact: true }).click();
  for (;;) {
    const text = await clipboard();
    if (text !== before) return text;
    await page.waitForTimeout(50);
  }
}

await main();
