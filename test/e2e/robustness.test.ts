import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Params } from '../../src/protocol/channels.ts';
import { applyStrictly } from '../support/strictPatch.ts';
import { ask, idOf, server, useVSCode, workbench } from '../support/vscode/fixture.ts';
import { Probe } from '../support/vscode/probe.ts';
import { removeFolder, temporaryFolder } from '../support/vscode/workspaceCopy.ts';

let template: string;

/** Files whose bytes are not simply those of the editor's text, and one whose bytes are. */
const encoded: Readonly<
  Record<string, { readonly bytes: Buffer; readonly note?: string; readonly encoding?: string }>
> = {
  'bom.txt': { bytes: Buffer.from('\ufeffz\u00e9ro\none\n'), note: 'byte order mark' },
  'utf16.txt': { bytes: Buffer.from('\ufeffz\u00e9ro\r\none\r\n', 'utf16le'), note: 'encoded as utf16le' },
  'gbk.txt': { bytes: Buffer.from([0xd6, 0xd0, 0x0a, 0xce, 0xc4, 0x0a]), note: 'encoded as gbk', encoding: 'gbk' },
  'mixed.txt': { bytes: Buffer.from('one\r\ntwo\nthree\r\n'), note: 'mixes line endings' },
  'mac.txt': { bytes: Buffer.from('one\rtwo\rthree\r'), note: 'carriage return alone' },
  'malformed.txt': { bytes: Buffer.from([0x61, 0xff, 0x0a]), note: 'not valid utf8' },
  'plain.txt': { bytes: Buffer.from('one\n\ufffd\n') },
};

/** A workspace of two folders. */
beforeAll(async () => {
  template = await temporaryFolder();
  for (const folder of ['one', 'two']) await mkdir(join(template, folder));
  const folders = [{ path: 'one' }, { path: 'two' }];
  await writeFile(join(template, 'both.code-workspace'), JSON.stringify({ folders }));
  for (const [name, { bytes }] of Object.entries(encoded)) await writeFile(join(template, 'two', name), bytes);
});

useVSCode(() => ({ workspace: template, open: 'both.code-workspace' }));

afterAll(async () => {
  await removeFolder(template);
});

const pathOf = (path: string) => join(server.workspace, path);

const version = (params: Params<'live:version'>, from = workbench) => ask('live:version', params, from);

const entriesOf = async (documentId: string, from = workbench) =>
  (await ask('live:timeline', { documentId }, from)).entries;

/** The origins of the edits, old to new, each run once; an error code when there is no history. */
async function originsOf(documentId: string, from = workbench): Promise<readonly string[] | string> {
  try {
    const origins = (await entriesOf(documentId, from)).flatMap((entry) => entry.edit?.origin ?? []).toReversed();
    return origins.filter((origin, index) => origin !== origins[index - 1]);
  } catch (error) {
    return String(error);
  }
}

const textOf = async (documentId: string, from = workbench) => (await version({ documentId }, from)).text;

async function show(documentId: string, from = workbench): Promise<void> {
  await from.probe.run(async (api, id) => {
    await api.window.showTextDocument(api.Uri.parse(id), { preview: false });
  }, documentId);
  await from.focusEditor();
  await expect.poll(() => textOf(documentId, from).catch(String)).not.toContain('DOCUMENT');
}

/** A new file with these bytes, opened in the editor with the cursor at its beginning. */
async function openNew(path: string, bytes: string | Uint8Array): Promise<string> {
  await writeFile(pathOf(path), bytes);
  await show(idOf(path));
  return idOf(path);
}

const closeEditor = () =>
  workbench.probe.run((api) => api.commands.executeCommand('workbench.action.revertAndCloseActiveEditor'));

describe('who changed the text', () => {
  test('a reload from disk that also changes line endings is from disk as a whole', async () => {
    const id = await openNew('one/endings.txt', 'one\ntwo\nthree\n');
    await writeFile(pathOf('one/endings.txt'), 'one\r\n2\r\nthree\r\n');
    await expect.poll(() => workbench.editorText()).toBe('one\r\n2\r\nthree\r\n');
    // Asking earlier would make one edit of what arrives as two.
    await new Promise((resolve) => setTimeout(resolve, 500));
    await expect.poll(() => originsOf(id)).toEqual(['disk']);
  });
});

