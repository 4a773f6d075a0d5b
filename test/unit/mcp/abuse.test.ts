import { request as httpRequest, type IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { RunningServer } from '../../../src/agents/mcpModule.ts';
import { startHttpServer } from '../../../src/mcp/http/httpServer.ts';
import { type Agent, connectAgent } from '../../support/mcp/agents.ts';
import { clientOf } from '../../support/mcp/window.ts';
import { MemoryWorkspace } from '../../support/memoryWorkspace.ts';
import { runs } from '../../support/runs.ts';

// Clients that cancel, hang up, stay silent, never stop or talk nonsense: others are served throughout, and nothing is left of them.

const token = 'the-token';
const accept = 'application/json, text/event-stream';
const initialize = {
  jsonrpc: '2.0',
  id: 0,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'raw', version: '1' } },
};
/** The session whose requests the window does not answer until it is let go, and how many of them wait. */
let held = '';
let letGo: () => void;
let waiting: number;
let workspace: MemoryWorkspace;
let server: RunningServer;
let faults: unknown[];
let honest: Agent;
let sockets: Socket[];

beforeEach(async () => {
  held = '';
  waiting = 0;
  const free = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  faults = [];
  sockets = [];
  workspace = await MemoryWorkspace.open();
  workspace.openDocument('file:///project/a.ts', 'the text\n');
  const { request, onDidChange } = clientOf(workspace);
  const client = {
    onDidChange,
    request: async (...asked: Parameters<typeof request>) => {
      if (asked[2] !== `mcp:${held}`) return request(...asked);
      waiting++;
      await free;
      return request(...asked).finally(() => void waiting--);
    },
  };
  server = await startHttpServer({ client, version: '1', token, onFault: (error) => faults.push(error) });
  honest = await connectAgent('1.x', { url: server.url, token });
});

afterEach(async () => {
  letGo();
  for (const socket of sockets) socket.destroy();
  await honest.close();
  await server.close();
});

/** How long what ends by itself may take on a busy machine. */
const settling = { timeout: 30_000, interval: 50 };

const openSockets = () => process.getActiveResourcesInfo().filter((name) => name === 'TCPSocketWrap').length;

/** Tries something while one client, connected long ago, and ever new ones ask: each must be answered. */
async function whileOthersAsk(attempt: () => Promise<void>): Promise<void> {
  let done = false;
  const asked = (async () => {
    let count = 0;
    do {
      const newcomer = await within(connectAgent('1.x', { url: server.url, token }));
      for (const agent of [honest, newcomer]) expect((await within(agent.call('live_context'))).isError).toBe(false);
      await newcomer.close();
      count++;
    } while (!done);
    return count;
  })();
  await attempt().finally(() => {
    done = true;
  });
  expect(await asked).toBeGreaterThan(0);
}

/** Silent clients are sent away after ten seconds: whoever is answered before has not waited for that, however busy the machine. */
function within<T>(answer: Promise<T>, ms = 9_000 * runs(1)): Promise<T> {
  return Promise.race([
    answer,
    new Promise<never>((_, reject) => setTimeout(() => reject(new Error(`No answer within ${ms} ms`)), ms).unref()),
  ]);
}

interface Asked {
  readonly method?: string;
  readonly session?: string;
  readonly body?: unknown;
}

/** Sends a request on a connection of its own and resolves with the head of its answer. */
function ask({ method = 'POST', session, body }: Asked): Promise<IncomingMessage> {
  const headers = {
    authorization: `Bearer ${token}`,
    accept,
    'content-type': 'application/json',
    ...(session === undefined ? {} : { 'mcp-session-id': session }),
  };
  return new Promise((resolve, reject) => {
    const request = httpRequest({ port: server.port, host: '127.0.0.1', path: '/mcp', method, headers, agent: false });
    request.on('socket', (socket) => void sockets.push(socket));
    request.on('response', resolve).on('error', reject);
    request.end(body === undefined ? '' : JSON.stringify(body));
  });
}

async function textOf(response: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of response) text += String(chunk);
  return text;
}

