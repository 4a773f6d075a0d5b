import { randomUUID } from 'node:crypto';
import { isJSONRPCRequest, type Server, WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server';
import { LruMap } from '../../base/lruMap.ts';

/** More sessions close the one that was used longest ago: clients forget to end theirs. */
const maxSessions = 128;

/** The sessions of clients of the 2025 protocol. Each has its own server. */
export class Sessions {
  readonly #create: () => Server;
  readonly #sessions = new LruMap<string, { transport: WebStandardStreamableHTTPServerTransport; server: Server }>(
    maxSessions,
    {
      onEvict: ({ server }) => void server.close().catch(() => {}),
    },
  );

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
    cancelWhenGone(transport);
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

/** Cancels the requests of clients that hang up: the SDK would answer them, and nobody would read. */
function cancelWhenGone(transport: WebStandardStreamableHTTPServerTransport): void {
  const receive = transport.onmessage;
  transport.onmessage = (message, extra) => {
    receive?.(message, extra);
    if (!isJSONRPCRequest(message)) return;
    const params = { requestId: message.id };
    const hungUp = () => receive?.({ jsonrpc: '2.0', method: 'notifications/cancelled', params });
    extra?.request?.signal.addEventListener('abort', hungUp, { once: true });
  };
}

/** A JSON-RPC error that answers no request in particular. */
export function refusal(status: number, message: string, headers: Record<string, string> = {}): Response {
  return Response.json({ jsonrpc: '2.0', error: { code: -32_000, message }, id: null }, { status, headers });
}
