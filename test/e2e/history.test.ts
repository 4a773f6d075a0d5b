import { readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { askTruth, expectTruth } from '../support/vscode/documentTruth.ts';
import { ask, idOf, server, useVSCode, workbench } from '../support/vscode/fixture.ts';
import { gitIn } from '../support/vscode/workspaceCopy.ts';

useVSCode({ git: true });

/** A new file on disk, opened in the editor with the cursor at its beginning. */
async function openNew(path: string, text: string): Promise<string> {
  await writeFile(join(server.workspace, path), text);
  await workbench.probe.run(async (api, id) => {
    await api.window.showTextDocument(api.Uri.parse(id), { preview: false });
  }, idOf(path));
  await workbench.activeTab(path).waitFor();
  await workbench.focusEditor();
  await expect.poll(() => newestOrigin(idOf(path))).toBe('none');
  return idOf(path);
}

async function newestOrigin(id: string): Promise<string> {
  try {
    const { entries } = await askTruth(workbench, id);
    return entries.find((entry) => entry.edit !== undefined)?.edit?.origin ?? 'none';
  } catch (error) {
    return String(error);
  }
}

async function editorText(id: string): Promise<string> {
  return (await askTruth(workbench, id)).text;
}

/** Whether VS Code has put unsaved text aside for the next window; it does so a moment after the typing. */
async function isBackedUp(text: string): Promise<boolean> {
  for (const name of await readdir(server.userData, { recursive: true })) {
    if (!name.includes('Backups')) continue;
    const content = await readFile(join(server.userData, name), 'utf8').catch(() => '');
    if (content.includes(text)) return true;
  }
  return false;
}

describe('what the developer does', () => {
  test('typing', { tags: 'contract' }, async () => {
    const id = await openNew('typing.txt', 'line\n');
    await workbench.type('hello world\n');
    await expect.poll(() => editorText(id)).toBe('hello world\nline\n');
    expect(new Set(await expectTruth(workbench, id))).toEqual(new Set(['typing']));
  });

  test('several cursors', { tags: 'contract' }, async () => {
    const id = await openNew('cursors.txt', 'aa\nbb\ncc\n');
    await workbench.press('ArrowRight');
    await workbench.probe.run(async (api) => {
      for (let below = 0; below < 2; below++) await api.commands.executeCommand('editor.action.insertCursorBelow');
    });
    await workbench.type('XY');
    await expect.poll(() => editorText(id)).toBe('aXYa\nbXYb\ncXYc\n');
    expect(new Set(await expectTruth(workbench, id))).toEqual(new Set(['typing']));
  });

  test('undo and redo', { tags: 'contract' }, async () => {
    const id = await openNew('undo.txt', '');
    await workbench.type('abc');
    await expect.poll(() => editorText(id)).toBe('abc');
    await workbench.press('Control+Z');
    await expect.poll(() => editorText(id)).toBe('');
    expect(await newestOrigin(id)).toBe('undo');
    await workbench.press('Control+Y');
    await expect.poll(() => editorText(id)).toBe('abc');
    expect(await newestOrigin(id)).toBe('redo');
    await expectTruth(workbench, id);
  });

  test('an untitled document', { tags: 'contract' }, async () => {
    const id = await workbench.probe.run(async (api) => {
      const document = await api.workspace.openTextDocument({ content: 'start\n', language: 'markdown' });
      await api.window.showTextDocument(document);
      return document.uri.toString();
    });
    await workbench.focusEditor();
    await workbench.type('typed ');
    await expect.poll(() => editorText(id)).toBe('typed start\n');
    expect(new Set(await expectTruth(workbench, id))).toEqual(new Set(['typing']));
    await workbench.probe.run((api) => api.commands.executeCommand('workbench.action.revertAndCloseActiveEditor'));
  });
});

describe('what happens to files', () => {
  test('format on save', { tags: 'contract' }, async () => {
    const id = await openNew('formatted.txt', 'text\n');
    await workbench.probe.run((api) => {
      const format = { provideDocumentFormattingEdits: () => [api.TextEdit.insert(new api.Position(0, 0), '# ')] };
      api.languages.registerDocumentFormattingEditProvider({ pattern: '**/formatted.txt' }, format);
    });
    await workbench.configure('editor.formatOnSave', true);
    await workbench.type('ab');
    await expect.poll(() => editorText(id)).toBe('abtext\n');
    await workbench.probe.run((api) => api.window.activeTextEditor?.document.save());
    await workbench.configure('editor.formatOnSave', null);
    await expect.poll(() => editorText(id)).toBe('# abtext\n');
    expect((await expectTruth(workbench, id)).slice(-2)).toEqual(['typing', 'format']);
    const { entries } = await askTruth(workbench, id);
    expect(entries[0]?.checkpoints.map((one) => one.kind)).toContain('saved');
  });

  test('a last line break that saving adds at the cursor was not typed', { tags: ['contract', 'oldest'] }, async () => {
    const id = await openNew('unended.txt', 'text\n');
    const insertNewline = (on: boolean | undefined) =>
      workbench.probe.run(async (api, value) => {
        const files = api.workspace.getConfiguration('files');
        await files.update('insertFinalNewline', value ?? undefined, api.ConfigurationTarget.Workspace);
      }, on);
    await insertNewline(true);
    await workbench.press('Control+End');
    await workbench.type('more');
    await expect.poll(() => editorText(id)).toBe('text\nmore');
    await workbench.probe.run((api) => api.window.activeTextEditor?.document.save());
    await insertNewline(undefined);
    await expect.poll(() => editorText(id)).toBe('text\nmore\n');
    expect((await expectTruth(workbench, id)).slice(-2)).toEqual(['typing', 'format']);
  });

  test.each([
    ['mv', async (from: string, to: string) => rename(join(server.workspace, from), join(server.workspace, to))],
    ['git mv', async (from: string, to: string) => gitIn(server.workspace, 'mv', from, to)],
  ])('%s keeps the history', { tags: ['contract', 'oldest'] }, async (way, move) => {
    const name = way.replace(' ', '');
    const id = await openNew(`${name}Old.txt`, 'one\ntwo\nthree\n');
    await workbench.type('typed ');
    await expect.poll(() => editorText(id)).toBe('typed one\ntwo\nthree\n');
    await workbench.probe.run((api) => api.window.activeTextEditor?.document.save());
    const { entries } = await askTruth(workbench, id);
    const picture = (of: string) => join(server.workspace, `${name}${of}.png`);
    await writeFile(picture('Old'), new Uint8Array(64));
    await gitIn(server.workspace, 'add', `${name}Old.txt`);
    await workbench.probe.run((api) => api.commands.executeCommand('workbench.action.closeActiveEditor'));
    await rename(picture('Old'), picture('New'));
    await move(`${name}Old.txt`, `${name}New.txt`);
    await expect.poll(() => newestOrigin(idOf(`${name}New.txt`))).toBe('typing');
    const kept = (await askTruth(workbench, idOf(`${name}New.txt`))).entries.map(({ versionId }) => versionId);
    expect(kept).toEqual(expect.arrayContaining(entries.slice(0, 2).map(({ versionId }) => versionId)));
  });

  test('an unsaved file that is renamed in VS Code did not change on disk', async () => {
    const id = await openNew('unsavedOld.txt', 'one\n');
    await workbench.type('typed ');
    await expect.poll(() => editorText(id)).toBe('typed one\n');
    const to = idOf('unsavedNew.txt');
    await workbench.probe.run(
      async (api, uris) => {
        const created = new Promise((settle) => {
          api.workspace.createFileSystemWatcher('**/unsavedNew.txt').onDidCreate(settle);
        });
        const rename = new api.WorkspaceEdit();
        rename.renameFile(api.Uri.parse(uris.id), api.Uri.parse(uris.to));
        await api.workspace.applyEdit(rename);
        await created;
      },
      { id, to },
    );
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    const { payload } = await ask('live:get', { documentId: to, preview: true });
    expect(payload).toMatchObject({ current_document: 'typed one\n', editor_state: { dirty: true, disk: 'same' } });
  });

  test('a change on disk under a clean editor', { tags: 'contract' }, async () => {
    const id = await openNew('disk.txt', 'one\ntwo\nthree\n');
    await writeFile(join(server.workspace, 'disk.txt'), 'one\n2\nthree\n');
    await expect.poll(() => editorText(id)).toBe('one\n2\nthree\n');
    await expect.poll(() => newestOrigin(id)).toBe('disk');
    await expectTruth(workbench, id);
  });
});

describe('git', () => {
  test('HEAD is a checkpoint', { tags: 'contract' }, async () => {
    const id = idOf('src/greeting.ts');
    await workbench.openFile('src/greeting.ts');
    const kinds = async () =>
      (await askTruth(workbench, id)).entries.flatMap((entry) => entry.checkpoints.map((one) => one.kind));
    await expect.poll(kinds).toContain('head');
  });

  test('what an agent changes on disk and commits at once is told as its diff, whatever a build writes meanwhile', async () => {
    const id = await openNew('agent.txt', 'one\ntwo\n');
    const newest = async () => (await askTruth(workbench, id)).entries[0];
    const isHead = async () => (await newest())?.checkpoints.some((one) => one.kind === 'head') ?? false;
    await gitIn(server.workspace, 'add', '--all');
    await gitIn(server.workspace, 'commit', '--quiet', '--message=agent');
    await expect.poll(isHead).toBe(true);
    const outputs = Array.from({ length: 30 }, (_, index) => join(server.workspace, `output${index}.js`));
    await Promise.all(outputs.map((path) => writeFile(path, 'output')));
    await writeFile(join(server.workspace, 'agent.txt'), 'one\nby the agent\ntwo\n');
    await expect.poll(() => newestOrigin(id)).toBe('disk');
    await gitIn(server.workspace, 'commit', '--quiet', '--all', '--message=by the agent');
    await expect.poll(isHead).toBe(true);
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect((await newest())?.edit).toEqual({ origin: 'disk', added: 1, removed: 0 });
  });

  test('a switch between branches that differ in 50 files is one event, no flood', async () => {
    await workbench.probe.run(async (api) => {
      await api.workspace.saveAll(false);
      await api.commands.executeCommand('workbench.action.closeAllEditors');
    });
    const names = Array.from({ length: 50 }, (_, index) => `branch${index}.txt`);
    const write = (text: string) =>
      Promise.all(names.map((name) => writeFile(join(server.workspace, name), `${name}\n${text}\nend\n`)));
    await write('main');
    await gitIn(server.workspace, 'add', '--all');
    await gitIn(server.workspace, 'commit', '--quiet', '--message=main');
    await gitIn(server.workspace, 'switch', '--quiet', '--create', 'feature');
    await write('feature');
    await gitIn(server.workspace, 'commit', '--quiet', '--all', '--message=feature');
    const ids: string[] = [];
    for (const name of names.slice(0, 6)) {
      await workbench.probe.run(
        (api, uri) => api.window.showTextDocument(api.Uri.parse(uri), { preview: false }).then(() => {}),
        idOf(name),
      );
      ids.push(idOf(name));
    }
    const kinds = async () =>
      (await askTruth(workbench, ids[0] as string)).entries.flatMap((entry) =>
        entry.checkpoints.map((one) => one.kind),
      );
    await expect.poll(kinds).toContain('head');
    const head = () =>
      workbench.probe.run((api) => {
        const git = api.extensions.getExtension('vscode.git')?.exports.getAPI(1);
        return git.repositories[0]?.state.HEAD?.name as string;
      });
    await expect.poll(head).toBe('feature');
    await gitIn(server.workspace, 'switch', '--quiet', 'main');
    for (const id of ids) {
      await expect
        .poll(async () => (await askTruth(workbench, id)).entries.find((entry) => entry.edit)?.edit)
        .toMatchObject({ origin: 'disk', reason: expect.stringContaining('feature') });
      await expectTruth(workbench, id);
    }
    const result = (await workbench.probe.request('live:get', { documentId: ids[0], preview: true })) as {
      value: { payload: { recent_diffs: { patch: string; reason?: string }[]; anchor_diff: unknown } };
    };
    const events = result.value.payload.recent_diffs.filter(({ reason }) => reason !== undefined);
    expect(events).toMatchObject([{ patch: '', reason: expect.stringContaining('git switched') }]);
    expect(result.value.payload.anchor_diff).toBeNull();
  });
});

describe('a reload of the window', () => {
  test('history and anchors are still there, unsaved text included, also of tabs in the background', {
    tags: 'contract',
  }, async () => {
    const background = await openNew('background.txt', 'text\n');
    await workbench.type('typed ');
    await expect.poll(() => editorText(background)).toBe('typed text\n');
    await workbench.press('Control+S');
    const id = await openNew('reloaded.txt', 'text\n');
    await workbench.type('unsaved ');
    await expect.poll(() => editorText(id)).toBe('unsaved text\n');
    await workbench.probe.request('checkpoints:create', { documentId: id, name: 'before the reload' });
    await workbench.type('and more ');
    await expect.poll(() => editorText(id)).toBe('unsaved and more text\n');
    const before = await askTruth(workbench, id);
    await expect.poll(() => isBackedUp('unsaved and more text')).toBe(true);
    await workbench.reload();
    await expect.poll(() => editorText(id).catch(String)).toBe('unsaved and more text\n');
    const after = await askTruth(workbench, id);
    expect(after.entries.map((entry) => [entry.versionId, entry.edit])).toEqual(
      before.entries.map((entry) => [entry.versionId, entry.edit]),
    );
    expect(after.entries.flatMap((entry) => entry.checkpoints.map((one) => one.name))).toContain('before the reload');
    await expectTruth(workbench, id);
    expect(await newestOrigin(background)).toBe('typing');
  });
});
