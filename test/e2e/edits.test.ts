import { createHash } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { EditsResult, WireEdit } from '../../src/protocol/edits.ts';
import type { Result } from '../../src/protocol/result.ts';
import { replace } from '../support/editingAgent.ts';
import { runs } from '../support/runs.ts';
import { askTruth, expectTruth } from '../support/vscode/documentTruth.ts';
import { ask, idOf, openNotebook, server, useVSCode, workbench } from '../support/vscode/fixture.ts';

useVSCode({ settings: { 'files.readonlyInclude': { '**/locked.txt': true } } });

async function apply(
  documentId: string,
  baseVersionId: string,
  ...edits: readonly WireEdit[]
): Promise<Result<EditsResult>> {
  return (await workbench.probe.request('live:applyEdits', {
    documentId,
    baseVersionId,
    edits,
  })) as Result<EditsResult>;
}

async function versionOf(documentId: string): Promise<string> {
  return (await ask('live:version', { documentId })).versionId;
}

const textOf = (documentId: string) => workbench.textOf(documentId);

/** Gives every try of a test a document of its own. */
let documents = 0;

/** A new file on disk, shown in the editor with the keyboard. */
async function openNew(path: string, content: string | Uint8Array): Promise<string> {
  await writeFile(join(server.workspace, path), content);
  await workbench.openFile(path);
  const id = idOf(path);
  await expect.poll(() => workbench.probe.request('live:version', { documentId: id })).toMatchObject({ ok: true });
  return id;
}

async function save(documentId: string): Promise<void> {
  const saved = await workbench.probe.run(
    (api, id) => api.workspace.textDocuments.find((one) => one.uri.toString() === id)?.save() ?? false,
    documentId,
  );
  expect(saved).toBe(true);
}

async function newestOrigin(documentId: string): Promise<string | undefined> {
  const { entries } = await askTruth(workbench, documentId);
  return entries.find((entry) => entry.edit !== undefined)?.edit?.origin;
}

