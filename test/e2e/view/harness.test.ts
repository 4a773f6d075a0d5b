import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { type UntrackedReason, untrackedReasons } from '../../../src/protocol/errorCodes.ts';
import { shortfalls } from '../../../src/protocol/prompt/shortfalls.ts';
import { warningMeanings } from '../../../src/protocol/prompt/warnings.ts';
import { type WhyNotItem, type WhyNotReason, whyNotTexts } from '../../../src/protocol/prompt/whyNot.ts';
import { rulesOfColours } from '../../support/viewHarness/axe.ts';
import {
  emptyScene,
  longPatch,
  quietScene,
  type Scene,
  trackedScene,
  untrackedScene,
  withAccount,
} from '../../support/viewHarness/fakeData.ts';
import { FakeHost } from '../../support/viewHarness/fakeHost.ts';
import { asked, push, received, unfold, violations, withView } from '../../support/viewHarness/harness.ts';

function isFocused(element: Element): boolean {
  return element === document.activeElement;
}

const scenes: Readonly<Record<string, Scene>> = {
  tracked: trackedScene,
  quiet: quietScene,
  untracked: untrackedScene('excluded'),
  empty: emptyScene,
};

/** A project with so many constraints, all in the prompt. */
function manyConstraints(count: number): Scene {
  const [constraint] = trackedScene.constraints.constraints;
  const [line, ...others] = trackedScene.account.ledger;
  const constraints = Array.from({ length: count }, (_, index) => ({
    ...constraint!,
    id: `k${index}`,
    text: `Rule ${index}`,
  }));
  const ledger = [...constraints.map(({ id }) => ({ ...line!, id: `constraint:${id}` })), ...others];
  return { ...withAccount({ ledger }), constraints: { ...trackedScene.constraints, constraints } };
}

/** A file for each reason why something is or is not in a prompt. */
function foundForReasons(about: string): WhyNotItem[] {
  return (Object.keys(whyNotTexts) as WhyNotReason[]).map((reason) => ({
    ...{ documentId: `file:///home/dana/shop/${reason}.ts`, file: 'a.ts', symbol: null, lines: null, reason },
    ...{ about: [about], setting: reason === 'excluded' ? 'liveContext.exclude' : null, canAdd: reason === 'lost' },
  }));
}

/** Scenes with every reason and every warning of the code's tables. */
function scenesOfTables(): readonly Scene[] {
  const [line] = trackedScene.account.ledger;
  const ledger = Object.keys(shortfalls).flatMap((why) =>
    (['cut', 'degraded'] as const).map((state) => ({
      ...line!,
      id: `setting:indent ${why} ${state}`,
      source: 'docs',
      why,
      state,
    })),
  );
  const warnings = Object.keys(warningMeanings).map((code) => `${code}: a.ts`);
  return [
    ...(Object.keys(untrackedReasons) as UntrackedReason[]).map(untrackedScene),
    withAccount({ ledger, warnings }),
  ];
}

const row = (page: Page, key: string) => page.locator(`[data-key="${key}"]`);

/** In the page: the classes of the icons of which nothing is to be seen, those in elements' own trees, too. */
async function iconsWithoutGlyph(): Promise<string[]> {
  await document.fonts.load('16px codicon');
  const within = (root: Document | ShadowRoot): Element[] =>
    [...root.querySelectorAll('*')].flatMap((one) => [one, ...(one.shadowRoot === null ? [] : within(one.shadowRoot))]);
  const canvas = document.createElement('canvas').getContext('2d')!;
  canvas.font = '16px codicon';
  const icons = within(document).filter(({ classList }) => classList.contains('codicon'));
  const unseen = icons.filter((icon) => {
    const content = getComputedStyle(icon, '::before').content;
    canvas.clearRect(0, 0, 32, 32);
    if (content !== 'none') canvas.fillText(JSON.parse(content), 4, 24);
    return canvas.getImageData(0, 0, 32, 32).data.every((value) => value === 0);
  });
  return [...new Set(unseen.map(({ className }) => className))];
}

/** What the view has stored of itself, to go on with. */
function stored(page: Page): Promise<{ consumer?: string; opened?: string[]; scroll?: number; work?: unknown }> {
  return page.evaluate(() => JSON.parse(sessionStorage.getItem('state') ?? '{}'));
}

