import { beforeEach, describe, expect, test } from 'vitest';
import { arrived, callTool } from '../../../src/agents/toolAnswer.ts';
import { tools } from '../../../src/agents/tools.ts';
import type { Channel, Params } from '../../../src/protocol/channels.ts';
import { ManualClock } from '../../support/manualClock.ts';
import { clientOf } from '../../support/mcp/window.ts';
import { MemoryFileSystem } from '../../support/memoryFileSystem.ts';
import { MemoryWorkspace } from '../../support/memoryWorkspace.ts';
import { WindowUser } from '../../support/windowUser.ts';

const document = 'file:///project/a.ts';
const dayMs = 24 * 60 * 60 * 1000;
let files: MemoryFileSystem;
let clock: ManualClock;
let workspace: MemoryWorkspace;

beforeEach(async () => {
  files = new MemoryFileSystem();
  clock = new ManualClock();
  workspace = await MemoryWorkspace.open(files, clock);
  workspace.openDocument(document, 'one\ntwo\nthree\n', 'typescript');
});

const ask = async <C extends Channel>(channel: C, params: Params<C>, consumer = 'view') =>
  await workspace.ask(channel, params, consumer);
const list = async (params: Params<'deliveries:list'> = {}, consumer = 'view') =>
  (await ask('deliveries:list', params, consumer)).deliveries;
const get = (id: string) => ask('deliveries:get', { id });
const reload = async () => {
  await workspace.liveContext.flush();
  const { documents } = workspace;
  workspace = await MemoryWorkspace.open(files, clock);
  for (const [id, { text }] of documents) workspace.openDocument(id, text);
};

describe('what was delivered', () => {
  test('is listed with who asked for what and when, the newest first', async () => {
    await ask('live:get', { format: 'xml' }, 'clipboard');
    clock.advance(1_000);
    await ask('live:changesSince', {}, 'mcp:1');
    const rows = await list();
    expect(rows).toMatchObject([
      { consumer: 'mcp:1', channel: 'live:changesSince', format: 'markdown', at: clock.now(), rebuildable: true },
      { consumer: 'clipboard', channel: 'live:get', asked: { format: 'xml' }, format: 'xml', rebuildable: true },
    ]);
    expect(rows.every(({ tokens, bytes }) => tokens !== null && tokens > 0 && bytes > tokens)).toBe(true);
    expect(await list({ consumer: 'clipboard' })).toHaveLength(1);
    expect(await list({ limit: 1 })).toHaveLength(1);
  });

  test('says what the consumer has not seen since', async () => {
    await ask('live:get', {}, 'clipboard');
    expect((await list())[0]?.documents).toMatchObject([
      { documentId: document, file: 'a.ts', unseen: { added: 0, removed: 0 } },
    ]);
    workspace.edit(document, [{ start: 0, end: 4, newText: 'uno\nein\neins\n' }]);
    expect((await list())[0]?.documents).toMatchObject([{ unseen: { added: 3, removed: 1 } }]);
  });

  test('replies about versions and refused edits are told too, with the text that they held', async () => {
    const { versionId } = await ask('live:version', {}, 'ext.one');
    const second = await ask('live:version', { documentId: 'a.ts', lines: { first: 2, last: 2 } }, 'ext.one');
    workspace.edit(document, [{ start: 0, end: 3, newText: 'other' }]);
    const edits = [{ type: 'replace', oldText: 'one', newText: 'mine' }] as const;
    const refused = await workspace.session.request(
      'live:applyEdits',
      { documentId: document, baseVersionId: versionId, edits: [...edits] },
      'ext.one',
    );
    expect(refused.ok).toBe(false);
    const [conflict, lines, whole] = await list();
    expect(conflict).toMatchObject({ channel: 'live:applyEdits', format: 'json' });
    expect(await get(conflict?.id ?? '')).toMatchObject({ checked: true, text: expect.stringContaining('other') });
    expect(await get(lines?.id ?? '')).toMatchObject({ checked: true, text: JSON.stringify(second) });
    expect(await get(whole?.id ?? '')).toMatchObject({ checked: true, text: expect.stringContaining('one\\ntwo') });
  });

  test('what the developer does in the view was read by nobody', async () => {
    await ask('pins:create', { documentId: document, lines: 'all' }, 'clipboard');
    expect(await list()).toEqual([]);
  });

  test('another consumer sees its own deliveries alone', async () => {
    const { receipt } = await ask('live:get', {}, 'clipboard');
    await ask('live:get', {}, 'mcp:1');
    expect((await list({ consumer: 'clipboard' }, 'mcp:1')).map(({ consumer }) => consumer)).toEqual(['mcp:1']);
    const refused = await workspace.session.request('deliveries:get', { id: receipt.id ?? '' }, 'mcp:1');
    expect(refused).toMatchObject({ ok: false, error: { code: 'DELIVERY_UNKNOWN' } });
  });
});

