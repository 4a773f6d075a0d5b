import { createServer, type Server as HttpServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { toNodeHandler } from '@modelcontextprotocol/node';
import {
  createMcpHandler,
  isLegacyRequest,
  type McpHttpHandler,
  type ServerContext,
} from '@modelcontextprotocol/server';
import type { McpServerOptions, RunningServer } from '../../agents/mcpModule.ts';
import type { SessionClient } from '../../agents/sessionClient.ts';
import { type AgentServerOptions, createAgentServer } from '../server/agentServer.ts';
import { clientName } from '../server/clientName.ts';
import { passChanges } from '../server/updates.ts';
import { changeStream, clientRequest } from './bridgeRoutes.ts';
import { Connections } from './connections.ts';
import { Guard } from './guard.ts';
import { refusal, Sessions } from './sessions.ts';
import { ThrottledClient } from './throttledClient.ts';

/** Larger requests are refused unread, bytes. */
const maxBodyBytes = 4 * 1024 * 1024;
/**
 * Maximum times for a client's headers and for its whole request, ms: on loopback it sends at once.
 */
const usualHeadersMs = 10_000;
const requestMs = 30_000;

/** Starts the server: streamable HTTP in both protocol generations, and the bridge's routes. */
export async function startHttpServer(options: McpServerOptions): Promise<RunningServer> {
  const { headersMs = usualHeadersMs } = options;
  const http = createServer({
    keepAliveTimeout: 10_000,
    headersTimeout: headersMs,
    requestTimeout: requestMs,
    connectionsCheckingInterval: headersMs / 5,
  });
  const connections = new Connections(http);
  const port = await listen(http, options.port ?? 0);
  http.on('error', options.onFault);
  const client = new ThrottledClient(options.client);
  const guard = new Guard(port, options.token);
  const routes = new Routes(client, options);
  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const refused = guard.refuse(request.headers) ?? misfit(request);
    if (refused !== null) return answerUnread(refused, response);
    connections.serve(request, response);
    const gone = whenGone(response);
    const handle = toNodeHandler(
      { fetch: async (asked) => untilGone(await routes.fetch(asked, gone), gone) },
      // That a client hangs up in the middle of its request is no fault.
      { maxRequestBodySize: maxBodyBytes, onerror: (error) => gone.aborted || options.onFault(error) },
    );
    await handle(incoming(request), response);
  };
  http.on('request', (request: IncomingMessage, response: ServerResponse) => {
    serve(request, response).catch((error: unknown) => {
      options.onFault(error);
      response.destroy();
    });
  });
  return {
    port,
    url: `http://127.0.0.1:${port}/mcp`,
    async close() {
      client.dispose();
      await routes.close();
      http.closeAllConnections();
      await new Promise<void>((resolve) => http.close(() => resolve()));
    },
  };
}

/** The request with every field that the SDK's type wants. */
function incoming(request: IncomingMessage) {
  const { method = 'GET', url = '/', headers } = request;
  return { method, url, headers, [Symbol.asyncIterator]: () => request[Symbol.asyncIterator]() };
}

/** Answers what a `Request` cannot represent: other methods, and the addresses sent to proxies. */
function misfit({ method = '', url = '' }: IncomingMessage): Response | null {
  const close = { connection: 'close' };
  if (!methods.includes(method)) return refusal(405, 'Method not allowed.', { ...close, allow: methods.join(', ') });
  return url.startsWith('/') ? null : refusal(404, 'There is nothing here.', close);
}

const methods = ['GET', 'POST', 'DELETE'];

/** Answers without reading what else the client has to say. */
async function answerUnread(answer: Response, response: ServerResponse): Promise<void> {
  response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text());
}

/** Aborted when an answer is through, or its client has hung up. */
function whenGone(response: ServerResponse): AbortSignal {
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  return gone.signal;
}

/**
 * Cancels the answer's stream as soon as its client is gone: the SDK would notice at its next
 * write.
 */
function untilGone(answer: Response, gone: AbortSignal): Response {
  if (answer.body === null) return answer;
  const { status, headers } = answer;
  // An empty piece sends the head at once, so that a client knows that its stream is open.
  const passed = new TransformStream<Uint8Array, Uint8Array>({ start: (to) => to.enqueue(new Uint8Array()) });
  return new Response(answer.body.pipeThrough(passed, { signal: gone }), { status, headers });
}

class Routes {
  readonly #client: SessionClient;
  readonly #sessions: Sessions;
  readonly #modern: McpHttpHandler;

  constructor(client: SessionClient, { version, onFault }: McpServerOptions) {
    this.#client = client;
    const create = (subscriptions: AgentServerOptions['subscriptions']) =>
      createAgentServer(client, { version, consumer: consumerOf, clientName, subscriptions });
    this.#sessions = new Sessions(() => create('own'));
    // Clients of the 2025 protocol would lose their subscriptions in here.
    this.#modern = createMcpHandler(() => create('owner'), {
      legacy: 'reject',
      maxRequestBodySize: maxBodyBytes,
      onerror: onFault,
    });
    const { notify } = this.#modern;
    passChanges(client, {
      listChanged: () => notify.resourcesChanged(),
      updated: (uri) => notify.resourceUpdated(uri),
    });
  }

  async fetch(request: Request, gone: AbortSignal): Promise<Response> {
    switch (new URL(request.url).pathname) {
      case '/mcp':
        return (await isLegacyRequest(request, undefined, { maxRequestBodySize: maxBodyBytes }))
          ? this.#sessions.handle(request, gone)
          : this.#modern.fetch(request);
      case '/request':
        return clientRequest(this.#client, request);
      case '/changes':
        return changeStream(this.#client, request);
      default:
        return refusal(404, 'There is nothing here.');
    }
  }

  async close(): Promise<void> {
    await Promise.all([this.#sessions.close(), this.#modern.close()]);
  }
}

/**
 * Returns the session's id in the 2025 protocol. Later clients have none: their name and the id of
 * their configuration identify them.
 */
function consumerOf(context: ServerContext): string {
  if (context.sessionId !== undefined) return `mcp:${context.sessionId}`;
  const { url } = context.http?.req ?? {};
  const configuration = url === undefined ? null : new URL(url).searchParams.get('agent');
  const name = [clientName(context) ?? 'client', ...(configuration === null ? [] : [configuration])].join('-');
  return `mcp:${name.replace(/[^\w.-]+/g, '-').slice(0, 64)}`;
}

/** The port that was taken: the one asked for, or any when it is not free. */
async function listen(http: HttpServer, port: number): Promise<number> {
  try {
    await listenOn(http, port);
  } catch (error) {
    if (port === 0) throw error;
    await listenOn(http, 0);
  }
  const address = http.address();
  if (address === null || typeof address === 'string') throw new RangeError(`No port in ${address}`);
  return address.port;
}

function listenOn(http: HttpServer, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    http.once('error', reject);
    http.listen(port, '127.0.0.1', () => {
      http.off('error', reject);
      resolve();
    });
  });
}