describe('an edit', () => {
  test('is applied, is the agent’s in the timeline, stands in the next context, and can be undone', {
    tags: ['contract', 'oldest'],
  }, async () => {
    const id = await openNew('applied.txt', 'one\ntwo\nthree\n');
    const result = await apply(id, await versionOf(id), replace('two', '2'), replace('three\n', ''));
    expect(result).toMatchObject({ ok: true, value: { documents: [{ outcome: 'applied', file: 'applied.txt' }] } });
    expect(await textOf(id)).toBe('one\n2\n');
    expect(await newestOrigin(id)).toBe('agent');
    const { payload, text } = await ask('live:get', { documentId: id, preview: true });
    expect(payload.plan_hints[0]).toMatchObject({
      outcome: 'applied',
      file: 'applied.txt',
      new_version_id: payload.version_id,
    });
    expect(payload.recent_diffs[0]).toMatchObject({ origin: 'agent' });
    expect(text).toContain(payload.plan_hints[0]?.id);
    await workbench.press('Control+Z');
    await expect.poll(() => textOf(id)).toBe('one\ntwo\nthree\n');
    expect(await newestOrigin(id)).toBe('undo');
    await workbench.press('Control+Shift+Z');
    await expect.poll(() => textOf(id)).toBe('one\n2\n');
    await expectTruth(workbench, id);
  });

  test('is rebased while the developer types, and nothing typed is lost', {
    tags: ['contract', 'oldest'],
  }, async () => {
    const id = await openNew(`typing${++documents}.txt`, '\nend\n');
    const typed = 'the developer goes on typing here and never stops for an agent ';
    let done = false;
    const typing = workbench.page.keyboard.type(typed, { delay: 40 }).then(() => {
      done = true;
    });
    await expect.poll(() => textOf(id)).toContain('the dev');
    let base = await versionOf(id);
    const outcomes: string[] = [];
    let ending = '\nend\n';
    for (let round = 0; !done; round++) {
      const result = await apply(id, base, replace('end\n', `end\nline ${round}\n`));
      const applied = result.ok ? result.value.documents[0] : undefined;
      outcomes.push(applied?.outcome ?? 'refused');
      if (applied === undefined) continue;
      ending = ending.replace('end\n', `end\nline ${round}\n`);
      base = applied.newVersionId ?? '';
    }
    await typing;
    expect(outcomes).toContain('rebased');
    await expect.poll(() => textOf(id)).toBe(typed + ending);
    const origins = await expectTruth(workbench, id);
    expect(new Set(origins)).toEqual(new Set(['typing', 'agent']));
  });

  test('that is what the developer typed, or what came from the disk, is made once', {
    tags: ['contract', 'oldest'],
  }, async () => {
    const text = 'headerSent\n\ndef a():\n    return 1\n\n\ndef z():\n    return 1\n';
    const id = await openNew('both.txt', text);
    const base = await versionOf(id);
    for (const _ of 'header') await workbench.press('ArrowRight');
    await workbench.type('s');
    const typed = text.replace('header', 'headers');
    await expect.poll(() => textOf(id)).toBe(typed);
    await save(id);
    const both = typed.replace('def z', 'def m():\n    return 1\n\n\ndef z');
    await writeFile(join(server.workspace, 'both.txt'), both);
    await expect.poll(() => textOf(id)).toBe(both);
    const added = replace('\ndef z', '\ndef m():\n    return 1\n\n\ndef z');
    for (const edits of [
      [replace('header', 'headers')],
      [added],
      [replace('header', 'headers'), added],
      [replace(text, both)],
    ]) {
      expect(await apply(id, base, ...edits)).toMatchObject({ ok: true });
      expect(await textOf(id)).toBe(both);
    }
  });

  test('that meets the developer’s is a conflict: nothing changes, and the next context tells it', {
    tags: ['contract', 'oldest'],
  }, async () => {
    const id = await openNew('conflict.txt', 'one\ntwo\n');
    const base = await versionOf(id);
    await workbench.type('my ');
    await expect.poll(() => textOf(id)).toBe('my one\ntwo\n');
    const result = await apply(id, base, replace('one', 'your one'));
    expect(result).toMatchObject({ ok: false, error: { code: 'EDIT_CONFLICT' } });
    const [document] = ((result as { error: { data: EditsResult } }).error.data as EditsResult).documents;
    expect(document).toMatchObject({
      conflicts: [{ base: 'one\n', yours: 'your one\n', theirs: 'my one\n' }],
      fresh: { text: 'my one\ntwo\n' },
    });
    expect(await textOf(id)).toBe('my one\ntwo\n');
    const { payload } = await ask('live:get', { documentId: id, preview: true });
    expect(payload.plan_hints[0]).toMatchObject({ outcome: 'conflict', diff: { is_error: true } });
    expect(await expectTruth(workbench, id)).toEqual(['typing']);
  });
});