describe.each([
  ['dark', undefined],
  ['light', rulesOfColours],
  ['highContrast', rulesOfColours],
] as const)('the view in the %s theme', (theme, rules) => {
  it('is accessible at 300 px, all sections open, and shows an empty bar as empty', async () => {
    await withView({ theme }, async (view, host) => {
      for (const [name, scene] of Object.entries(scenes)) {
        await push(view, host, scene);
        await unfold(view.page);
        expect(await violations(view, rules), name).toEqual([]);
      }
      const { page } = view;
      await push(view, host, withAccount({ tokenCount: 0, ledger: [] }));
      expect(await page.locator('.token-map > .fill').count()).toBe(0);
      expect(await page.locator('.gauge > .fill').getAttribute('width')).toBe('0.000%');
      const colours = await page
        .locator('.token-map, .gauge')
        .evaluateAll((bars) => bars.map((bar) => getComputedStyle(bar).backgroundColor));
      expect(new Set(colours)).toEqual(new Set(['rgba(0, 0, 0, 0)']));
    });
  });
});

describe('the view', () => {
  it('needs no sideways scrolling at 170 to 900 px', async () => {
    await withView({}, async (view, host) => {
      const { page } = view;
      for (const [name, scene] of Object.entries(scenes)) {
        await push(view, host, scene);
        await unfold(page);
        for (const width of [900, 480, 300, 250, 170]) {
          await page.setViewportSize({ width, height: 900 });
          const scrolled = () => page.evaluate(() => document.documentElement.scrollWidth);
          await expect.poll(scrolled, { message: `${name} at ${width} px` }).toBe(width);
        }
      }
    });
  });

  it('has a glyph for each icon that it shows', async () => {
    await withView({}, async (view, host) => {
      for (const [name, scene] of Object.entries(scenes)) {
        await push(view, host, scene);
        await unfold(view.page);
        expect(await view.page.evaluate(iconsWithoutGlyph), name).toEqual([]);
        if (name === 'tracked') expect(await view.page.locator('.codicon').count()).toBeGreaterThan(20);
      }
    });
  });

  it.each([
    ['the prompt fails', ['live:get']],
    ['all else fails', ['live:timeline', 'context:budget:get', 'constraints:list', 'windows:list', 'redactions:list']],
  ])('is accessible while %s, and says so', async (_, channels) => {
    const host = new FakeHost(trackedScene);
    for (const channel of channels) host.failing.set(channel, 'INTERNAL');
    await withView({ host }, async (view) => {
      await view.page.locator('summary', { hasText: 'Budget and housekeeping' }).click();
      await view.page.getByRole('alert').first().waitFor();
      // A row that is half under the header is no fault.
      await view.page.evaluate(() => window.scrollTo(0, 0));
      expect(await violations(view)).toEqual([]);
    });
  });

  it('says first whose context it is, how much it takes, and what needs attention', async () => {
    await withView({}, async ({ page }, host) => {
      const header = page.locator('header');
      await header.getByRole('heading', { name: 'discountRules.ts' }).waitFor();
      await header.getByText('11.9k of 11.9k tokens').waitFor();
      await header.getByRole('button', { name: 'gpt-5' }).click();
      await expect.poll(() => received(host, 'command')).toMatchObject([{ row: { query: 'liveContext.model' } }]);
      expect(await header.getByRole('listitem').allInnerTexts()).toEqual(
        [
          '1 agent edit refused: conflict Show',
          'Project: 2 secrets hidden Review',
          '5 pieces shortened or left out Show',
        ].map((text) => expect.stringMatching(text.replaceAll(' ', '\\s+'))),
      );
      const copy = await header.getByRole('button', { name: 'Copy', exact: true }).boundingBox();
      expect((copy?.y ?? 900) + (copy?.height ?? 0)).toBeLessThan(300);
    });
    await withView({ host: new FakeHost(quietScene) }, async ({ page }) => {
      await page.locator('header').getByText('estimate').waitFor();
    });
  });

  it('leads from what needs attention to its place', async () => {
    await withView({}, async ({ page }) => {
      await page.getByRole('button', { name: 'Shortened 5' }).click();
      await page.getByRole('button', { name: 'Show', exact: true }).last().press('Enter');
      await expect.poll(() => row(page, 'constraint:c3').evaluate(isFocused)).toBe(true);
      await page.getByRole('button', { name: 'All', pressed: true }).waitFor();
      await page.getByRole('button', { name: 'Review' }).press('Enter');
      await expect.poll(() => page.getByRole('heading', { name: 'Secrets' }).evaluate(isFocused)).toBe(true);
      const secrets = page.locator('.redactions .row');
      await expect.poll(() => secrets.first().textContent()).toContain('private-key');
      const bottom = () => secrets.last().evaluate((row) => row.getBoundingClientRect().bottom - window.innerHeight);
      await expect.poll(bottom).toBeLessThanOrEqual(0);
      await page.locator('header').getByRole('button', { name: 'Show', exact: true }).first().press('Enter');
      const refused = page.locator('.refused-edits details');
      await expect.poll(() => refused.locator('summary').evaluate(isFocused)).toBe(true);
      await refused.getByText('chooseDiscount').first().waitFor();
    });
  });

  it('tells secrets of one line apart, selects each place of one, and names the one that agents see', async () => {
    const [, , secret] = trackedScene.redactions.redactions;
    const at = (file: string, column: number) =>
      ({ ...secret!.places[0], file, line: 7, columns: [column, 40] }) as const;
    const listed = [[at('a/main.go', 11), at('c.go', 0)], [at('a/main.go', 30)], [at('b/main.go', 11)]].map(
      (places, index) => ({
        ...secret!,
        placeholder: `[REDACTED:password:12345678${index}]`,
        count: 61 ** (places.length - 1),
        places,
      }),
    );
    const redactions = { ...trackedScene.redactions, redactions: listed } as Scene['redactions'];
    await withView({ host: new FakeHost({ ...trackedScene, redactions }) }, async ({ page }, host) => {
      await page.getByRole('button', { name: 'Review' }).press('Enter');
      const list = page.locator('.redactions');
      for (const name of ['a/main.go:7:31', 'b/main.go:7', 'a/main.go:7:12'])
        await list.getByRole('button', { name, exact: true }).click();
      await list.getByRole('button', { name: '2 of 61 places' }).click();
      await page.getByRole('status').getByText('Place 2 of 61.').waitFor();
      expect(received(host, 'reveal').map(({ columns }) => columns?.[0])).toEqual([30, 11, 11, 0]);
      await list.getByRole('button', { name: 'Hidden: show password (a/main.go:7:31) to agents' }).click();
      await page.getByRole('status').getByText('Agents now see password (a/main.go:7:31).').waitFor();
    });
  });

  it('opens the rules that cannot be read at their line, and tells it whole at any width', async () => {
    const warnings = ['CONSTRAINTS_INVALID: .vscode/live-context.json, line 7: constraints.1.type: no'];
    const host = new FakeHost(withAccount({ warnings }));
    await withView({ host, width: 170 }, async ({ page }) => {
      const told = page.locator('header').getByText('Not all constraints could be read');
      expect(await told.evaluate((one) => one.scrollWidth <= one.clientWidth)).toBe(true);
      await page.locator('header').getByRole('button', { name: 'Open', exact: true }).press('Enter');
      const documentId = `${trackedScene.payload.editor_state.project_id}/.vscode/live-context.json`;
      await expect.poll(() => received(host, 'reveal')).toMatchObject([{ documentId, line: 7 }]);
    });
  });

  it("shows another consumer's prompt, and goes on with it after a reload", async () => {
    await withView({}, async ({ page }, host) => {
      await page.getByRole('combobox', { name: 'Whose prompt' }).selectOption('for Copilot');
      await expect.poll(() => received(host, 'consumer').at(-1)?.consumer).toBe('lm-tools');
      await expect.poll(async () => (await stored(page)).consumer).toBe('lm-tools');
      await page.reload();
      await page.locator('main[aria-busy=false]').waitFor();
      expect(await page.getByRole('combobox', { name: 'Whose prompt' }).inputValue()).toBe('lm-tools');
    });
  });

  it('has every piece once, by layers, and walks them by arrow keys with one Tab stop', async () => {
    await withView({}, async ({ page }, host) => {
      const { ledger } = trackedScene.account;
      await row(page, 'layer:settings').locator('> .row').click();
      await row(page, 'setting:indent_style').waitFor();
      const keys = await page
        .locator('.item.piece')
        .evaluateAll((items) => items.map((item) => item.getAttribute('data-key')));
      expect(keys.sort()).toEqual(ledger.map(({ id }) => id).sort());
      expect(await page.locator('[role=treeitem][tabindex="0"]').count()).toBe(1);
      await row(page, 'layer:rules').focus();
      await page.keyboard.press('ArrowLeft');
      await expect.poll(() => row(page, 'constraint:c1').count()).toBe(0);
      await page.keyboard.press('ArrowRight');
      await row(page, 'constraint:c1').waitFor();
      await page.keyboard.press('End');
      await expect.poll(() => page.locator('[role=treeitem]:focus').getAttribute('data-key')).toContain('somethingNew');
      await page.keyboard.press('Home');
      await expect.poll(() => row(page, 'layer:rules').evaluate(isFocused)).toBe(true);
      await row(page, 'document').focus();
      await page.keyboard.press('Enter');
      const { document_id: documentId } = trackedScene.payload.editor_state;
      await expect.poll(() => received(host, 'reveal')).toMatchObject([{ documentId, line: 120 }]);
    });
  });

  it('searches for what is typed at the tree, and leaves what is typed in a form alone', async () => {
    await withView({}, async ({ page }) => {
      await row(page, 'layer:rules').focus();
      await page.keyboard.type('im', { delay: 50 });
      const search = page.getByRole('searchbox');
      await expect.poll(() => search.inputValue()).toBe('im');
      await expect.poll(() => search.evaluate(isFocused)).toBe(true);
      await search.press('Escape');
      const [constraint] = trackedScene.constraints.constraints;
      const rule = row(page, `constraint:${constraint!.id}`);
      await rule.press('Space');
      const text = rule.getByRole('textbox', { name: 'Constraint' });
      await expect.poll(() => text.evaluate(isFocused)).toBe(true);
      await page.keyboard.type('im');
      expect(await text.evaluate(isFocused)).toBe(true);
      await page.keyboard.press('Escape');
      await expect.poll(() => rule.evaluate(isFocused)).toBe(true);
      await page.keyboard.press('Control+i');
      expect(await rule.evaluate(isFocused)).toBe(true);
    });
  });

  it('expands a change and the newest text in place, and keeps them open over a reload', async () => {
    await withView({}, async (view, host) => {
      const { page } = view;
      const typed = row(page, 'diff:v20260305-103900-119');
      await typed.focus();
      await page.keyboard.press('Space');
      expect(await typed.locator('.patch .added').count()).toBe(5);
      await row(page, 'document').focus();
      await page.keyboard.press('Space');
      await page.getByText('What the prompt says of document').waitFor();
      expect(await violations(view, undefined, '[role=tree]')).toEqual([]);
      await expect.poll(async () => (await stored(page)).opened?.length).toBe(2);
      host.said = 'What it says now of';
      await push(view, host, trackedScene);
      await page.getByText('What it says now of document').waitFor();
      await page.reload();
      await typed.locator('.patch').waitFor();
      await page.getByText('What it says now of document').waitFor();
    });
  });

  it('filters and searches, and keeps the search when a hit is opened', async () => {
    await withView({}, async ({ page }) => {
      const pieces = () => page.locator('.item.piece').count();
      await page.getByRole('button', { name: 'Shortened 5' }).press('Enter');
      await expect.poll(pieces).toBe(5);
      await page.getByRole('button', { name: 'New 2' }).press('Enter');
      await expect.poll(pieces).toBe(2);
      await page.getByRole('button', { name: 'All 15' }).press('Enter');
      await page.getByRole('button', { name: 'Find, or ask why not' }).press('Enter');
      await page.keyboard.type('discount');
      await expect.poll(pieces).toBe(2);
      await page.locator('.item.piece').first().press('Enter');
      await page.locator('.item.piece').first().press('Space');
      expect(await pieces()).toBe(2);
      expect(await page.getByRole('searchbox').inputValue()).toBe('discount');
    });
  });

  it('says why each file that is found is not in the prompt, adds it, and names the setting', async () => {
    const host = new FakeHost(trackedScene);
    host.found = foundForReasons('rival.ts');
    await withView({ host }, async (view) => {
      const { page } = view;
      await page.getByRole('button', { name: 'Find, or ask why not' }).press('Enter');
      await page.keyboard.type('ts');
      const listed = page.getByRole('list', { name: 'In the project' });
      await listed.getByText('Less related to your work than rival.ts').waitFor();
      expect(await listed.getByRole('listitem').count()).toBe(host.found.length);
      expect(await violations(view)).toEqual([]);
      await listed.getByRole('button', { name: 'Settings' }).click();
      expect(received(host, 'command')).toMatchObject([{ row: { query: 'liveContext.exclude' } }]);
      await listed.getByRole('button', { name: 'Add' }).click();
      host.found = host.found.map((item) => ({ ...item, reason: 'shown', canAdd: false }));
      await push(view, host, trackedScene);
      await expect.poll(() => listed.getByText('In the prompt', { exact: true }).count()).toBe(host.found.length);
    });
  });

  it.each([250, 300])('says what was done, and no button moves, at a width of %i', async (width) => {
    await withView({ width }, async ({ page }) => {
      const copy = page.getByRole('button', { name: 'Copy', exact: true });
      const before = await copy.boundingBox();
      await copy.click();
      await page.locator('.total').getByText('Copied.').waitFor();
      expect(await copy.boundingBox()).toEqual(before);
    });
  });

  it('calls for no attention to what the developer removed, nor to older changes that are told in short', async () => {
    const why = 'it was removed: left out' as const;
    const removed = trackedScene.account.ledger.map((line) => (line.state === 'kept' ? line : { ...line, why }));
    const [first] = removed;
    if (first === undefined) throw new Error('The scene is empty');
    const older = {
      ...first,
      id: 'diff:v1',
      state: 'degraded',
      lod: 'gist',
      why: 'longer than its own limit',
    } as const;
    const ledger = [...removed, older];
    await withView({ host: new FakeHost(withAccount({ ledger })) }, async ({ page }) => {
      await page.getByText('2 secrets hidden').waitFor();
      expect(await page.getByText('shortened or left out').count()).toBe(0);
    });
  });

  it('offers to apply an answer of the clipboard once the view has the keyboard', async () => {
    const host = new FakeHost(trackedScene);
    host.holdsAnswer = true;
    await withView({ host }, async ({ page, send }) => {
      await page.evaluate(() => window.dispatchEvent(new Event('focus')));
      await page
        .locator('li', { hasText: 'The clipboard holds' })
        .getByRole('button', { name: 'Review' })
        .press('Enter');
      await expect
        .poll(() => received(host, 'command'))
        .toMatchObject([{ command: 'liveContext.applyAnswerFromClipboard' }]);
      host.holdsAnswer = false;
      await page.getByRole('button', { name: 'Copy', exact: true }).click();
      await page.getByText('The clipboard holds an answer').waitFor({ state: 'detached' });
      host.holdsAnswer = true;
      await send({ type: 'focus' });
      await page.getByText('The clipboard holds an answer').waitFor();
    });
  });

  it('keeps a second click of a still mouse from the row that slides under it', async () => {
    await withView({}, async (view, host) => {
      const { page } = view;
      // A row whose follower has its button at the same place.
      const [slid, below] = trackedScene.account.ledger
        .filter(({ layer }) => layer === 'retrieved')
        .map(({ id }) => id);
      const unpin = row(page, slid!).getByRole('button', { name: 'Stop Keeping' });
      await row(page, slid!).hover();
      const box = (await unpin.boundingBox())!;
      const at = [box.x + box.width / 2, box.y + box.height / 2] as const;
      const acts = () => received(host, 'command').length + received(host, 'act').length;
      await page.mouse.click(...at);
      await expect.poll(acts).toBe(1);
      const ledger = trackedScene.account.ledger.filter(({ id }) => id !== slid);
      await push(view, host, { ...trackedScene, account: { ...trackedScene.account, ledger } });
      await row(page, slid!).waitFor({ state: 'detached' });
      expect(await row(page, below!).locator('.tools').isVisible()).toBe(false);
      await page.mouse.click(...at);
      expect(acts()).toBe(1);
      await page.mouse.move(at[0] - 20, at[1]);
      await page.mouse.click(...at);
      await expect.poll(acts).toBe(2);
    });
  });

  it("tells the editor's menu what can be done with a row", async () => {
    await withView({}, async ({ page }) => {
      const context = async (key: string) =>
        JSON.parse((await row(page, key).getAttribute('data-vscode-context')) ?? '');
      expect(await context('document')).toMatchObject({
        webviewSection: 'row',
        liveContextRow: 'document',
        'liveContext.shorten': expect.any(String),
        liveContextCompare: true,
      });
      expect(await context('constraint:c2')).toMatchObject({ liveContextConstraint: 'c2' });
      const kept = await context('chunk:pin:file:///home/dana/shop/packages/checkout/src/cart.ts:12-48');
      expect(kept).toMatchObject({ liveContextPinned: 'pin-1' });
      expect(kept).not.toHaveProperty(['liveContext.keep']);
      const opened = page.evaluate(
        () => new Promise((resolve) => addEventListener('contextmenu', () => resolve(true), { once: true })),
      );
      await row(page, 'document').focus();
      await page.keyboard.press('Shift+F10');
      expect(await opened).toBe(true);
    });
  });

  it('adds, edits and deletes constraints from the keyboard', async () => {
    await withView({}, async (view, host) => {
      const { page } = view;
      const text = page.getByLabel('Constraint', { exact: true });
      await page.getByRole('button', { name: 'Add Constraint' }).click();
      await expect.poll(() => text.evaluate(isFocused)).toBe(true);
      await page.keyboard.type('Every price has a currency.');
      expect(await violations(view, undefined, '[role=tree]')).toEqual([]);
      await page.keyboard.press('Control+Enter');
      await page.getByRole('status').getByText('Added.').waitFor();
      const created = { text: 'Every price has a currency.', type: 'convention' };
      expect(asked(host, 'constraints:create')).toMatchObject([created]);
      await row(page, 'constraint:c2').focus();
      await page.keyboard.press('Space');
      await expect.poll(() => text.evaluate(isFocused)).toBe(true);
      await text.fill('No output at all.');
      await page.getByLabel('Checked pattern').selectOption('No pattern');
      await page.keyboard.press('Control+Enter');
      const updated = { id: 'c2', text: 'No output at all.', check: null };
      await expect.poll(() => asked(host, 'constraints:update')).toMatchObject([updated]);
      await row(page, 'constraint:c2').focus();
      await page.keyboard.press('Delete');
      const deleted = { command: 'liveContext.deleteConstraint', row: { liveContextConstraint: 'c2' } };
      await expect.poll(() => received(host, 'command')).toMatchObject([deleted]);
    });
  });

  it('opens a source or a form by one click, says there why it could not be saved, and keeps what was typed', async () => {
    await withView({}, async (view, host) => {
      const { page } = view;
      host.failing.set('constraints:update', 'CONSTRAINTS_READ_ONLY');
      const name = (key: string) => row(page, key).locator('.name');
      for (const key of ['document', 'constraint:c1']) await name(key).click({ position: { x: 20, y: 8 } });
      expect(received(host, 'reveal')).toMatchObject([{ line: 120 }]);
      await page.getByLabel('Constraint', { exact: true }).fill('Typed with care.');
      await name('constraint:c1').click({ position: { x: 20, y: 8 } });
      await page.getByRole('button', { name: 'Save' }).press('Enter');
      const alert = page.getByRole('alert');
      await alert.getByText('Constraints are read-only here.').waitFor();
      expect(await violations(view, undefined, '[role=tree]')).toEqual([]);
      expect(await page.getByLabel('Constraint', { exact: true }).inputValue()).toBe('Typed with care.');
      await page.keyboard.press('Escape');
      await alert.waitFor({ state: 'detached' });
    });
  });

  it('tells who looked, at what, and what it has not seen since; a click opens the exact text', async () => {
    await withView({}, async ({ page }, host) => {
      const section = page.locator('.section-looked');
      await section.getByText('Copilot').waitFor();
      await section.getByText('5 changed lines it has not seen').waitFor();
      await section.getByRole('button', { name: 'Claude Code' }).press('Enter');
      await section.getByRole('button', { name: 'Compare with now' }).nth(0).press('Enter');
      await expect
        .poll(() => received(host, 'delivery'))
        .toMatchObject([
          { delivery: 'd2', compare: false },
          { delivery: 'd3', compare: true },
        ]);
    });
  });

  it('confirms, edits and rejects what has been learned, takes a decision back, and changes the budget', async () => {
    await withView({}, async (view, host) => {
      const { page } = view;
      await page.locator('summary', { hasText: 'Budget and housekeeping' }).click();
      host.typed = 'Strings have double quotes.';
      const decisions = [
        ['quotes', 'Confirm', { decision: 'confirm' }],
        ['quotes', 'Edit Preference', { decision: 'edit', text: host.typed }],
        ['quotes', 'Reject', { decision: 'reject' }],
        ['semicolons', 'Take the Decision Back', { decision: 'forget' }],
      ] as const;
      for (const [name, button, decided] of decisions) {
        await page.locator(`[data-id="typescript:${name}"]`).getByRole('button', { name: button }).press('Enter');
        await expect.poll(() => asked(host, 'preferences:decide').at(-1)).toMatchObject(decided);
      }
      expect(await violations(view, undefined, '.preferences')).toEqual([]);
      const limit = page.locator('.budget-facts button').first();
      host.typed = null;
      await limit.press('Enter');
      host.typed = '32000';
      await limit.press('Enter');
      await page.getByRole('status').getByText('Saved.').waitFor();
      expect(asked(host, 'context:budget:update')).toMatchObject([{ version: 4, budget: { modelLimit: 32_000 } }]);
    });
  });

  it('follows the document in front by its name before anything of it is assembled', async () => {
    await withView({}, async (view, host) => {
      const { page, send } = view;
      const document = {
        tracked: true as const,
        documentId: 'file:///w/other.ts',
        file: 'src/other.ts',
        projectId: 'file:///w',
      };
      const { type, snapshot } = host.snapshot();
      const head = { document, folder: 'checkout', isRestricted: false };
      await send({ type, snapshot: { ...snapshot, head, detail: null } });
      await page.getByRole('heading', { name: 'other.ts' }).waitFor();
      await page.getByText('checkout', { exact: true }).waitFor();
      expect(await page.getByRole('tree').count()).toBe(0);
      expect(await violations(view, undefined, 'header')).toEqual([]);
    });
  });

  it('keeps what a person is reading: the place, an open change that gave way to a newer one, a selection', async () => {
    await withView({}, async (view, host) => {
      const { page } = view;
      const old = row(page, 'diff:v20260305-103900-119');
      await old.focus();
      await page.keyboard.press('Space');
      await page.evaluate(() => window.scrollTo(0, 250));
      await old
        .locator('.added')
        .first()
        .evaluate((element) => getSelection()?.selectAllChildren(element));
      const selected = await page.evaluate(() => getSelection()?.toString());
      const [first, ...others] = trackedScene.payload.recent_diffs;
      const newer = { ...first!, version_id: 'v20260305-104100-130' };
      const ledger = trackedScene.account.ledger.map((line) =>
        line.id === `diff:${first?.version_id}` ? { ...line, id: `diff:${newer.version_id}` } : line,
      );
      await push(view, host, withAccount({ ledger }, { recent_diffs: [newer, ...others] }));
      await row(page, `diff:${newer.version_id}`).waitFor();
      expect(await old.locator('.added').count()).toBe(5);
      await old.getByText('earlier').waitFor();
      expect(await page.evaluate(() => getSelection()?.toString())).toBe(selected);
      expect(await page.evaluate(() => window.scrollY)).toBe(250);
    });
  });

  it('keeps place and half-written form while it is hidden', async () => {
    await withView({}, async (view) => {
      const { page } = view;
      await page.getByRole('button', { name: 'Add Constraint' }).click();
      await expect.poll(() => page.getByLabel('Constraint', { exact: true }).evaluate(isFocused)).toBe(true);
      await page.keyboard.type('Half a thought');
      await page.evaluate(() => window.scrollTo(0, 300));
      await expect.poll(() => stored(page)).toMatchObject({ scroll: 300, work: { draft: { text: 'Half a thought' } } });
      await page.reload();
      await expect.poll(() => page.getByLabel('Constraint', { exact: true }).inputValue()).toBe('Half a thought');
      await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(300);
    });
  });

  it.each([
    ['goes back to the place as soon as there is enough to scroll', false, 1_000],
    ['leaves the place to a person who has acted meanwhile', true, 0],
  ])('%s', async (_, acted, expected) => {
    await withView({ host: new FakeHost(manyConstraints(60)) }, async (view, host) => {
      const { page } = view;
      await page.evaluate(() => window.scrollTo(0, 1_000));
      await expect.poll(async () => (await stored(page)).scroll).toBe(1_000);
      host.scene = quietScene;
      await page.reload();
      await page.locator('main[aria-busy=false] [role=tree]').waitFor();
      if (acted) await page.keyboard.press('Control+Home');
      await page.waitForTimeout(400);
      await push(view, host, manyConstraints(60));
      await row(page, 'constraint:k1').waitFor();
      await page.waitForTimeout(200);
      await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(expected);
    });
  });

  it('keeps the last good data beside an error and recovers by Retry', async () => {
    await withView({}, async (view, host) => {
      const { page } = view;
      host.failing.set('live:get', 'INTERNAL');
      await push(view, host, trackedScene);
      await page.getByRole('alert').getByText('Live Context failed internally.').waitFor();
      await page.getByRole('tree').waitFor();
      host.failing.clear();
      await page.getByRole('button', { name: 'Retry' }).press('Enter');
      await page.getByRole('alert').waitFor({ state: 'detached' });
    });
  });

  it('shows the beginning of a long patch, and all of it when asked', async () => {
    const [first, ...rest] = trackedScene.payload.recent_diffs;
    const recent_diffs = [{ ...first!, patch: longPatch(600) }, ...rest];
    const host = new FakeHost(withAccount({}, { recent_diffs }));
    await withView({ host }, async ({ page }) => {
      await row(page, `diff:${first?.version_id}`).focus();
      await page.keyboard.press('Space');
      const lines = page.locator('.lines > *');
      await expect.poll(() => lines.count()).toBe(400);
      await page.getByRole('button', { name: 'Show all 1203 lines' }).click();
      await expect.poll(() => lines.count()).toBe(1203);
    });
  });

  it('leaves no text untranslated: with a pseudo-language every word of its own is marked', async () => {
    const { default: chinese } = await import('../../../l10n/bundle.l10n.zh-cn.json', { with: { type: 'json' } });
    const pseudo = Object.fromEntries(Object.keys(chinese).map((text) => [text, `⟦${text}⟧`]));
    await withView({ host: new FakeHost(trackedScene, pseudo) }, async (view, host) => {
      for (const scene of [...Object.values(scenes), ...scenesOfTables()]) {
        await push(view, host, scene);
        await unfold(view.page);
        // What an opened section shows comes with its next update.
        await view.page.waitForTimeout(200);
        expect(await view.page.evaluate(unmarked)).toEqual([]);
      }
      await push(view, host, trackedScene);
      host.found = foundForReasons('a.ts');
      await view.page.locator('.filter-row .tool').last().press('Enter');
      await view.page.keyboard.type('a');
      await view.page.locator('.look .open').getByText('⟦Not related').waitFor();
      expect(await view.page.evaluate(unmarked)).toEqual([]);
    });
  });
});

