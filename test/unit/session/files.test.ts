import { expect, test } from 'vitest';
import type { Channel, Params } from '../../../src/protocol/channels.ts';
import { contextFileRefs } from '../../../src/sources/retrieved/contextFileRefs.ts';
import { settled } from '../../support/memoryWorkspace.ts';
import { requestAt } from '../../support/prompts/sourceRequest.ts';
import { useWorkspace, workspace } from '../../support/workspace.ts';

useWorkspace();

const ask = async <C extends Channel>(channel: C, params: Params<C>) =>
  await workspace.ask(channel, params, 'clipboard');
const lines = Array.from({ length: 5_000 }, (_, index) => `line ${index + 1}\n`);

async function save(text: string, conversationId?: string): Promise<string> {
  const about = { source: 'terminal', hint: 'npm test' } as const;
  const { ref } = await ask('files:save', {
    text,
    ...about,
    ...(conversationId === undefined ? {} : { conversationId }),
  });
  return ref.id;
}

test('a saved text is listed, read page by page, tailed, counted and deleted', async () => {
  const text = lines.join('');
  const id = await save(text);
  const { items, conversationId } = await ask('files:list', {});
  expect(conversationId).toBe('workspace');
  expect(items).toEqual([
    { id, kind: 'artifact', byteSize: text.length, createdAt: workspace.clock.now(), hint: 'npm test' },
  ]);
  const first = await ask('files:read', { id });
  expect(first).toEqual({ id, offset: 0, limit: 8192, done: false, content: text.slice(0, 8192), nextOffset: 8192 });
  expect(await ask('files:read', { id, offset: text.length - 5, limit: 100 })).toMatchObject({
    done: true,
    content: text.slice(-5),
  });
  expect(await ask('files:tail', { id })).toEqual({ id, lines: 200, content: lines.slice(-200).join('') });
  expect(await ask('files:usage', {})).toEqual({
    files: 1,
    bytes: text.length,
    quotaBytes: 512 * 1024 * 1024,
    retentionDays: 14,
    conversations: [{ conversationId: 'workspace', files: 1, bytes: text.length }],
  });
  expect(await ask('files:delete', { id })).toEqual({ deleted: 1 });
  expect(await ask('files:list', {})).toMatchObject({ items: [] });
});

test('the shared files are changed by the developer alone', async () => {
  const id = await save('shared');
  const request = workspace.session.request.bind(workspace.session);
  const conversationId = 'workspace';
  const forbidden = { ok: false, error: { code: 'CONVERSATION_FORBIDDEN' } };
  const saved = { conversationId, text: 'x', source: 'tool', hint: 'x' } as const;
  expect(await request('files:save', saved, 'some.extension')).toMatchObject(forbidden);
  expect(await request('files:delete', { conversationId, id }, 'some.extension')).toMatchObject(forbidden);
  expect(await request('files:delete', { conversationId }, 'some.extension')).toMatchObject(forbidden);
  expect(settled(await request('files:read', { id }, 'some.extension')).content).toBe('shared');
});

test('each consumer has files of its own beside the shared ones; nobody reads another’s but the developer', async () => {
  const keep = async (text: string, consumer: string) => {
    const params = { text, source: 'tool', hint: `of ${consumer}` } as const;
    return (await workspace.ask('files:save', params, consumer)).ref.id;
  };
  const consumers = ['clipboard', 'lm-tools', 'live:1f0c22aa', 'mcp:0b6e-Session', 'mcp:other', 'some.extension'];
  const ids = new Map<string, string>();
  for (const consumer of consumers) ids.set(consumer, await keep(`text of ${consumer}`, consumer));
  for (const consumer of consumers) {
    const listed = await workspace.ask('files:list', {}, consumer);
    const own = consumer === 'clipboard' ? ['clipboard'] : ['clipboard', consumer];
    expect(listed.items.map(({ id }) => id).sort()).toEqual(own.map((one) => ids.get(one)).sort());
    for (const [other, id] of ids) {
      const read = await workspace.session.request('files:read', { id }, consumer);
      if (own.includes(other)) expect(settled(read).content).toBe(`text of ${other}`);
      else expect(read).toMatchObject({ ok: false, error: { code: 'FILE_UNKNOWN' } });
      if (other === 'clipboard') continue;
      const named = await workspace.session.request('files:read', { id, conversationId: other }, consumer);
      if (other === consumer || consumer === 'clipboard') expect(settled(named).content).toBe(`text of ${other}`);
      else expect(named).toMatchObject({ ok: false, error: { code: 'CONVERSATION_FORBIDDEN' } });
    }
  }
  const { conversations } = await ask('files:usage', {});
  expect(conversations.map(({ conversationId }) => conversationId).sort()).toEqual(
    consumers.map((consumer) => (consumer === 'clipboard' ? 'workspace' : consumer)).sort(),
  );
  const agent = consumers.find((consumer) => consumer !== 'clipboard') ?? '';
  const told = (await workspace.ask('files:usage', {}, agent)).conversations;
  expect(told.map(({ conversationId }) => conversationId).sort()).toEqual([agent, 'workspace'].sort());
});

test.each<[Channel, object, string]>([
  ['files:read', { id: '../secret' }, 'FILE_ID_INVALID'],
  ['files:tail', { id: 'terminal-0123456789' }, 'FILE_UNKNOWN'],
  ['files:read', { id: 'x'.repeat(5_000) }, 'REQUEST_INVALID'],
  ['files:read', { id: 'terminal-0123456789', offset: -1 }, 'REQUEST_INVALID'],
  ['files:list', { conversationId: '..' }, 'FILE_ID_INVALID'],
  ['files:save', { text: 'x', source: 'elsewhere', hint: 'x' }, 'REQUEST_INVALID'],
  ['files:import', { archive: new Uint8Array(100) }, 'ARCHIVE_INVALID'],
  ['files:import', { archive: 'text' }, 'REQUEST_INVALID'],
])('%s %j → %s with a next step', async (channel, params, code) => {
  const result = await workspace.session.request(channel, params as Params<Channel>, 'clipboard');
  expect(result).toMatchObject({
    ok: false,
    error: { code, message: expect.any(String), recovery: expect.any(String) },
  });
  expect(workspace.faults).toEqual([]);
});

test.each([
  ['an output that names nothing here', 'all 12 tests passed\n', false],
  ['one that names the file', 'FAIL src/greet.ts:3 expected 1\n', true],
  ['one that names another file that ends alike', 'FAIL src/not-greet.ts:3\n', false],
])('%s stands in the prompt after five minutes only where it concerns the document', async (_, text, concerns) => {
  const document = 'file:///project/src/greet.ts';
  workspace.openDocument(document, 'export function greetEveryone(name: string) {}\n', 'typescript');
  const ref = {
    id: 'terminal-aaaaaaaaaa',
    kind: 'artifact' as const,
    createdAt: workspace.clock.now(),
    hint: 'npm test',
  };
  const refs = contextFileRefs(async () => [{ ref, text }], workspace.clock);
  expect(await refs.pieces(requestAt(workspace, document), [])).toHaveLength(1);
  workspace.clock.advance(5 * 60 * 1000 + 1);
  expect(await refs.pieces(requestAt(workspace, document), [])).toHaveLength(concerns ? 1 : 0);
});