async function begin(): Promise<string> {
  const response = await ask({ body: initialize });
  await textOf(response);
  expect(response.statusCode).toBe(200);
  return String(response.headers['mcp-session-id']);
}

const call = (id: number) => ({ jsonrpc: '2.0', id, method: 'tools/call', params: { name: 'live_context' } });
const cancel = (id: number) => ({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: id } });
const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

/** Makes the attempts, some at a time. */
async function inBatches(count: number, size: number, attempt: (index: number) => Promise<void>): Promise<void> {
  for (let from = 0; from < count; from += size) {
    await Promise.all(numbers(Math.min(size, count - from)).map((index) => attempt(from + index)));
  }
}

describe('clients that give up', () => {
  test('the streams of cancelled calls end', { timeout: 60_000 * runs(1) }, async () => {
    const session = await begin();
    const before = openSockets();
    held = session;
    await whileOthersAsk(() =>
      inBatches(runs(100), 50, async (id) => {
        const response = await ask({ session, body: call(id) });
        expect((await ask({ session, body: cancel(id) })).statusCode).toBe(202);
        expect(await within(textOf(response))).not.toContain('the text');
      }),
    );
    await vi.waitFor(() => expect(openSockets()).toBeLessThanOrEqual(before + 2), settling);
  });

  test('in a batch, calls that were not cancelled are answered', async () => {
    const session = await begin();
    held = session;
    const response = await ask({ session, body: [call(1), call(2)] });
    await ask({ session, body: cancel(1) });
    letGo();
    expect(await within(textOf(response))).toContain('the text');
  });

  test('hung up in the middle of a call, nothing is left and nothing is taken for told', {
    timeout: 60_000 * runs(1),
  }, async () => {
    const session = await begin();
    const changes = (id: number) => ({ ...call(id), params: { name: 'live_context_changes' } });
    await textOf(await ask({ session, body: call(-1) }));
    workspace.edit('file:///project/a.ts', [{ start: 0, end: 3, newText: 'THE' }]);
    const before = openSockets();
    held = session;
    await whileOthersAsk(() =>
      inBatches(runs(100), 50, async (id) => {
        const response = await ask({ session, body: changes(id) });
        response.on('error', () => {});
        response.destroy();
      }),
    );
    await vi.waitFor(() => expect(openSockets()).toBeLessThanOrEqual(before + 2), settling);
    letGo();
    await vi.waitFor(() => expect(waiting).toBe(0), settling);
    held = '';
    expect(await textOf(await ask({ session, body: changes(-2) }))).toContain('+THE text');
    expect(faults).toEqual([]);
  });

  test('whoever loses the stream gets it again at once, whether or not the loss was noticed', async () => {
    const session = await begin();
    for (const dropped of [true, false, true, true, false]) {
      const stream = await ask({ method: 'GET', session });
      expect(stream.statusCode).toBe(200);
      stream.on('error', () => {}).resume();
      if (dropped) stream.destroy();
      else void (await ask({ method: 'GET', session })).on('error', () => {}).destroy();
    }
  });
});

describe('clients that never end', () => {
  test('sessions left behind make room for new ones, and none in use is closed', { timeout: 60_000 }, async () => {
    const session = await begin();
    held = session;
    const response = ask({ session, body: call(1) });
    const listening = await begin();
    (await ask({ method: 'GET', session: listening })).on('error', () => {}).resume();
    await inBatches(300, 20, async () => void (await begin()));
    letGo();
    expect(await textOf(await response)).toContain('the text');
    expect(await textOf(await ask({ session: listening, body: call(1) }))).toContain('the text');
    expect((await honest.call('live_context')).isError).toBe(false);
  });

  test('when all sessions are in use, a new one is told so, and let in when one ends', {
    timeout: 60_000,
  }, async () => {
    const streams: IncomingMessage[] = [];
    for (let status: number | undefined = 200; status === 200; ) {
      const response = await ask({ body: initialize });
      status = response.statusCode;
      response.resume();
      if (status !== 200) expect([status, response.headers['retry-after']]).toEqual([503, '5']);
      else streams.push(await ask({ method: 'GET', session: String(response.headers['mcp-session-id']) }));
      expect(streams.length).toBeLessThan(200);
    }
    expect(streams.length).toBeGreaterThan(100);
    expect((await honest.call('live_context')).isError).toBe(false);
    streams[0]?.on('error', () => {}).destroy();
    await vi.waitFor(async () => expect((await ask({ body: initialize })).statusCode).toBe(200), settling);
  });
});