/** Words that stand neither in marks nor come from the scene: names of files and settings, texts of people, codes with what the log says of them, numbers and times. */
function unmarked(): readonly string[] {
  const data =
    /^[\d\s.,:·%+−–k~]*$|^\d+[mh]$|^@@ -\d+,\d+ \+\d+,\d+ @@$|discount|\bsrc\b|money|cart|AGENTS|\.env|Money|console|editor|indent|Rename|\bago\b|now|last|yesterday|Mar |Feb |single|Statements|typescript|stripe|password|private-key|settings\.ts|Copilot|gpt-5|@live|Claude|clipboard|disk is full|\ba\.ts|pricing|coupon|tax service|packages|Live Context|docs|SHA-256|changed since version|^[A-Z_]+(: .*)?$/;
  const texts = document.createTreeWalker(document.querySelector('main') as Node, NodeFilter.SHOW_TEXT);
  const found: string[] = [];
  while (texts.nextNode()) {
    const text = (texts.currentNode.textContent ?? '').trim();
    if (text !== '' && !text.includes('⟦') && !data.test(text)) found.push(text);
  }
  for (const element of document.querySelectorAll('main [title], main [aria-label], main [placeholder]'))
    for (const name of ['title', 'aria-label', 'placeholder']) {
      const text = element.getAttribute(name) ?? '';
      if (text !== '' && !text.includes('⟦') && !data.test(text)) found.push(`${name}: ${text}`);
    }
  return found;
}
