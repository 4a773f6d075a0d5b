import { describe, expect, test } from 'vitest';
import type { Params } from '../../../src/protocol/channels.ts';
import type { WireEdit } from '../../../src/protocol/edits.ts';
import { replace } from '../../support/editingAgent.ts';
import { apply, refused, useWorkspace, versionOf, workspace } from '../../support/workspace.ts';

const a = 'file:///project/a.ts';
const b = 'file:///project/b.ts';
const fresh = 'file:///project/src/new.ts';

useWorkspace(() => {
  workspace.openDocument(a, 'one\ntwo\n');
  workspace.closed.set(b, 'never open\n');
});

const create = (newText: string): WireEdit => ({ type: 'create', newText });
const rename = (to: string): WireEdit => ({ type: 'rename', to });
const remove: WireEdit = { type: 'delete' };

const hints = async () =>
  (await workspace.ask('live:get', { preview: true, documentId: a }, 'agent')).payload.plan_hints;

describe('a file', () => {
  test('is made, has a version, can be edited on, and stands in the next context', async () => {
    const { documents } = await apply({ documentId: 'src/new.ts', edits: [create('hello\n')], summary: 'A start' });
    const newVersionId = await versionOf(fresh);
    expect(documents).toEqual([
      { documentId: fresh, file: 'src/new.ts', outcome: 'applied', change: 'created', newVersionId, saved: true },
    ]);
    expect(await hints()).toMatchObject([{ summary: 'A start', file: 'src/new.ts', new_version_id: newVersionId }]);
    await apply({ documentId: fresh, baseVersionId: newVersionId, edits: [replace('hello', 'bye')] });
    expect(workspace.text(fresh)).toBe('bye\n');
  });

  test('is renamed with edits of its text and all its past', async () => {
    const baseVersionId = await versionOf(a);
    workspace.type(a, 8, 'three\n');
    const { documents } = await apply({
      documentId: a,
      baseVersionId,
      edits: [replace('one', '1'), rename('src/new.ts')],
    });
    expect(documents).toMatchObject([
      { documentId: a, outcome: 'rebased', change: 'renamed', renamedTo: fresh, newVersionId: await versionOf(fresh) },
    ]);
    expect(workspace.text(fresh)).toBe('1\ntwo\nthree\n');
    expect(workspace.text(a)).toBeNull();
    const old = await workspace.ask('live:version', { documentId: fresh, versionId: baseVersionId }, 'agent');
    expect(old.text).toBe('one\ntwo\n');
  });

  test('is renamed alone, without a base, though it was never open', async () => {
    const { documents } = await apply({ documentId: 'b.ts', edits: [rename('c.ts')] });
    expect(documents).toMatchObject([{ change: 'renamed', renamedTo: 'file:///project/c.ts', saved: true }]);
    expect([...workspace.closed.keys()]).toEqual(['file:///project/c.ts']);
  });

  test('is renamed to its own name in another case where the disk knows no case, but never over another file', async () => {
    workspace.ignoresCase = true;
    expect((await refused({ documentId: 'b.ts', edits: [rename('A.ts')] })).code).toBe('EDIT_FILE_EXISTS');
    const { documents } = await apply({ documentId: 'b.ts', edits: [rename('B.ts')] });
    expect(documents).toMatchObject([{ change: 'renamed', renamedTo: 'file:///project/B.ts' }]);
    expect([...workspace.closed.keys()]).toEqual(['file:///project/B.ts']);
  });

  test('that is a link is neither renamed nor deleted: the file that it leads to is named', async () => {
    workspace.links.set('file:///project/link.ts', b);
    for (const edits of [[rename('c.ts')], [remove]]) {
      const base = { baseVersionId: await versionOf(b) };
      const { code, message } = await refused({ documentId: 'link.ts', ...base, edits });
      expect([code, message]).toEqual(['EDIT_INVALID', 'link.ts is a link to b.ts: name that file itself.']);
    }
  });
});