describe('a delivery is rebuilt', () => {
  test('never by guess: what has expired, is damaged or was not kept is said', async () => {
    const { receipt } = await ask('live:get', {}, 'clipboard');
    workspace.settings.keepDeliveries = false;
    const unkept = await ask('live:get', {}, 'clipboard');
    expect(await get(unkept.receipt.id ?? '')).toMatchObject({ text: null, checked: false, missing: 'notKept' });
    const id = receipt.id ?? '';
    expect(await get(id)).toMatchObject({ checked: true });
    const [name = ''] = [...files.files.keys()].filter((one) => one.startsWith('deliveries/'));
    const bytes = files.files.get(name) ?? new Uint8Array();
    files.files.set(name, Buffer.from(Buffer.from(bytes).toString().replace('three', 'threw')));
    expect(await get(id)).toMatchObject({ text: null, checked: false, missing: 'damaged' });
    files.files.set(name, bytes);
    expect(await get(id)).toMatchObject({ checked: true });
    clock.advance(16 * dayMs);
    expect((await list()).map(({ rebuildable }) => rebuildable)).toEqual([false, false]);
    expect(await get(id)).toMatchObject({ text: null, checked: false, missing: 'expired' });
    workspace.settings.keepDeliveries = true;
    await ask('live:get', {}, 'clipboard');
    await workspace.liveContext.flush();
    expect(files.files.has(name)).toBe(false);
  });

  test('every kind of reply of a tool opens again as it was sent, after a reload and a day of use', async () => {
    const { ref } = await ask('files:save', { source: 'tool', hint: 'output', text: 'ok\nFAIL here\n' }, 'mcp:1');
    const id = await new WindowUser(workspace, 'mcp:1').anchor('document', 'read');
    const { versionId } = await ask('live:version', {}, 'mcp:1');
    const edit = { documentId: document, baseVersionId: versionId, edits: [{ oldText: 'one', newText: 'eins' }] };
    const calls: readonly (readonly [tool: string, input: object])[] = [
      ['live_context', {}],
      ['live_context_changes', {}],
      ['live_context_version', { lines: { first: 2, last: 2 } }],
      ['live_context_apply_edits', edit],
      ['live_context_apply_edits', edit],
      ['live_context_action', { id, params: { first: 1, last: 2 } }],
      ['live_context_action', { id: 'list' }],
      ['context_list', {}],
      ['context_grep', { id: ref.id, pattern: 'FAIL' }],
      ['context_tail', { id: ref.id }],
      ['context_read', { id: ref.id }],
    ];
    const sent: string[] = [];
    for (const [name, input] of calls) {
      const tool = tools.find((one) => one.name === name);
      if (tool === undefined) throw new RangeError(name);
      const client = clientOf(workspace);
      const answer = await arrived(client, await callTool(client, tool, input, 'mcp:1', 8_000), 'mcp:1');
      sent.push(answer.text);
      clock.advance(1_000);
    }
    await reload();
    for (let hour = 0; hour < 24; hour++) {
      workspace.type(document, 0, 'more ');
      clock.advance(dayMs / 24);
      await ask('live:get', {}, 'mcp:2');
    }
    await reload();
    const rows = (await list({ consumer: 'mcp:1' })).toReversed();
    const opened = await Promise.all(rows.map(({ id: delivery }) => get(delivery)));
    expect(opened.map(({ text }) => text)).toEqual(sent);
    expect(opened.every(({ checked }) => checked)).toBe(true);
    expect(rows[2]).toMatchObject({ channel: 'live:version', documents: [{ documentId: document }] });
  });

  test('without a secret that is known only now, and that is said', async () => {
    const secret = 'sxvKq82mZpW4hTnB7cRdLfYg';
    workspace.openDocument('file:///project/b.ts', `lorem ${secret} ipsum\n`);
    const { receipt, text } = await ask('live:get', {}, 'clipboard');
    expect(text).toContain(secret);
    workspace.openDocument('file:///project/c.ts', `const password = '${secret}';\n`);
    await ask('live:get', {}, 'clipboard');
    const again = await get(receipt.id ?? '');
    expect(again).toMatchObject({ checked: false, missing: 'hidden' });
    expect(again.text).not.toContain(secret);
  });

  test('while the disk fails nothing waits and nothing is claimed; lines are written once it works again', async () => {
    files.fail = 'full';
    const { receipt } = await ask('live:get', {}, 'clipboard');
    expect(await list()).toMatchObject([{ id: receipt.id, rebuildable: false }]);
    files.fail = null;
    await ask('live:get', {}, 'clipboard');
    await reload();
    expect((await list()).map(({ rebuildable }) => rebuildable)).toEqual([true, false]);
  });
});