const host = () => `Host: 127.0.0.1:${server.port}\r\n`;
const letIn = () =>
  `${host()}Authorization: Bearer ${token}\r\nAccept: ${accept}\r\nContent-Type: application/json\r\n`;

const post = (body: string, headers = letIn()) =>
  `POST /mcp HTTP/1.1\r\n${headers}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;

/** Sends the text and gives the status of the first answer, 0 when the connection ends without one, null when it stays open. */
function status(text: string, ms = 1_000): Promise<number | null> {
  return new Promise((resolve) => {
    const socket = connect(server.port, '127.0.0.1');
    sockets.push(socket);
    const settle = (status: number | null) => {
      socket.destroy();
      resolve(status);
    };
    socket.setTimeout(ms, () => settle(null));
    socket.on('data', (data) => settle(Number(/^HTTP\/1\.1 (\d{3})/.exec(data.toString('latin1'))?.[1] ?? 0)));
    socket.on('error', () => settle(0)).on('close', () => settle(0));
    socket.write(text);
  });
}

/** Opens connections that send a text and no more. */
async function leaveOpen(count: number, text: () => string): Promise<void> {
  await inBatches(count, 50, async () => {
    const socket = connect(server.port, '127.0.0.1');
    sockets.push(socket);
    socket.on('error', () => {}).resume();
    await new Promise((resolve) => socket.once('connect', resolve).once('close', resolve));
    socket.write(text());
  });
}

describe('clients that keep silent', () => {
  test.each([
    ['nothing', () => ''],
    ['half a request line', () => 'POST /mc'],
    ['headers without an end', () => `POST /mcp HTTP/1.1\r\n${letIn()}`],
    ['half a body', () => `POST /mcp HTTP/1.1\r\n${letIn()}Content-Length: 1000\r\n\r\n{"jsonrpc"`],
  ])('of a crowd that sends %s, nobody is shut out', { timeout: 60_000 }, async (_, text) => {
    await whileOthersAsk(() => leaveOpen(600, text));
    await whileOthersAsk(async () => {});
    expect(openSockets()).toBeLessThan(2 * 600);
  });

  test('without a request in time they are sent away', async () => {
    const short = await startHttpServer({
      client: clientOf(workspace),
      version: '1',
      token,
      onFault() {},
      headersMs: 400,
    });
    const closed = Promise.withResolvers<void>();
    const socket = connect(short.port, '127.0.0.1', () => socket.write('POST /mcp HTTP/1.1\r\nHost: '));
    socket
      .on('error', () => {})
      .on('close', () => closed.resolve())
      .resume();
    sockets.push(socket);
    await closed.promise;
    await short.close();
  });
});

describe('clients that are slow or say too much', () => {
  test('whoever sends a request in small pieces is answered, and nothing is left open', {
    timeout: 60_000 * runs(1),
  }, async () => {
    const before = openSockets();
    const asked = JSON.stringify({ channel: 'live:version', params: {}, consumer: 'mcp:slow' });
    const text = post(asked).replace('/mcp', '/request');
    const pieces = text.match(/[\s\S]{1,80}/g) ?? [];
    await whileOthersAsk(() =>
      inBatches(runs(100), 50, async () => {
        const answer = await new Promise<string>((resolve, reject) => {
          const socket = connect(server.port, '127.0.0.1');
          sockets.push(socket);
          socket
            .setNoDelay()
            .on('data', (data) => {
              resolve(data.toString('latin1'));
              socket.destroy();
            })
            .on('error', reject);
          const send = (at: number): void => {
            socket.write(pieces[at] ?? '');
            if (at + 1 < pieces.length) setTimeout(() => send(at + 1), 20);
          };
          send(0);
        });
        expect(answer).toMatch(/^HTTP\/1\.1 200/);
      }),
    );
    await vi.waitFor(() => expect(openSockets()).toBeLessThanOrEqual(before + 2), settling);
  });

  test('whoever announces or sends more than is taken is refused, and nothing is left open', {
    timeout: 60_000 * runs(1),
  }, async () => {
    const before = openSockets();
    const head = (length: string) => `POST /mcp HTTP/1.1\r\n${letIn()}${length}\r\n\r\n`;
    const big = 'x'.repeat(64 * 1024);
    const flood = head('Transfer-Encoding: chunked') + `${big.length.toString(16)}\r\n${big}\r\n`.repeat(80);
    await whileOthersAsk(() =>
      inBatches(runs(100), 50, async (index) => {
        const text = index % 50 === 0 ? flood : head('Content-Length: 99999999') + big;
        expect([413, 0]).toContain(await status(text, 20_000));
      }),
    );
    await vi.waitFor(() => expect(openSockets()).toBeLessThanOrEqual(before + 2), settling);
  });
});

type Hostile = readonly [about: string, text: () => string, expected: readonly (number | null)[]];
const list = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
const withHeader = (header: string) => () => post(list, `${letIn()}${header}\r\n`);

const hostile: readonly Hostile[] = [
  ...['PUT', 'PATCH', 'HEAD', 'OPTIONS', 'TRACE'].map(
    (method): Hostile => [method, () => `${method} /mcp HTTP/1.1\r\n${letIn()}\r\n`, [405]],
  ),
  ['CONNECT', () => `CONNECT evil.example:80 HTTP/1.1\r\n${letIn()}\r\n`, [0]],
  ['no method', () => ` /mcp HTTP/1.1\r\n${letIn()}\r\n`, [400]],
  ['a made-up method', () => `STEAL /mcp HTTP/1.1\r\n${letIn()}\r\n`, [400]],
  ['DELETE without a session', () => `DELETE /mcp HTTP/1.1\r\n${letIn()}\r\n`, [400]],
  ['GET without a session', () => `GET /mcp HTTP/1.1\r\n${letIn()}\r\n`, [400, 405]],
  ...[
    '/',
    '/other',
    '/mcp/..',
    '/../../etc/passwd',
    '/%2e%2e/',
    '/request/x',
    '/mcp%00',
    '//mcp',
    'http://evil.example/',
  ].map(
    (path): Hostile => [
      `the path ${path}`,
      () => `POST ${path} HTTP/1.1\r\n${letIn()}Content-Length: 0\r\n\r\n`,
      [404, 400],
    ],
  ),
  ...[
    'evil.example',
    '127.0.0.1',
    'localhost',
    '127.0.0.1:1',
    '[::1]:80',
    '',
    '0x7f.1',
    '127.0.0.1.evil.example:80',
  ].map(
    (name): Hostile => [
      `the host ${name}`,
      () => post(list, `Host: ${name}\r\nAuthorization: Bearer ${token}\r\n`),
      [403],
    ],
  ),
  ['no host', () => post(list, `Authorization: Bearer ${token}\r\n`), [400]],
  ...['http://evil.example', 'null', 'file://', 'http://localhost:1', 'vscode-webview://x', 'https://127.0.0.1'].map(
    (origin): Hostile => [`the origin ${origin}`, withHeader(`Origin: ${origin}`), [403]],
  ),
  ...[
    '',
    'Bearer',
    'Bearer wrong',
    `Basic ${token}`,
    `bearer ${token}`,
    token,
    `Bearer ${token}x`,
    `Bearer ${'x'.repeat(8_000)}`,
  ].map(
    (given): Hostile => [
      `the authorization ${given.slice(0, 20)}`,
      () => post(list, `${host()}Authorization: ${given}\r\n`),
      [401],
    ],
  ),
  ['no authorization', () => post(list, host()), [401]],
  ['a large body without a token', () => `POST /mcp HTTP/1.1\r\n${host()}Content-Length: 99999999\r\n\r\n`, [401]],
  ['an announced body over the limit', () => `POST /mcp HTTP/1.1\r\n${letIn()}Content-Length: 99999999\r\n\r\n`, [413]],
  ['a length below nothing', () => `POST /mcp HTTP/1.1\r\n${letIn()}Content-Length: -1\r\n\r\n`, [400]],
  ['two lengths', () => `POST /mcp HTTP/1.1\r\n${letIn()}Content-Length: 1\r\nContent-Length: 2\r\n\r\n{}`, [400]],
  [
    'a length and chunks',
    () => `POST /mcp HTTP/1.1\r\n${letIn()}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    [400],
  ],
  ['a chunk without a size', () => `POST /mcp HTTP/1.1\r\n${letIn()}Transfer-Encoding: chunked\r\n\r\nzz\r\n`, [400]],
  ['headers over the limit', withHeader(`X: ${'x'.repeat(20_000)}`), [431]],
  ['a header with a line break', withHeader('X: a\rb'), [400]],
  [
    'a thousand headers',
    withHeader(
      numbers(999)
        .map((index) => `X-${index}: y`)
        .join('\r\n'),
    ),
    [400, 431],
  ],
  ['HTTP/0.9', () => 'GET /mcp\r\n\r\n', [400, 403, 0]],
  ['HTTP/2 without asking', () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', [400, 0, 505]],
  ['TLS', () => '\u0016\u0003\u0001\u0002\u0000\u0001\u0000', [400]],
  ['a websocket', withHeader('Connection: Upgrade\r\nUpgrade: websocket'), [400]],
  ['zeros', () => '\0'.repeat(100), [400]],
  ...['', '{', 'null', '[]', '42', '{"jsonrpc":"1.0"}', '['.repeat(10_000), `[${`${list},`.repeat(999)}${list}]`].map(
    (body): Hostile => [`the body ${body.slice(0, 20)}`, () => post(body), [400]],
  ),
  ['a session that never was', withHeader('Mcp-Session-Id: none'), [404]],
  ['a session of another kind', withHeader(`Mcp-Session-Id: ${'x'.repeat(5_000)}`), [404]],
  [
    'another type',
    () => post(list, `${host()}Authorization: Bearer ${token}\r\nContent-Type: text/plain\r\n`),
    [400, 406, 415],
  ],
  ['a request in pieces of nonsense, pipelined', () => `${post('{')}${post('{')}${'x'.repeat(999)}`, [400]],
  ['a hundred pipelined', () => withHeader('Mcp-Session-Id: none')().repeat(100), [404]],
];

