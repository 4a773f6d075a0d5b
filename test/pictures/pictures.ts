/**
 * `npm run pictures`: makes the pictures of the README and of the walkthrough from a real VS Code with the packed extension, so that they
 * stay true. Names of scenes choose some of them.
 */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Page } from 'playwright-core';
import { root } from '../support/running/toolchain.mjs';
import { closeBrowser, ensureBrowser } from '../support/vscode/browser.ts';
import { packExtension } from '../support/vscode/packedExtension.ts';
import { type Server, startServer } from '../support/vscode/server.ts';
import { ShownView } from '../support/vscode/shownView.ts';
import { openWorkbench, type Workbench } from '../support/vscode/workbench.ts';
import { cart, constraints, discount, discountRules } from './projectTexts.ts';
import { type Frame, moving } from './webp.ts';

const media = join(root, 'media');
const constraintsFile = '.vscode/live-context.json';
const size = { width: 1000, height: 740 };
/** High enough for a whole view. */
const tall = { width: 1000, height: 960 };

interface Scene {
  readonly name: string;
  /** The file of `media` that the picture becomes. */
  readonly shipped: string;
  /** What is in the picture. Default: the side bar. */
  readonly part?: 'sideBar' | 'editor';
  /** So much of what stands beside it on the right is in the picture, too, CSS pixels. */
  readonly beside?: number;
  /** So much is shown, from its top, CSS pixels. */
  readonly height: number;
  prepare(window: Window, view: ShownView): Promise<unknown>;
  /** Takes back what would be seen in the next scene. */
  restore?(window: Window, view: ShownView): Promise<unknown>;
}

/** The window that pictures are taken of. */
class Window {
  readonly workbench: Workbench;

  constructor(workbench: Workbench) {
    this.workbench = workbench;
  }

  async write(file: string, text: string): Promise<void> {
    const path = join(this.workbench.server.workspace, file);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
  }

  async open(file: string, text: string): Promise<void> {
    await this.write(file, text);
    await this.workbench.probe.run(async (api, name) => {
      const folder = api.workspace.workspaceFolders?.[0]?.uri;
      if (folder === undefined) throw new Error('No folder is open');
      await api.commands.executeCommand('vscode.open', api.Uri.joinPath(folder, name), { preview: false });
    }, file);
  }

  /** Opens the rules of a shop in a folder of their own, in which nothing has happened yet. */
  async openShop(folder: string): Promise<void> {
    await this.write(`${folder}/cart.ts`, cart);
    await this.write(`${folder}/discount.ts`, discount);
    await this.open(`${folder}/discountRules.ts`, discountRules);
  }

  /** Writes at a place, counted from zero. */
  async type(text: string, line: number, column = 0): Promise<void> {
    await this.workbench.focusEditor();
    await this.workbench.probe.run(
      async (api, { text, line, column }) => {
        const editor = api.window.activeTextEditor;
        if (editor === undefined) throw new Error('No editor is open');
        editor.selection = new api.Selection(line, column, line, column);
        editor.revealRange(editor.selection, api.TextEditorRevealType.InCenterIfOutsideViewport);
        await api.commands.executeCommand('type', { text });
      },
      { text, line, column },
    );
  }

  async ask(channel: string, params: object): Promise<unknown> {
    return this.workbench.probe.request(channel, params);
  }

  /** Nothing stays open or unsaved of the scene before, nor its constraints. */
  async clear(): Promise<void> {
    await this.workbench.probe.run(async (api) => {
      await api.workspace.saveAll(false);
      await api.commands.executeCommand('workbench.action.closeAllEditors');
    });
    await rm(join(this.workbench.server.workspace, constraintsFile), { force: true });
  }

  async command(command: string): Promise<void> {
    await this.workbench.probe.run((api, one) => api.commands.executeCommand(one).then(() => {}), command);
  }

  /** Asks for the whole context as Copilot does. */
  async askAsCopilot(): Promise<void> {
    await this.workbench.probe.run((api) =>
      api.lm.invokeTool('live_context', { input: {}, toolInvocationToken: undefined }).then(() => {}),
    );
  }