describe('a text asked for with hold', () => {
  const seen = () => workspace.histories.get(document)?.watermarks.has('mcp:1') ?? false;

  test('counts as delivered once it is committed, by its own consumer, and once', async () => {
    const { receipt } = await ask('live:get', { hold: true }, 'mcp:1');
    expect(receipt.delivered).toBe(false);
    expect(seen()).toBe(false);
    expect(await list()).toEqual([]);
    const id = receipt.id ?? '';
    expect(await ask('deliveries:commit', { id }, 'mcp:2')).toEqual({ delivered: false });
    expect(seen()).toBe(false);
    expect(await ask('deliveries:commit', { id }, 'mcp:1')).toEqual({ delivered: true });
    expect(seen()).toBe(true);
    expect(await ask('deliveries:commit', { id }, 'mcp:1')).toEqual({ delivered: false });
    expect(await list()).toHaveLength(1);
  });
});

test('every read, edit and file access of an agent has its audit line, and no line holds a text', async () => {
  await ask('files:list', {}, 'mcp:1');
  const { ref } = await ask('files:save', { source: 'tool', hint: 'planted hint', text: 'planted text' }, 'mcp:1');
  await ask('files:read', { id: ref.id }, 'mcp:1');
  await ask('files:grep', { id: ref.id, pattern: 'planted' }, 'mcp:1');
  await ask('live:timeline', {}, 'mcp:1');
  const { versionId } = await ask('live:version', {}, 'mcp:1');
  const edits = [{ type: 'replace' as const, oldText: 'one', newText: 'planted' }];
  await ask('live:applyEdits', { documentId: document, baseVersionId: versionId, edits, summary: 'planted' }, 'mcp:1');
  await workspace.session.request('files:read', { id: 'no-such' }, 'mcp:1');
  await ask('live:get', { preview: true }, 'view');
  await ask('files:list', {}, 'view');
  const lines = await workspace.audit();
  expect(lines.join('\n')).not.toContain('planted');
  expect(lines.map((line) => JSON.parse(line)).map(({ channel, outcome }) => [channel, outcome])).toEqual([
    ['files:list', 'ok'],
    ['files:save', 'ok'],
    ['files:read', 'ok'],
    ['files:grep', 'ok'],
    ['live:timeline', 'ok'],
    ['live:version', 'ok'],
    ['live:applyEdits', 'ok'],
    ['files:read', 'FILE_ID_INVALID'],
  ]);
});
