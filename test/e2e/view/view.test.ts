import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { type UntrackedReason, untrackedReasons } from '../../../src/protocol/errorCodes.ts';
import { plantedSecrets } from '../../support/secrets/plantedSecrets.ts';
import { ask, idOf, openNotebook, server, useVSCode, workbench } from '../../support/vscode/fixture.ts';
import { clickInRow, ShownView, type WebviewWatch, watchWebviews } from '../../support/vscode/shownView.ts';

let view: ShownView;
let watch: WebviewWatch;

useVSCode({ git: true, settings: { 'liveContext.recentDiffs': 2 } });

beforeAll(async () => {
  watch = watchWebviews(workbench);
  view = await ShownView.open(workbench);
});

/** A new file, shown in the editor and in the view; the editor has the keyboard. */
async function open(name: string, text: string): Promise<void> {
  await writeFile(join(server.workspace, name), text);
  await workbench.probe.run(async (api, id) => {
    await api.window.showTextDocument(api.Uri.parse(id), { preview: false });
  }, idOf(name));
  await focusEditor(name);
  await view.showsFile(name);
}

async function focusEditor(name: string): Promise<void> {
  await workbench.activeTab(name).waitFor();
  await workbench.focusEditor();
}

/**
 * Types in one go, where the cursor stands or at the beginning of a line of the document, from zero; and ends the edit, so that the next
 * one is another version.
 */
async function typeEdit(name: string, text: string, line?: number): Promise<void> {
  if (line !== undefined) {
    await workbench.probe.run((api, at) => {
      const editor = api.window.activeTextEditor;
      if (editor !== undefined) editor.selection = new api.Selection(at, 0, at, 0);
    }, line);
  }
  await workbench.probe.run((api, typed) => api.commands.executeCommand('type', { text: typed }), text);
  await expect.poll(() => workbench.editorText()).toContain(text);
  await ask('live:timeline', { documentId: idOf(name) });
}

/** The newest diff of the document in front; those of other files name their file. */
function ownDiff() {
  return view.frame
    .locator('[role=treeitem][data-key^="diff:v"]')
    .filter({ hasNotText: /\.\w+ · / })
    .first();
}

async function closeEditor(): Promise<void> {
  await workbench.probe.run((api) => api.commands.executeCommand('workbench.action.closeActiveEditor'));
}

/** Does something that fills the clipboard and gives what is in it then. */
async function copiedBy(act: () => Promise<unknown>): Promise<string> {
  await workbench.page.evaluate(() => navigator.clipboard.writeText('nothing yet'));
  await act();
  await expect.poll(() => workbench.clipboard()).not.toBe('nothing yet');
  return workbench.clipboard();
}

describe('what the view shows', () => {
  test('is what an agent gets: every piece of the prompt, with its tokens, and the versions', {
    tags: 'contract',
  }, async () => {
    await workbench.openFile('src/guestbook.ts');
    await view.versions.getByText('Git HEAD').waitFor();
    await typeEdit('src/guestbook.ts', '// first\n');
    await ask('checkpoints:create', { name: 'by hand' });
    // Three places, so three diffs: what is typed in one place is told as one.
    await typeEdit('src/guestbook.ts', '// second\n', 12);
    await typeEdit('src/guestbook.ts', '// third\n', 24);
    await view.showsFile('guestbook.ts');
    await view.row('layer:settings').locator('> .row').click();
    const pieces = () =>
      view.frame.locator('.item.piece').evaluateAll((rows) => rows.map((row) => row.getAttribute('data-key')).sort());
    // The search goes on in the background for a while, and each answer is of its moment.
    const same = async () => {
      const { account } = await ask('live:get', { preview: true });
      return JSON.stringify(account.ledger.map(({ id }) => id).sort()) === JSON.stringify(await pieces());
    };
    await expect.poll(same).toBe(true);
    await view.row('diff:v').focus();
    await workbench.press('Space');
    await view.row('diff:v').locator('.patch .added').getByText('// third').waitFor();
    const { entries } = await ask('live:timeline', {});
    await expect.poll(() => view.versionIds()).toEqual(entries.map((entry) => entry.versionId));
    await view.versions.getByText('by hand', { exact: true }).waitFor();
  });

  test('is the prompt that its editor tab holds and Copy copies, byte for byte', { tags: 'contract' }, async () => {
    await open('copied.txt', 'one\n');
    const same = async () => (await copiedBy(() => view.button('Copy').click())) === (await view.prompt());
    await expect.poll(same).toBe(true);
    // It is said for some seconds only, and looking at the tab may have taken longer.
    await copiedBy(() => view.button('Copy').click());
    await view.frame.getByRole('status').getByText('Copied.').waitFor();
    await focusEditor('copied.txt');
    await typeEdit('copied.txt', 'zero\n');
    expect(await copiedBy(() => view.button('Copy changes').click())).toContain('+zero');
  });

  test('agrees with the status bar', { tags: 'contract' }, async () => {
    const item = workbench.page.locator('.statusbar-item[id*="liveContext.tokens"]');
    const agree = async () => {
      const shown = await view.frame.locator('.total .sum').textContent();
      const inBar = await item.textContent();
      return shown !== null && inBar?.includes(shown.replace(' of ', ' / ').replace(' tokens', ''));
    };
    await expect.poll(agree).toBe(true);
  });
});

