import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { EditsResult, WireEdit } from '../../../src/protocol/edits.ts';
import type { Result } from '../../../src/protocol/result.ts';
import { replace } from '../../support/editingAgent.ts';
import type { MemoryWorkspace } from '../../support/memoryWorkspace.ts';
import { runs } from '../../support/runs.ts';
import { encodings } from '../../support/texts/encodings.ts';
import { useWorkspace, workspace } from '../../support/workspace.ts';

let id = 'file:///project/a.txt';

useWorkspace(() => {
  id = 'file:///project/a.txt';
});

async function apply(edits: readonly WireEdit[], baseVersionId?: string): Promise<Result<EditsResult>> {
  const base = baseVersionId ?? (await workspace.ask('live:version', { documentId: id }, 'agent')).versionId;
  const request = { documentId: id, baseVersionId: base, edits: [...edits], save: true };
  return (await workspace.session.request('live:applyEdits', request, 'agent')) as Result<EditsResult>;
}

const textOf = async (versionId: string) =>
  (await workspace.ask('live:version', { documentId: id, versionId }, 'agent')).text;

/** What happens to a text, or to its bytes, when it is saved. */
const participants: Readonly<Record<string, Partial<Pick<MemoryWorkspace, 'onSave' | 'afterSave'>>>> = {
  none: {},
  trimming: { onSave: (text) => text.replace(/[ \t]+$/gm, '') },
  'a final newline': { onSave: (text) => (text.endsWith('\n') ? text : `${text}\n`) },
  'a formatter': { onSave: (text) => text.replace(/ *= */g, ' = ') },
  'a disk that is full': { onSave: () => null },
  'a watcher that rewrites the file': {
    afterSave: (bytes) => Uint8Array.from([...bytes, ...Buffer.from('\n// built')]),
  },
};

let documents = 0;

test.each(encodings)('saved is what the bytes say: $name', async (encoding) => {
  const text = fc.string({ unit: fc.constantFrom(...'ab =\t\n é–“日👍ЖΩ한œ€¤'), maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...Object.keys(participants)), text, async (name, written) => {
      id = `file:///project/${++documents}.txt`;
      const asWritten = { onSave: (one: string) => one, afterSave: (bytes: Uint8Array) => bytes };
      Object.assign(workspace, { encoding, ...asWritten, ...participants[name] });
      workspace.openDocument(id, 'one=1\nhere  \nlast');
      const result = await apply([replace('here', written)]);
      const lost = [...written].filter((one) => encoding.decode(encoding.encode(`.${one}`)) !== `.${one}`);
      expect(result.ok).toBe(lost.length === 0);
      if (!result.ok) {
        expect(result.error.code).toBe('EDIT_UNENCODABLE');
        for (const one of lost) expect(result.error.message).toContain(JSON.stringify(one));
        expect([workspace.text(id), workspace.fileBytes.get(id)]).toEqual(['one=1\nhere  \nlast', undefined]);
        return;
      }
      const [document] = result.value.documents;
      const bytes = workspace.fileBytes.get(id);
      const isOnDisk = bytes !== undefined && encoding.decode(bytes) === (await textOf(document?.newVersionId ?? ''));
      expect(document?.saved).toBe(isOnDisk);
      if (!name.startsWith('a disk') && !name.startsWith('a watcher')) expect(document?.saved).toBe(true);
    }),
    { numRuns: runs(20) },
  );
});

test('what formatting on save did is a version of its own', async () => {
  workspace.openDocument(id, 'one=1\ntwo=2\n');
  workspace.onSave = (text) => text.replaceAll('=', ' = ');
  const result = await apply([replace('two=2', 'two=3')]);
  const edits = workspace.histories
    .get(id)
    ?.editsAfter(0)
    .map(({ origin, version }) => [origin, version.id]);
  expect(edits?.map(([origin]) => origin)).toEqual(['agent', 'format']);
  expect(result).toMatchObject({ ok: true, value: { documents: [{ saved: true, newVersionId: edits?.[1]?.[1] }] } });
});

test('what is typed while a file is written is not what the file has', async () => {
  workspace.openDocument(id, 'one\n');
  const save = workspace.save.bind(workspace);
  workspace.save = async (documentId) => {
    const onDisk = await save(documentId);
    workspace.type(id, 0, 'typed ');
    return onDisk;
  };
  const result = await apply([replace('one', '1')]);
  if (!result.ok) throw new Error(result.error.message);
  expect(result.value.documents[0]).toMatchObject({ saved: true });
  expect(await textOf(result.value.documents[0]?.newVersionId ?? '')).toBe('1\n');
});

describe('the hash of the bytes on disk is a base', () => {
  const hash = (bytes: string | Uint8Array) => `sha256:${createHash('sha256').update(bytes).digest('hex')}`;
  const onDisk: readonly [string, string, Uint8Array][] = [
    ['mixed line ends', '0\n\none\ntwo\n', Buffer.from('0\r\n\none\ntwo\n')],
    ['bare CR', '0\n\none\n', Buffer.from('0\r\rone\r')],
    ['Latin-1', 'caf\u00e9\n\none\n', Buffer.from('caf\u00e9\n\none\n', 'latin1')],
  ];
  test.each(onDisk)('%s', async (_, text, bytes) => {
    workspace.openDocument(id, text);
    workspace.hashes.set(`${id} ${hash(bytes).slice('sha256:'.length)}`, text);
    workspace.type(id, 0, 'zero\n');
    expect(await apply([replace('one', '1')], hash(bytes).toUpperCase().replace('SHA256', 'sha256'))).toMatchObject({
      ok: true,
    });
    expect(workspace.text(id)).toBe(`zero\n${text.replace('one', '1')}`);
  });

  test('of a file that changed under unsaved text', async () => {
    workspace.openDocument(id, 'one\n\nthree\n\nfive\n');
    workspace.type(id, 0, 'zero\n\n');
    Object.assign(workspace.documents.get(id) ?? {}, { diskText: 'one\n\nthree\n\n5\n' });
    workspace.hashes.set(`${id} ${hash('one\r\n\nthree\n\n5\n').slice('sha256:'.length)}`, 'one\n\nthree\n\n5\n');
    expect(await apply([replace('three', '3')], hash('one\r\n\nthree\n\n5\n'))).toMatchObject({ ok: true });
    expect(workspace.text(id)).toBe('zero\n\none\n\n3\n\nfive\n');
  });
});

describe('a file that another editor has open', () => {
  const cells = ['vscode-notebook-cell:/project/a.txt#one', 'vscode-notebook-cell:/project/a.txt#two'];

  test('is not edited as text: its cells are named', async () => {
    workspace.openDocument(id, '{}\n');
    workspace.otherEditors.set(id, { dirty: false, cells });
    const { versionId } = await workspace.ask('live:version', { documentId: id }, 'agent');
    const result = await apply([replace('{}', '[]')], versionId);
    expect(result).toMatchObject({ ok: false, error: { code: 'NOTEBOOK_OPEN' } });
    expect(result.ok || result.error.message).toContain('Cells: a.txt#one, a.txt#two');
    expect(workspace.text(id)).toBe('{}\n');
  });

  test('and is not read while it is unsaved', async () => {
    workspace.openDocument(id, '{}\n');
    workspace.otherEditors.set(id, { dirty: true, cells });
    const result = await workspace.session.request('live:version', { documentId: id }, 'agent');
    expect(result).toMatchObject({ ok: false, error: { code: 'NOTEBOOK_OPEN', data: { cells } } });
  });
});
