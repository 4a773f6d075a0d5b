import { createHash } from 'node:crypto';
import { lstat, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { replace } from '../support/editingAgent.ts';
import { applyStrictly } from '../support/strictPatch.ts';
import { askTruth, expectTruth } from '../support/vscode/documentTruth.ts';
import { ask, idOf, server, useVSCode, workbench } from '../support/vscode/fixture.ts';

useVSCode({ settings: { 'liveContext.maxDocumentSize': 100_000 } });

/** Gives every try of a test files of its own. */
let tries = 0;
const pathOf = (path: string) => join(server.workspace, path);
const sha256 = (text: string) => `sha256:${createHash('sha256').update(text).digest('hex')}`;

const version = (params: object) => ask('live:version', params);
const apply = (params: object) => ask('live:applyEdits', params);
const refused = (channel: string, params: object) => workbench.probe.request(channel, params);

async function write(name: string, content: string | Uint8Array): Promise<string> {
  const path = `files${tries}/${name}`;
  await mkdir(dirname(pathOf(path)), { recursive: true });
  await writeFile(pathOf(path), content);
  return path;
}

const tabs = () =>
  workbench.probe.run((api) => api.window.tabGroups.all.flatMap((group) => group.tabs.map((tab) => tab.label)));

async function textOnDisk(path: string): Promise<string | null> {
  return readFile(pathOf(path), 'utf8').catch(() => null);
}

const textOf = (path: string) => workbench.textOf(idOf(path));

describe('a file that was never open', () => {
  test('is read by its path, without a tab, and edited where it stands', { tags: 'contract' }, async () => {
    tries++;
    const path = await write('never open.txt', 'one\ntwo\n');
    const before = await tabs();
    const read = await version({ documentId: path });
    expect(read).toMatchObject({ documentId: idOf(path), file: path, text: 'one\ntwo\n' });
    expect(await version({ documentId: pathOf(path) })).toMatchObject({ versionId: read.versionId });
    expect(await tabs()).toEqual(before);
    const { documents } = await apply({
      ...{ documentId: path, baseVersionId: read.versionId, edits: [replace('two', '2')], save: true },
    });
    expect(documents).toMatchObject([{ outcome: 'applied', saved: true }]);
    expect(await textOnDisk(path)).toBe('one\n2\n');
    await expectTruth(workbench, idOf(path));
  });

  test.each([
    ['a secret file', '.env', 'KEY=1\n', 'DOCUMENT_NOT_TRACKED'],
    ['a binary file', 'image.bin', new Uint8Array([0, 1, 2, 0]), 'DOCUMENT_NOT_TEXT'],
    ['a file that is too large', 'large.txt', 'x'.repeat(400_001), 'DOCUMENT_NOT_TRACKED'],
  ] as const)('%s is not opened', async (_what, name, content, code) => {
    tries++;
    const path = await write(name, content);
    expect(await refused('live:version', { documentId: path })).toMatchObject({ ok: false, error: { code } });
    expect(await textOf(path)).toBeNull();
  });

  test('nothing outside of the project is opened, and what is not there is said to be missing', async () => {
    for (const [documentId, code] of [
      ['../outside.txt', 'DOCUMENT_MISSING'],
      ['/etc/hostname', 'DOCUMENT_MISSING'],
      ['/etc/no-such-file', 'DOCUMENT_MISSING'],
      ['file:///etc/hostname', 'DOCUMENT_OUTSIDE'],
      ['file:///etc/no-such-file', 'DOCUMENT_OUTSIDE'],
    ])
      expect(await refused('live:version', { documentId })).toMatchObject({ ok: false, error: { code } });
    expect(await refused('live:version', { documentId: 'no/such.txt' })).toMatchObject({
      ok: false,
      error: { code: 'DOCUMENT_MISSING' },
    });
  });
});

describe('files as edits', () => {
  test('are made, renamed and deleted together with edits of texts; the past goes with the new name', {
    tags: 'contract',
  }, async () => {
    tries++;
    const kept = await write('kept.txt', 'kept\n');
    const old = await write('old.txt', 'old\nline\n');
    const gone = await write('gone.txt', 'gone\n');
    const [made, moved] = [`files${tries}/sub/made.txt`, `files${tries}/moved.txt`];
    await workbench.openFile(old);
    const base = { kept: await version({ documentId: kept }), old: await version({ documentId: old }) };
    await workbench.type('typed ');
    await expect.poll(() => textOf(old)).toBe('typed old\nline\n');
    const { documents } = await apply({
      documents: [
        { documentId: made, edits: [{ type: 'create', newText: 'made\n' }] },
        { documentId: kept, baseVersionId: base.kept.versionId, edits: [replace('kept', 'changed')] },
        {
          documentId: old,
          baseVersionId: base.old.versionId,
          edits: [
            { type: 'patch', patch: '@@ -2 +2,2 @@\n line\n+appended\n' },
            { type: 'rename', to: moved },
          ],
        },
        { documentId: gone, baseVersionId: sha256('gone\n'), edits: [{ type: 'delete' }] },
      ],
    });
    expect(documents.map(({ outcome, change }) => [outcome, change])).toEqual([
      ['applied', 'created'],
      ['applied', undefined],
      ['rebased', 'renamed'],
      ['applied', 'deleted'],
    ]);
    expect(await textOnDisk(made)).toBe('made\n');
    expect(await textOnDisk(gone)).toBeNull();
    expect(await textOnDisk(old)).toBeNull();
    expect(await version({ documentId: kept })).toMatchObject({ text: 'changed\n' });
    expect(await version({ documentId: moved })).toMatchObject({
      text: 'typed old\nline\nappended\n',
      versionId: documents[2]?.newVersionId,
    });
    expect(await version({ documentId: moved, versionId: base.old.versionId })).toMatchObject({ text: 'old\nline\n' });
    expect((await askTruth(workbench, idOf(moved))).entries.map(({ edit }) => edit?.origin)).toContain('typing');
  });

  test('links inside the project lead to their files; nothing is read or made where a link leads out of it', async () => {
    tries++;
    const inside = await write('real/inside.txt', 'inside\n');
    const outside = await mkdtemp(join(tmpdir(), 'outside-'));
    await writeFile(join(outside, 'far.txt'), 'far\n');
    const at = (name: string) => `files${tries}/${name}`;
    await symlink('real', pathOf(at('folder')));
    await symlink('real/inside.txt', pathOf(at('link.txt')));
    await symlink(outside, pathOf(at('out')));
    await symlink(join(outside, 'far.txt'), pathOf(at('far.txt')));
    await symlink(join(outside, 'not yet.txt'), pathOf(at('nowhere.txt')));

    for (const path of [at('folder/inside.txt'), at('link.txt'), pathOf(at('link.txt')), idOf(at('link.txt'))])
      expect(await version({ documentId: path })).toMatchObject({ documentId: idOf(inside), text: 'inside\n' });
    const { versionId: baseVersionId } = await version({ documentId: inside });
    await apply({ documentId: at('link.txt'), baseVersionId, edits: [replace('inside', 'edited')], save: true });
    expect(await textOnDisk(inside)).toBe('edited\n');
    expect((await lstat(pathOf(at('link.txt')))).isSymbolicLink()).toBe(true);
    await apply({ documentId: at('folder/made.txt'), edits: [{ type: 'create', newText: 'made\n' }] });
    expect(await textOnDisk(at('real/made.txt'))).toBe('made\n');
    const deletion = { documentId: at('link.txt'), baseVersionId: sha256('edited\n'), edits: [{ type: 'delete' }] };
    const itself = { code: 'EDIT_INVALID', message: expect.stringContaining(`is a link to ${inside}`) };
    expect(await refused('live:applyEdits', deletion)).toMatchObject({ ok: false, error: itself });

    const leadsOut = { code: 'DOCUMENT_OUTSIDE', message: expect.stringContaining('leads out of the project') };
    for (const path of [at('out/far.txt'), at('far.txt'), idOf(at('far.txt')), at('nowhere.txt')])
      expect(await refused('live:version', { documentId: path })).toMatchObject({ ok: false, error: leadsOut });
    for (const path of [at('out/made.txt'), at('nowhere.txt')]) {
      const documents = [{ documentId: path, edits: [{ type: 'create', newText: 'made\n' }] }];
      expect(await refused('live:applyEdits', { documents })).toMatchObject({ ok: false, error: leadsOut });
    }
    expect(await readdir(outside)).toEqual(['far.txt']);
    expect(await readFile(join(outside, 'far.txt'), 'utf8')).toBe('far\n');
    await rm(outside, { recursive: true });
  });

  test('can be undone', { tags: 'contract' }, async () => {
    tries++;
    const path = await write('before.txt', 'text\n');
    await workbench.openFile(path);
    await apply({ documentId: path, edits: [{ type: 'rename', to: `files${tries}/after.txt` }] });
    expect(await textOnDisk(`files${tries}/after.txt`)).toBe('text\n');
    await workbench.press('Control+Z');
    await expect.poll(() => textOnDisk(path)).toBe('text\n');
    expect(await textOnDisk(`files${tries}/after.txt`)).toBeNull();
  });
});

describe('a file that another program changes', () => {
  test('under unsaved text is told with its diff until it is resolved; edits may be made against what is on disk', {
    tags: 'contract',
  }, async () => {
    tries++;
    const path = await write('diverged.txt', 'one\ntwo\nthree\n');
    await workbench.openFile(path);
    await workbench.type('unsaved\n');
    await expect.poll(() => textOf(path)).toBe('unsaved\none\ntwo\nthree\n');
    await ask('live:changesSince', { documentId: path });
    const onDisk = 'one\ntwo\nthree\nby another program\n';
    await writeFile(pathOf(path), onDisk);
    const state = async () => (await ask('live:get', { documentId: path, preview: true })).payload.editor_state;
    await expect.poll(async () => (await state()).disk_diff).toContain('+by another program');
    expect(applyStrictly((await state()).disk_diff ?? '', 'unsaved\none\ntwo\nthree\n')).toBe(onDisk);
    const { diverged, text } = await ask('live:changesSince', { documentId: path });
    expect(diverged).toMatchObject([{ documentId: idOf(path), file: path }]);
    expect(text).toContain('+by another program');
    const edits = [replace('two', '2')];
    expect(await apply({ documentId: path, baseVersionId: sha256(onDisk), edits })).toMatchObject({
      documents: [{ outcome: 'rebased' }],
    });
    expect(await textOf(path)).toBe('unsaved\none\n2\nthree\n');
    await workbench.probe.run((api) => api.commands.executeCommand('workbench.action.files.revert'));
    await expect.poll(() => textOf(path)).toBe(onDisk);
    await expect.poll(state).toMatchObject({ disk: 'same' });
    expect(await expectTruth(workbench, idOf(path))).toContain('typing');
    expect((await state()).disk_diff).toBeUndefined();
  });
});
