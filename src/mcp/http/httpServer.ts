import { createHash, timingSafeEqual } from 'node:crypto';
import { createServer, type Server as HttpServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler, isLegacyRequest, type ServerContext } from '@modelcontextprotocol/server';
import type { McpServerOptions, RunningServer } from '../../agents/mcpModule.ts';
import { clientName, createAgentServer } from '../server/agentServer.ts';
import { clientRequest } from './bridgeRoutes.ts';
import { refusal, Sessions } from './sessions.ts';

/** Larger requests are refused unread, bytes. */
const maxRequestBodySize = 4 * 1024 * 1024;

/** Starts the server: streamable HTTP in both protocol generations, and the bridge's routes. */
export async function startHttpServer(options: McpServerOptions): Promise<RunningServer> {
  const { token, onFault } = options;
  const http = createServer();
  const port = await listen(http, options.port ?? 0);
  http.on('error', onFault);
  const routes = routesOf(options);
  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const refused = refusedAccess(request, port, token);
    if (refused !== null) {
      // Answered without reading what else the client has to say.
      response.writeHead(refused.status, Object.fromEntries(refused.headers)).end(await refused.text());
      return;
    }
    // Aborted when the answer is through, or its client has hung up.
    const hangUp = new AbortController();
    const gone = hangUp.signal;
    response.once('close', () => hangUp.abort());
    const handle = toNodeHandler(
      { fetch: async (asked) => untilGone(await routes.fetch(asked), gone) },
      // That a client hangs up in the middle of its request is no fault.
      { maxRequestBodySize, onerror: (error) => gone.aborted || onFault(error) },
    );
    await handle(request as Parameters<typeof handle>[0], response);
  };
  http.on('request', (request: IncomingMessage, response: ServerResponse) => {
    serve(request, response).catch((error: unknown) => {
      onFault(error);
      response.destroy();
    });
  });
  return {
    port,
    url: `http://127.0.0.1:${port}/mcp`,
    async close() {
      await routes.close();
      http.closeAllConnections();
      await new Promise<void>((resolve) => http.close(() => resolve()));
    },
  };
}

/**
 * Null for a request to this very address (against DNS rebinding), from no page of another origin,
 * with the token. VS Code and command-line agents send no Origin.
 */
function refusedAccess({ headers }: IncomingMessage, port: number, token: string): Response | null {
  const { host = '', origin, authorization = '' } = headers;
  const hosts = [`127.0.0.1:${port}`, `localhost:${port}`];
  const close = { connection: 'close' };
  if (!hosts.includes(host)) return refusal(403, 'This host is not served here.', close);
  if (origin !== undefined && !hosts.some((own) => origin === `http://${own}`))
    return refusal(403, 'This origin is not served here.', close);
  if (!timingSafeEqual(digest(authorization), digest(`Bearer ${token}`)))
    return refusal(401, 'The token is missing or wrong.', { ...close, 'www-authenticate': 'Bearer' });
  return null;
}

/** Digests have one length, so that comparing them takes the same time for every wrong token. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text, 'utf8').digest();
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

function routesOf({ client, version, onFault }: McpServerOptions) {
  const create = () => createAgentServer(client, { version, consumer: consumerOf });
  const sessions = new Sessions(create);
  const modern = createMcpHandler(create, { legacy: 'reject', maxRequestBodySize, onerror: onFault });
  return {
    async fetch(request: Request): Promise<Response> {
      switch (new URL(request.url).pathname) {
        case '/mcp':
          return (await isLegacyRequest(request, undefined, { maxRequestBodySize }))
            ? sessions.handle(request)
            : modern.fetch(request);
        case '/request':
          return clientRequest(client, request);
        default:
          return refusal(404, 'There is nothing here.');
      }
    },
    close: () => Promise.all([sessions.close(), modern.close()]),
  };
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