describe('several documents', () => {
  test('are changed together, closed ones too; one conflicting, none', { tags: ['contract', 'oldest'] }, async () => {
    const closed = await openNew('closed.txt', 'closed\n');
    const closedVersion = await versionOf(closed);
    await workbench.probe.run((api) => api.commands.executeCommand('workbench.action.closeActiveEditor'));
    const shown = await openNew('shown.txt', 'shown\n');
    const shownVersion = await versionOf(shown);
    const request = (shownText: string) => ({
      documents: [
        { documentId: closed, baseVersionId: closedVersion, edits: [replace('closed', 'opened')] },
        { documentId: shown, baseVersionId: shownVersion, edits: [replace('shown', shownText)] },
      ],
    });
    await workbench.type('un');
    await expect.poll(() => textOf(shown)).toBe('unshown\n');
    const conflict = await workbench.probe.request('live:applyEdits', request('my shown'));
    expect(conflict).toMatchObject({ ok: false, error: { code: 'EDIT_CONFLICT' } });
    const text = async () => (await ask('live:version', { documentId: closed })).text;
    expect(await text()).toBe('closed\n');
    await workbench.press('Backspace', 'Backspace');
    await expect.poll(() => textOf(shown)).toBe('shown\n');
    expect(await workbench.probe.request('live:applyEdits', request('seen'))).toMatchObject({ ok: true });
    expect(await textOf(shown)).toBe('seen\n');
    expect(await textOf(closed)).toBe('opened\n');
    expect(await newestOrigin(closed)).toBe('agent');
    await workbench.openFile('shown.txt');
    await workbench.press('Control+Z');
    await expect.poll(() => textOf(closed)).toBe('closed\n');
    await expect.poll(() => textOf(shown)).toBe('shown\n');
    await workbench.press('Control+Shift+Z');
    await expect.poll(() => textOf(closed)).toBe('opened\n');
    await save(closed);
    expect(await readFile(join(server.workspace, 'closed.txt'), 'utf8')).toBe('opened\n');
  });

  const rounds = runs(20);
  test('are each exactly changed or left alone while both are being typed into', {
    timeout: rounds * 30_000,
  }, async () => {
    const [front, back] = ['front', 'back'].map((name) => `${name}${++documents}.txt`) as [string, string];
    const backId = await openNew(back, ' script\n\ntarget 0 😀 end\n');
    const frontId = await openNew(front, ' human\n\ntarget 0 😀 end\n');
    await workbench.press('Control+Home');
    let isOver = false;
    const keyboard = (async () => {
      let count = 0;
      for (; !isOver; count++) await workbench.page.keyboard.type('h', { delay: 60 });
      return count;
    })();
    const script = (async () => {
      let count = 0;
      while (!isOver) {
        const done = await workbench.probe.run(async (api, id) => {
          const edit = new api.WorkspaceEdit();
          edit.insert(api.Uri.parse(id), new api.Position(0, 0), 's');
          return api.workspace.applyEdit(edit);
        }, backId);
        if (done) count++;
        await workbench.page.waitForTimeout(60);
      }
      return count;
    })();
    const outcomes: string[] = [];
    let number = 0;
    try {
      for (let round = 0; round < rounds; round++) {
        const versions = [await versionOf(frontId), await versionOf(backId)] as const;
        const edits = [replace(`target ${number} 😀`, `target ${number + 1} 😀`)];
        const request = {
          documents: [frontId, backId].map((documentId, at) => ({ documentId, baseVersionId: versions[at], edits })),
        };
        const result = (await workbench.probe.request('live:applyEdits', request)) as Result<EditsResult>;
        if (result.ok) number++;
        outcomes.push(result.ok ? 'applied' : result.error.code);
        expect(await textOf(frontId)).toMatch(new RegExp(`^h* human\\n\\ntarget ${number} 😀 end\\n$`));
        expect(await textOf(backId)).toMatch(new RegExp(`^s* script\\n\\ntarget ${number} 😀 end\\n$`));
      }
    } finally {
      isOver = true;
    }
    const [typed, written] = [await keyboard, await script];
    await expect.poll(() => textOf(frontId)).toBe(`${'h'.repeat(typed)} human\n\ntarget ${number} 😀 end\n`);
    expect(await textOf(backId)).toBe(`${'s'.repeat(written)} script\n\ntarget ${number} 😀 end\n`);
    const refused = outcomes.filter((outcome) => outcome !== 'applied');
    console.info(
      `${rounds} edits of two documents: ${number} applied, ${refused.length} refused ${[...new Set(refused)].join(', ')}`,
    );
    expect(number).toBeGreaterThan(rounds * 0.9);
    await expectTruth(workbench, frontId);
  });
});

