import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Bundle, bundleView } from '../support/viewHarness/bundle.ts';
import { quietScene, trackedScene } from '../support/viewHarness/fakeData.ts';
import { FakeHost } from '../support/viewHarness/fakeHost.ts';
import { withView as openedView, received, type Setting, violations } from '../support/viewHarness/harness.ts';
import { launchBrowser, type OpenView } from '../support/viewHarness/openView.ts';

let browser: Browser;
let bundle: Bundle;

beforeAll(async () => {
  [browser, bundle] = await Promise.all([launchBrowser(), bundleView()]);
});
afterAll(() => browser.close());

const withView = (setting: Setting, body: (view: OpenView, host: FakeHost) => Promise<void>): Promise<void> =>
  openedView({ browser, bundle }, setting, body);

function windowOf(page: Page, kind: string): Locator {
  return page.locator(`.window[data-window^="${kind}-"]`);
}

function button(page: Page, name: string): Locator {
  return page.getByRole('button', { name, exact: true });
}

/** What was asked of `windows:act`, without the ids' numbers. */
function acts(host: FakeHost): readonly unknown[] {
  return received(host, 'request')
    .filter(({ channel }) => channel === 'windows:act')
    .map(({ params }) => params);
}

describe.each(['light', 'dark', 'highContrast'] as const)('windows in the %s theme', (theme) => {
  it.each([300, 900])(
    'are accessible and fit at %i px: closed, collapsed, with a form, a reading and a refusal',
    async (width) => {
      const host = new FakeHost(trackedScene);
      await withView({ host, theme, width }, async (view) => {
        const { page } = view;
        await button(page, 'Collapse: Retrieved').click();
        await button(page, 'Pin Window: Diffs').click();
        await button(page, 'Close Window: Plan Hints').click();
        await page.getByLabel('Summary to keep as a trace').fill('The plan is done');
        await button(page, 'Close Window').click();
        await windowOf(page, 'plan').getByText('The plan is done').first().waitFor();
        await button(page, 'Read Lines: Current Document').click();
        await page.getByLabel('First line').fill('1');
        await page.getByLabel('Last line').fill('2');
        await page.keyboard.press('Enter');
        await page.getByText('first line').waitFor();
        host.failing.set('windows:act', 'WINDOW_BUSY');
        await button(page, 'Add Constraint: Constraints').click();
        await windowOf(page, 'constraints').getByLabel('Constraint', { exact: true }).fill('No globals');
        await page.keyboard.press('Enter');
        await windowOf(page, 'constraints').getByRole('alert').getByText('WINDOW_BUSY').waitFor();
        await page.evaluate(() => {
          for (const details of document.querySelectorAll('details')) details.open = true;
        });
        expect(await violations(view)).toEqual([]);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      });
    },
  );
});

