import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { RedactionEntry } from '../../../src/protocol/decisions/redactions.ts';
import { quietScene, type Scene, trackedScene, withAccount } from '../../support/viewHarness/fakeData.ts';
import { FakeHost } from '../../support/viewHarness/fakeHost.ts';
import { push, unfold, withView } from '../../support/viewHarness/harness.ts';

async function openHousekeeping(page: Page): Promise<void> {
  await page.locator('summary', { hasText: 'Budget and housekeeping' }).click();
  await page.locator('.redactions li').first().waitFor();
}

/** Names that mean something to HTML, to CSS or to who reads from right to left, and some without a place to break. */
const names = [
  '<img src=x onerror=alert(1)>.ts',
  '\u202egnp.exe\u202c.ts',
  'ملف-طويل-جدا.ts',
  `${'a'.repeat(240)}.ts`,
  '"><script>x</script>',
  '&amp;&lt;b&gt;',
  '👩‍👩‍👧‍👦'.repeat(20),
];
const nameOf = (index: number): string => `${names[index % names.length]}${index}`;

function filled<T>(count: number, like: T, change: (index: number) => Partial<T>): T[] {
  return Array.from({ length: count }, (_, index) => ({ ...like, ...change(index) }));
}

/** More of everything than anybody has, under names that are hard to show. */
function crowdedScene(): Scene {
  const [secret] = trackedScene.redactions.redactions;
  const [preference] = trackedScene.preferences.preferences;
  const [refused] = trackedScene.timeline.refused;
  const [constraint] = trackedScene.constraints.constraints;
  const [line, ...others] = trackedScene.account.ledger;
  const constraints = filled(500, constraint!, (index) => ({ id: `k${index}`, text: nameOf(index) }));
  const secrets = filled<RedactionEntry>(200, secret!, (index) => ({
    placeholder: `[REDACTED:stripe-key:${index}]`,
    places: [{ ...secret!.places[0], file: nameOf(index), line: index + 1 }],
  }));
  return {
    ...trackedScene,
    constraints: { ...trackedScene.constraints, constraints },
    redactions: { ...trackedScene.redactions, redactions: secrets },
    preferences: {
      ...trackedScene.preferences,
      preferences: filled(200, preference!, (index) => ({ id: `typescript:${index}`, text: nameOf(index) })),
    },
    timeline: {
      ...trackedScene.timeline,
      refused: filled(60, refused!, (index) => ({ id: `p${index}`, summary: nameOf(index) })),
    },
    account: {
      ...trackedScene.account,
      missing: names.map((name) => `RULE_UNREADABLE: ${name}`),
      ledger: [...filled(500, line!, (index) => ({ id: `constraint:k${index}` })), ...others],
    },
  };
}

/** What has the keyboard, by its key, its label or its text; empty when nothing has. */
function focused(page: Page): Promise<string> {
  return page.evaluate(() => {
    const element = document.activeElement;
    if (!(element instanceof HTMLElement) || element === document.body) return '';
    const { key, version } = element.dataset;
    return key ?? version ?? element.getAttribute('aria-label') ?? element.textContent.trim();
  });
}

describe('the view with more of everything than anybody has', () => {
  it('has under 2,000 nodes and at most 40 Tab stops, all is open, and nothing scrolls sideways', async () => {
    await withView({ host: new FakeHost(crowdedScene()) }, async ({ page }) => {
      await openHousekeeping(page);
      await unfold(page);
      await page.locator('.refused-edits .patch').waitFor();
      expect(await page.evaluate(() => document.querySelectorAll('*').length)).toBeLessThan(2_000);
      for (const width of [900, 300, 250, 170]) {
        await page.setViewportSize({ width, height: 900 });
        await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      }
      await page.locator('select.consumer').focus();
      let stops = 0;
      while (stops < 60 && (await page.evaluate(() => document.activeElement?.matches('live-context-view *')))) {
        stops += 1;
        await page.keyboard.press('Tab');
      }
      expect(stops).toBeLessThanOrEqual(40);
      expect(stops).toBeGreaterThan(8);
      // Each list shows its beginning; End leads to the rest, Enter opens it.
      await page.locator('.refused-edits summary').first().focus();
      await page.keyboard.press('End');
      await expect.poll(() => focused(page)).toBe('Show more: 35');
      await page.keyboard.press('Enter');
      await expect.poll(() => page.locator('.refused-edits summary').count()).toBe(60);
      await page.locator('[data-key="layer:rules"]').focus();
      await page.keyboard.press('End');
      await expect.poll(() => focused(page)).toContain('somethingNew');
      await page.locator('[data-key="more:window:constraints"]').focus();
      await page.keyboard.press('Enter');
      await expect.poll(() => focused(page)).toBe('constraint:k25');
      await expect.poll(() => page.locator('.item.piece').count()).toBeGreaterThan(500);
    });
  });

  it('shows by their numbers the marks of direction that a name holds', async () => {
    const override = '\u202eterces.ts';
    const ledger = trackedScene.account.ledger.map((line) =>
      line.source === 'packages/checkout/src/money.ts' ? { ...line, source: override } : line,
    );
    const host = new FakeHost(withAccount({ ledger }));
    await withView({ host }, async ({ page }) => {
      const name = page.locator('[role=treeitem] .name', { hasText: '[U+202E]terces.ts' });
      const [own, note] = await Promise.all([name.locator('bdi').boundingBox(), name.locator('.quiet').boundingBox()]);
      expect(note?.x).toBeGreaterThanOrEqual((own?.x ?? 0) + (own?.width ?? 0));
    });
  });
});

