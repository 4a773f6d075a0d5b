import { request as httpRequest } from 'node:http';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { startHttpServer } from '../../../src/mcp/http/httpServer.ts';
import { connectAgent } from '../../support/mcp/agents.ts';
import { AgentHome, AgentWindow, clientOf, newFolder } from '../../support/mcp/window.ts';
import { MemoryWorkspace } from '../../support/memoryWorkspace.ts';

// What a request must be to be let in, and what becomes of sessions and of the server's end.

let home: AgentHome;
let window: AgentWindow;
let folder: string;

beforeAll(async () => {
  home = await AgentHome.open();
  folder = await newFolder(home, 'project');
  window = await AgentWindow.open(home, folder);
  window.workspace.openDocument('file:///project/a.ts', 'the text\n');
});

afterAll(async () => {
  await window.close();
  await home.remove();
});

interface Reply {
  readonly status: number;
  readonly headers: NodeJS.Dict<string | string[]>;
  readonly body: string;
}

const initialize = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'raw', version: '1' } },
};
const listTools = JSON.stringify({ jsonrpc: '2.0', id: 2, method: 'tools/list' });
const accept = 'application/json, text/event-stream';
const good = () => ({ authorization: `Bearer ${window.token}`, accept, 'content-type': 'application/json' });

/** A request with every header as given; `fetch` would not let Host and Origin through. */
function send(options: {
  readonly path?: string;
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
}): Promise<Reply> {
  const { path = '/mcp', method = 'POST', headers = good(), body = '' } = options;
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      { host: '127.0.0.1', port: window.server.port, path, method, headers, agent: false },
      (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (chunk: string) => {
          text += chunk;
        });
        response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text }));
      },
    );
    request.on('error', reject);
    request.end(body);
  });
}

const begin = (headers: Record<string, string> = {}) =>
  send({ headers: { ...good(), ...headers }, body: JSON.stringify(initialize) });

describe('who is let in', () => {
  test('a client with the token', async () => {
    const { status, headers, body } = await begin();
    expect([status, headers['mcp-session-id']]).toEqual([200, expect.any(String)]);
    expect(body).toContain('"name":"live-context"');
  });

  test('the same address under its other name, and a page of its own', async () => {
    const { port } = window.server;
    expect((await begin({ host: `localhost:${port}` })).status).toBe(200);
    expect((await begin({ origin: `http://127.0.0.1:${port}` })).status).toBe(200);
  });

  test.each(['', 'Bearer ', 'Bearer wrong', 'Basic dG9rZW4=', 'bearer'])('no token like %j', async (authorization) => {
    for (const path of ['/mcp', '/request', '/changes', '/elsewhere']) {
      const { status, headers, body } = await send({ path, headers: { ...good(), authorization } });
      expect([path, status, headers['www-authenticate']]).toEqual([path, 401, 'Bearer']);
      expect(body).not.toContain(window.token);
    }
  });

  test.each([
    ...['http://evil.example', 'http://127.0.0.1.evil.example', 'null', 'http://localhost:1'],
    'vscode-webview://x',
  ])('no page of %s, though it had the token', async (origin) => {
    expect((await begin({ origin })).status).toBe(403);
  });
});

describe('what is refused', () => {
  test.each(['/mcp', '/request'])('a body over the limit on %s, announced or not', async (path) => {
    const body = JSON.stringify({ ...initialize, padding: 'x'.repeat(5 * 1024 * 1024) });
    const announced = { ...good(), 'content-length': String(Buffer.byteLength(body)) };
    const statuses = [
      await send({ path, headers: announced, body }).then(({ status }) => status, refusedMidway),
      await send({ path, headers: { ...good(), 'transfer-encoding': 'chunked' }, body }).then(
        ({ status }) => status,
        refusedMidway,
      ),
    ];
    expect(statuses).toEqual([413, 413]);
    expect((await begin()).status).toBe(200);
  });

  test.each([
    ['no JSON', 'not json', 400],
    ['nothing', '', 400],
    ['a request without a session', JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }), 400],
  ])('%s', async (_, body, expected) => {
    expect((await send({ body })).status).toBe(expected);
  });

  test.each([
    [{ channel: 'context:budget:update', params: {}, consumer: 'mcp:x' }],
    [{ channel: 'constraints:create', params: {}, consumer: 'mcp:x' }],
    [{ channel: 'toString', params: {}, consumer: 'mcp:x' }],
    [{ channel: 'live:get', params: {}, consumer: 'clipboard' }],
    [{ channel: 'live:get', params: {} }],
    ['nonsense'],
  ])('what a bridge has no business with: %j', async (request) => {
    const { body } = await send({ path: '/request', body: JSON.stringify(request) });
    expect(JSON.parse(body)).toMatchObject({ ok: false, error: { code: 'REQUEST_INVALID' } });
  });
});