test('the status bar is amber while rules cannot be read, and else not', async () => {
  const item = workbench.page.locator('.statusbar-item[id*="liveContext.tokens"]');
  const isAmber = () => item.evaluate((element) => element.classList.contains('warning-kind'));
  await open('amber.txt', 'one\n');
  await expect.poll(isAmber).toBe(false);
  const rules = join(server.workspace, '.vscode/live-context.json');
  await mkdir(dirname(rules), { recursive: true });
  await writeFile(rules, '{ "version": 1, "constraints": [{ "type": 7 }] }');
  await expect.poll(isAmber).toBe(true);
  await view.frame.getByText('Not all constraints could be read').waitFor();
  await rm(rules);
  await expect.poll(isAmber).toBe(false);
});

test('a row: does what an agent does with its anchor, and the history says who did it', {
  tags: 'contract',
}, async () => {
  await open('acted.txt', 'one\n');
  await typeEdit('acted.txt', 'acting\n');
  await expect.poll(() => view.prompt()).toContain('+acting');
  const diff = ownDiff();
  await clickInRow(diff, 'Remove from Prompt');
  await expect.poll(() => view.prompt()).not.toContain('+acting');
  await view.row('left-out').waitFor();
  await diff.getByRole('button', { name: 'Put Back' }).click();
  await expect.poll(() => view.prompt()).toContain('+acting');
});

test('who looked: is told with what it has not seen since, and what it got opens byte for byte', {
  tags: 'contract',
}, async () => {
  await open('looked.txt', 'one\n');
  const delivered = await ask('live:get', {});
  await focusEditor('looked.txt');
  await typeEdit('looked.txt', 'zero\n');
  const section = view.frame.locator('.section-looked');
  await section.getByText('1 changed line it has not seen').first().waitFor();
  // Rows move when others come in above: who clicked beside one clicks again.
  const opened = async () => {
    const looked = section.getByRole('listitem').filter({ hasText: 'it has not seen' });
    await looked.first().getByRole('button').first().click();
    await workbench.page
      .locator('.editor-group-container.active .tab.active:not([data-resource-name="looked.txt"])')
      .waitFor({ timeout: 5_000 });
    return workbench.editorText();
  };
  await expect.poll(() => opened().catch((error) => String(error))).toBe(delivered.text);
  await closeEditor();
});

