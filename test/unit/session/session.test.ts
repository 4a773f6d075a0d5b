import { beforeEach, describe, expect, test } from 'vitest';
import type { Channel, Params } from '../../../src/protocol/channels.ts';
import { MemoryWorkspace } from '../../support/memoryWorkspace.ts';
import { applyStrictly } from '../../support/strictPatch.ts';

const a = 'file:///project/a.ts';
const b = 'file:///project/b.ts';
const foreign = 'file:///other/c.ts';
let workspace: MemoryWorkspace;

beforeEach(async () => {
  workspace = await MemoryWorkspace.open();
});

const changes = async (params: Params<'live:changesSince'> = {}, consumer = 'clipboard') =>
  await workspace.ask('live:changesSince', params, consumer);

describe('every request settles', () => {
  test.each([
    ['live:nothing', {}, 'CHANNEL_UNKNOWN'],
    ['live:get', { format: 'pdf' }, 'REQUEST_INVALID'],
    ['live:get', {}, 'DOCUMENT_NONE'],
    ['live:get', { documentId: 'file:///project/nowhere.ts' }, 'DOCUMENT_MISSING'],
  ])('%s %j → %s with a next step', async (channel, params, code) => {
    const result = await workspace.session.request(channel as Channel, params as Params<Channel>, 'test');
    const error = { code, message: expect.any(String), recovery: expect.any(String) };
    expect(result).toMatchObject({ ok: false, error });
    expect(workspace.faults).toEqual([]);
  });

  test('a fault inside is INTERNAL and told without its text', async () => {
    workspace.openDocument(a, 'x');
    workspace.editor = () => {
      throw new Error('boom');
    };
    const result = await workspace.session.request('live:get', {}, 'clipboard');
    expect(result).toMatchObject({ ok: false, error: { code: 'INTERNAL' } });
    expect(workspace.faults).toHaveLength(1);
  });
});

test('versions: an unknown id, and one that is gone, with fresh text', async () => {
  workspace = await MemoryWorkspace.open(undefined, undefined, { historyBytes: 16_000 });
  workspace.openDocument(a, 'start');
  const first = (await workspace.ask('live:version', {}, 'test')).versionId;
  workspace.histories.get(a)?.replay({ kind: 'forget', consumer: 'nobody' });
  for (let index = 0; index < 90; index++) {
    workspace.type(a, 0, 'x');
    workspace.clock.advance(2_000);
  }
  const gone = workspace.histories.get(a)?.editsAfter(0)[0]?.version.id ?? '';
  for (let index = 0; index < 90; index++) {
    workspace.type(a, 0, 'y');
    workspace.clock.advance(2_000);
  }
  expect((await workspace.ask('live:version', { versionId: first }, 'test')).text).toBe('start');
  const error = { code: 'VERSION_GONE', data: { text: workspace.text(a) } };
  const result = await workspace.session.request('live:version', { versionId: gone }, 'test');
  expect(result).toMatchObject({ ok: false, error });
  for (const versionId of ['nonsense', first.replace(/^v2025/, 'v2030'), first.replace(/-\w+$/, '-zzzz')]) {
    const result = await workspace.session.request('live:version', { versionId }, 'test');
    expect(result).toMatchObject({ ok: false, error: { code: 'VERSION_UNKNOWN' } });
  }
});

describe('what changed since', () => {
  test('a stored history that was opened after the last copy does not tell its whole past', async () => {
    workspace.openDocument(b, 'b\n');
    workspace.type(b, 0, 'long ago ');
    await workspace.histories.flush();
    const after = await MemoryWorkspace.open(workspace.files, workspace.clock);
    workspace = after;
    after.openDocument(a, 'a\n');
    await after.session.request('live:get', {}, 'clipboard');
    after.openDocument(b, 'long ago b\n');
    await after.histories.ready();
    after.type(b, 0, 'now, ');
    const [document] = (await changes()).documents;
    expect(document?.status === 'changed' && applyStrictly(document.patch, 'long ago b\n')).toBe('now, long ago b\n');
  });

  test('without an active document only the project used last is told', async () => {
    workspace.openDocument(foreign, 'c\n');
    workspace.openDocument(a, 'a\n');
    await workspace.session.request('live:get', {}, 'clipboard');
    workspace.type(foreign, 0, 'planted');
    workspace.type(a, 0, 'x');
    workspace.active = null;
    const { documents, receipt } = await changes();
    expect(documents.map((one) => one.documentId)).toEqual([a]);
    expect(receipt.projectId).toBe('file:///project');
  });
});

test('a text that the history missed: is noticed at the session and becomes an edit of unknown origin', async () => {
  workspace.openDocument(a, 'one\n');
  const opened = workspace.documents.get(a);
  if (opened) opened.text = 'one\ntwo\n';
  const value = await workspace.ask('live:get', {}, 'clipboard');
  expect(value.payload.current_document).toBe('one\ntwo\n');
  expect(value.payload.recent_diffs[0]).toMatchObject({ origin: 'unknown' });
});
