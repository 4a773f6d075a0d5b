import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Bundle, bundleView } from '../support/viewHarness/bundle.ts';
import {
  emptyScene,
  longPatch,
  quietScene,
  type Scene,
  trackedScene,
  untrackedScene,
} from '../support/viewHarness/fakeData.ts';
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

/** The lists that would have to be scrolled sideways. */
function tooWide(): readonly string[] {
  const lists = [...document.querySelectorAll('.scroll, .ledger-scroll')];
  return lists.filter((list) => list.scrollWidth > list.clientWidth).map((list) => list.className);
}

function isFocused(element: Element): boolean {
  return element === document.activeElement;
}

const scenes: Readonly<Record<string, Scene>> = {
  tracked: trackedScene,
  quiet: quietScene,
  untracked: untrackedScene('excluded'),
  empty: emptyScene,
};

describe.each(['light', 'dark', 'highContrast'] as const)('the view in the %s theme', (theme) => {
  it.each([300, 900])('is accessible and fits at %i px', async (width) => {
    for (const [name, scene] of Object.entries(scenes)) {
      await withView({ host: new FakeHost(scene), theme, width }, async (view) => {
        await view.page.evaluate(() => {
          for (const details of document.querySelectorAll('details')) details.open = true;
        });
        expect(await violations(view), name).toEqual([]);
        expect(await view.page.evaluate(() => document.documentElement.scrollWidth), name).toBe(width);
        expect(await view.page.evaluate(tooWide), name).toEqual([]);
      });
    }
  });

  it.each([
    'live:status',
    'live:timeline',
    'live:get',
    'context:budget:get',
    'constraints:list',
    'pins:list',
    'preferences:list',
    'redactions:list',
    'windows:list',
  ])('is accessible while %s fails', async (channel) => {
    const host = new FakeHost(trackedScene);
    host.failing.set(channel, 'INTERNAL');
    await withView({ host, theme }, async (view) => {
      await view.page.getByRole('alert').waitFor();
      expect(await violations(view)).toEqual([]);
    });
  });
});