describe('clients that talk nonsense', () => {
  test(`of ${hostile.length} hostile requests each is refused, and others are served meanwhile`, {
    timeout: 60_000,
  }, async () => {
    expect(hostile.length).toBeGreaterThanOrEqual(66);
    const before = openSockets();
    const answered: unknown[] = [];
    await whileOthersAsk(async () => {
      for (const [about, text, expected] of hostile) {
        const got = await status(text());
        answered.push(expected.includes(got) ? 'refused' : [about, got, expected]);
      }
    });
    expect(answered.filter((one) => one !== 'refused')).toEqual([]);
    await vi.waitFor(() => expect(openSockets()).toBeLessThanOrEqual(before + 2), settling);
    expect(faults.filter((fault) => !String(fault).includes('Rejected inbound request'))).toEqual([]);
  });
});

test('of clients that hung up no timer runs on', async () => {
  await honest.call('live_context');
  await new Promise((resolve) => setTimeout(resolve, 200));
  const running = new Set<NodeJS.Timeout>();
  const start = vi.spyOn(globalThis, 'setInterval');
  const stop = vi.spyOn(globalThis, 'clearInterval');
  const session = await begin();
  const stream = await ask({ method: 'GET', session });
  stream.on('error', () => {}).destroy();
  held = session;
  const response = await ask({ session, body: call(1) });
  response.on('error', () => {}).destroy();
  letGo();
  await vi.waitFor(() => {
    for (const { value } of start.mock.results) running.add(value as NodeJS.Timeout);
    for (const [timer] of stop.mock.calls) running.delete(timer as NodeJS.Timeout);
    expect(start.mock.results.length).toBeGreaterThan(0);
    expect(running.size).toBe(0);
  }, settling);
  vi.restoreAllMocks();
});
