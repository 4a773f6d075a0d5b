import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Result } from '../../src/protocol/result.ts';
import { piecesOf, plantedSecrets } from '../support/secrets/plantedSecrets.ts';
import { copied, server, useVSCode, workbench } from '../support/vscode/fixture.ts';
import { promptText } from '../support/vscode/shownView.ts';

useVSCode();

async function ask<T>(channel: string, params: object): Promise<Result<T>> {
  return (await workbench.probe.request(channel, params)) as Result<T>;
}

function expectNothingOf(text: string): void {
  for (const { secret } of plantedSecrets) for (const piece of piecesOf(secret)) expect(text).not.toContain(piece);
}

const secrets = plantedSecrets.map(({ text }) => text).join('\n');
const [first] = plantedSecrets;

describe('secrets in a document', () => {
  test('are in no copy, no view and no answer, and keep their numbers over a reload', {
    tags: 'contract',
  }, async () => {
    await writeFile(join(server.workspace, 'settings.txt'), `${secrets}\n`);
    await workbench.openFile('settings.txt');
    await workbench.type('typed ');
    await expect.poll(() => workbench.editorText()).toContain('typed ');
    const text = await copied('Live Context: Copy Context');
    expectNothingOf(text);
    expect(text).toContain('[REDACTED:github-token:1]');
    await workbench.type('since ');
    await expect.poll(() => workbench.editorText()).toContain('since ');
    expectNothingOf(await copied('Live Context: Copy Changes Since Last Copy'));
    const frame = await workbench.viewFrame();
    await frame
      .locator('header')
      .getByText(/secrets? hidden/)
      .waitFor();
    expectNothingOf(await frame.locator('main').innerHTML());
    await workbench.openFile('settings.txt');
    const prompt = await promptText(workbench);
    expect(prompt).toContain('[REDACTED:github-token:1]');
    expectNothingOf(prompt);
    await workbench.reload();
    await workbench.openFile('settings.txt');
    const again = await ask('live:version', {});
    expectNothingOf(JSON.stringify(again));
    expect(JSON.stringify(again)).toContain('[REDACTED:github-token:1]');
  });

  test('an agent may not let one be shown; the developer does, in the view', async () => {
    const placeholder = '[REDACTED:github-token:1]';
    const refused = await ask('redactions:allow', { placeholder, allowed: true });
    expect(refused).toMatchObject({ ok: false, error: { code: 'REDACTION_FORBIDDEN' } });
    const frame = await workbench.viewFrame();
    await workbench.openFile('settings.txt');
    await frame.locator('header').getByRole('button', { name: 'Review' }).click();
    const row = frame.locator('.redactions .row').filter({ hasText: 'github-token:1' }).first();
    await row.getByRole('button', { name: /^settings.txt:/ }).click();
    const selected = () =>
      workbench.probe.run(async ({ window: { activeTextEditor: at } }) => at?.document.getText(at.selection));
    await expect.poll(selected).toBe(first?.secret);
    await row.getByRole('button', { name: /^Hidden: show/ }).click();
    await row.getByRole('button', { name: /^Shown to agents/ }).waitFor();
    await expect.poll(() => copied('Live Context: Copy Context')).toContain(first?.secret);
    await row.getByRole('button', { name: /^Shown to agents/ }).click();
    await row.getByRole('button', { name: /^Hidden: show/ }).waitFor();
    await expect.poll(() => copied('Live Context: Copy Context')).not.toContain(first?.secret);
  });
});