describe('sessions', () => {
  test('one that is ended is gone', async () => {
    const session = String((await begin()).headers['mcp-session-id']);
    const headers = { ...good(), 'mcp-session-id': session };
    expect((await send({ method: 'DELETE', headers })).status).toBe(200);
    expect((await send({ headers, body: listTools })).status).toBe(404);
  });

  test('of too many, those used longest ago are closed; a client of the SDK goes on', async () => {
    const first = String((await begin()).headers['mcp-session-id']);
    for (let index = 0; index < 128; index++) await begin();
    const headers = { ...good(), 'mcp-session-id': first };
    expect((await send({ headers, body: listTools })).status).toBe(404);
    const agent = await connectAgent('1.x', window.http);
    expect((await agent.call('live_context')).isError).toBe(false);
    await agent.close();
  });
});

test('a client that hangs up in the middle of a call is told the same again, and gets its stream again', async () => {
  const workspace = await MemoryWorkspace.open();
  workspace.openDocument('file:///project/a.ts', 'the text\n');
  const { request } = clientOf(workspace);
  const held = Promise.withResolvers<void>();
  let waiting: number | null = null;
  const client = {
    request: async (...asked: Parameters<typeof request>) => {
      if (waiting === null) return request(...asked);
      waiting++;
      await held.promise;
      return request(...asked).finally(() => {
        waiting = (waiting ?? 0) - 1;
      });
    },
  };
  const faults: unknown[] = [];
  const server = await startHttpServer({ client, version: '1', token: 'x', onFault: (error) => faults.push(error) });
  const headers = { ...good(), authorization: 'Bearer x' };
  const ask = (body: object, session: object = {}, signal: AbortSignal | null = null) =>
    fetch(server.url, { method: 'POST', headers: { ...headers, ...session }, body: JSON.stringify(body), signal });
  const session = { 'mcp-session-id': String((await ask(initialize)).headers.get('mcp-session-id')) };
  const call = (name: string, id: number) => ({ jsonrpc: '2.0', id, method: 'tools/call', params: { name } });
  await (await ask(call('live_context', 0), session)).text();
  workspace.edit('file:///project/a.ts', [{ start: 0, end: 3, newText: 'THE' }]);
  waiting = 0;
  for (let id = 1; id <= 20; id++) {
    const abort = new AbortController();
    await ask(call('live_context_changes', id), session, abort.signal);
    abort.abort();
  }
  // The server hears in this process when a connection is closed.
  await new Promise((resolve) => setTimeout(resolve, 500));
  held.resolve();
  await vi.waitFor(() => expect(waiting).toBe(0), { timeout: 20_000 });
  expect(await (await ask(call('live_context_changes', 21), session)).text()).toContain('+THE text');
  for (let turn = 0; turn < 2; turn++)
    expect((await fetch(server.url, { headers: { ...headers, ...session } })).status).toBe(200);
  expect(faults).toEqual([]);
  await server.close();
});

test('the end of the server: stopped in the middle: every call settles, the port is free, and a new server takes it', async () => {
  const stopping = await AgentWindow.open(home, await newFolder(home, 'stopping'));
  stopping.workspace.openDocument('file:///stopping/a.ts', 'x\n');
  const agents = await Promise.all([
    connectAgent('1.x', stopping.http),
    connectAgent('2.x, protocol of 2026', stopping.http),
  ]);
  const calls = agents.flatMap((agent) => Array.from({ length: 20 }, () => agent.call('live_context')));
  const outcomes = Promise.allSettled(calls);
  await stopping.close();
  expect(await outcomes).toHaveLength(40);
  const { port } = stopping.server;
  await expect(fetch(`http://127.0.0.1:${port}/mcp`)).rejects.toThrow();
  const next = await AgentWindow.open(home, await newFolder(home, 'next'), port);
  expect(next.server.port).toBe(port);
  const taken = await AgentWindow.open(home, await newFolder(home, 'other'), port);
  expect(taken.server.port).not.toBe(port);
  await Promise.all([next.close(), taken.close(), ...agents.map((agent) => agent.close())]);
});

/** The server may close the connection while the client is still sending: for a client that is a refusal, too. */
function refusedMidway(error: unknown): number {
  const code = error instanceof Error && 'code' in error ? error.code : '';
  if (code === 'EPIPE' || code === 'ECONNRESET') return 413;
  throw error;
}

test('two agents of one name and without sessions are told what changed each for itself', async () => {
  const at = (id: string) => ({ ...window.http, url: `${window.http.url}?agent=${id}` });
  const agents = await Promise.all(
    ['one', 'two'].map((id) => connectAgent('2.x, protocol of 2026', at(id), 'same-name')),
  );
  try {
    for (const agent of agents) await agent.call('live_context');
    window.workspace.type('file:///project/a.ts', 0, 'typed ');
    for (const agent of agents) expect((await agent.call('live_context_changes')).text).toContain('+typed');
    for (const agent of agents) expect((await agent.call('live_context_changes')).text).not.toContain('+typed');
  } finally {
    for (const agent of agents) await agent.close();
  }
});