describe('files', () => {
  test('an untitled document that is saved keeps its history; another one of its name begins anew', async () => {
    const untitled = () =>
      workbench.probe.run(async (api) => {
        await api.commands.executeCommand('workbench.action.files.newUntitledFile');
        return api.window.activeTextEditor?.document.uri.toString() ?? '';
      });
    const first = await untitled();
    // The name of the file is its first line: every try has its own.
    const line = `secret plans ${Date.now()}`;
    await workbench.type(line);
    await expect.poll(() => textOf(first)).toBe(line);
    const before = (await entriesOf(first)).map((entry) => entry.versionId);
    await workbench.press('Control+S');
    const input = workbench.page.locator('.quick-input-widget input[type=text]');
    await expect.poll(() => input.inputValue()).toContain(line);
    await workbench.press('Enter');
    const active = () => workbench.probe.run((api) => api.window.activeTextEditor?.document.uri.toString() ?? '');
    await expect.poll(active).toContain('file:');
    const saved = await active();
    await expect.poll(() => originsOf(saved)).toEqual(['typing']);
    expect((await entriesOf(saved)).map((entry) => entry.versionId)).toEqual(before);
    const second = await untitled();
    expect(second).toBe(first);
    await expect.poll(() => textOf(second).catch(String)).toBe('');
    const asked = { documentId: second, preview: true };
    const { recent_diffs } = (await ask('live:get', asked)).payload;
    expect(recent_diffs.filter(({ file }) => file?.startsWith('Untitled'))).toEqual([]);
    expect((await entriesOf(second)).filter(({ versionId }) => before.includes(versionId))).toEqual([]);
    await closeEditor();
  });

  test('a renamed folder takes along the histories of what is open in it and of what is closed', async () => {
    await mkdir(pathOf('one/folder'));
    for (const name of ['closed.txt', 'open.txt']) {
      const id = await openNew(`one/folder/${name}`, 'text\n');
      await workbench.type('typed ');
      await expect.poll(() => textOf(id)).toBe('typed text\n');
      if (name !== 'closed.txt') continue;
      await workbench.press('Control+S');
      await expect.poll(() => readFile(pathOf('one/folder/closed.txt'), 'utf8')).toBe('typed text\n');
      await closeEditor();
    }
    const renameTo = (from: string, to: string) =>
      workbench.probe.run(
        async (api, uris) => {
          const edit = new api.WorkspaceEdit();
          edit.renameFile(api.Uri.parse(uris.from), api.Uri.parse(uris.to));
          await api.workspace.applyEdit(edit);
        },
        { from: idOf(from), to: idOf(to) },
      );
    await renameTo('one/folder', 'one/other');
    await renameTo('one/other', 'one/OTHER');
    for (const name of ['closed.txt', 'open.txt']) {
      const id = idOf(`one/OTHER/${name}`);
      await show(id);
      expect(await originsOf(id)).toEqual(['typing']);
      expect(await textOf(id)).toBe('typed text\n');
    }
    expect(await originsOf(idOf('one/folder/open.txt'))).toContain('DOCUMENT_MISSING');
  });

  test.each(Object.entries(encoded))(
    '%s: the diff says how the bytes differ, and applies to the text',
    async (name, file) => {
      const id = idOf(`two/${name}`);
      await workbench.probe.run(
        async (api, { uri, encoding }) => {
          const document = await api.workspace.openTextDocument(api.Uri.parse(uri), encoding ? { encoding } : {});
          await api.window.showTextDocument(document, { preview: false });
        },
        { uri: id, encoding: file.encoding ?? '' },
      );
      await workbench.focusEditor();
      const before = await textOf(id);
      const [{ versionId } = { versionId: '' }] = await entriesOf(id);
      await workbench.type('new ');
      await expect.poll(() => textOf(id)).toBe(`new ${before}`);
      const patch = async () => {
        const [now] = await entriesOf(id);
        return (await version({ documentId: id, versionId, compareWith: now?.versionId })).patch ?? '';
      };
      if (file.note === undefined) expect(await patch()).not.toContain('# ');
      else await expect.poll(patch).toContain(file.note);
      expect(applyStrictly(await patch(), before ?? '')).toBe(`new ${before}`);
      await closeEditor();
    },
  );
});

describe('a killed extension host', () => {
  test('while the developer types: the history is intact and goes on, no id comes twice, a second window has its own', async () => {
    const id = await openNew('one/killed.txt', 'text\n');
    await workbench.type('before ');
    await expect.poll(() => textOf(id)).toBe('before text\n');
    await ask('checkpoints:create', { documentId: id, name: 'mine' });
    await workbench.type('more ');
    const ids = (await entriesOf(id)).map((entry) => entry.versionId);
    const texts = await Promise.all(ids.map((versionId) => version({ documentId: id, versionId })));
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    const pid = await workbench.probe.run(() => process.pid);
    const before = await Probe.files(server.probes);
    await workbench.type('unseen ');
    process.kill(pid, 'SIGKILL');
    await workbench.type('unheard ');
    await workbench.rejoin(before);
    await expect.poll(() => textOf(id).catch(String)).toBe('before more unseen unheard text\n');
    const entries = await entriesOf(id);
    expect(entries.map((entry) => entry.versionId)).toEqual(expect.arrayContaining(ids));
    for (const { versionId, text } of texts) expect((await version({ documentId: id, versionId })).text).toBe(text);
    expect(entries[0]?.edit?.origin).not.toBe('disk');
    expect(entries.flatMap((entry) => entry.checkpoints.map((one) => one.name))).toContain('mine');
    const all = entries.map((entry) => entry.versionId);
    expect(new Set(all).size).toBe(all.length);
  });
});
