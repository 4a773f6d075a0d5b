import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Value } from '../../src/protocol/channels.ts';
import { readPayload, toldOf } from '../support/prompts/readers.ts';
import { applyStrictly } from '../support/strictPatch.ts';
import { ask, copied, idOf, server, useVSCode, workbench } from '../support/vscode/fixture.ts';
import { newest, releaseUnderTest } from '../support/vscode/release.ts';
import { promptText } from '../support/vscode/shownView.ts';

useVSCode();

async function open(path: string, text: string): Promise<void> {
  await writeFile(join(server.workspace, path), text);
  await workbench.openFile(path);
}

describe('Copy Context', () => {
  test('is byte for byte what the editor tab of the prompt says, with unsaved text', {
    tags: ['contract', 'oldest'],
  }, async () => {
    await workbench.openFile('src/greeting.ts');
    await workbench.type('// unsaved words\n');
    await expect.poll(() => workbench.editorText()).toContain('unsaved words');
    const found = async () => (await ask('live:get', { preview: true })).text;
    await expect.poll(found).toContain('# Retrieved');
    await workbench.viewFrame();
    await workbench.openFile('src/greeting.ts');
    await expect.poll(() => promptText(workbench)).toContain('// unsaved words');
    let text = '';
    let preview: Value<'live:get'> | undefined;
    // The search goes on in the background for a while, and each answer is of its moment.
    const same = async () => {
      text = await copied('Live Context: Copy Context');
      preview = await ask('live:get', { preview: true });
      return [preview.text === text, (await promptText(workbench)) === text];
    };
    await expect.poll(same).toEqual([true, true]);
    expect(readPayload(text, 'markdown')).toEqual(preview && toldOf(preview.payload, 'markdown'));
    expect(preview?.payload.editor_state).toMatchObject({ file: 'src/greeting.ts', dirty: true });
  });

  test.each([
    ['Markdown', 'markdown'],
    ['JSON', 'json'],
    ['Messages', 'messages'],
    ['XML', 'xml'],
  ] as const)('As %s reads back to the same payload', async (label, format) => {
    await workbench.page.evaluate(() => navigator.clipboard.writeText('nothing yet'));
    await workbench.runCommand('Live Context: Copy Context As…');
    await workbench.page.locator('.quick-input-widget').getByRole('option', { name: label }).first().click();
    await expect.poll(() => workbench.clipboard()).not.toBe('nothing yet');
    const { payload } = await ask('live:get', { preview: true, format });
    expect(readPayload(await workbench.clipboard(), format)).toEqual(toldOf(payload, format));
  });

  test('an excluded file is never in it: the command says why', async () => {
    await open('.env', 'TOKEN=planted-secret\n');
    await workbench.page.evaluate(() => navigator.clipboard.writeText('untouched'));
    await workbench.runCommand('Live Context: Copy Context');
    await workbench.page.getByText('DOCUMENT_NOT_TRACKED').first().waitFor();
    expect(await workbench.clipboard()).toBe('untouched');
    await workbench.openFile('src/greeting.ts');
    expect(await copied('Live Context: Copy Context')).not.toContain('planted-secret');
  });
});

describe('Copy Changes Since Last Copy', () => {
  test('holds exactly what was typed since', { tags: ['contract', 'oldest'] }, async () => {
    await open('changes.txt', 'one\ntwo\n');
    await copied('Live Context: Copy Context');
    await workbench.type('zero\n');
    await expect.poll(() => workbench.editorText()).toBe('zero\none\ntwo\n');
    const text = await copied('Live Context: Copy Changes Since Last Copy');
    const hunks = /```diff\n([\s\S]*?)\n```/.exec(text)?.[1] ?? '';
    expect(applyStrictly(`--- a\n+++ b\n${hunks}`, 'one\ntwo\n')).toBe('zero\none\ntwo\n');
    await workbench.runCommand('Live Context: Copy Changes Since Last Copy');
    await workbench.page.getByText('There is nothing new to copy.').first().waitFor();
    expect(await workbench.clipboard()).toBe(text);
  });
});

describe('versions', () => {
  test('Take Snapshot, then Compare With Version… in the diff editor', async () => {
    await open('anchored.txt', 'before\n');
    await workbench.runCommand('Live Context: Take Snapshot');
    await workbench.page.locator('.quick-input-widget input').fill('my anchor');
    await workbench.press('Enter');
    const names = async () => {
      const { entries } = await ask('live:timeline', {});
      return entries.flatMap((entry) => entry.checkpoints.map((one) => one.name));
    };
    await expect.poll(names).toContain('my anchor');
    await workbench.openFile('anchored.txt');
    await workbench.type('after ');
    await expect.poll(() => workbench.editorText()).toBe('after before\n');
    await workbench.runCommand('Live Context: Compare With Version…');
    await workbench.page
      .locator('.quick-input-widget')
      .getByRole('option', { name: /my anchor/ })
      .click();
    await expect.poll(() => workbench.diffSides()).toEqual(['before\n', 'after before\n']);
    expect((await ask('live:status', {})).document).toMatchObject({ file: 'anchored.txt' });
  });
});

// How much we take is our own work.
if (releaseUnderTest() === newest)
  describe('large documents', () => {
    test.each([
      ['200,000 lines', 'lines.txt', 'a line of text that is not long\n'.repeat(200_000)],
      ['10 MB', 'big.txt', `${'x'.repeat(99)}\n`.repeat(100_000)],
    ])('%s: typing is followed, and the context is a part', async (_name, path, text) => {
      await open(path, text);
      await workbench.type('typed here ');
      await expect.poll(() => workbench.editorText().then((now) => now?.slice(0, 11))).toBe('typed here ');
      const { payload, text: prompt } = await ask('live:get', { documentId: idOf(path), preview: true });
      // The 15,000 tokens of an excerpt are some 90,000 characters of such lines.
      expect(prompt.length).toBeLessThan(120_000);
      expect(payload.excerpt?.first_line).toBe(1);
      expect(payload.editor_state.length).toBe(text.length + 11);
      expect(payload.recent_diffs[0]?.patch).toContain('+typed here ');
      await workbench.probe.run((api) => api.commands.executeCommand('workbench.action.revertAndCloseActiveEditor'));
    });
  });

describe('Show What Was Delivered…', () => {
  test('shows a copy again as a read-only document, though the file has gone on', async () => {
    await workbench.openFile('src/greeting.ts');
    const id = await workbench.probe.run(async (api) => {
      const receipt = (await api.commands.executeCommand('liveContext.copyContext')) as { readonly id?: string };
      return receipt.id ?? '';
    });
    const text = await workbench.clipboard();
    await workbench.type('// typed after the copy\n');
    const shown = await workbench.probe.run(async (api, value) => {
      await api.commands.executeCommand('liveContext.showWhatWasDelivered', value);
      const document = api.window.activeTextEditor?.document;
      return [document?.uri.scheme, document?.getText(), api.window.tabGroups.activeTabGroup.activeTab?.label];
    }, id);
    // People know it by who got it and when.
    expect(shown).toEqual(['live-context-delivery', text, expect.stringMatching(/^clipboard – .*\d:\d\d.*\.md$/)]);
    const { deliveries } = await ask('deliveries:list', {});
    expect(deliveries.every(({ consumer }) => consumer !== 'clipboard')).toBe(true);
  });
});
