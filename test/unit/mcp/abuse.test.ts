import { request as httpRequest, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
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
