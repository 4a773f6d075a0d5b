import { expect, test } from 'vitest';
import type { Channel, Params, Value } from '../../../src/protocol/channels.ts';
import { MemoryWorkspace } from '../../support/memoryWorkspace.ts';
import { applyStrictly } from '../../support/strictPatch.ts';

const document = 'file:///project/long.txt';

async function ask<C extends Channel>(workspace: MemoryWorkspace, channel: C, params: Params<C>): Promise<Value<C>> {
  const result = await workspace.session.request(channel, params, 'clipboard');
  if (!result.ok) throw new Error(`${result.error.code}: ${result.error.message}`);
  return result.value;
}

test('a diff that is too long for a prompt is named as a context file, which holds it', async () => {
  const workspace = await MemoryWorkspace.open();
  const older = Array.from({ length: 1_000 }, (_, i) => `line ${i}\n`).join('');
  workspace.openDocument(document, older);
  await ask(workspace, 'live:get', {});
  const newer = older.replaceAll('line', 'changed line');
  workspace.edit(document, [{ start: 0, end: older.length, newText: newer }]);
  const preview = await ask(workspace, 'live:get', { preview: true });
  const before = await ask(workspace, 'files:list', { kind: 'artifact' });
  expect(before.items).toEqual([]);
  const { text } = await ask(workspace, 'live:get', {});
  expect(text).toBe(preview.text);
  const [, id = ''] = /whole diff: context file (diff-[a-z0-9]{10})/.exec(text) ?? [];
  const { items } = await ask(workspace, 'files:list', {});
  expect(items).toMatchObject([{ id, kind: 'artifact', mimeType: 'text/x-diff' }]);
  const { content } = await ask(workspace, 'files:read', { id, limit: 65_536 });
  expect(applyStrictly(content, older)).toBe(newer);
  await ask(workspace, 'live:get', {});
  expect((await ask(workspace, 'files:list', {})).items).toHaveLength(1);
});

test('where its file cannot be written, it is told without one, until it can', async () => {
  const workspace = await MemoryWorkspace.open();
  const older = Array.from({ length: 1_000 }, (_, i) => `line ${i}\n`).join('');
  workspace.openDocument(document, older);
  workspace.edit(document, [{ start: 0, end: older.length, newText: older.replaceAll('line', 'changed line') }]);
  workspace.files.fail = 'full';
  const { text } = await ask(workspace, 'live:get', {});
  expect(text).toContain('detail hunks');
  expect(text).not.toContain('context file diff-');
  expect(workspace.faults).not.toEqual([]);
  workspace.files.fail = null;
  const { text: later } = await ask(workspace, 'live:get', {});
  const [, id = ''] = /whole diff: context file (diff-[a-z0-9]{10})/.exec(later) ?? [];
  expect((await ask(workspace, 'files:read', { id, limit: 65_536 })).content).toContain('+changed line 999');
});

test.each([
  'its versions are folded away',
  'the document is renamed',
  'its versions are folded away and the window is reloaded',
  'the document is renamed and the window is reloaded',
])('it can still be read when %s', async (when) => {
  const workspace = await MemoryWorkspace.open();
  const older = Array.from({ length: 1_000 }, (_, i) => `line ${i}\n`).join('');
  workspace.openDocument(document, older);
  const newer = older.replaceAll('line', 'changed line');
  workspace.edit(document, [{ start: 0, end: older.length, newText: newer }]);
  await ask(workspace, 'live:get', {});
  const [item] = (await ask(workspace, 'files:list', {})).items;
  if (when.startsWith('the document')) workspace.histories.rename(document, 'file:///project/renamed.txt');
  else {
    for (let index = 0; index < 30; index++) {
      workspace.clock.advance(120_000);
      workspace.edit(document, [{ start: 0, end: 0, newText: `${index}\n` }]);
    }
    const history = workspace.histories.get(document);
    const first = history?.oldest.number ?? 0;
    for (const kind of ['opened', 'saved'] as const) history?.unpin(kind);
    history?.forget('clipboard');
    history?.shrink(0);
    expect(history?.textOf(first)).toBeNull();
  }
  let reader = workspace;
  if (when.endsWith('reloaded')) {
    await workspace.liveContext.flush();
    reader = await MemoryWorkspace.open(workspace.files, workspace.clock);
    reader.openDocument('file:///project/other.txt', '');
  }
  const { items } = await ask(reader, 'files:list', {});
  expect(items.map(({ id }) => id)).toEqual([item?.id]);
  const { content } = await ask(reader, 'files:read', { id: item?.id ?? '', limit: 65_536 });
  expect(applyStrictly(content, older)).toBe(newer);
});