  /** Makes the side bar as wide as that, by its edge. */
  async widen(width: number): Promise<void> {
    const bar = await this.workbench.page.locator('.part.sidebar').boundingBox();
    if (bar === null) throw new Error('The side bar is closed');
    const { mouse } = this.workbench.page;
    await mouse.move(bar.x + bar.width, 300);
    await mouse.down();
    await mouse.move(bar.x + width, 300, { steps: 4 });
    await mouse.up();
    await mouse.move(700, 500);
  }
}

const typedRule = '// Equal discounts: the one that was added first wins.\n';

const scenes: readonly Scene[] = [
  {
    name: 'first-sight',
    shipped: 'walkthrough/view.webp',
    height: 640,
    prepare: async (window, view) => {
      await window.openShop('src');
      await view.row('layer:settings').waitFor();
    },
  },
  {
    name: 'who-looked',
    shipped: 'walkthrough/agents.webp',
    height: 640,
    async prepare(window, view) {
      await window.openShop('src');
      await view.showsFile('discountRules.ts');
      await window.askAsCopilot();
      await window.type(typedRule, 3);
      await view.frame.getByText('it has not seen').first().waitFor();
    },
  },
  {
    name: 'copy',
    part: 'editor',
    shipped: 'walkthrough/copy.webp',
    height: 600,
    async prepare(window, view) {
      await window.openShop('copy');
      await view.showsFile('discountRules.ts');
      await window.type(typedRule, 3);
      await view.frame.getByRole('treeitem', { name: /^Typing/ }).waitFor();
      await window.command('liveContext.openPrompt');
    },
  },
  {
    name: 'changes',
    part: 'editor',
    shipped: 'walkthrough/changes.webp',
    height: 440,
    async prepare(window, view) {
      await window.openShop('changes');
      await view.showsFile('discountRules.ts');
      await window.command('liveContext.copyContext');
      await window.type(typedRule, 3);
      await view.frame.getByRole('treeitem', { name: /^Typing/ }).waitFor();
      await window.command('liveContext.copyChangesSinceLastCopy');
      const content = await window.workbench.clipboard();
      await window.workbench.probe.run(async (api, content) => {
        const pasted = await api.workspace.openTextDocument({ content, language: 'markdown' });
        await api.window.showTextDocument(pasted, { preview: false });
      }, content);
    },
    // Whoever closes it otherwise is asked where to save it.
    restore: (window) => window.command('workbench.action.revertAndCloseActiveEditor'),
  },
  {
    name: 'snapshot',
    beside: 340,
    shipped: 'walkthrough/anchor.webp',
    height: 306,
    async prepare(window, view) {
      await window.openShop('snapshot');
      await view.showsFile('discountRules.ts');
      await window.ask('checkpoints:create', { name: 'before the coupons' });
      await window.type(typedRule, 3);
      await foldAboveTimeline(view);
      // Rows that move may be missed.
      while (!(await window.workbench.page.locator('.monaco-diff-editor').first().isVisible())) {
        await view.versions.getByText('before the coupons').click();
        await window.workbench.page.waitForTimeout(2_000);
      }
    },
    restore: (_, view) => foldAboveTimeline(view),
  },
  {
    name: 'constraint',
    shipped: 'walkthrough/constraint.webp',
    height: 560,
    async prepare(window, view) {
      await window.open(constraintsFile, constraints(2));
      await window.openShop('rules');
      await view.showsFile('discountRules.ts');
      await view.button('Add Constraint').click();
      await view.frame.getByLabel('Constraint', { exact: true }).fill('The public API keeps its names.');
    },
    restore: async (window) => window.workbench.press('Escape'),
  },
];

/** Folds what stands above the timeline, or unfolds it again. */
async function foldAboveTimeline(view: ShownView): Promise<void> {
  for (const title of ['In the prompt', 'Read by']) await view.section(title).locator('summary').first().click();
}

async function take(server: Server, chosen: readonly Scene[]): Promise<void> {
  const workbench = await openWorkbench(server, { context: { viewport: tall } });
  const window = new Window(workbench);
  await workbench.probe.request('live:status', {});
  await workbench.goDark();
  const view = await ShownView.open(workbench);
  for (const scene of chosen) {
    console.log(`· ${scene.name}`);
    await window.clear();
    await scene.prepare(window, view);
    await window.widen(300);
    // Late answers of language servers and searches belong to the picture.
    await workbench.page.waitForTimeout(4_000);
    await closeToasts(workbench);
    const part = await workbench.page
      .locator(parts[scene.part ?? 'sideBar'])
      .first()
      .boundingBox();
    if (part === null) throw new Error('That part of the window is closed');
    const height = Math.min(part.height, scene.height);
    const clip = { ...part, width: part.width + (scene.beside ?? 0), height };
    await writeFile(
      join(media, scene.shipped),
      await asWebp(workbench.page, await workbench.page.screenshot({ clip })),
    );
    await scene.restore?.(window, view);
  }
  await workbench.close();
}