/** Writes a file, and into a text on demand, right before VS Code makes a file of edits, when the texts of the same edits are changed already. */
async function meanwhile(made: string, typedIn?: string): Promise<void> {
  await workbench.probe.run(
    (api, ids) => {
      const listening = api.workspace.onWillCreateFiles((event) => {
        listening.dispose();
        const act = async () => {
          await api.workspace.fs.writeFile(api.Uri.parse(ids.made), new Uint8Array([33]));
          if (ids.typedIn === null) return;
          const edit = new api.WorkspaceEdit();
          edit.insert(api.Uri.parse(ids.typedIn), new api.Position(0, 0), 'typed ');
          await api.workspace.applyEdit(edit);
        };
        event.waitUntil(act());
      });
    },
    { made: idOf(made), typedIn: typedIn === undefined ? null : idOf(typedIn) },
  );
}

const onDisk = (path: string) => readFile(join(server.workspace, path), 'utf8').catch(() => null);

/** Two documents, one in front and one closed, and what is asked of them. */
async function prepared() {
  const folder = `halfway${++documents}`;
  const [shown, closed] = [`${folder}/shown.txt`, `${folder}/closed.txt`] as const;
  await mkdir(join(server.workspace, folder));
  await writeFile(join(server.workspace, closed), 'closed\n');
  await openNew(shown, 'shown\n');
  const edited = async (path: string, ...more: readonly object[]) => {
    const { versionId, text = '' } = await ask('live:version', { documentId: path });
    return { documentId: path, baseVersionId: versionId, edits: [replace(text, `changed ${text}`), ...more] };
  };
  const created = { documentId: `${folder}/made.txt`, edits: [{ type: 'create', newText: 'made\n' }] };
  return { folder, shown, closed, edited, created };
}

describe('edits that VS Code stops halfway', () => {
  const refused = (targets: readonly object[]) => workbench.probe.request('live:applyEdits', { documents: targets });

  async function expectUntouched(...paths: readonly string[]): Promise<void> {
    for (const path of paths) {
      const text = `${path.replace(/.*\/|\.txt$/g, '')}\n`;
      expect(await textOf(idOf(path))).toBe(text);
      expect(await onDisk(path)).toBe(text);
      await expectTruth(workbench, idOf(path));
    }
  }

  test('since somebody else made the file first: all texts are as they were, and what is theirs stays', {
    tags: 'contract',
  }, async () => {
    const { shown, closed, edited, created } = await prepared();
    const targets = [await edited(shown), await edited(closed), created];
    await meanwhile(created.documentId);
    expect(await refused(targets)).toMatchObject({ error: { code: 'EDIT_FILE_EXISTS' } });
    await expectUntouched(shown, closed);
    expect(await onDisk(created.documentId)).toBe('!');
  });

  test('while the developer typed into one of the texts: what was typed stays, and the reply says what is there', {
    tags: 'contract',
  }, async () => {
    const { shown, closed, edited, created } = await prepared();
    const targets = [await edited(shown), await edited(closed), created];
    await meanwhile(created.documentId, shown);
    const result = await refused(targets);
    const text = (await textOf(idOf(shown))) ?? '';
    expect(text).toContain('typed ');
    expect(result).toMatchObject({
      error: { code: 'EDIT_NOT_APPLIED', data: { documents: [{ outcome: 'failed', fresh: { text } }, {}, {}] } },
    });
    await expectUntouched(closed);
    await expectTruth(workbench, idOf(shown));
  });
});

