import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import type { Browser, Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { root } from '../support/toolchain.mjs';
import { type Bundle, bundleView } from '../support/viewHarness/bundle.ts';
import { emptyScene, quietScene, trackedScene } from '../support/viewHarness/fakeData.ts';
import { FakeHost } from '../support/viewHarness/fakeHost.ts';
import { launchBrowser, type OpenView, openView } from '../support/viewHarness/openView.ts';
import type { Theme } from '../support/viewHarness/themes.ts';

let browser: Browser;
let bundle: Bundle;

beforeAll(async () => {
  [browser, bundle] = await Promise.all([launchBrowser(), bundleView()]);
});
afterAll(() => browser.close());

interface Setting {
  readonly host?: FakeHost;
  readonly theme?: Theme;
  readonly width?: number;
}

/** Opens the view on its Context Files; the page must have had nothing to complain about. */
async function withFiles(
  { host = new FakeHost(trackedScene), theme = 'dark', width = 300 }: Setting,
  body: (section: Locator, view: OpenView, host: FakeHost) => Promise<void>,
): Promise<void> {
  const context = await browser.newContext({ viewport: { width, height: 900 } });
  try {
    const view = await openView(context, bundle, host, theme);
    const section = view.page.locator('.section-files');
    await section.scrollIntoViewIfNeeded();
    await body(section, view, host);
    expect(view.complaints).toEqual([]);
  } finally {
    await context.close();
  }
}

const terminal = 'workspace/terminal-a1b2c3d4e5';
const entry = (section: Locator, key: string) => section.locator(`[data-id="${key}"]`);

function asked(host: FakeHost, channel: string): unknown[] {
  return host.received.flatMap((message) =>
    message.type === 'request' && message.channel === channel ? [message.params] : [],
  );
}

describe('Context Files', () => {
  it('lists what each file is, and all against the quota', () =>
    withFiles({}, async (section) => {
      const text = await entry(section, terminal).textContent();
      expect(text).toContain('$ npm test -- --reporter=verbose');
      expect(text).toMatch(/Output · 5\.2 MB ·\s+3m? ?min?\.? ago|Output · 5\.2 MB/);
      expect(await section.textContent()).toContain('5.3 MB of 512.0 MB, kept for 14 days');
      expect(await entry(section, 'workspace/catalog-0000000002').textContent()).toContain('made when it is read');
      expect(await section.locator('summary vscode-badge').textContent()).toBe('4');
    }));

  it('opens a file', () =>
    withFiles({}, async (section, _view, host) => {
      await entry(section, 'live-7f3c/selection-0000000003').locator('.link').click();
      await expect
        .poll(() => host.received.at(-1))
        .toMatchObject({
          type: 'openFile',
          conversationId: 'live-7f3c',
          fileId: 'selection-0000000003',
        });
    }));

  it('shows the end of a file, and hides it again with Escape, by keyboard', () =>
    withFiles({}, async (section, { page }, host) => {
      await entry(section, terminal).getByRole('button', { name: 'Show the End' }).focus();
      await page.keyboard.press('Enter');
      const tail = entry(section, terminal).locator('.tail');
      await expect.poll(() => tail.textContent()).toContain('the last line');
      await expect.poll(() => tail.evaluate((element) => element === document.activeElement)).toBe(true);
      expect(asked(host, 'files:tail')).toMatchObject([{ id: 'terminal-a1b2c3d4e5' }]);
      await page.keyboard.press('Escape');
      await expect.poll(() => tail.count()).toBe(0);
    }));

  it('searches in a file and opens it at a match', () =>
    withFiles({}, async (section, { page }, host) => {
      await entry(section, terminal).getByRole('button', { name: 'Search in the File' }).click();
      const input = entry(section, terminal).locator('input[name=pattern]');
      await expect.poll(() => input.evaluate((element) => element === document.activeElement)).toBe(true);
      await input.fill('conn.*refused');
      await page.keyboard.press('Enter');
      await expect.poll(() => entry(section, terminal).textContent()).toContain('1,234 lines match');
      expect(asked(host, 'files:grep')).toMatchObject([{ id: 'terminal-a1b2c3d4e5', pattern: 'conn.*refused' }]);
      await entry(section, terminal).locator('.match').nth(2).click();
      await expect.poll(() => host.received.at(-1)).toMatchObject({ type: 'openFile', line: 30_541 });
      await input.fill('nothing');
      await page.keyboard.press('Enter');
      await expect.poll(() => entry(section, terminal).textContent()).toContain('No line matches.');
    }));

  it('says what is wrong with a pattern in its place', () => {
    const host = new FakeHost(trackedScene);
    host.failing.set('files:grep', 'PATTERN_INVALID');
    return withFiles({ host }, async (section, { page }) => {
      await entry(section, terminal).getByRole('button', { name: 'Search in the File' }).click();
      await entry(section, terminal).locator('input[name=pattern]').fill('(');
      await page.keyboard.press('Enter');
      await expect
        .poll(() => entry(section, terminal).locator('[role=alert]').textContent())
        .toContain('PATTERN_INVALID');
    });
  });

  it('deletes a file after asking; one that cannot be deleted stays and says why', () =>
    withFiles({}, async (section, _view, host) => {
      const remove = entry(section, terminal).getByRole('button', { name: 'Delete the File' });
      const confirm = entry(section, terminal).locator('.question vscode-button').first();
      host.failing.set('files:delete', 'FILES_DENIED');
      await remove.click();
      await confirm.click();
      await expect.poll(() => entry(section, terminal).locator('[role=alert]').textContent()).toContain('FILES_DENIED');
      host.failing.clear();
      await confirm.click();
      await expect.poll(() => entry(section, terminal).count()).toBe(0);
    }));

  it('is there without a document, says when it is empty, and what is wrong', async () => {
    await withFiles({ host: new FakeHost(emptyScene) }, async (section) => {
      expect(await entry(section, terminal).count()).toBe(1);
    });
    await withFiles({ host: new FakeHost(quietScene) }, async (section) => {
      expect(await section.textContent()).toContain('No context files yet');
    });
    const host = new FakeHost(trackedScene);
    host.failing.set('files:usage', 'FILES_DENIED');
    await withFiles({ host }, async (section) => {
      expect(await section.textContent()).toContain('FILES_DENIED');
    });
  });

  it.each(['light', 'dark', 'highContrast'] as const)('is accessible and fits, %s', async (theme) => {
    for (const width of [300, 900]) {
      await withFiles({ theme, width }, async (section, { page, complaints }) => {
        await entry(section, terminal).getByRole('button', { name: 'Search in the File' }).click();
        await entry(section, terminal).locator('input[name=pattern]').fill('refused');
        await page.keyboard.press('Enter');
        await entry(section, terminal).locator('.match').first().waitFor();
        const results = await new AxeBuilder({ page }).include('.section-files').analyze();
        complaints.splice(0);
        expect(results.violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join()}`)).toEqual(
          [],
        );
        expect(await section.evaluate((element) => element.scrollWidth - element.clientWidth)).toBeLessThanOrEqual(0);
        const folder = join(root, 'test-results', 'harness');
        await mkdir(folder, { recursive: true });
        await section.screenshot({ path: join(folder, `files-${theme}-${width}.png`) });
      });
    }
  });
});