describe('the view', () => {
  it('runs its commands from the keyboard and says what happened', async () => {
    await withView({}, async ({ page }, host) => {
      await page.getByRole('button', { name: 'Copy Context', exact: true }).focus();
      await page.keyboard.press('Enter');
      await page.getByRole('status').getByText('Context copied.').waitFor();
      for (let tab = 0; tab < 3; tab += 1) await page.keyboard.press('Tab');
      await page.keyboard.press('Space');
      await page.getByRole('status').getByText('Checkpoint taken.').waitFor();
      expect(received(host, 'command').map(({ command }) => command)).toEqual([
        'liveContext.copyContext',
        'liveContext.takeAnchorSnapshot',
      ]);
    });
  });

  it('walks the timeline by arrow keys and compares by Enter', async () => {
    const { documentId } = trackedScene.timeline;
    const [, second, third, fourth] = trackedScene.timeline.entries.map((entry) => entry.versionId);
    await withView({}, async ({ page }, host) => {
      await page.getByRole('listbox').getByRole('option').first().focus();
      await page.keyboard.press('Enter');
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await expect.poll(() => received(host, 'compare')).toMatchObject([{ documentId, left: second }]);
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Shift+ArrowDown');
      expect(await page.getByRole('listbox').getByRole('option', { selected: true }).count()).toBe(2);
      await page.keyboard.press('Enter');
      await expect
        .poll(() => received(host, 'compare'))
        .toMatchObject([{ left: second }, { left: fourth, right: third }]);
    });
  });

  it('scrubs the timeline with its slider', async () => {
    const oldest = trackedScene.timeline.entries.at(-1)?.versionId;
    await withView({}, async ({ page }, host) => {
      await page.getByRole('slider').focus();
      await page.keyboard.press('Home');
      await page.getByRole('option', { selected: true }).getByText('Git HEAD').waitFor();
      await page.keyboard.press('Enter');
      await expect.poll(() => received(host, 'compare')).toMatchObject([{ left: oldest }]);
      expect(received(host, 'compare')[0]).not.toHaveProperty('right');
    });
  });

  it('shows places of the document in the editor', async () => {
    const { document_id: documentId } = trackedScene.payload.editor_state;
    await withView({}, async ({ page }, host) => {
      await page.getByRole('button', { name: 'SeasonalRule 23' }).click();
      await page.locator('summary', { hasText: 'Editor State' }).press('Enter');
      await page.getByRole('button', { name: "Error Property 'endsAt'" }).click();
      await page.getByRole('button', { name: '@@ -212,9 +212,12 @@' }).click();
      await expect.poll(() => received(host, 'reveal').map(({ line }) => line)).toEqual([23, 219, 212]);
      expect(received(host, 'reveal')[0]).toMatchObject({ documentId });
    });
  });

  it('previews the exact text in the chosen format', async () => {
    await withView({}, async ({ page }) => {
      const prompt = page.locator('pre.prompt');
      expect(await prompt.textContent()).toBe(trackedScene.prompt);
      await page.getByRole('combobox', { name: 'Format' }).selectOption('JSON');
      await expect.poll(() => prompt.textContent()).toBe(`json\n${trackedScene.prompt}`);
    });
  });

  it('shows the layers against the budget, and warns', async () => {
    await withView({}, async ({ page }) => {
      const budget = page.locator('.section-budget');
      await budget.getByText('11,904 of 11,904 tokens').waitFor();
      await budget.getByText('exact').waitFor();
      await budget.getByText('Changes instead of whole files: 3,120 tokens instead of 48,750.').waitFor();
      expect(await budget.locator('.layers li').allInnerTexts()).toEqual(
        ['Rules 1,986 of 1,725', 'Settings 202 of 1,150', 'Retrieved 2,101 of 2,876', 'Immediate 7,215 of 5,752'].map(
          (text) => expect.stringMatching(text.replaceAll(' ', '\\s+')),
        ),
      );
      expect(await budget.getByRole('img', { name: 'Over its share' }).count()).toBe(2);
      await budget.getByText('rules take 2677 tokens').getByText('CONTEXT_RULES_OVERBUDGET').waitFor();
    });
    await withView({ host: new FakeHost(quietScene) }, async ({ page }) => {
      await page.locator('.section-budget').getByText('estimate').waitFor();
    });
  });

  it('tells of every piece what became of it and why, or only of those that were not kept', async () => {
    await withView({}, async ({ page }) => {
      const rows = page.locator('.ledger tr[class]:not(.layer)');
      const { ledger } = trackedScene.account;
      expect(await rows.evaluateAll((all) => all.map((row) => row.getAttribute('title')))).toEqual(
        ledger.map(({ id }) => id),
      );
      await page
        .getByRole('row', {
          name: 'Cut discounts.md:7 Search · docs/discounts.md · over the budget: left out 0 of 733',
        })
        .waitFor();
      await page.getByRole('button', { name: 'Only what was not kept: 5' }).press('Enter');
      await expect.poll(() => rows.count()).toBe(5);
      await page.getByText('asked for by nobody').waitFor();
      await page.reload();
      await page.getByRole('button', { name: 'Only what was not kept: 5', pressed: true }).waitFor();
      expect(await rows.count()).toBe(5);
    });
  });

  it('says whether the prefix is the one copied last, and which pieces changed it', async () => {
    const { account } = trackedScene;
    await withView({}, async ({ page, send }, host) => {
      const prefix = page.locator('.section-prefix');
      await prefix.getByText('Changed since the last copy, from byte 1,377 on.').waitFor();
      expect(await prefix.getByRole('listitem').allInnerTexts()).toEqual([
        'No console output in library code.',
        'Constraint older',
        'editor.tabSize',
      ]);
      for (const [index, label] of ['Added', 'Removed', 'Altered'].entries())
        await prefix.getByRole('listitem').nth(index).getByRole('img', { name: label }).waitFor();
      await prefix.getByText('2c26b46b68ff', { exact: true }).waitFor();
      const { changed: _, ...same } = { ...account.prefix, unchanged: true };
      host.scene = { ...host.scene, account: { ...account, prefix: same } };
      await send({ type: 'changed' });
      await prefix.getByText('Unchanged since the last copy.').waitFor();
      expect(await prefix.getByRole('listitem').count()).toBe(0);
    });
    await withView({ host: new FakeHost(quietScene) }, async ({ page }) => {
      await page.locator('.section-prefix').getByText('Nothing has been copied yet').waitFor();
    });
  });

  it('adds, edits and deletes constraints from the keyboard', async () => {
    await withView({}, async (view, host) => {
      const { page } = view;
      const texts = () => page.locator('.section-constraints .text').allInnerTexts();
      await page.getByRole('button', { name: 'Add Constraint', exact: true }).press('Enter');
      await expect.poll(() => page.getByLabel('Constraint', { exact: true }).evaluate(isFocused)).toBe(true);
      await page.keyboard.type('Every price has a currency.');
      await page.getByLabel('Type').selectOption('API');
      await page.getByLabel('Checked pattern').selectOption('Must occur');
      await page.getByLabel('Regular expression').fill('currency');
      expect(await violations(view)).toEqual([]);
      await page.keyboard.press('Enter');
      await page.getByRole('status').getByText('Constraint added.').waitFor();
      await expect.poll(texts).toContain('Every price has a currency.');
      expect(host.scene.constraints.constraints.at(-1)).toMatchObject({
        type: 'api',
        source: 'user',
        check: { kind: 'require', pattern: 'currency' },
      });
      await expect
        .poll(() => page.getByRole('button', { name: 'Add Constraint', exact: true }).evaluate(isFocused))
        .toBe(true);

      await page.getByRole('button', { name: 'Edit Constraint' }).nth(1).press('Enter');
      await page.getByLabel('Constraint', { exact: true }).fill('No output at all.');
      await page.getByLabel('Checked pattern').selectOption('No pattern');
      await page.keyboard.press('Control+Enter');
      await expect.poll(texts).toContain('No output at all.');
      expect(host.scene.constraints.constraints[1]).not.toHaveProperty('check');

      await page.getByRole('button', { name: 'Delete Constraint' }).nth(1).press('Enter');
      await expect.poll(() => page.getByRole('button', { name: 'Delete', exact: true }).evaluate(isFocused)).toBe(true);
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Delete', exact: true }).waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'Delete Constraint' }).nth(1).press('Enter');
      await expect.poll(() => page.getByRole('button', { name: 'Delete', exact: true }).evaluate(isFocused)).toBe(true);
      await page.keyboard.press('Enter');
      await page.getByRole('status').getByText('Constraint deleted.').waitFor();
      await expect.poll(texts).not.toContain('No output at all.');
      expect(host.scene.constraints.constraints).toHaveLength(3);
    });
  });

  it('goes to what is pinned, and unpins', async () => {
    await withView({}, async ({ page }, host) => {
      const [pin] = host.scene.pins.pins;
      await page.getByRole('button', { name: 'cart.ts, Lines 12–48' }).press('Enter');
      await expect.poll(() => received(host, 'reveal')).toMatchObject([{ documentId: pin?.documentId, line: 12 }]);
      await page.getByRole('button', { name: 'Unpin' }).first().press('Enter');
      await page.getByRole('status').getByText('Unpinned.').waitFor();
      await expect.poll(() => page.getByRole('button', { name: 'Unpin' }).count()).toBe(1);
      expect(host.scene.pins.pins.map(({ id }) => id)).toEqual(['pin-2']);
      host.failing.set('pins:delete', 'INTERNAL');
      await page.getByRole('button', { name: 'Unpin' }).press('Enter');
      await page.locator('.section-pins').getByRole('alert').getByText('INTERNAL').waitFor();
    });
  });

  it('lists what is hidden, goes there, and lets it be shown', async () => {
    await withView({}, async ({ page }, host) => {
      const row = page.locator('.redactions .row').filter({ hasText: 'stripe-key:1' });
      await row.getByText('3 places').waitFor();
      await row.getByRole('button', { name: 'settings.ts:12' }).press('Enter');
      await expect.poll(() => received(host, 'reveal')).toMatchObject([{ line: 12 }]);
      await row.getByRole('button', { name: 'Allow to be shown' }).press('Enter');
      await page.getByRole('status').getByText('Allowed.').waitFor();
      await row.getByRole('button', { name: 'Hide again' }).waitFor();
      host.failing.set('redactions:allow', 'INTERNAL');
      await row.getByRole('button', { name: 'Hide again' }).press('Enter');
      await page.locator('.section-redactions').getByRole('alert').getByText('INTERNAL').waitFor();
    });
  });

  it('confirms, edits and rejects what has been learned, and takes a decision back', async () => {
    await withView({}, async (view, host) => {
      const { page } = view;
      const entry = page.locator('[data-id="typescript:quotes"]');
      const state = () => host.scene.preferences.preferences[0]?.state;
      await entry.getByText('typescript:quotes · Learned, 94% sure').waitFor();
      await entry.getByRole('button', { name: 'Confirm' }).press('Enter');
      await entry.getByText('Confirmed').waitFor();
      await entry.getByRole('button', { name: 'Edit Preference' }).press('Enter');
      await expect.poll(() => page.getByLabel('Preference', { exact: true }).evaluate(isFocused)).toBe(true);
      expect(await violations(view)).toEqual([]);
      await page.keyboard.type('Strings have double quotes.');
      await page.keyboard.press('Enter');
      await entry.getByText('Strings have double quotes.').waitFor();
      expect(state()).toBe('edited');
      await expect.poll(() => entry.getByRole('button').first().evaluate(isFocused)).toBe(true);
      await entry.getByRole('button', { name: 'Take the Decision Back' }).press('Enter');
      await entry.getByRole('button', { name: 'Reject' }).press('Enter');
      await entry.getByText('Rejected').waitFor();
      expect(state()).toBe('rejected');
      host.failing.set('preferences:decide', 'CONSTRAINTS_READ_ONLY');
      await entry.getByRole('button', { name: 'Take the Decision Back' }).press('Enter');
      await entry.getByRole('alert').getByText('CONSTRAINTS_READ_ONLY').waitFor();
      expect(await violations(view)).toEqual([]);
    });
  });

  it('says in place why a constraint could not be saved, and keeps what was typed', async () => {
    await withView({}, async (view, host) => {
      const { page } = view;
      host.failing.set('constraints:update', 'CONSTRAINTS_READ_ONLY');
      await page.getByRole('button', { name: 'Edit Constraint' }).first().press('Enter');
      await page.getByLabel('Constraint', { exact: true }).fill('Typed with care.');
      await page.getByRole('button', { name: 'Save' }).press('Enter');
      const alert = page.locator('.section-constraints').getByRole('alert');
      await alert.getByText('Constraints cannot be written here.').waitFor();
      await alert.getByText('Open a folder that can be written, and trust it.').waitFor();
      await alert.getByText('CONSTRAINTS_READ_ONLY').waitFor();
      expect(await violations(view)).toEqual([]);
      expect(await page.getByLabel('Constraint', { exact: true }).inputValue()).toBe('Typed with care.');
      await page.keyboard.press('Escape');
      await alert.waitFor({ state: 'detached' });
    });
  });

  it('changes the budget on its present version, and shows the fresh one on a conflict', async () => {
    await withView({}, async (view, host) => {
      const { page } = view;
      await page.getByRole('button', { name: 'Edit Budget' }).press('Enter');
      await expect.poll(() => page.getByLabel('Model limit').evaluate(isFocused)).toBe(true);
      await page.keyboard.type('32000');
      const { budget } = host.scene;
      host.scene = { ...host.scene, budget: { version: 7, budget: { ...budget.budget, modelLimit: 64_000 } } };
      await page.keyboard.press('Enter');
      const section = page.locator('.section-budget');
      await section.getByRole('alert').getByText('CONTEXT_BUDGET_CONFLICT').waitFor();
      await section.getByText('Now: 64,000').waitFor();
      expect(await violations(view)).toEqual([]);
      expect(host.scene.budget.version).toBe(7);
      await page.getByLabel('Output reserve').fill('1000');
      await page.keyboard.press('Enter');
      await page.getByRole('status').getByText('Budget saved.').waitFor();
      expect(host.scene.budget).toMatchObject({ version: 8, budget: { modelLimit: 32_000, outputReserve: 1000 } });
      await section.getByText('32,000').waitFor();
      await expect.poll(() => page.getByRole('button', { name: 'Edit Budget' }).evaluate(isFocused)).toBe(true);
    });
  });

  it('sends no budget that its fields do not allow', async () => {
    await withView({}, async ({ page }, host) => {
      await page.getByRole('button', { name: 'Edit Budget' }).press('Enter');
      await page.getByLabel('Model limit').fill('20');
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: 'Save' }).click();
      expect(await page.getByLabel('Model limit').evaluate((input) => input.matches(':invalid'))).toBe(true);
      expect(received(host, 'request').filter(({ channel }) => channel === 'context:budget:update')).toEqual([]);
    });
  });

  it('lets the budget be raised when it is too small for any prompt', async () => {
    const host = new FakeHost(trackedScene);
    host.failing.set('live:get', 'CONTEXT_BUDGET_TOO_SMALL');
    await withView({ host }, async (view) => {
      const { page } = view;
      await page.getByRole('alert').getByText('CONTEXT_BUDGET_TOO_SMALL').waitFor();
      await page.getByRole('button', { name: 'Edit Budget' }).press('Enter');
      await page.getByLabel('Model limit').fill('64000');
      expect(await violations(view)).toEqual([]);
      host.failing.clear();
      await page.keyboard.press('Enter');
      await page.locator('pre.prompt').waitFor();
    });
  });

  it('keeps what is being typed while data comes in', async () => {
    await withView({}, async ({ page, send }, host) => {
      await page.getByRole('button', { name: 'Add Constraint', exact: true }).press('Enter');
      await expect.poll(() => page.getByLabel('Constraint', { exact: true }).evaluate(isFocused)).toBe(true);
      await page.keyboard.type('Half a ');
      const { payload } = trackedScene;
      host.scene = {
        ...trackedScene,
        payload: { ...payload, editor_state: { ...payload.editor_state, line_count: 872 } },
      };
      await send({ type: 'changed' });
      await page.getByText('872 lines').waitFor();
      await page.keyboard.type('thought');
      expect(await page.getByLabel('Constraint', { exact: true }).inputValue()).toBe('Half a thought');
    });
  });

  it('keeps sections, format and pick over a reload', async () => {
    await withView({}, async ({ page }) => {
      await page.locator('summary', { hasText: 'Recent Diffs' }).click();
      await page.getByRole('combobox', { name: 'Format' }).selectOption('XML');
      await page.getByRole('option', { name: 'Agent' }).first().click();
      await page.reload();
      await page.getByRole('option', { name: 'Agent', selected: true }).waitFor();
      expect(await page.locator('.section-diffs').getAttribute('open')).toBeNull();
      expect(await page.getByRole('combobox', { name: 'Format' }).inputValue()).toBe('xml');
    });
  });

  it('follows changes without losing focus, scroll or what is open', async () => {
    await withView({}, async ({ page, send }, host) => {
      const prompt = page.locator('pre.prompt');
      await prompt.focus();
      await prompt.evaluate((element) => element.scrollTo(0, 500));
      const editor_state = { ...trackedScene.payload.editor_state, line_count: 872 };
      host.scene = { ...trackedScene, payload: { ...trackedScene.payload, editor_state } };
      for (let change = 0; change < 10; change += 1) await send({ type: 'changed' });
      await page.getByText('872 lines').waitFor();
      expect(await prompt.evaluate((element) => [element.scrollTop, element === document.activeElement])).toEqual([
        500,
        true,
      ]);
      expect(received(host, 'request').filter(({ channel }) => channel === 'live:get')).toHaveLength(2);
    });
  });

  it('keeps the last good data beside an error and recovers by Retry', async () => {
    await withView({}, async ({ page, send }, host) => {
      host.failing.set('live:get', 'INTERNAL');
      await send({ type: 'changed' });
      await page.getByRole('alert').getByText('Something failed inside Live Context.').waitFor();
      expect(await page.locator('pre.prompt').textContent()).toBe(trackedScene.prompt);
      host.failing.clear();
      await page.getByRole('button', { name: 'Retry' }).press('Enter');
      await page.getByRole('alert').waitFor({ state: 'detached' });
      await page.getByRole('status').getByText('Updated.').waitFor();
    });
  });

  it('shows the beginning of a long patch, and all of it when asked', async () => {
    const [first, ...rest] = trackedScene.payload.recent_diffs;
    const recent_diffs = [{ ...first!, patch: longPatch(600) }, ...rest];
    const host = new FakeHost({ ...trackedScene, payload: { ...trackedScene.payload, recent_diffs } });
    await withView({ host }, async ({ page }) => {
      const lines = page.locator('.section-diffs .diff').first().locator('.lines > *');
      expect(await lines.count()).toBe(400);
      await page.getByRole('button', { name: 'Show all 1203 lines' }).click();
      await expect.poll(() => lines.count()).toBe(1203);
    });
  });

  it('says that a long prompt goes on after what is shown', async () => {
    const host = new FakeHost({ ...trackedScene, prompt: 'ж'.repeat(200_000) });
    await withView({ host }, async ({ page }) => {
      expect(await page.locator('pre.prompt').textContent()).toBe('ж'.repeat(131_072));
      await page.getByText('The first 256.0 KB of 390.6 KB; the copy is whole.').waitFor();
    });
  });

  it('speaks the language that the extension sends', async () => {
    await withView(
      {
        host: new FakeHost(untrackedScene('scheme'), { 'This kind of document is not followed.': '不跟踪这类文档。' }),
      },
      async ({ page }) => {
        await page.getByText('不跟踪这类文档。').waitFor();
      },
    );
  });
});
