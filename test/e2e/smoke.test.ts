import { describe, expect, test } from 'vitest';
import { server, useVSCode, workbench } from '../support/vscode/fixture.ts';

describe('Live Context in VS Code', () => {
  useVSCode({ activate: false });

  test('the window is the expected VS Code', async () => {
    expect(await workbench.probe.run((api) => api.version)).toBe(server.release.vscode);
  });

  test('the packed extension is installed and becomes active by itself', { tags: ['contract', 'oldest'] }, async () => {
    const isActive = () =>
      workbench.probe.run((api) => api.extensions.getExtension('live-context.live-context')?.isActive);
    await expect.poll(isActive).toBe(true);
  });

  test('its API answers', { tags: ['contract', 'oldest'] }, async () => {
    const reply = await workbench.probe.request('no such channel', {});
    expect(reply).toMatchObject({ ok: false, error: { code: expect.any(String) } });
  });

  test('its view shows', { tags: ['contract', 'oldest'] }, async () => {
    const frame = await workbench.viewFrame();
    await frame.locator('live-context-view').waitFor();
  });

  test('its walkthrough leads to the view', { tags: 'contract' }, async () => {
    const id = 'live-context.live-context#start';
    const page = workbench.page.locator('.gettingStartedContainer');
    // VS Code does not know its walkthroughs at once.
    const opened = async () => {
      await workbench.probe.run((api, one) => api.commands.executeCommand('workbench.action.openWalkthrough', one), id);
      return page.getByText('Get started with Live Context').first().isVisible();
    };
    await expect.poll(opened).toBe(true);
    await page.getByText('Copy the context').first().click();
    await page.getByRole('button', { name: 'Copy Context' }).waitFor();
    // Other webviews may be there, hidden ones too.
    const isShown = async () => {
      const texts = workbench.page.frames().map((frame) => frame.getByText('Paste it into any chat'));
      return (await Promise.all(texts.map((text) => text.isVisible().catch(() => false)))).includes(true);
    };
    await expect.poll(isShown).toBe(true);
    await workbench.screenshot('walkthrough');
    await workbench.probe.run((api) => api.commands.executeCommand('workbench.action.closeAllEditors'));
  });
});