describe('documents of every kind', () => {
  test('CRLF: whatever breaks the edits have', { tags: 'contract' }, async () => {
    const id = await openNew('crlf.txt', 'one\r\ntwo\r\n');
    const edits = [
      replace('one\n', 'one\nand a half\n'),
      { type: 'patch', patch: '@@ -2 +2,2 @@\n two\n+three\n' } as const,
    ];
    expect((await apply(id, await versionOf(id), ...edits)).ok).toBe(true);
    expect(await textOf(id)).toBe('one\r\nand a half\r\ntwo\r\nthree\r\n');
    expect(await expectTruth(workbench, id)).toEqual(['agent']);
    await save(id);
    expect(await readFile(join(server.workspace, 'crlf.txt'), 'utf8')).toBe('one\r\nand a half\r\ntwo\r\nthree\r\n');
  });

  test('BOM: it stays in the file and counts nowhere', { tags: 'contract' }, async () => {
    const id = await openNew('bom.txt', new Uint8Array([0xef, 0xbb, 0xbf, ...Buffer.from('one\n')]));
    const edit: WireEdit = { type: 'offsets', start: 0, end: 3, newText: 'two' };
    expect((await apply(id, await versionOf(id), edit)).ok).toBe(true);
    expect(await textOf(id)).toBe('two\n');
    await save(id);
    expect([...(await readFile(join(server.workspace, 'bom.txt')))]).toEqual([
      0xef,
      0xbb,
      0xbf,
      ...Buffer.from('two\n'),
    ]);
  });

  test('untitled', { tags: 'contract' }, async () => {
    const id = await workbench.probe.run(async (api) => {
      const document = await api.workspace.openTextDocument({ content: 'draft\n' });
      await api.window.showTextDocument(document);
      return document.uri.toString();
    });
    await expect.poll(() => workbench.probe.request('live:version', { documentId: id })).toMatchObject({ ok: true });
    expect((await apply(id, await versionOf(id), replace('draft', 'final'))).ok).toBe(true);
    expect(await textOf(id)).toBe('final\n');
    expect(await newestOrigin(id)).toBe('agent');
    await workbench.probe.run((api) => api.commands.executeCommand('workbench.action.revertAndCloseActiveEditor'));
    await expect.poll(() => textOf(id)).toBeNull();
    expect(await apply(id, 'v20250101-000000-1', replace('final', 'x'))).toMatchObject({
      ok: false,
      error: { code: 'DOCUMENT_OUTSIDE' },
    });
  });

  test('read-only', { tags: 'contract' }, async () => {
    const id = await openNew('locked.txt', 'locked\n');
    // Behind another tab, VS Code would edit it.
    for (const front of ['locked.txt', 'front.txt']) {
      if (front !== 'locked.txt') await openNew(front, '');
      const result = await apply(id, await versionOf(id), replace('locked', 'open'));
      expect(result).toMatchObject({ ok: false, error: { code: 'DOCUMENT_READ_ONLY' } });
      expect(await textOf(id)).toBe('locked\n');
    }
  });

  test('of another encoding: nothing is lost of what UTF-8 cannot read', { tags: 'contract' }, async () => {
    const bytes = Buffer.from('caf\xe9\ntwo\n', 'latin1');
    const id = await openNew('latin.txt', bytes);
    const result = await apply(id, await versionOf(id), replace('two', '2'));
    expect(result).toMatchObject({ ok: false, error: { code: 'DOCUMENT_NOT_TEXT' } });
    expect(await readFile(join(server.workspace, 'latin.txt'))).toEqual(bytes);
  });

  test('of another encoding, shown in it: saved is what the bytes are', { tags: ['contract', 'oldest'] }, async () => {
    await writeFile(join(server.workspace, 'latin1.txt'), Buffer.from('caf\xe9\ntwo\n', 'latin1'));
    const id = idOf('latin1.txt');
    await workbench.probe.run(async (api, uri) => {
      await api.window.showTextDocument(
        await api.workspace.openTextDocument(api.Uri.parse(uri), { encoding: 'iso88591' }),
      );
    }, id);
    const base = async () => ({ documentId: id, baseVersionId: await versionOf(id), save: true });
    const lost = { ...(await base()), edits: [replace('two', 'two \u2013 \u65e5')] };
    const refused = await workbench.probe.request('live:applyEdits', lost);
    expect(refused).toMatchObject({ ok: false, error: { code: 'EDIT_UNENCODABLE' } });
    expect(JSON.stringify(refused)).toContain('\u2013');
    const held = { ...(await base()), edits: [replace('two', 'tw\xf6')] };
    const result = await workbench.probe.request('live:applyEdits', held);
    expect(result).toMatchObject({ ok: true, value: { documents: [{ saved: true }] } });
    const bytes = await readFile(join(server.workspace, 'latin1.txt'));
    expect(bytes).toEqual(Buffer.from('caf\xe9\ntw\xf6\n', 'latin1'));
    const hash = `sha256:${createHash('sha256').update(bytes).digest('hex')}`;
    await expect.poll(async () => (await apply(id, hash, replace('tw\xf6', '2'))).ok).toBe(true);
  });

  test('with saving that cleans up: the new version is what is on disk', { tags: ['contract', 'oldest'] }, async () => {
    const id = await openNew('cleaned.txt', 'one\ntwo\n');
    await workbench.configure('files.trimTrailingWhitespace', true);
    const request = { documentId: id, baseVersionId: await versionOf(id), edits: [replace('two', '2  ')], save: true };
    const result = (await workbench.probe.request('live:applyEdits', request)) as Result<EditsResult>;
    await workbench.configure('files.trimTrailingWhitespace', null);
    const [document] = result.ok ? result.value.documents : [];
    expect(document).toMatchObject({ outcome: 'applied', saved: true });
    expect(await onDisk('cleaned.txt')).toBe('one\n2\n');
    const version = { documentId: id, versionId: document?.newVersionId ?? '' };
    expect((await ask('live:version', version)).text).toBe('one\n2\n');
    expect(await newestOrigin(id)).toBe('format');
  });

  test('with imports organised, in a virtual file system, in a notebook: saved is what is stored', {
    tags: ['contract', 'oldest'],
  }, async () => {
    await workbench.configure('liveContext.followSchemes', ['stored']);
    await workbench.configure('editor.codeActionsOnSave', { 'source.organizeImports': 'always' });
    await workbench.probe.run(async (api) => {
      const kind = api.CodeActionKind.SourceOrganizeImports;
      const provideCodeActions = (document: import('vscode').TextDocument) => {
        const action = new api.CodeAction('Organize', kind);
        action.edit = new api.WorkspaceEdit();
        if (document.lineAt(0).text > document.lineAt(1).text)
          action.edit.replace(
            document.uri,
            new api.Range(0, 0, 2, 0),
            `${document.lineAt(1).text}\n${document.lineAt(0).text}\n`,
          );
        return [action];
      };
      api.languages.registerCodeActionsProvider('*', { provideCodeActions }, { providedCodeActionKinds: [kind] });
      const files = new Map(['/kept.txt', '/rewritten.txt'].map((path) => [path, Buffer.from('b\na\nlast\n')]));
      const none = () => {
        throw new Error('not here');
      };
      api.workspace.registerFileSystemProvider('stored', {
        onDidChangeFile: () => ({ dispose: () => {} }),
        watch: () => ({ dispose: () => {} }),
        stat: ({ path }) => {
          const bytes = files.get(path);
          if (bytes === undefined) throw api.FileSystemError.FileNotFound(path);
          return { type: 1, ctime: 0, mtime: bytes.length, size: bytes.length };
        },
        readDirectory: () => [],
        createDirectory: none,
        readFile: ({ path }) => files.get(path) ?? none(),
        writeFile: ({ path }, bytes) => {
          files.set(path, path === '/kept.txt' ? Buffer.from(bytes) : Buffer.concat([bytes, Buffer.from('// built')]));
        },
        delete: none,
        rename: none,
      });
      for (const path of files.keys())
        await api.window.showTextDocument(api.Uri.from({ scheme: 'stored', path }), { preview: false });
    });
    const made = async (id: string, newText: string) => {
      await expect.poll(() => workbench.probe.request('live:version', { documentId: id })).toMatchObject({ ok: true });
      const edits = [replace('last', newText)];
      const request = { documentId: id, baseVersionId: await versionOf(id), edits, save: true };
      const result = (await workbench.probe.request('live:applyEdits', request)) as Result<EditsResult>;
      if (!result.ok) throw new Error(result.error.message);
      const [document] = result.value.documents;
      return {
        saved: document?.saved,
        text: (await ask('live:version', { documentId: id, versionId: document?.newVersionId ?? '' })).text,
      };
    };
    const file = await openNew('organised.txt', 'b\na\nlast\n');
    expect(await made(file, 'end')).toEqual({ saved: true, text: 'a\nb\nend\n' });
    expect(await onDisk('organised.txt')).toBe('a\nb\nend\n');
    expect(await made('stored:/kept.txt', 'end')).toEqual({ saved: true, text: 'a\nb\nend\n' });
    expect(await made('stored:/rewritten.txt', 'end')).toMatchObject({ saved: false });
    const cell = await openNotebook('saved.ipynb', [{ source: ['b\n', 'a\n', 'last'] }]);
    expect(await made(cell, 'end')).toMatchObject({ saved: false });
    await workbench.probe.run((api) => api.commands.executeCommand('workbench.action.revertAndCloseActiveEditor'));
    await workbench.configure('editor.codeActionsOnSave', null);
    await workbench.configure('liveContext.followSchemes', null);
  });

  test('mixed line ends: the hash of the bytes is a base', { tags: ['contract', 'oldest'] }, async () => {
    const bytes = Buffer.from('one\r\n\ntwo\n\nthree\n');
    const id = await openNew('mixed.txt', bytes);
    const hash = `sha256:${createHash('sha256').update(bytes).digest('hex')}`;
    // The file is read soon after it is opened.
    await expect.poll(() => apply(id, hash, replace('three', '3'))).toMatchObject({ ok: true });
    expect(await textOf(id)).toBe('one\n\ntwo\n\n3\n');
  });

  test('an open notebook: its cells are edited, not the text of its file', {
    tags: ['contract', 'oldest'],
  }, async () => {
    const id = idOf('n.ipynb');
    const cellId = await openNotebook('n.ipynb', [{ source: ['one = 1'] }]);
    await expect
      .poll(() => workbench.probe.request('live:version', { documentId: cellId }))
      .toMatchObject({ ok: true });
    const refused = await apply(id, await versionOf(id), replace('one = 1', 'one = 2'));
    expect(refused).toMatchObject({ ok: false, error: { code: 'NOTEBOOK_OPEN' } });
    const [, cellName = ''] = /Cells: ([^,. ]+\.ipynb#[^,. ]+)/.exec(JSON.stringify(refused)) ?? [];
    expect(await apply(cellName, await versionOf(cellName), replace('1', '2'))).toMatchObject({ ok: true });
    expect(await textOf(cellId)).toBe('one = 2');
    expect(await newestOrigin(cellId)).toBe('agent');
    const unsaved = await workbench.probe.request('live:version', { documentId: id });
    expect(unsaved).toMatchObject({ ok: false, error: { code: 'NOTEBOOK_OPEN', data: { cells: [cellId] } } });
    await workbench.probe.run((api) => api.commands.executeCommand('workbench.action.revertAndCloseActiveEditor'));
  });

  test('deleted: closed it is missing, open its text is still edited', { tags: 'contract' }, async () => {
    const id = await openNew('deleted.txt', 'here\nnow\n');
    await workbench.probe.run((api) => api.commands.executeCommand('workbench.action.pinEditor'));
    const base = await versionOf(id);
    await workbench.type('still ');
    await expect.poll(() => textOf(id)).toBe('still here\nnow\n');
    await rm(join(server.workspace, 'deleted.txt'));
    const disk = async () => {
      const { payload } = await ask('live:get', { documentId: id, preview: true });
      return payload.editor_state.disk;
    };
    await expect.poll(disk).toBe('deleted');
    expect(await apply(id, base, replace('now\n', 'now\nand there\n'))).toMatchObject({ ok: true });
    expect(await textOf(id)).toBe('still here\nnow\nand there\n');
    await workbench.probe.run((api) => api.commands.executeCommand('workbench.action.revertAndCloseActiveEditor'));
    await expect.poll(() => textOf(id)).toBeNull();
    expect(await apply(id, base, replace('here', 'x'))).toMatchObject({
      ok: false,
      error: { code: 'DOCUMENT_MISSING' },
    });
  });
});
