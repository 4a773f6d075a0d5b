import { randomUUID } from 'node:crypto';
import {
  isJSONRPCRequest,
  type RequestId,
  type Server,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import * as z from 'zod';
import { LruMap } from '../../base/lruMap.ts';

/** More sessions close the one that was used longest ago: clients forget to end theirs. */
const maxSessions = 128;

interface OpenSession {
  readonly transport: WebStandardStreamableHTTPServerTransport;
  readonly server: Server;
}

/**
 * The sessions of clients of the 2025 protocol. Each has its own server, which holds its
 * subscriptions.
 */
export class Sessions {
  readonly #create: () => Server;
  readonly #sessions = new LruMap<string, OpenSession>(maxSessions, {
    onEvict: ({ server }) => void server.close().catch(() => {}),
  });

  constructor(create: () => Server) {
    this.#create = create;
  }

  async handle(request: Request): Promise<Response> {
    const id = request.headers.get('mcp-session-id');
    if (id === null) return this.#begin(request);
    const session = this.#sessions.get(id);
    if (session === undefined) return refusal(404, 'The session has ended; initialise a new one.');
    const response = await session.transport.handleRequest(request);
    if (request.method !== 'GET' || response.status !== 409) return response;
    // A client that asks for its stream again has lost the one it had.
    session.transport.closeStandaloneSSEStream();
    return session.transport.handleRequest(request);
  }

  async close(): Promise<void> {
    await Promise.all([...this.#sessions.keys()].map((id) => this.#end(id)));
  }

  async #begin(request: Request): Promise<Response> {
    const server = this.#create();
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => void this.#sessions.set(id, { transport, server }),
      onsessionclosed: (id) => this.#end(id),
    });
    await server.connect(transport);
    answerCancelled(transport);
    const response = await transport.handleRequest(request);
    if (transport.sessionId === undefined) await server.close();
    return response;
  }

  async #end(id: string): Promise<void> {
    const session = this.#sessions.get(id);
    this.#sessions.delete(id);
    await session?.server.close();
  }
}

/** The Language Server Protocol's code for a cancelled request; MCP has no code of its own. */
const requestCancelled = -32_800;

/**
 * Answers requests that are cancelled or hung up: the SDK does not, and their streams and ids would
 * stay until the session ends.
 */
function answerCancelled(transport: WebStandardStreamableHTTPServerTransport): void {
  const receive = transport.onmessage;
  const answer = (id: RequestId) => {
    const error = { code: requestCancelled, message: 'The request was cancelled.' };
    // One that has its answer already cannot be answered again.
    void transport.send({ jsonrpc: '2.0', id, error }).catch(() => {});
  };
  transport.onmessage = (message, extra) => {
    receive?.(message, extra);
    if (isJSONRPCRequest(message)) {
      const { id } = message;
      const cancelled = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: id } } as const;
      const hungUp = () => {
        receive?.(cancelled);
        answer(id);
      };
      extra?.request?.signal.addEventListener('abort', hungUp, { once: true });
    } else if ('method' in message && message.method === 'notifications/cancelled') {
      const id = requestIdSchema.safeParse(message.params?.['requestId']);
      if (id.success) answer(id.data);
    }
  };
}

const requestIdSchema = z.union([z.string(), z.number()]);

/** A JSON-RPC error that answers no request in particular. */
export function refusal(status: number, message: string, headers: Record<string, string> = {}): Response {
  return Response.json({ jsonrpc: '2.0', error: { code: -32_000, message }, id: null }, { status, headers });
}
