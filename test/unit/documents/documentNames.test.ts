import { describe, expect, test } from 'vitest';
import type { Channel, Params, Value } from '../../../src/protocol/channels.ts';
import type { Failure } from '../../../src/protocol/result.ts';
import { sha256 } from '../../support/memoryWorkspace.ts';
import { useWorkspace, workspace } from '../../support/workspace.ts';

const open = 'file:///project/src/open.ts';
const never = 'file:///project/src/never%20open.ts';

useWorkspace(() => {
  workspace.openDocument(open, 'open\n');
  workspace.closed.set(never, 'never\nopen\n');
});

async function ask<C extends Channel>(channel: C, params: Params<C>): Promise<Value<C>> {
  return await workspace.ask(channel, params, 'mcp');
}

async function refused<C extends Channel>(channel: C, params: Params<C>): Promise<Failure> {
  const result = await workspace.session.request(channel, params, 'mcp');
  if (result.ok) throw new Error('it was answered');
  return result.error;
}

const version = (documentId: string) => ask('live:version', { documentId });

describe('a document is named', () => {
  test.each([
    ['by its URI', never],
    ['by its URI, spelled otherwise', 'file:///project/src/never open.ts'],
    ['by an absolute path', '/project/src/never open.ts'],
    ['by its path in the project', 'src/never open.ts'],
    ['by a path with dots', './src/../src/never open.ts'],
  ])('%s, and is opened in memory without coming in front', async (_how, name) => {
    expect(await version(name)).toMatchObject({ documentId: never, file: 'src/never%20open.ts'.replace('%20', ' ') });
    expect(workspace.text(never)).toBe('never\nopen\n');
    expect(workspace.active).toBe(open);
  });

  test('in every channel that agents ask', async () => {
    const { payload, receipt } = await ask('live:get', { documentId: 'src/never open.ts' });
    expect(payload.current_document).toBe('never\nopen\n');
    expect(receipt.documentId).toBe(never);
    workspace.edit(never, [{ start: 0, end: 0, newText: '// ' }]);
    const { documents, receipt: changed } = await ask('live:changesSince', { documentId: 'src/never open.ts' });
    expect(documents).toMatchObject([{ status: 'changed', documentId: never }]);
    expect(changed.documentId).toBe(never);
    const baseVersionId = (await version(never)).versionId;
    const edits = [{ type: 'replace', oldText: 'open', newText: 'edited' }] as const;
    await ask('live:applyEdits', { documentId: 'src/never open.ts', baseVersionId, edits: [...edits] });
    expect(workspace.text(never)).toBe('// never\nedited\n');
  });

  test('without any doubt: what may be two is told with both', async () => {
    workspace.folders = ['project', 'other'];
    workspace.closed.set('file:///other/src/open.ts', 'other\n');
    const failure = await refused('live:version', { documentId: 'src/open.ts' });
    expect(failure).toMatchObject({
      code: 'DOCUMENT_AMBIGUOUS',
      data: { candidates: [open, 'file:///other/src/open.ts'] },
    });
    expect(failure.message).toContain('file:///other/src/open.ts');
    expect((await version('src/never open.ts')).documentId).toBe(never);
  });

  test('untitled, by the name that it is shown with', async () => {
    workspace.openDocument('untitled:Untitled-1', 'draft\n');
    expect((await version('Untitled-1')).documentId).toBe('untitled:Untitled-1');
  });
});

describe('nothing is opened', () => {
  test.each([
    ['that is a secret file', 'file:///project/.env', 'DOCUMENT_NOT_TRACKED', /secrets/],
    ['that is excluded', 'file:///project/node_modules/a.js', 'DOCUMENT_NOT_TRACKED', /exclude/],
    ['that is too large', 'file:///project/large.txt', 'DOCUMENT_NOT_TRACKED', /larger/],
    ['that is no text', 'file:///project/image.png', 'DOCUMENT_NOT_TEXT', /./],
    ['that is missing', 'file:///project/nowhere.ts', 'DOCUMENT_MISSING', /./],
    ['outside of the projects', 'untitled:Untitled-9', 'DOCUMENT_OUTSIDE', /./],
  ])('%s', async (_what, documentId, code, message) => {
    workspace.settings.exclude = ['**/node_modules/**'];
    workspace.settings.maxDocumentSize = 1_000;
    workspace.closed.set('file:///project/.env', 'KEY=1\n');
    workspace.closed.set('file:///project/node_modules/a.js', 'a\n');
    workspace.closed.set('file:///project/large.txt', 'x'.repeat(1_001));
    workspace.closed.set('file:///project/image.png', '\0');
    const failure = await refused('live:version', { documentId });
    expect(failure).toMatchObject({ code, recovery: expect.any(String) });
    expect(failure.message).toMatch(message);
    expect([...workspace.documents.keys()]).toEqual([open]);
  });
});

describe('a version is named by the SHA-256 of its text', () => {
  test('the one now, an older one, and the one that was opened', async () => {
    await version(open);
    workspace.edit(open, [{ start: 0, end: 0, newText: 'more\n' }]);
    const byText = async (text: string) =>
      (await ask('live:version', { documentId: open, versionId: `sha256:${sha256(text)}` })).text;
    expect(await byText('more\nopen\n')).toBe('more\nopen\n');
    expect(await byText('open\n')).toBe('open\n');
  });

  test('but no other text, and none that holds a hidden secret: a right guess is answered like a wrong one', async () => {
    const secret = 'password = "correct-horse-7Gd2kPq9"\n';
    workspace.edit(open, [{ start: 0, end: 0, newText: secret }]);
    expect((await version(open)).text).toContain('[REDACTED');
    const answers = await Promise.all(
      [`${secret}open\n`, `${secret.replace('7', '8')}open\n`].map((text) =>
        refused('live:version', { documentId: open, versionId: `sha256:${sha256(text)}` }),
      ),
    );
    expect(answers[0]).toEqual(answers[1]);
    expect(answers[0]).toMatchObject({ code: 'VERSION_UNKNOWN' });
  });
});

describe('a link', () => {
  const link = 'file:///project/link.txt';

  test.each([
    ['by its path', 'link.txt'],
    ['by its URI', link],
  ])('%s is the file that it leads to', async (_how, name) => {
    workspace.links.set(link, never);
    expect(await version(name)).toMatchObject({ documentId: never, text: 'never\nopen\n' });
    expect(workspace.text(link)).toBeNull();
  });

  test.each(['link.txt', link])('%s that leads out of the project is refused with that reason', async (documentId) => {
    workspace.links.set(link, null);
    const leadsOut = { code: 'DOCUMENT_OUTSIDE', message: expect.stringContaining('leads out of the project') };
    expect(await refused('live:version', { documentId })).toMatchObject(leadsOut);
    const edits = [{ type: 'create' as const, newText: 'made' }];
    expect(await refused('live:applyEdits', { documentId, edits })).toMatchObject(leadsOut);
  });
});