describe('the keyboard stays in the view', () => {
  it('and restores an earlier version by the button of its row', async () => {
    await withView({}, async ({ page }, host) => {
      await page.getByRole('grid').getByRole('row').first().focus();
      for (const key of ['ArrowDown', 'Tab', 'Enter']) await page.keyboard.press(key);
      const { versionId } = trackedScene.timeline.entries[1]!;
      await expect.poll(() => host.received.at(-1)).toMatchObject({ type: 'restore', versionId });
      await page.getByRole('status').getByText('Restored.').waitFor();
    });
  });

  it('on the row next to one that is gone', async () => {
    await withView({}, async (view, host) => {
      const { page } = view;
      await page.locator('[data-key="constraint:c2"]').focus();
      const ledger = trackedScene.account.ledger.filter((line) => line.id !== 'constraint:c2');
      await push(view, host, withAccount({ ledger }));
      await expect.poll(() => focused(page)).toBe('instructions:AGENTS.md');
      await push(view, host, quietScene);
      await expect.poll(() => focused(page)).toMatch(/^layer:|^document$/);
    });
  });

  it.each([
    ['a secret that is hidden no longer', '.redactions .tool', { redactions: quietScene.redactions }],
    ['a preference that is gone', '.preferences .tool', { preferences: quietScene.preferences }],
    ['who looked, when all of it is gone', '.looked button', { deliveries: quietScene.deliveries }],
    ['a line that needs attention no more', 'header button:has-text("Review")', quietScene],
  ] as const)('after %s', async (_, selector, change) => {
    await withView({}, async (view, host) => {
      const { page } = view;
      await openHousekeeping(page);
      await page.locator(selector).first().focus();
      await push(view, host, { ...trackedScene, ...change });
      await page.locator(selector).first().waitFor({ state: 'detached' });
      await expect.poll(() => focused(page)).not.toBe('');
    });
  });

  it('in a list by arrow keys, down to the next row; Tab leaves it, and enters it at its first row', async () => {
    await withView({}, async (view, host) => {
      const { page } = view;
      await openHousekeeping(page);
      for (const [out, back] of [
        ['Tab', 'Shift+Tab'],
        ['Shift+Tab', 'Tab'],
      ] as const) {
        await page.locator('.redactions .tool').first().focus();
        const names: string[] = [];
        for (const key of ['ArrowDown', out, back]) {
          await page.keyboard.press(key);
          names.push(await focused(page));
        }
        const next = 'Hidden: show stripe-key:1 (discountRules.ts:12) to agents';
        expect(names).toEqual([next, expect.not.stringContaining('discountRules'), 'discountRules.ts:12']);
      }
      await page.keyboard.press('End');
      const [first] = trackedScene.redactions.redactions;
      await push(view, host, { ...trackedScene, redactions: { ...trackedScene.redactions, redactions: [first!] } });
      await expect.poll(() => page.locator('.redactions [tabindex="0"]').count()).toBe(1);
    });
  });

  it('in a half-written form that is away while another document of the project comes to the front, at its cursor', async () => {
    await withView({}, async (view, host) => {
      const { page, send } = view;
      await page.getByRole('button', { name: 'Add Constraint' }).click();
      const field = page.getByLabel('Constraint', { exact: true });
      await expect.poll(() => field.evaluate((one) => one === document.activeElement)).toBe(true);
      await page.keyboard.type('Half thought');
      for (let step = 0; step < 7; step++) await page.keyboard.press('ArrowLeft');
      const { projectId } = trackedScene.constraints;
      const other = { tracked: true as const, documentId: `${projectId}/other.ts`, file: 'other.ts', projectId };
      host.scene = { ...trackedScene, status: { ...trackedScene.status, document: other } };
      const { type, snapshot } = host.snapshot();
      await send({ type, snapshot: { ...snapshot, detail: null } });
      await field.waitFor({ state: 'detached' });
      await page.keyboard.type('lost');
      expect(await page.locator('select.consumer').inputValue()).toBe('clipboard');
      await send(host.snapshot());
      await expect.poll(() => field.evaluate((one) => one === document.activeElement)).toBe(true);
      await page.keyboard.type('a ');
      expect(await field.inputValue()).toBe('Half a thought');
    });
  });
});