test('the timeline: opens the diff of an entry and the text now by a click, and of two by Shift-click, and restores one', {
  tags: 'contract',
}, async () => {
  const end = `${plantedSecrets[0]?.text}\n`;
  await open('versions.txt', end);
  for (const line of ['one\n', 'two\n', 'three\n']) await typeEdit('versions.txt', line);
  await expect.poll(() => view.versions.count()).toBe(4);
  await view.versions.nth(3).click();
  await expect.poll(() => workbench.diffSides()).toEqual([end, `one\ntwo\nthree\n${end}`]);
  await closeEditor();
  await view.versions.nth(1).click({ modifiers: ['Shift'] });
  await expect.poll(() => workbench.diffSides()).toEqual([end, `one\ntwo\n${end}`]);
  await closeEditor();
  const text = () => workbench.probe.run((api) => api.window.activeTextEditor?.document.getText());
  await workbench.probe.run((api) => api.window.activeTextEditor?.edit((edit) => edit.setEndOfLine(2)));
  await view.versions.nth(4).hover();
  await view.versions.nth(4).getByRole('button', { name: 'Restore This Version' }).click();
  await expect.poll(text).toBe(end);
  await view.frame.getByRole('status').getByText('Restored.').waitFor();
  await view.versions.first().getByText('Undo').waitFor();
  await focusEditor('versions.txt');
  await workbench.press('Control+Z');
  const before = `one\ntwo\nthree\n${end}`.replaceAll('\n', '\r\n');
  await expect.poll(text).toBe(before);
  await workbench.runCommand('File: Set Active Editor Read-only in Session');
  await view.versions.last().hover();
  await view.versions.last().getByRole('button', { name: 'Restore This Version' }).click();
  await view.frame.getByRole('alert').getByText('The document is read-only.').waitFor();
  expect(await text()).toBe(before);
  await view.button('Dismiss').click();
  await workbench.runCommand('File: Set Active Editor Writeable in Session');
});

const notFollowed = async (name: string | RegExp, reason: UntrackedReason) => {
  await view.frame.locator('h1 .name').getByText(name, { exact: true }).waitFor();
  await view.frame.getByText(untrackedReasons[reason].text).waitFor();
  expect(await view.frame.getByRole('tree').count()).toBe(0);
};
const show = async (name: string, text: string | Uint8Array) => {
  await writeFile(join(server.workspace, name), text);
  await workbench.probe.run(
    (api, id) => api.commands.executeCommand('vscode.open', api.Uri.parse(id)).then(() => {}),
    idOf(name),
  );
};

describe('a document that is not followed', () => {
  test('is said to be so by its name: secrets, an excluded one, one of another kind, a binary', {
    tags: 'contract',
  }, async () => {
    await show('.env', 'TOKEN=planted-secret\n');
    await notFollowed('.env', 'secretFile');
    expect(await view.frame.locator('body').textContent()).not.toContain('planted-secret');
    await mkdir(join(server.workspace, 'node_modules'));
    await show('node_modules/library.js', 'code\n');
    await notFollowed('library.js', 'excluded');
    await workbench.probe.run((api) => api.commands.executeCommand('workbench.action.openRawDefaultSettings'));
    await notFollowed(/^defaultSettings\.jsonc?$/, 'scheme');
    await show('binary.bin', new Uint8Array(4_096));
    await notFollowed('binary.bin', 'notText');
    const copy = await workbench.probe.run((api) => api.commands.executeCommand('liveContext.copyContext'));
    expect(copy ?? null).toBeNull();
    await workbench.openFile('src/greeting.ts');
    await view.showsFile('greeting.ts');
  });

  test('a notebook is followed by its selected cell, before the cursor stands in one', async () => {
    await openNotebook('prices.ipynb', [{ source: ['cents = 1250'] }]);
    await view.showsFile('prices.ipynb');
    await workbench.openFile('src/greeting.ts');
    await view.showsFile('greeting.ts');
  });

  test('no document at all', { tags: 'contract' }, async () => {
    await workbench.probe.run(async (api, id) => {
      // VS Code holds what an extension has opened, also behind a tab of no file.
      const document = await api.workspace.openTextDocument(api.Uri.parse(id));
      await api.workspace.saveAll(false);
      await api.commands.executeCommand('workbench.action.closeAllEditors');
      await api.window.showTextDocument(document, { preview: false });
      const { activeTab } = api.window.tabGroups.activeTabGroup;
      await api.commands.executeCommand('workbench.action.openSettings2');
      if (activeTab !== undefined) await api.window.tabGroups.close(activeTab);
    }, idOf('src/greeting.ts'));
    await view.frame.getByRole('heading', { name: 'Open a file' }).waitFor();
    await workbench.openFile('src/greeting.ts');
    await view.showsFile('greeting.ts');
  });
});

test('the view has loaded nothing but its own files and logged no error', { tags: 'contract' }, () => {
  expect(watch.loaded.map((url) => /[^/]+$/.exec(url)?.[0])).toContain('main.js');
  expect(watch.complaints).toEqual([]);
});