describe('the windows', () => {
  it('lists each with its level, its tokens and its actions', async () => {
    await withView({}, async ({ page }) => {
      expect(await page.locator('.window .name').allTextContents()).toEqual(
        expect.arrayContaining(['Constraints', 'Instructions', 'Settings', 'Retrieved', 'Current Document', 'Diffs']),
      );
      const facts = windowOf(page, 'document').locator('.window-facts');
      expect(await facts.locator('.chip').textContent()).toBe('Summary');
      expect((await facts.locator('.numbers').textContent())?.replace(/\s+/g, ' ')).toBe('6,120 of 9,040');
      const group = page.getByRole('group', { name: 'Actions of Retrieved' });
      expect(await group.getByRole('button').evaluateAll((all) => all.map((one) => one.ariaLabel))).toEqual([
        'Expand: Retrieved',
        'Collapse: Retrieved',
        'Pin Window: Retrieved',
        'Close Window: Retrieved',
        'Read Piece: Retrieved',
      ]);
      expect(await windowOf(page, 'instructions').getByRole('button').count()).toBe(0);
    });
  });

  it('a button acts by its id from mouse and keyboard, and the focus stays with the window', async () => {
    await withView({}, async ({ page }, host) => {
      await button(page, 'Pin Window: Diffs').focus();
      await page.keyboard.press('Enter');
      await button(page, 'Unpin Window: Diffs').waitFor();
      expect(await windowOf(page, 'diffs').evaluate((window) => window.contains(document.activeElement))).toBe(true);
      await page.keyboard.press('Space');
      await button(page, 'Pin Window: Diffs').waitFor();
      await button(page, 'Collapse: Diffs').click();
      await windowOf(page, 'diffs').getByRole('img', { name: 'Collapsed' }).waitFor();
      await button(page, 'Collapse: Diffs').click();
      await expect.poll(() => button(page, 'Collapse: Diffs').count()).toBe(0);
      expect(await windowOf(page, 'diffs').evaluate((window) => window.contains(document.activeElement))).toBe(true);
      await windowOf(page, 'diffs').getByText('History: 4').click();
      expect(await windowOf(page, 'diffs').locator('.window-details .row .name').allTextContents()).toEqual([
        'Collapse gist',
        'Collapse summary',
        'Unpin Window done',
        'Pin Window done',
      ]);
      for (const params of acts(host)) expect(params).toEqual({ id: expect.stringMatching(/^b\d+@e\d+$/), params: {} });
    });
  });

  it('a closed window keeps its trace and can be opened again', async () => {
    await withView({}, async ({ page }, host) => {
      await button(page, 'Close Window: Retrieved').click();
      await page.getByLabel('Summary to keep as a trace').fill('cart.ts is known');
      await page.keyboard.press('Enter');
      await windowOf(page, 'retrieved').locator('.trace').waitFor();
      expect(await windowOf(page, 'retrieved').locator('.chip').textContent()).toBe('Closed');
      expect(acts(host)).toEqual([
        { id: expect.stringMatching(/^f\d+@e\d+$/), params: { summary: 'cart.ts is known' } },
      ]);
      await button(page, 'Open Window: Retrieved').click();
      await button(page, 'Close Window: Retrieved').waitFor();
      expect(await windowOf(page, 'retrieved').locator('.trace').count()).toBe(0);
    });
  });

  it('a form opens and leaves by keyboard, sends numbers as numbers, and leaves out what is optional', async () => {
    await withView({}, async ({ page }, host) => {
      const read = button(page, 'Read Lines: Current Document');
      await read.focus();
      await page.keyboard.press('Enter');
      await expect
        .poll(() => page.getByLabel('First line').evaluate((input) => input === document.activeElement))
        .toBe(true);
      expect(await read.getAttribute('aria-expanded')).toBe('true');
      await page.keyboard.press('Escape');
      await expect.poll(() => page.getByLabel('First line').count()).toBe(0);
      await expect
        .poll(() => windowOf(page, 'document').evaluate((window) => window.contains(document.activeElement)))
        .toBe(true);
      await read.click();
      await page.getByLabel('First line').fill('3');
      await page.getByLabel('Last line').fill('4');
      await button(page, 'Read Lines').click();
      await page.getByRole('group', { name: 'lines 3 to 4' }).getByText('last line').waitFor();
      await button(page, 'Dismiss').click();
      expect(await page.locator('.reading').count()).toBe(0);
      await button(page, 'Compare with Version: Diffs').click();
      const [, second = ''] = trackedScene.timeline.entries.map(({ versionId }) => versionId);
      expect(await page.locator('select[name=version_id]').inputValue()).toBe(second);
      await button(page, 'Compare with Version').click();
      await expect.poll(() => acts(host)).toHaveLength(2);
      expect(acts(host)).toMatchObject([{ params: { first: 3, last: 4 } }, { params: { version_id: second } }]);
      await button(page, 'Close Window: Diffs').click();
      await button(page, 'Close Window').click();
      await expect.poll(() => acts(host).at(-1)).toMatchObject({ params: {} });
    });
  });

  it('a place opens by its reference', async () => {
    await withView({}, async ({ page }, host) => {
      await windowOf(page, 'retrieved').getByText('Places: 4').click();
      await button(page, 'cart.ts, Line 12').click();
      await windowOf(page, 'retrieved').getByText('History: 1').waitFor();
      expect(acts(host)).toEqual([{ id: expect.stringMatching(/^r\d+@e\d+$/), params: {} }]);
    });
  });

  it('says in its place what was refused, with the next step, until the next action', async () => {
    const host = new FakeHost(trackedScene);
    await withView({ host }, async ({ page }) => {
      host.failing.set('windows:act', 'ANCHOR_STALE');
      await button(page, 'Pin Window: Diffs').click();
      const alert = windowOf(page, 'diffs').getByRole('alert');
      await alert.getByText('ANCHOR_STALE').waitFor();
      await alert.getByText("Use one of the window's present anchors").waitFor();
      host.failing.clear();
      await button(page, 'Pin Window: Diffs').click();
      await button(page, 'Unpin Window: Diffs').waitFor();
      expect(await alert.count()).toBe(0);
    });
  });

  it('stay beside a failed listing', async () => {
    const host = new FakeHost(trackedScene);
    await withView({ host }, async ({ page, send }) => {
      host.failing.set('windows:list', 'CONTEXT_BACKPRESSURE');
      await send({ type: 'changed' });
      await page.locator('.section-windows').getByRole('alert').getByText('CONTEXT_BACKPRESSURE').waitFor();
      await windowOf(page, 'document').waitFor();
      host.failing.clear();
      await page.locator('.section-windows').getByRole('button', { name: 'Retry' }).click();
      await expect.poll(() => page.locator('.section-windows').getByRole('alert').count()).toBe(0);
    });
  });
});