const parts = { sideBar: '.part.sidebar', editor: '.part.editor' } as const;

async function closeToasts({ probe }: Workbench): Promise<void> {
  await probe.run((api) => api.commands.executeCommand('notifications.clearAll'));
}

/** First contact in moving pictures: what is typed is in the view, what an agent has seen is told, one click copies. */
async function takeMovingPicture(server: Server): Promise<void> {
  console.log('· moving picture');
  const workbench = await openWorkbench(server, { context: { viewport: size } });
  const { page } = workbench;
  const window = new Window(workbench);
  await workbench.goDark();
  await window.write('src/cart.ts', cart);
  await window.write('src/discount.ts', discount);
  await window.open('src/discountRules.ts', discountRules);
  const view = await ShownView.open(workbench);
  await window.widen(300);
  const frames: Frame[] = [];
  const shoot = async (ms: number) =>
    void frames.push({ webp: await asWebp(page, await page.screenshot({ animations: 'disabled' })), ms });
  await page.waitForTimeout(6_000);
  await closeToasts(workbench);
  await shoot(1_800);
  await window.type('// Equal discounts:', 3);
  await shoot(500);
  await window.type(' the first one wins.\n', 3, '// Equal discounts:'.length);
  await view.frame.getByRole('treeitem', { name: /^Typing/ }).waitFor();
  await page.waitForTimeout(1_000);
  await shoot(1_800);
  await window.askAsCopilot();
  const looked = view.section('Read by').getByRole('listitem').first();
  await looked.waitFor();
  await page.waitForTimeout(1_000);
  await shoot(1_800);
  await window.type('// Ties are rare.\n', 4);
  await looked.getByText('it has not seen').waitFor();
  await page.waitForTimeout(1_000);
  await shoot(2_200);
  await view.button('Copy').click();
  await page.waitForTimeout(1_200);
  await shoot(2_800);
  await writeFile(join(media, 'screenshots/view.webp'), moving(frames, size.width, size.height));
  await workbench.close();
}

/** In a page of its own: VS Code's has a policy against it. */
async function asWebp(page: Page, png: Buffer): Promise<Buffer> {
  const other = await page.context().newPage();
  const data = await other.evaluate(async (source) => {
    const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${source}`)).blob());
    const canvas = document.createElement('canvas');
    canvas.width = image.width;
    canvas.height = image.height;
    const context = canvas.getContext('2d');
    if (context === null) throw new Error('Nothing can be drawn here');
    context.drawImage(image, 0, 0);
    const lossy = canvas.toDataURL('image/webp', 0.65);
    // At 1 nothing is lost, which takes less where there is little but text, once colours that no eye tells apart are one.
    const pixels = context.getImageData(0, 0, image.width, image.height);
    for (const [at, value] of pixels.data.entries()) pixels.data[at] = Math.round(value / 12) * 12;
    context.putImageData(pixels, 0, 0);
    const lossless = canvas.toDataURL('image/webp', 1);
    return (lossy.length < lossless.length ? lossy : lossless).replace(/^.*,/, '');
  }, png.toString('base64'));
  await other.close();
  await page.bringToFront();
  return Buffer.from(data, 'base64');
}

async function main(names: readonly string[]): Promise<void> {
  await packExtension();
  await ensureBrowser(console.log);
  const chosen = scenes.filter(({ name }) => names.length === 0 || names.includes(name));
  if (chosen.length > 0) await onServer((server) => take(server, chosen));
  if (names.length === 0 || names.includes('moving')) await onServer(takeMovingPicture);
  await closeBrowser();
}

/** On a project in which nothing has happened. */
async function onServer(take: (server: Server) => Promise<void>): Promise<void> {
  const server = await startServer({ git: true });
  try {
    await take(server);
  } finally {
    await server.stop();
  }
}

await main(process.argv.slice(2));