describe('several documents', () => {
  test('are made, renamed, deleted and edited together', async () => {
    const version = { a: await versionOf(a), b: await versionOf(b) };
    const { documents } = await apply({
      documents: [
        { documentId: 'made.ts', edits: [create('made\n')] },
        { documentId: b, baseVersionId: version.b, edits: [remove] },
        { documentId: a, baseVersionId: version.a, edits: [replace('one', '1'), rename('moved.ts')] },
      ],
    });
    expect(documents.map(({ file, change, newVersionId }) => [file, change, newVersionId !== undefined])).toEqual([
      ['made.ts', 'created', true],
      ['b.ts', 'deleted', false],
      ['a.ts', 'renamed', true],
    ]);
    expect([...workspace.closed.keys()].sort()).toEqual(['file:///project/made.ts', 'file:///project/moved.ts']);
    expect(workspace.text('file:///project/moved.ts')).toBe('1\ntwo\n');
  });

  test('or none of them is: one that is refused leaves all as they were', async () => {
    const baseVersionId = await versionOf(a);
    const refusedEdits = [replace('nowhere', 'x')];
    const { code, message } = await refused({
      documents: [
        { documentId: 'made.ts', edits: [create('made\n')] },
        { documentId: 'b.ts', edits: [rename('c.ts')] },
        { documentId: a, baseVersionId, edits: refusedEdits },
      ],
    });
    expect(code).toBe('EDIT_NO_MATCH');
    expect(message).toContain('none of the 3 documents was changed');
    expect([...workspace.closed.keys()]).toEqual([b]);
  });

  test('an editor that carried out a part only is not believed', async () => {
    const baseVersionId = await versionOf(a);
    workspace.applyEdits = async ([edit]) => {
      workspace.edit(a, edit?.changes ?? [], 'unknown');
      return 'partly';
    };
    const documents = [
      { documentId: a, baseVersionId, edits: [replace('one', '1')] },
      { documentId: 'made.ts', edits: [create('made\n')] },
    ];
    expect(await refused({ documents })).toMatchObject({
      code: 'EDIT_NOT_APPLIED',
      data: { documents: [{ outcome: 'failed', fresh: { text: '1\ntwo\n' } }, { outcome: 'failed' }] },
    });
  });
});

describe('refused is', () => {
  test.each([
    ['making what is there', { documentId: 'b.ts', edits: [create('')] }, 'EDIT_FILE_EXISTS'],
    ['renaming to what is there', { documentId: a, edits: [rename('b.ts')] }, 'EDIT_FILE_EXISTS'],
    ['making a secret file', { documentId: '.env', edits: [create('')] }, 'DOCUMENT_NOT_TRACKED'],
    ['renaming to a secret file', { documentId: a, edits: [rename('keys/id_rsa')] }, 'DOCUMENT_NOT_TRACKED'],
    ['renaming a secret file', { documentId: '.npmrc', edits: [rename('npmrc.txt')] }, 'DOCUMENT_NOT_TRACKED'],
    ['making a file outside', { documentId: 'untitled:x', edits: [create('')] }, 'DOCUMENT_OUTSIDE'],
    ['moving a file outside', { documentId: a, edits: [rename('untitled:x')] }, 'DOCUMENT_OUTSIDE'],
    ['renaming what is not there', { documentId: 'c.ts', edits: [rename('d.ts')] }, 'DOCUMENT_MISSING'],
    ['writing a placeholder', { documentId: 'c.ts', edits: [create('[REDACTED:password:1]\n')] }, 'EDIT_PLACEHOLDER'],
    ['deleting without a base', { documentId: a, edits: [remove] }, 'REQUEST_INVALID'],
    ['making and editing', { documentId: 'c.ts', edits: [create('x'), replace('x', 'y')] }, 'REQUEST_INVALID'],
    [
      'two of one name',
      {
        documents: [
          { documentId: a, edits: [rename('c.ts')] },
          { documentId: 'c.ts', edits: [create('')] },
        ],
      },
      'REQUEST_INVALID',
    ],
  ] satisfies [string, Params<'live:applyEdits'>, string][])('%s', async (_what, params, code) => {
    workspace.closed.set('file:///project/.npmrc', 'x');
    const before = [...workspace.closed];
    expect(await refused(structuredClone(params))).toMatchObject({ code });
    expect([...workspace.closed]).toEqual(before);
    expect(workspace.text(a)).toBe('one\ntwo\n');
  });

  test('deleting what has changed since, or has unsaved text', async () => {
    const baseVersionId = await versionOf(a);
    workspace.type(a, 0, 'x');
    expect(await refused({ documentId: a, baseVersionId, edits: [remove] })).toMatchObject({
      code: 'EDIT_STALE',
      data: { documents: [{ outcome: 'conflict', fresh: { text: 'xone\ntwo\n' } }] },
    });
    expect(await refused({ documentId: a, baseVersionId: await versionOf(a), edits: [remove] })).toMatchObject({
      code: 'EDIT_STALE',
      message: expect.stringContaining('unsaved'),
      recovery: expect.stringContaining('save it first'),
    });
    workspace.edit(a, [{ start: 0, end: 1, newText: '' }]);
    await workspace.save(a);
    expect(await refused({ documentId: a, baseVersionId, edits: [remove] })).toMatchObject({ code: 'EDIT_STALE' });
    const { documents } = await apply({ documentId: a, baseVersionId: await versionOf(a), edits: [remove] });
    const again = await apply({ documentId: a, edits: [create('one\ntwo\n')] });
    expect(again.documents[0]?.newVersionId).not.toBe(documents[0]?.baseVersionId);
  });
});