describe('the prompt', () => {
  it('says what changed since the last copy', async () => {
    await withView({}, async ({ page }) => {
      const rows = page.locator('.section-changes .row');
      expect(await rows.locator('.name').allTextContents()).toEqual([
        'Current Document',
        expect.stringContaining('Diff v'),
        'cart.ts:12–48',
      ]);
      expect(await rows.locator('.spot').allTextContents()).toEqual(['+16', '+580', '−612']);
      expect(await rows.getByRole('img').evaluateAll((all) => all.map((one) => one.ariaLabel))).toEqual([
        'Altered',
        'Added',
        'Removed',
      ]);
    });
    await withView({ host: new FakeHost(quietScene) }, async ({ page }) => {
      await page.locator('.section-changes').getByText('Nothing has been copied yet').waitFor();
    });
  });

  it('leads from each part to its source, by mouse and keyboard, and stays exactly the prompt', async () => {
    const { documentId } = trackedScene.timeline;
    await withView({}, async ({ page }, host) => {
      const ways = page.locator('pre.prompt').getByRole('button');
      expect(await ways.evaluateAll((all) => all.map((one) => one.ariaLabel))).toEqual([
        'Open the source: Current Document',
        expect.stringContaining('Open the source: Diff v'),
      ]);
      await ways.first().click();
      await ways.last().focus();
      await page.keyboard.press('Enter');
      await expect.poll(() => received(host, 'reveal')).toHaveLength(2);
      expect(received(host, 'reveal')[0]).toMatchObject({ documentId, line: 120 });
      expect(await page.locator('pre.prompt').textContent()).toBe(trackedScene.prompt);
      const selected = await page.evaluate(() => {
        getSelection()?.selectAllChildren(document.querySelector('pre.prompt') as Node);
        return getSelection()?.toString();
      });
      expect(selected?.trim()).toBe(trackedScene.prompt.trim());
    });
  });

  it('scrubs the timeline by a slider and its keys', async () => {
    await withView({}, async ({ page }) => {
      const slider = page.getByRole('slider', { name: 'Version to compare' });
      await slider.focus();
      await page.keyboard.press('ArrowLeft');
      await page.keyboard.press('ArrowLeft');
      const [, , third] = trackedScene.timeline.entries.map(({ versionId }) => versionId);
      await expect
        .poll(() => page.getByRole('listbox').getByRole('option', { selected: true }).getAttribute('title'))
        .toBe(third);
    });
  });
});
